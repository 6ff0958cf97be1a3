import { describe, expect, test } from 'vitest';
import { atTerminal, NAME, requestOf } from './at-terminal.js';

const many = (count: number, flow = {}) =>
  atTerminal(
    requestOf(
      Array.from({ length: count }, (_, index) => ({
        question: `What should part ${index + 1} use?`,
        header: `Part ${index + 1}`,
        options: ['One', 'Two', 'Three'],
      })),
    ),
    flow,
  );
const highlighted = (screen: string) => /> +(.*)/.exec(screen)?.[1];

describe('more than 8 questions [R-MANY]', () => {
  test('have one line in place of the tabs, which counts', () => {
    const terminal = many(30).press('1', 'enter', '2', 'enter');
    expect(terminal.screen()).toContain('← Question 3 of 30, 2 answered →');
    expect(terminal.screen()).not.toContain('□');
    expect(terminal.screen()).toContain('Ctrl+L questions');
    expect(terminal.press('left').screen()).toContain('← Question 2 of 30, 2 answered →');
    expect(many(8).screen()).toContain('□ Part 1');
  });

  test('Ctrl+L opens the list, with the states, in 80 x 24', () => {
    const terminal = many(30, { allow: { skip: true } }).press('1', 'enter', 'ctrl+s', 'ctrl+l');
    const { lines } = terminal.frame();
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines.every((line) => line.length <= 80)).toBe(true);
    const screen = terminal.screen();
    expect(highlighted(screen)).toBe('3. □ Part 3');
    expect(screen).toContain(' 1. ■ Part 1, answered');
    expect(screen).toContain(' 2. – Part 2, skipped');
    expect(screen).toMatch(/↓ \d+ more\.\.\./);
    expect(screen).toContain('Esc go back');
  });

  test.each<[string, string[], string]>([
    ['arrows', ['down', 'down', 'up'], ' 2. □ Part 2'],
    ['up stops at the first', ['up'], ' 1. □ Part 1'],
    ['End is Review', ['end'], '✓ Review, 0 of 30 answered'],
    ['Home', ['end', 'home'], ' 1. □ Part 1'],
    ['Page Down, and Page Up', ['pagedown', 'pagedown', 'pageup'], '11. □ Part 11'],
    ['the number of a question', ['1', '7'], '17. □ Part 17'],
    ['a number that does not exist starts a new one', ['3', '5'], ' 5. □ Part 5'],
    ['another key ends the number', ['1', 'down', '7'], ' 7. □ Part 7'],
    ['Ctrl+L: the next unanswered one', ['ctrl+l'], ' 2. □ Part 2'],
    ['letters do nothing', ['x', 'space', 'ctrl+s'], ' 1. □ Part 1'],
  ])('highlights by %s, and shows no other question', (_, keys, row) => {
    const terminal = many(30).press('ctrl+l', ...keys);
    expect(highlighted(terminal.screen())?.trim()).toBe(row.trim());
    expect(terminal.state().active).toBe(0);
    expect(terminal.actions).toEqual([]);
  });

  test('Enter goes to the highlighted question, or to Review', () => {
    const terminal = many(30).press('ctrl+l', '2', '9', 'enter');
    expect(terminal.screen()).toContain('What should part 29 use?');
    terminal.press('ctrl+l', 'end', 'enter');
    expect(terminal.screen()).toContain('← Review, 0 of 30 answered →');
    terminal.press('ctrl+l');
    expect(highlighted(terminal.screen())).toBe('✓ Review, 0 of 30 answered');
  });

  test('Ctrl+L in the list skips answered questions, and ends at none', () => {
    const terminal = many(9).press('ctrl+l', '2', 'enter', '1', 'ctrl+l', 'home', 'ctrl+l');
    expect(highlighted(terminal.screen())).toBe('3. □ Part 3');
    terminal.press('ctrl+l', 'ctrl+l', 'ctrl+l', 'ctrl+l', 'ctrl+l', 'ctrl+l', 'ctrl+l');
    expect(highlighted(terminal.screen())).toBe('1. □ Part 1');
  });

  test('Esc closes the list and cancels nothing; Ctrl+C leaves', () => {
    const terminal = many(9).press('1', 'ctrl+l', 'esc');
    expect(terminal.result()).toBeUndefined();
    expect(terminal.screen()).toContain('What should part 1 use?');
    terminal.press('ctrl+l', 'ctrl+c');
    expect(terminal.state().phase).toBe('confirmingDiscard');
    expect(terminal.press('n').screen()).toContain('What should part 1 use?');
  });

  test('the list opens from a field, whose text stays', () => {
    const terminal = atTerminal(
      requestOf(Array.from({ length: 9 }, (_, i) => ({ ...NAME, question: `What name ${i}?` }))),
    );
    terminal.press('orders', 'ctrl+l', 'x', 'paste', 'y', 'pasted', 'esc', '!');
    expect(terminal.state().drafts[0]?.custom).toBe('orders!');
  });

  test('with up to 8 questions, Ctrl+L does nothing', () => {
    expect(many(8).press('ctrl+l').ui().list).toBeUndefined();
  });

  test.each([
    [30, 61],
    [3, 7],
  ])('%i questions fit a terminal of 80 x 24 at each of their %i keys', (count, most) => {
    const terminal = many(count);
    const keys = [...Array.from({ length: count }, () => ['1', 'enter']).flat(), 'enter'];
    expect(keys).toHaveLength(most);
    for (const key of keys) {
      const { lines } = terminal.frame();
      expect(lines.length).toBeLessThanOrEqual(24);
      expect(lines.every((line) => line.length <= 80)).toBe(true);
      terminal.press(key);
    }
    expect(terminal.answers()).toHaveLength(count);
  });
});
