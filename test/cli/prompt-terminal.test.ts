import { describe, expect, test } from 'vitest';
import { inTerminal } from './prompt-tmux.js';
import { DATABASE, FEATURES, NAME } from '../terminal/at-terminal.js';

const one = { questions: [DATABASE] };
const three = { questions: [DATABASE, NAME, FEATURES] };

describe('ask-user ask in a real terminal', () => {
  test('shows one question, prints the answer, and leaves a receipt [R-CLI]', async () => {
    const terminal = await inTerminal(one);
    expect(await terminal.shows('Esc to cancel')).toBe(
      [
        '─'.repeat(79),
        ' Database',
        '',
        '  Which database should we use?',
        '',
        '  > 1. PostgreSQL (Recommended)',
        '       Battle-tested relational DB',
        '    2. SQLite',
        '       Lightweight, file-based',
        '    3. MongoDB',
        '       Document store',
        '    4. Other (type your answer)',
        '',
        '  ↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel',
        '  Ctrl+N note',
        '─'.repeat(79),
      ].join('\n'),
    );
    await terminal.keys('Down');
    await terminal.shows('> 2. SQLite');
    await terminal.keys('Enter');
    const { code, stdout } = await terminal.ended();
    expect(code).toBe(0);
    expect(stdout).toBe(
      `${JSON.stringify({
        answered: true,
        answers: [{ question: DATABASE.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false }],
      })}\n`,
    );
    expect(await terminal.shows('ended')).toBe('✓ Database: SQLite\nended');
  });

  test('shows several questions with options, a paste, Review and missing answers [R-ATOMIC]', async () => {
    const terminal = await inTerminal(three);
    await terminal.shows('Which database');
    await terminal.keys('0');
    await terminal.shows('│ (type your answer)');
    await terminal.type('Größe 日本語 👨‍👩‍👧');
    await terminal.shows('│ Größe 日本語');
    await terminal.keys('Enter');
    await terminal.shows('What should we name');
    await terminal.keys('Tab');
    await terminal.shows('[ ] Authentication');
    await terminal.keys('Space', 'Down', 'Space');
    await terminal.shows('> 2. [x] REST API');
    await terminal.keys('Enter');
    expect(await terminal.shows('Check your answers')).toContain('2. Service Name\n       ! Not answered yet');
    await terminal.keys('Enter');
    await terminal.shows('! Type your answer.');
    await terminal.paste('orders\n\ttwo\nthree');
    await terminal.shows('    three');
    await terminal.keys('Tab', 'Tab');
    await terminal.shows('> Submit answers');
    await terminal.keys('Enter');
    const { code, stdout } = await terminal.ended();
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      answers: [
        { answer: 'Größe 日本語 👨‍👩‍👧', wasCustom: true },
        { answer: 'orders\n\ttwo\nthree', wasCustom: true },
        { answer: ['Authentication', 'REST API'], wasCustom: false },
      ],
    });
    expect(await terminal.shows('ended')).toBe(
      [
        '✓ Database: Größe 日本語 👨‍👩‍👧',
        '✓ Service Name: orders two three',
        '✓ Features: Authentication, REST API',
        'ended',
      ].join('\n'),
    );
  });

  test('asks before it discards answers, and keeps everything by default [R-CANCEL]', async () => {
    const terminal = await inTerminal(three);
    await terminal.shows('Which database');
    await terminal.keys('Tab');
    await terminal.shows('What should we name');
    await terminal.type('orders');
    await terminal.shows('> orders');
    await terminal.keys('Escape');
    await terminal.shows('Discard 1 answer?');
    await terminal.keys('Enter');
    await terminal.shows('> orders');
    await terminal.keys('Escape');
    await terminal.shows('> 1. Keep answering');
    await terminal.keys('Down');
    await terminal.shows('> 2. Discard answers');
    await terminal.keys('Enter');
    expect(await terminal.ended()).toEqual({
      code: 3,
      stdout: '{"answered":false,"answers":[],"cancelled":true}\n',
    });
    expect(await terminal.shows('ended')).toBe('You cancelled Assistant’s request\nended');
  });

  test('asks about a long answer, and sends it whole [R-LONG]', async () => {
    const terminal = await inTerminal({ questions: [NAME] });
    await terminal.shows('What should we name');
    const text = 'word '.repeat(569) + 'xx';
    await terminal.paste(text);
    await terminal.shows('! 2,847 characters (847 over the suggested 2,000). Nothing will be cut off.');
    await terminal.keys('Enter');
    await terminal.shows('Answer is long (2,847 chars). Continue anyway?');
    await terminal.keys('Enter');
    await terminal.shows('Enter to submit');
    await terminal.keys('Enter');
    await terminal.shows('> 1. Edit answer');
    await terminal.keys('2', 'Enter');
    const { code, stdout } = await terminal.ended();
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ answers: [{ answer: text }] });
  });

  test('shows one frame and loses nothing when the window is resized', async () => {
    const terminal = await inTerminal(three, { columns: 40, rows: 10 });
    await terminal.shows('> 1. PostgreSQL');
    await terminal.keys('0');
    await terminal.type('Redis');
    const small = await terminal.shows('│ Redis');
    expect(small.split('\n').every((line) => line.length <= 40)).toBe(true);
    expect(small).toContain('Enter confirm • Esc cancel');
    await terminal.resize(100, 30);
    const large = await terminal.shows('Tab switch • ↑↓ select');
    expect(large.match(/Which database/g)).toHaveLength(1);
    expect(large).toContain('    1. PostgreSQL (Recommended)\n');
    await terminal.resize(50, 20);
    await terminal.hides('─'.repeat(50));
    const middle = await terminal.shows('Esc cancel');
    expect(middle.match(/Which database/g)).toHaveLength(1);
    expect(middle.match(/│ Redis/g)).toHaveLength(1);
    await terminal.keys('Enter');
    await terminal.shows('What should we name');
  });

  test.each([
    ['to a file', { err: 'err' }],
    ['to a file, with piped questions', { err: 'err', piped: true }],
    ['to the null device', { err: '/dev/null' }],
  ])(
    'draws the prompt for the new size if the window is resized while standard error is redirected %s',
    async (_, redirected) => {
      const options = Array.from({ length: 20 }, (__, i) => `Option ${i + 1}`);
      const questions = { questions: [{ question: 'Which of these options should we use for it?', options }] };
      const terminal = await inTerminal(questions, { columns: 60, rows: 14, ...redirected });
      await terminal.shows('>  1. Option 1');
      await terminal.resize(40, 10);
      await terminal.hides('─'.repeat(41));
      const small = await terminal.shows('>  1. Option 1');
      expect(small.match(/Which of these/g)).toHaveLength(1);
      await terminal.keys('Down');
      await terminal.shows('>  2. Option 2');
      await terminal.resize(100, 30);
      const large = await terminal.shows('─'.repeat(90));
      expect(large.match(/Which of these/g)).toHaveLength(1);
      await terminal.keys('Enter');
      const { code, stdout } = await terminal.ended();
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ answers: [{ answer: 'Option 2' }] });
    },
  );

  test.each([5, 8])('leaves no line in the scrollback of a terminal with %i rows', async (rows) => {
    const options = Array.from({ length: 5 }, (_, i) => `Option ${i + 1}`);
    const terminal = await inTerminal(
      { questions: [1, 2].map((i) => ({ question: `Question ${i}?`, options })) },
      { rows },
    );
    for (const shown of ['Question 2?', 'Check your answers', 'Question 1?']) {
      await terminal.keys('Tab');
      await terminal.shows(shown);
    }
    expect(await terminal.scrolled()).toBe(0);
  });

  test('ignores keys that were pressed while the program was stopped', async () => {
    const terminal = await inTerminal(one);
    await terminal.ready();
    await terminal.stopped('Down', 'Enter');
    await terminal.ready();
    expect(terminal.written()).toBe('');
    expect(await terminal.screen()).not.toContain('> 2. SQLite');
    await terminal.keys('Escape');
    expect(await terminal.ended()).toMatchObject({ code: 3 });
  });

  test.each([
    ['Enter', '\rx', 0],
    ['Ctrl+C', '\u0003x', 130],
  ])('ends with %s, even if another key arrives with it', async (_, keys, code) => {
    const terminal = await inTerminal(one);
    await terminal.type(keys);
    expect(await terminal.ended()).toMatchObject({ code });
  });

  test('places the cursor at the caret', async () => {
    const terminal = await inTerminal({ questions: [NAME] });
    await terminal.shows('What should we name');
    await terminal.type('日本');
    await terminal.shows('> 日本');
    expect(await terminal.cursor()).toBe('1 8 5');
    await terminal.keys('Left', 'BSpace');
    await terminal.shows('> 本');
    expect(await terminal.cursor()).toBe('1 4 5');
  });

  test('ignores Ctrl+D, Ctrl+Z and other keys without a meaning', async () => {
    const terminal = await inTerminal(one);
    await terminal.shows('Which database');
    await terminal.keys('C-d', 'C-z', 'C-l', 'F5', 'M-x', '2');
    await terminal.shows('2. SQLite ✓');
  });

  test('understands keys in Kitty’s protocol', async () => {
    const terminal = await inTerminal({ questions: [NAME] });
    await terminal.type('two\u001b[13;2ulines\u001b[97;1:3u');
    await terminal.shows('> two\n    lines');
    await terminal.type('\u001b[13u');
    expect(JSON.parse((await terminal.ended()).stdout)).toMatchObject({ answers: [{ answer: 'two\nlines' }] });
  });

  test('uses no colors with NO_COLOR', async () => {
    const terminal = await inTerminal(one, { env: { NO_COLOR: '1' } });
    await terminal.shows('Which database');
    expect(await terminal.painted()).not.toContain('\u001b[36m');
  });

  test('explains the alternatives in a terminal that cannot show questions', async () => {
    const terminal = await inTerminal(one, { env: { TERM: 'dumb' }, columns: 120 });
    expect(await terminal.ended()).toEqual({ code: 1, stdout: '' });
    expect(await terminal.shows('ended')).toBe(
      'ask-user: A terminal with TERM=dumb cannot show the questions. Use --wait or --web.\nended',
    );
  });

  test('restores its keys and its frame after it was stopped and continued', async () => {
    const terminal = await inTerminal(one, { stops: true, rows: 40 });
    await terminal.keys('2');
    await terminal.shows('2. SQLite ✓');
    terminal.signal('STOP');
    await terminal.shows(`stopped\n${'─'.repeat(79)}\n Database\n\n  Which database`);
    await terminal.paste('1\n1\n');
    await terminal.blind('Down');
    await terminal.shows('2. SQLite ✓\n       Lightweight, file-based\n  > 3. MongoDB');
    expect(await terminal.modes()).toBe('0 0');
    await terminal.keys('Enter');
    expect(JSON.parse((await terminal.ended()).stdout)).toMatchObject({ answers: [{ answer: 'MongoDB' }] });
  });

  test('uses colors if the terminal has them', async () => {
    const terminal = await inTerminal(one);
    await terminal.shows('Which database');
    expect(await terminal.painted()).toContain('\u001b[36m');
  });
});

describe('keys that are not meant for a question [R-NOPHANTOM]', () => {
  const YES_NO = ['First?', 'Second?', 'Third?'].map((question) => ({ question, options: ['Yes', 'No'] }));

  test('are ignored before the question is shown', async () => {
    const terminal = await inTerminal(one, { early: ['Enter', '2', 'Enter', 'z'] });
    await terminal.ready();
    expect(await terminal.screen()).toContain('> 1. PostgreSQL');
    expect(await terminal.screen()).not.toContain('✓');
    await terminal.keys('Enter');
    expect(JSON.parse((await terminal.ended()).stdout)).toMatchObject({
      answers: [{ answer: DATABASE.options[0]!.label }],
    });
  });

  test('are ignored while Enter is held down, which answers one question', async () => {
    const terminal = await inTerminal({ questions: YES_NO });
    await terminal.keys(...Array.from({ length: 20 }, () => 'Enter'));
    await terminal.shows('Second?');
    await terminal.ready();
    const screen = await terminal.screen();
    expect(screen).toContain('■ Question 1 [□ Question 2] □ Question 3');
    await terminal.keys('Enter');
    await terminal.shows('Third?');
  });

  test('include an Enter after text that resembles the end of a paste', async () => {
    const terminal = await inTerminal({ questions: [NAME] });
    await terminal.type('\u001b[200~orders\u001b[201~\r');
    await terminal.shows('> orders');
    await terminal.type('!');
    await terminal.shows('> orders!');
    await terminal.keys('Enter');
    expect(JSON.parse((await terminal.ended()).stdout)).toMatchObject({ answers: [{ answer: 'orders!' }] });
  });
});

describe('the end of ask-user ask [R-NOPHANTOM]', () => {
  test('is `interrupted` after Ctrl+C with nothing entered, with the terminal restored', async () => {
    const terminal = await inTerminal(one);
    await terminal.shows('Which database');
    await terminal.keys('C-c');
    expect(await terminal.ended()).toEqual({ code: 130, stdout: '' });
    const screen = await terminal.shows('ended');
    expect(screen).toBe('ask-user: Interrupted. Nothing was answered.\nended');
    expect(await terminal.modes()).toBe('1 1');
    await terminal.paste('pasted');
    expect(await terminal.shows('pasted')).toBe(`${screen}\npasted`);
  });

  test('is confirmed first if Ctrl+C is pressed after something was typed', async () => {
    const terminal = await inTerminal({ questions: [NAME] });
    await terminal.shows('What should we name');
    await terminal.type('orders');
    await terminal.shows('> orders');
    await terminal.keys('C-c');
    await terminal.shows('Ctrl+C again to quit');
    await terminal.keys('C-c');
    expect(await terminal.ended()).toEqual({ code: 130, stdout: '' });
  });

  test.each([
    ['TERM', 143],
    ['INT', 130],
  ])('restores the terminal after SIG%s', async (name, code) => {
    const terminal = await inTerminal({ questions: [NAME] });
    await terminal.shows('What should we name');
    await terminal.type('orders');
    await terminal.shows('> orders');
    terminal.signal(name);
    expect(await terminal.ended()).toEqual({ code, stdout: '' });
    const screen = await terminal.shows('ended');
    expect(screen).not.toContain('What should we name');
    expect(await terminal.modes()).toBe('1 1');
    await terminal.paste('pasted');
    expect(await terminal.shows('pasted')).toBe(`${screen}\npasted`);
  });

  test('is `connectionLost` if the terminal is closed, never `cancelled`', async () => {
    const terminal = await inTerminal(three);
    await terminal.shows('Which database');
    await terminal.keys('2');
    await terminal.shows('2. SQLite ✓');
    await terminal.close();
    expect(await terminal.ended()).toEqual({
      code: 3,
      stdout: '{"answered":false,"answers":[],"connectionLost":true}\n',
    });
  });
});

describe('ask-user ask in the language of the terminal [R-MESSAGES]', () => {
  test.each<[Record<string, string>, string, string]>([
    [{ LC_ALL: '', LANG: 'de_AT.UTF-8' }, 'Esc abbrechen', 'Sie haben die Anfrage abgebrochen'],
    [{ LC_ALL: 'ja_JP.UTF-8', LANG: 'de_AT.UTF-8' }, 'Esc キャンセル', 'キャンセルしました'],
    [{ LC_ALL: '', LC_MESSAGES: 'C', LANG: 'de_AT.UTF-8' }, 'Esc to cancel', 'You cancelled'],
    [{ LC_ALL: 'pt_BR.UTF-8' }, 'Esc to cancel', 'You cancelled'],
    [{ LC_ALL: 'de_12345' }, 'Esc abbrechen', 'Sie haben die Anfrage abgebrochen'],
  ])('%j shows "%s", and a receipt in that language', async (env, hint, receipt) => {
    const terminal = await inTerminal(one, { env });
    // Hints are only shown once keys count.
    await terminal.shows(hint);
    await terminal.blind('Escape');
    expect((await terminal.ended()).code).toBe(3);
    expect(await terminal.shows('\nended')).toContain(receipt);
  });
});
