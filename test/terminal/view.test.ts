import { describe, expect, test } from 'vitest';
import { stripVTControlCharacters } from 'node:util';
import { textWidth } from '../../src/terminal/cells.js';
import { atTerminal, DATABASE, FEATURES, NAME, requestOf } from './at-terminal.js';

const rule = (columns: number) => '─'.repeat(columns);
const lines = (text: string) => text.replace(/^\n/, '').split('\n');

describe('what is drawn', () => {
  test('one question with options', () => {
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

  test('several questions, one of them answered', () => {
    const terminal = atTerminal(requestOf([DATABASE, NAME, FEATURES])).press('enter');
    expect(terminal.frame().lines).toEqual(
      lines(`
${rule(79)}
 ← ■ Database [□ Service Name] □ Features  ✓ Submit →

  What should we name this service?

  > (type your answer)

  Tab switch • Enter confirm • Esc cancel • Alt+Enter new line • Ctrl+N note
${rule(79)}`),
    );
  });

  test('several choices', () => {
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

  test('Review marks what is missing and hides what is secret', () => {
    const request = requestOf([DATABASE, NAME, FEATURES], [undefined, { secret: true }]);
    const terminal = atTerminal(request).press('1', 'ctrl+n', 'cheap', 'esc', 'tab', 'hunter2', 'tab', 'tab');
    expect(terminal.screen()).not.toContain('hunter2');
    expect(terminal.frame().lines.slice(3, -3)).toEqual([
      '  Check your answers',
      '',
      '    1. Database',
      '       PostgreSQL (Recommended)',
      '       Note: cheap',
      '    2. Service Name',
      '       •••••••• (hidden)',
      '    3. Features',
      '       ! Not answered yet',
      '  > Submit answers',
    ]);
  });

  test('more than six options scroll, and the rest is counted [R-LONGLIST]', () => {
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
      '    ↓ 7 more…',
    ]);
    terminal.press('end');
    expect(list()[0]).toBe('    ↑ 7 more…');
    expect(list().at(-2)).toBe('  > 13. Other');
  });

  test('a secret is masked while it is typed, and shown to nobody later', () => {
    const terminal = atTerminal(requestOf([NAME], [{ secret: true }])).press('s3cret');
    expect(terminal.screen()).toContain('> ••••••');
    expect(terminal.screen()).not.toContain('s3cret');
  });

  test('the preview of what is highlighted, its lines as they are', () => {
    const options = [{ label: 'A', preview: 'if (a) {\n\tb();\n}' }, { label: 'B' }];
    const terminal = atTerminal(requestOf([{ question: 'Which?', options }]));
    expect(terminal.screen()).toContain('  Preview\n  │ if (a) {\n  │     b();\n  │ }');
    expect(terminal.press('down').screen()).not.toContain('Preview');
  });

  test('nothing an agent writes steers the terminal; the answer stays as it was [R-VERBATIM]', () => {
    const evil = 'Yes\u001b]0;owned\u0007\u001b[2J\u202e\u009b31m';
    const terminal = atTerminal(
      requestOf([{ question: `${evil}?`, header: evil, context: evil, options: [evil, 'No'] }]),
    );
    expect(terminal.frame().lines.join('')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    expect(terminal.screen()).toContain('1. Yes');
    expect(terminal.press('enter').answers()).toEqual([evil]);
  });

  test('options that look alike have their positions, and what was left out is said [R-VERBATIM]', () => {
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

  test('colours are extra: without them every line says the same', () => {
    const terminal = atTerminal(requestOf([DATABASE, FEATURES])).press('2', 'tab', '1', 'shift+tab');
    const painted = terminal.frame(80, 24, true).lines;
    expect(painted.join('')).toContain('\u001b[');
    expect(painted.map(stripVTControlCharacters)).toEqual(terminal.frame().lines);
    expect(terminal.screen()).toContain('2. SQLite ✓');
  });
});

describe('marks that help to see [R-TERMINAL]', () => {
  test('the rules are as wide as the text', () => {
    const lines = atTerminal(requestOf([DATABASE])).frame(98).lines;
    expect([lines[0], lines.at(-1)]).toEqual([rule(97), rule(97)]);
  });

  test('what the agent recommends is painted, its words as they are', () => {
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

  test('no bracket of a tab touches an arrow, and no tab moves', () => {
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
    ['a text', [NAME], '  Enter to submit • Esc to cancel'],
    ['several choices', [FEATURES], 'Space to toggle • Enter to submit • Esc to cancel'],
    ['several questions', [DATABASE, NAME], '  Tab/←→ switch • ↑↓ select • Enter confirm • Esc cancel'],
  ])('of %s are the specification’s, word for word [R-TERMINAL]', (_, questions, line) => {
    expect(atTerminal(requestOf(questions)).screen()).toContain(line);
  });

  const flow = { allowSkip: true, allowDecline: true };
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
        '  ↑↓ navigate • Space to toggle • Enter to submit • Esc to cancel • Ctrl+S skip',
        '  Ctrl+X decline • Ctrl+N note',
      ],
    ],
    [
      80,
      24,
      [DATABASE, NAME],
      ['  Tab/←→ switch • ↑↓ select • Enter confirm • Esc cancel • Ctrl+S skip', '  Ctrl+X decline • Ctrl+N note'],
    ],
    [80, 10, [DATABASE], ['  Enter to select • Esc to cancel • Ctrl+S skip • Ctrl+X decline • Ctrl+N note']],
    [40, 10, [DATABASE, NAME], [' Enter confirm • Esc cancel', ' Ctrl+S skip • Ctrl+X decline']],
  ])('%i columns, %i rows: skipping and declining are among them', (columns, rows, questions, expected) =>
    expect(footer(columns, rows, questions)).toEqual(expected),
  );

  test.each<[string[], string]>([
    [['0', 'Redis', 'esc'], 'y discard • n keep'],
    [['0', 'Redis', 'ctrl+x'], 'y decline • n keep'],
    [['0', 'x'.repeat(30), 'enter'], 'y submit • n edit'],
  ])('what y and n do: %j', (keys, words) => {
    const terminal = atTerminal(requestOf([DATABASE]), { ...flow, softLimit: 20 }).press(...keys);
    for (const columns of [80, 40]) expect(terminal.screen(columns)).toContain(words);
  });

  test('Review tells of declining', () => {
    const terminal = atTerminal(requestOf([DATABASE, NAME]), flow).press('shift+tab');
    expect(terminal.screen()).toContain('Enter submit • Esc cancel • Ctrl+X decline');
  });
});

describe('where the cursor is', () => {
  test('at what is highlighted, unseen', () => {
    const terminal = atTerminal(requestOf([DATABASE])).press('down');
    expect(terminal.frame().cursor).toEqual({ row: 7, column: 0, seen: false });
    expect(terminal.frame().lines[7]).toBe('  > 2. SQLite');
  });

  test.each<[string, string[], number, number]>([
    ['in an empty field', [], 5, 4],
    ['after wide characters', ['日本'], 5, 8],
    ['before the last one', ['日本', 'left'], 5, 6],
    ['on the next line', ['a', 'alt+enter', 'bc'], 6, 6],
    ['at the end of a line that is full', ['x'.repeat(74)], 5, 78],
    ['on the line after it', ['x'.repeat(75)], 6, 5],
  ])('%s', (_, keys, row, column) => {
    expect(
      atTerminal(requestOf([NAME]))
        .press(...keys)
        .frame().cursor,
    ).toEqual({ row, column, seen: true });
  });
});

describe('small windows', () => {
  test('40 columns, 10 rows', () => {
    const terminal = atTerminal(requestOf([DATABASE, NAME, FEATURES])).press('0', 'one', 'ctrl+j', 'two');
    expect(terminal.frame(40, 10).lines).toEqual([
      '← [■ Database] □ Service Name …›',
      ' Which database should we use?',
      '   ↑ 2 more…',
      '   3. MongoDB',
      '      Document store',
      ' > 4. Other ✓',
      '      │ one',
      '      │ two',
      ' Enter confirm • Esc cancel',
    ]);
  });

  test('a long question scrolls, and what is chosen from stays', () => {
    const question = Array.from({ length: 300 }, (_, i) => `word${i}`).join(' ');
    const terminal = atTerminal(requestOf([{ question, options: ['A', 'B'] }]));
    expect(terminal.screen(60, 12)).toMatch(/^ {2}word0 (.*\n){7} {2}↓ \d+ more lines \(PgDn\)\n {2}> 1\. A\n/);
    terminal.press('pagedown');
    expect(terminal.screen(60, 12)).toMatch(/^ {2}↑ \d+ more lines \(PgUp\)\n/);
    expect(terminal.screen(60, 12)).toContain('  > 1. A');
    expect(terminal.press('pageup').screen(60, 12)).toMatch(/^ {2}word0 /);
  });

  test('a long text keeps its caret in sight', () => {
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
  ])('%i columns, %i rows', (columns, rows) => {
    const { lines: shown } = atTerminal(requestOf([DATABASE, NAME])).frame(columns, rows);
    expect(shown.length).toBeLessThanOrEqual(rows);
    expect(Math.max(...shown.map(textWidth))).toBeLessThanOrEqual(columns);
  });
});

test.each(['$&', "$'", '$$ $1 $`'])('an asker named %s is named so in every sentence [R-VERBATIM]', (asker) => {
  const request = { ...requestOf([DATABASE, NAME]), asker };
  const screen = (frame: { lines: readonly string[] }) => stripVTControlCharacters(frame.lines.join('\n'));
  expect(screen(atTerminal(request).frame())).toContain(`2 questions from ${asker}`);
  const answered = atTerminal(request).press('enter');
  expect(screen(answered.press('esc').frame())).toContain(`${asker} will be told that you cancelled.`);
  const declining = atTerminal(request, { allowDecline: true }).press('enter', 'ctrl+x');
  expect(screen(declining.frame())).toContain(`${asker} will be told that you declined to answer.`);
});
