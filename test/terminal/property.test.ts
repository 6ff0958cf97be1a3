import fc from 'fast-check';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { toResult } from '../../src/core/flow/selectors.js';
import { textWidth } from '../../src/terminal/cells.js';
import { atTerminal, DATABASE, FEATURES, NAME, requestOf } from './at-terminal.js';

const LOOKING = [
  ...['up', 'down', 'left', 'right', 'home', 'end', 'pageup', 'pagedown', 'tab', 'shift+tab', 'backspace', 'delete'],
  ...['ctrl+n', 'ctrl+z', 'ctrl+d', 'alt+b'],
];
const ALL = [
  ...LOOKING,
  ...['paste', 'pasted'],
  ...[
    'enter',
    'space',
    'ctrl+j',
    'alt+enter',
    'esc',
    'ctrl+c',
    'ctrl+s',
    'ctrl+x',
    'ctrl+t',
    'ctrl+u',
    'ctrl+w',
    'alt+backspace',
  ],
  ...['0', '1', '2', '9', 'a', 'y', 'n', '日', '👨‍👩‍👧', 'e\u0301', '\u202e', '\ud800'],
];
const many = {
  question: '日本語 '.repeat(40),
  options: Array.from({ length: 30 }, (_, i) => `Option ${'long '.repeat(i)}${i}`),
};
const sets = fc.constantFrom<readonly unknown[]>(
  [DATABASE],
  [NAME],
  [FEATURES],
  [DATABASE, NAME, FEATURES],
  [many, { ...NAME, context: 'x'.repeat(900) }],
);
const size = { columns: fc.integer({ min: 1, max: 120 }), rows: fc.integer({ min: 1, max: 40 }) };

test('no keys throw, and no frame is wider or taller than the screen', () => {
  fc.assert(
    fc.property(
      sets,
      fc.array(fc.constantFrom(...ALL), { maxLength: 40 }),
      fc.record(size),
      (questions, keys, screen) => {
        const terminal = atTerminal(requestOf(questions), {
          allow: { skip: true, decline: true, partial: true, discuss: true },
          softLimit: 5,
        });
        for (const key of keys) {
          terminal.press(key);
          const { lines, cursor } = terminal.frame(screen.columns, screen.rows, true);
          expect(lines.length).toBeLessThanOrEqual(screen.rows);
          expect(Math.max(...lines.map((line) => textWidth(stripVTControlCharacters(line))))).toBeLessThanOrEqual(
            screen.columns,
          );
          expect(cursor.row).toBeLessThan(lines.length);
          expect(cursor.column).toBeLessThan(screen.columns);
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('the highlighted row is always on the screen', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('up', 'down', 'a', 'tab'), { maxLength: 30 }),
      fc.integer({ min: 6, max: 30 }),
      (keys, rows) => {
        const terminal = atTerminal(requestOf([many, FEATURES])).press(...keys);
        if (terminal.state().active === 2) return;
        const { lines, cursor } = terminal.frame(60, rows);
        const shown = lines.some((line) => /^ *> /.test(line));
        expect(shown || cursor.seen).toBe(true);
      },
    ),
    { numRuns: 150 },
  );
});

test('navigating answers nothing [R-NOPHANTOM]', () => {
  fc.assert(
    fc.property(sets, fc.array(fc.constantFrom(...LOOKING), { maxLength: 40 }), (questions, keys) => {
      const terminal = atTerminal(requestOf(questions)).press(...keys);
      expect(terminal.result()).toBeUndefined();
      expect(terminal.state().drafts.every(({ selected, other }) => selected.length === 0 && !other)).toBe(true);
    }),
  );
});

test('an answer contains only selected options and typed text, and equals the result of the flow [R-NOPHANTOM]', () => {
  fc.assert(
    fc.property(sets, fc.array(fc.constantFrom(...ALL), { maxLength: 60 }), (questions, keys) => {
      const terminal = atTerminal(requestOf(questions), { softLimit: 5 });
      const chosen = new Set<string>();
      for (const key of keys) {
        const before = terminal.state();
        const highlighted = terminal.ui().rows[before.active];
        terminal.press(key);
        const after = terminal.state();
        after.drafts.forEach((draft, i) => {
          for (const option of draft.selected.filter((index) => !before.drafts[i]?.selected.includes(index))) {
            const named = key === String(option + 1);
            const confirmed = ['enter', 'space', 'ctrl+j'].includes(key) && highlighted === option;
            expect(i === before.active && (named || confirmed)).toBe(true);
            chosen.add(`${i}.${option}`);
          }
        });
      }
      const result = terminal.result();
      if (result?.status !== 'answered') return;
      expect(result).toEqual(toResult(terminal.state()));
      result.answers.forEach(({ selected }, i) => {
        for (const { index } of selected) expect(chosen).toContain(`${i}.${index}`);
      });
    }),
    { numRuns: 300 },
  );
});
