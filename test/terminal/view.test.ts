import { describe, expect, test } from 'vitest';
import { stripVTControlCharacters } from 'node:util';
import { textWidth } from '../../src/terminal/cells.js';
import { atTerminal, DATABASE, FEATURES, NAME, requestOf } from './at-terminal.js';

const rule = (columns: number) => '─'.repeat(columns);
const lines = (text: string) => text.replace(/^\n/, '').split('\n');

describe('the view', () => {
  test('renders one question with options', () => {
    expect(atTerminal(requestOf([DATABASE])).frame(60).lines).toEqual(
      lines(`
${rule(59)}
 Database

  Which database should we use?

  > 1. PostgreSQL (Recommended)
       Battle-tested relational DB
    2. SQLite
       Lightweight, file-based
    3. MongoDB
       Document store
    4. Other (type your answer)

  ↑↓ navigate • 1-9 quick select • Enter to select
  Esc to cancel • Ctrl+N note
${rule(59)}`),
    );
  });

  test('renders several questions, one of them answered', () => {
    const terminal = atTerminal(requestOf([DATABASE, NAME, FEATURES])).press('enter');
    expect(terminal.frame().lines).toEqual(
      lines(`
${rule(79)}
 ← ■ Database [□ Service Name] □ Features  ✓ Submit →

  What should we name this service?

  > (type your answer)

  Tab switch • Enter confirm • Esc cancel
  Alt+Enter new line • Ctrl+N note
${rule(79)}`),
    );
  });

  test('renders a multi-select question', () => {
    const terminal = atTerminal(requestOf([FEATURES])).press('1', 'down', '3', 'up', 'end', 'Tracing');
    expect(terminal.frame().lines.slice(5, -4)).toEqual([
      '    1. [x] Authentication',
      '           OAuth2 + JWT',
      '    2. [ ] REST API',
      '           OpenAPI spec included',
      '    3. [x] Admin Dashboard',
      '  > 4. [x] Other',
      '           │ Tracing',
    ]);
  });

  test('marks missing answers and hides secrets on Review', () => {
    const request = requestOf([DATABASE, NAME, FEATURES], [undefined, { secret: true }]);
    const terminal = atTerminal(request).press('1', 'ctrl+n', 'cheap', 'esc', 'tab', 'hunter2', 'tab', 'tab');
    expect(terminal.screen()).not.toContain('hunter2');
    expect(terminal.frame().lines.slice(3, -3)).toEqual([
      '  Check your answers',
      '',
      '    1. Database',
      '       PostgreSQL (Recommended)',
      '       cheap',
      '    2. Service Name',
      '       ••••••••',
      '    3. Features',
      '       ! Not answered yet',
      '  > Submit answers',
    ]);
  });

  test('scrolls more than six options, and counts the rest [R-LONGLIST]', () => {
    const options = Array.from({ length: 12 }, (_, i) => `Choice ${i + 1}`);
    const terminal = atTerminal(requestOf([{ question: 'Which?', options }]));
    const list = () => terminal.frame().lines.slice(3, -4);
    expect(list()).toEqual([
      '  >  1. Choice 1',
      '     2. Choice 2',
      '     3. Choice 3',
      '     4. Choice 4',
      '     5. Choice 5',
      '     6. Choice 6',
      '    ↓ 7 more...',
    ]);
    terminal.press('end');
    expect(list()[0]).toBe('    ↑ 7 more...');
    expect(list().at(-2)).toBe('  > 13. Other');
  });

  test('masks a secret while it is typed, and never shows it later', () => {
    const terminal = atTerminal(requestOf([NAME], [{ secret: true }])).press('s3cret');
    expect(terminal.screen()).toContain('> ••••••');
    expect(terminal.screen()).not.toContain('s3cret');
  });

  test('renders the preview of the highlighted option with its line breaks', () => {
    const options = [{ label: 'A', preview: 'if (a) {\n\tb();\n}' }, { label: 'B' }];
    const terminal = atTerminal(requestOf([{ question: 'Which?', options }]));
    expect(terminal.screen()).toContain('  Preview of “A”\n  │ if (a) {\n  │     b();\n  │ }');
    expect(terminal.press('down').screen()).not.toContain('Preview');
  });

  test('renders nothing from an agent that controls the terminal, and returns the answer unchanged [R-VERBATIM]', () => {
    const evil = 'Yes\u001b]0;owned\u0007\u001b[2J\u202e\u009b31m';
    const terminal = atTerminal(
      requestOf([{ question: `${evil}?`, header: evil, context: evil, options: [evil, 'No'] }]),
    );
    expect(terminal.frame().lines.join('')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    expect(terminal.screen()).toContain('1. Yes');
    expect(terminal.press('enter').answers()).toEqual([evil]);
  });

  test('numbers options that look alike, and states that hidden characters were removed [R-VERBATIM]', () => {
    const alike = ['Yes', 'Yes\u200b', 'No'];
    const terminal = atTerminal(requestOf([{ question: 'Which?', options: alike }]));
    expect(terminal.frame().lines.slice(2, 8)).toEqual([
      '  Hidden characters in this text are not shown.',
      '',
      '  > 1. Yes (option 1)',
      '    2. Yes (option 2)',
      '    3. No',
      '    4. Other (type your answer)',
    ]);
    expect(terminal.press('2', 'enter').answers()).toEqual(['Yes\u200b']);
    const same = atTerminal(requestOf([{ question: 'Which?', options: ['A', 'Ａ', '\u0410Bc'] }])).screen();
    expect(same).toContain('1. A (option 1)\n    2. Ａ (option 2)\n    3. \u0410Bc (option 3)');
    expect(same).not.toContain('Hidden characters');
  });

  test('has the same text with and without colors', () => {
    const terminal = atTerminal(requestOf([DATABASE, FEATURES])).press('2', 'tab', '1', 'shift+tab');
    const painted = terminal.frame(80, 24, true).lines;
    expect(painted.join('')).toContain('\u001b[');
    expect(painted.map(stripVTControlCharacters)).toEqual(terminal.frame().lines);
    expect(terminal.screen()).toContain('2. SQLite ✓');
  });
});

describe('the visual aids of the view [R-TERMINAL]', () => {
  test('include rules as wide as the text', () => {
    const lines = atTerminal(requestOf([DATABASE])).frame(98).lines;
    expect([lines[0], lines.at(-1)]).toEqual([rule(97), rule(97)]);
  });

  test('include a style for the recommendation, without changing its text', () => {
    const painted = atTerminal(requestOf([DATABASE]))
      .press('down')
      .frame(80, 24, true)
      .lines.join('\n');
    expect(painted).toContain('1. PostgreSQL \u001b[2;36m(Recommended)\u001b[22;39m');
    const active = atTerminal(requestOf([DATABASE]))
      .frame(80, 24, true)
      .lines.join('\n');
    expect(active).toContain('\u001b[2;36m(Recommended)\u001b[22;39m');
  });

  test('include tabs that never move, and brackets that never touch an arrow', () => {
    const terminal = atTerminal(requestOf([DATABASE, NAME]));
    const tabs = () => terminal.frame().lines[1];
    expect(tabs()).toBe('← [□ Database] □ Service Name  ✓ Submit →');
    expect(terminal.press('tab') && tabs()).toBe(' ← □ Database [□ Service Name] ✓ Submit →');
    expect(terminal.press('tab') && tabs()).toBe(' ← □ Database  □ Service Name [✓ Submit] →');
  });
});

describe('the hints', () => {
  test.each<[string, readonly unknown[], string]>([
    ['options', [DATABASE], '  ↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel'],
    ['a text question', [NAME], '  Enter to submit • Esc to cancel'],
    ['a multi-select question', [FEATURES], '  Space to toggle • Enter to submit • Esc to cancel'],
    ['several questions', [DATABASE, NAME], '  Tab/←→ switch • ↑↓ select • Enter confirm • Esc cancel'],
  ])('of %s equal the specification, word for word [R-TERMINAL]', (_, questions, line) => {
    expect(atTerminal(requestOf(questions)).frame().lines).toContain(line);
  });

  const flow = { allow: { skip: true, decline: true } };
  const footer = (columns: number, rows: number, questions: readonly unknown[]) =>
    atTerminal(requestOf(questions), flow)
      .frame(columns, rows)
      .lines.filter((line) => line.includes(' • ') || /Ctrl|Esc/.test(line));

  test.each<[number, number, readonly unknown[], string[]]>([
    [
      80,
      24,
      [DATABASE],
      [
        '  ↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel',
        '  Ctrl+S skip • Ctrl+X decline • Ctrl+N note',
      ],
    ],
    [
      80,
      24,
      [FEATURES],
      [
        '  Space to toggle • Enter to submit • Esc to cancel',
        '  ↑↓ navigate • Ctrl+S skip • Ctrl+X decline • Ctrl+N note',
      ],
    ],
    [
      80,
      24,
      [DATABASE, NAME],
      ['  Tab/←→ switch • ↑↓ select • Enter confirm • Esc cancel', '  Ctrl+S skip • Ctrl+X decline • Ctrl+N note'],
    ],
    [80, 10, [DATABASE], ['  Enter to select • Esc to cancel • Ctrl+S skip • Ctrl+X decline • Ctrl+N note']],
    [40, 10, [DATABASE, NAME], [' Enter confirm • Esc cancel', ' Ctrl+S skip • Ctrl+X decline']],
  ])('at %i columns and %i rows include skipping and declining', (columns, rows, questions, expected) =>
    expect(footer(columns, rows, questions)).toEqual(expected),
  );

  test.each<[string[], string]>([
    [['0', 'Redis', 'esc'], 'y Discard answers • n Keep answering'],
    [['0', 'Redis', 'ctrl+x'], 'y Discard answers • n Keep answering'],
    [['0', 'x'.repeat(30), 'enter'], 'y Submit anyway • n Edit answer'],
  ])('include y and n: %j', (keys, words) => {
    const terminal = atTerminal(requestOf([DATABASE]), { ...flow, softLimit: 20 }).press(...keys);
    for (const columns of [80, 40]) expect(terminal.screen(columns)).toContain(words);
  });

  test('keep y and n whole in a narrow window', () => {
    const terminal = atTerminal(requestOf([DATABASE, NAME]), { confirmCancel: 'always' }).press('esc');
    expect(terminal.screen(40)).toContain(' y Leave without answering\n n Keep answering • Enter confirm\n');
  });

  test('on Review include declining', () => {
    const terminal = atTerminal(requestOf([DATABASE, NAME]), flow).press('shift+tab');
    expect(terminal.screen()).toContain('Enter submit • Esc cancel • Ctrl+X decline');
  });
});

describe('the cursor', () => {
  test('is hidden at the highlighted option', () => {
    const terminal = atTerminal(requestOf([DATABASE])).press('down');
    expect(terminal.frame().cursor).toEqual({ row: 7, column: 0, seen: false });
    expect(terminal.frame().lines[7]).toBe('  > 2. SQLite');
  });

  test.each<[string, string[], number, number]>([
    ['in an empty field', [], 5, 4],
    ['after wide characters', ['日本'], 5, 8],
    ['before the last character', ['日本', 'left'], 5, 6],
    ['on the next line', ['a', 'alt+enter', 'bc'], 6, 6],
    ['at the end of a full line', ['x'.repeat(74)], 5, 78],
    ['on the line after a full line', ['x'.repeat(75)], 6, 5],
  ])('is visible %s', (_, keys, row, column) => {
    expect(
      atTerminal(requestOf([NAME]))
        .press(...keys)
        .frame().cursor,
    ).toEqual({ row, column, seen: true });
  });
});

describe('a small window', () => {
  test('of 40 columns and 10 rows shows the essential lines', () => {
    const terminal = atTerminal(requestOf([DATABASE, NAME, FEATURES])).press('0', 'one', 'ctrl+j', 'two');
    expect(terminal.frame(40, 10).lines).toEqual([
      '← [■ Database] □ Service Name …›',
      ' Which database should we use?',
      '   ↑ 2 more...',
      '   3. MongoDB',
      '      Document store',
      ' > 4. Other ✓',
      '      │ one',
      '      │ two',
      ' Enter confirm • Esc cancel',
    ]);
  });

  test('scrolls a long question, and keeps the options in view', () => {
    const question = Array.from({ length: 300 }, (_, i) => `word${i}`).join(' ');
    const terminal = atTerminal(requestOf([{ question, options: ['A', 'B'] }]));
    expect(terminal.screen(60, 12)).toMatch(/^ {2}word0 (.*\n){7} {2}↓ \d+ more lines \(PgDn\)\n {2}> 1\. A\n/);
    terminal.press('pagedown');
    expect(terminal.screen(60, 12)).toMatch(/^ {2}↑ \d+ more lines \(PgUp\)\n/);
    expect(terminal.screen(60, 12)).toContain('  > 1. A');
    expect(terminal.press('pageup').screen(60, 12)).toMatch(/^ {2}word0 /);
  });

  test('keeps the caret of a long text in view', () => {
    const terminal = atTerminal(requestOf([NAME])).press(
      ...Array.from({ length: 40 }, () => ['x', 'ctrl+j']).flat(),
      'end!',
    );
    const { lines: shown, cursor } = terminal.frame(40, 10);
    expect(shown[cursor.row]).toBe('   end!');
    expect(shown).toHaveLength(10);
  });

  test.each([
    [1, 1],
    [3, 2],
    [10, 4],
    [20, 5],
    [200, 60],
  ])('of %i columns and %i rows is never exceeded', (columns, rows) => {
    const { lines: shown } = atTerminal(requestOf([DATABASE, NAME])).frame(columns, rows);
    expect(shown.length).toBeLessThanOrEqual(rows);
    expect(Math.max(...shown.map(textWidth))).toBeLessThanOrEqual(columns);
  });
});

test.each(['', ' \u200b'])('an asker without a visible name (%j) is named like none', (asker) => {
  const request = { ...requestOf([DATABASE, NAME]), asker };
  const screen = (frame: { lines: readonly string[] }) => stripVTControlCharacters(frame.lines.join('\n'));
  const shown = atTerminal(request);
  expect(screen(shown.frame())).not.toContain('questions from');
  expect(screen(shown.press('2', 'esc').frame())).toContain('Assistant will be told that you cancelled.');
  const discussing = atTerminal(request, { allow: { discuss: true } }).press('ctrl+t');
  expect(screen(discussing.frame())).toContain('Assistant receives your message');
});

test('a long name of an asker is shortened in a sentence', () => {
  const discussing = atTerminal({ ...requestOf([DATABASE]), asker: 'x'.repeat(300) }, { allow: { discuss: true } });
  const text = stripVTControlCharacters(discussing.press('ctrl+t').frame().lines.join('').replaceAll(/\s/g, ''));
  expect(text).toMatch(/[^x]x{149}…receivesyourmessage/);
});

test.each(['$&', "$'", '$$ $1 $`'])('an asker named %s is named so in every sentence [R-VERBATIM]', (asker) => {
  const request = { ...requestOf([DATABASE, NAME]), asker };
  const screen = (frame: { lines: readonly string[] }) => stripVTControlCharacters(frame.lines.join('\n'));
  expect(screen(atTerminal(request).frame())).toContain(`2 questions from ${asker}`);
  const answered = atTerminal(request).press('enter');
  expect(screen(answered.press('esc').frame())).toContain(`${asker} will be told that you cancelled.`);
  const declining = atTerminal(request, { allow: { decline: true } }).press('enter', 'ctrl+x');
  expect(screen(declining.frame())).toContain(`${asker} will be told that you declined to answer.`);
});
