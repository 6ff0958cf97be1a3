import { describe, expect, test } from 'vitest';
import { createSession } from '../../src/terminal/session.js';
import { atTerminal, FEATURES, keysOf, requestOf } from './at-terminal.js';

const NAMES = [
  'Lima',
  'Oslo',
  'Rome',
  'Paris',
  'Cairo',
  'Tokyo',
  'Quito',
  'Sofia',
  'Delhi',
  'Seoul',
  'Accra',
  'São Tomé',
];
const MANY = {
  question: 'Which city?',
  options: [...NAMES.map((label) => ({ label })), { label: 'Bern', description: 'near the Alps' }],
};
const cities = (more: object = {}) => atTerminal(requestOf([{ ...MANY, ...more }]));
const list = (terminal: ReturnType<typeof cities>) =>
  terminal
    .screen(80, 40)
    .split('\n')
    .flatMap((line) => /^ *>? *(\d+\..*?) *$/.exec(line)?.[1] ?? []);

describe('the filter of a long list [R-FILTER]', () => {
  test('opens with /, and shows the options that contain all words, with their numbers', () => {
    const terminal = cities().press('/', 'SAO t');
    expect(list(terminal)).toEqual(['12. São Tomé', '14. Other (type your answer)']);
    expect(terminal.screen(80, 40)).toContain('/ SAO t\n    1 of 13 options');
    expect(list(cities().press('/', 'alps'))).toEqual(['13. Bern', '14. Other (type your answer)']);
  });

  test.each<[name: string, keys: string[], rows: string[]]>([
    ['Esc shows all again', ['/', 'bern', 'esc'], []],
    ['Esc in the list shows all again', ['/', 'bern', 'enter', 'esc'], []],
    ['Esc in an empty field leaves it', ['/', 'esc'], []],
    ['Backspace edits the text', ['/', 'bernx', 'backspace'], ['13. Bern']],
    ['a digit and a space are text', ['/', '1 2'], []],
    ['a paste is one line', ['/', 'paste', 'near\nalps', 'pasted'], ['13. Bern']],
  ])('%s, and selects nothing', (_, keys, rows) => {
    const terminal = cities().press(...keys);
    const shown = list(terminal).filter((row) => !row.includes('Other'));
    if (rows.length > 0) expect(shown).toEqual(rows);
    expect(terminal.actions).toEqual([]);
  });

  test('takes a second Esc to cancel', () => {
    const terminal = cities().press('/', 'bern', 'enter', 'esc');
    expect(terminal.state().phase).toBe('answering');
    expect(terminal.press('esc').result()?.status).toBe('cancelled');
  });

  test('selects nothing with Enter in the field; the next Enter selects the highlighted option', () => {
    const terminal = cities().press('/', 'bern', 'enter');
    expect(terminal.actions).toEqual([]);
    expect(terminal.press('enter').answers()).toEqual(['Bern']);
  });

  test('moves only between the options that it shows', () => {
    const terminal = cities().press('/', 'o', 'down');
    const at = () => Number(/> *(\d+)\./.exec(terminal.screen(80, 40))?.[1]);
    const walked = [at()];
    for (let step = 0; step < 3; step++) walked.push((terminal.press('down'), at()));
    expect(walked).toEqual([2, 3, 5, 6]);
    expect((terminal.press('home'), at())).toBe(2);
    expect((terminal.press('end'), at())).toBe(14);
  });

  test('keeps the numbers of the options, also of hidden ones', () => {
    const terminal = cities().press('/', 'bern', 'enter', '3');
    expect(terminal.state().drafts[0]?.selected).toEqual([2]);
    expect(list(terminal)).toEqual(['3. Rome ✓', '13. Bern', '14. Other (type your answer)']);
  });

  test('keeps selected options and Other, and says what to do if nothing matches', () => {
    const terminal = cities({ multiSelect: true }).press('2', '/', 'xyz');
    expect(list(terminal)).toEqual(['2. [x] Oslo', '14. [ ] Other (type your answer)']);
    expect(terminal.screen(80, 40)).toContain('No option matches. Change the filter, or choose “Other”.');
    expect(terminal.press('esc').state().drafts[0]?.selected).toEqual([1]);
  });

  test('is kept while the user goes to another question and back', () => {
    const terminal = atTerminal(requestOf([MANY, FEATURES])).press('/', 'bern', 'tab');
    expect(terminal.screen(80, 40)).not.toContain('bern');
    expect(list(terminal.press('shift+tab'))).toEqual(['13. Bern', '14. Other (type your answer)']);
  });

  test('is text in the field of Other, and does not exist up to 12 options', () => {
    const terminal = cities().press('0', '/');
    expect(terminal.state().drafts[0]?.custom).toBe('/');
    const short = cities({ options: MANY.options.slice(1) }).press('/', '2');
    expect(short.state().drafts[0]?.selected).toEqual([1]);
    expect(short.screen()).not.toContain('/ filter');
    expect(cities().screen()).toContain('/ filter');
  });

  test('shows the field in every size of the window', () => {
    const terminal = cities({ context: 'Why. '.repeat(200) }).press('/', 'o');
    for (const rows of [5, 8, 12, 24, 60]) {
      const { lines, cursor } = terminal.frame(40, rows);
      expect(lines[cursor.row]).toMatch(/^ *\/ o$/);
      expect([cursor.seen, lines.length <= rows]).toEqual([true, true]);
    }
  });

  test('does not let a second quick Enter select', () => {
    const session = createSession(requestOf([MANY]));
    session.shown(0);
    const press = (name: string, now: number) => keysOf(name).forEach((key) => session.press(key, now));
    press('/', 1000);
    press('bern', 1100);
    press('enter', 1200);
    press('enter', 1250);
    expect(session.state().drafts[0]?.selected).toEqual([]);
    press('enter', 2000);
    expect(session.state().phase).toBe('settled');
  });
});

describe('select all and clear [R-FILTER]', () => {
  const multi = { multiSelect: true };
  test('selects those that are shown, and clears', () => {
    const terminal = cities(multi).press('1', '/', 'o', 'enter', 'ctrl+a');
    expect(terminal.state().drafts[0]?.selected).toEqual([0, 1, 2, 4, 5, 6, 7, 9, 11]);
    expect(terminal.press('delete').state().drafts[0]?.selected).toEqual([]);
  });

  test('selects as many as the rule allows', () => {
    const terminal = atTerminal(requestOf([{ ...MANY, ...multi }], [{ maxSelected: 3 }])).press('5', 'ctrl+a');
    expect(terminal.state().drafts[0]?.selected).toEqual([0, 1, 4]);
  });

  test('is not offered up to 5 options, in a single-select question, or while typing', () => {
    const few = atTerminal(requestOf([FEATURES])).press('1', 'ctrl+a', 'delete');
    expect(few.state().drafts[0]?.selected).toEqual([0]);
    expect(cities().press('ctrl+a').state().drafts[0]?.selected).toEqual([]);
    expect(cities(multi).press('/', 'ctrl+a').state().drafts[0]?.selected).toEqual([]);
    expect(cities(multi).press('0', 'ctrl+a').state().drafts[0]?.selected).toEqual([]);
  });
});
