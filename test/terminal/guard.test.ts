import { describe, expect, test } from 'vitest';
import { createSession } from '../../src/terminal/session.js';
import { plainTheme } from '../../src/terminal/theme.js';
import { DATABASE, FEATURES, keysOf, NAME, requestOf } from './at-terminal.js';

const theme = plainTheme;
const HINT = /Esc (?:to )?cancel|Esc go back/;

/**
 * Creates a session whose first frame is shown at 0 ms, and presses keys by name, each with its time in
 * milliseconds.
 */
function pressed(questions: readonly unknown[], keys: readonly (readonly [number, string])[], flow = {}) {
  const session = createSession(requestOf(questions), { ...flow, theme });
  session.shown(0);
  for (const [at, name] of keys) for (const key of keysOf(name)) session.press(key, at);
  return session;
}

const yesNo = ['One?', 'Two?', 'Three?'].map((question) => ({ question, options: ['Yes', 'No'] }));
const every = (name: string, from: number, step: number, count: number) =>
  Array.from({ length: count }, (_, i) => [from + i * step, name] as const);

describe('the guard of the first frame [R-NOPHANTOM]', () => {
  test('ignores every key before that frame, no matter how late', () => {
    const session = createSession(requestOf([DATABASE]), { theme });
    for (const key of keysOf('enter')) session.press(key, 99_999);
    expect(session.waits(99_999)).toBe(Infinity);
    expect(session.result()).toBeUndefined();
  });

  test.each<[string, (readonly [number, string])[], string | undefined]>([
    ['an Enter at 149 ms', [[149, 'enter']], undefined],
    ['an Enter at 150 ms', [[150, 'enter']], 'answered'],
    [
      'a second Enter 140 ms after an ignored one',
      [
        [100, 'enter'],
        [240, 'enter'],
      ],
      undefined,
    ],
    [
      'a second Enter 150 ms after an ignored one',
      [
        [100, 'enter'],
        [250, 'enter'],
      ],
      'answered',
    ],
    ['an Escape at 10 ms', [[10, 'esc']], undefined],
    ['an Enter that is held from before', every('enter', 0, 30, 40), undefined],
  ])('handles %s', (_, keys, status) => {
    const ending = pressed([DATABASE], keys).result();
    expect(typeof ending === 'object' ? ending.status : ending).toBe(status);
  });

  test('ignores text, too, but not Ctrl+C', () => {
    expect(pressed([NAME], [[10, 'orders']]).state().drafts[0]?.custom).toBe('');
    expect(pressed([NAME], [[10, 'ctrl+c']]).result()).toBe('interrupted');
  });

  test('starts again after the program was suspended', () => {
    const session = pressed([DATABASE], [[500, '2']]);
    session.shown(9_000);
    for (const key of keysOf('enter')) session.press(key, 9_100);
    expect(session.result()).toBeUndefined();
  });
});

describe('the guard of held keys [R-NOPHANTOM]', () => {
  test.each([10, 30, 100, 199])('counts Enters %i ms apart as one', (step) => {
    const session = pressed(yesNo, every('enter', 1_000, step, 50));
    expect(session.state()).toMatchObject({
      active: 1,
      drafts: [{ selected: [0] }, { selected: [] }, { selected: [] }],
    });
  });

  test('counts Enters 200 ms apart separately', () => {
    expect(pressed(yesNo, every('enter', 1_000, 200, 4)).result()).toMatchObject({ status: 'answered' });
  });

  test.each(['space', '1', 'enter', 'ctrl+j', 'ctrl+s'])(
    'ignores %s within 200 ms after a new question is shown',
    (key) => {
      const session = pressed(
        [...yesNo, FEATURES],
        [
          [1_000, 'tab'],
          [1_199, key],
        ],
        { allow: { skip: true } },
      );
      expect(session.state()).toMatchObject({ active: 1, drafts: [{}, { selected: [], skipped: false }, {}, {}] });
    },
  );

  test.each(['ctrl+t', 'ctrl+x', 'esc', 'backspace', 'delete'])(
    'does not let %s leave or clear a question that was shown less than 200 ms ago',
    (key) => {
      const keys: readonly (readonly [number, string])[] = [
        [1_000, '2'],
        [2_000, 'tab'],
        [3_000, 'shift+tab'],
      ];
      const flow = { allow: { decline: true, discuss: true } };
      const state = (at: number) => pressed(yesNo, [...keys, [at, key]], flow).state();
      expect(state(3_199)).toMatchObject({ phase: 'answering', active: 0, drafts: [{ selected: [1] }, {}, {}] });
      expect(state(3_200)).not.toMatchObject({ phase: 'answering', drafts: [{ selected: [1] }, {}, {}] });
    },
  );

  test.each([
    ['a note', 'ctrl+n'],
    ['a discussion', 'ctrl+t'],
  ])('does not let the Escape that closes %s cancel the request while it is held', (_, opens) => {
    const session = pressed([DATABASE], [[1_000, opens], ...every('esc', 2_000, 30, 40)], { allow: { discuss: true } });
    expect(session.state().phase).toBe('answering');
  });

  test('accepts a digit and Enter at the same moment', () => {
    expect(
      pressed(
        [DATABASE],
        [
          [1_000, '2'],
          [1_000, 'enter'],
        ],
      ).result(),
    ).toMatchObject({ status: 'answered' });
  });

  test.each(['y', 'enter', '2'])('ignores %s within 200 ms after a confirmation is shown', (key) => {
    const session = pressed(
      [NAME],
      [
        [1_000, 'orders'],
        [1_500, 'esc'],
        [1_600, key],
        [1_700, 'enter'],
      ],
    );
    expect(session.state().phase).toBe('confirmingDiscard');
  });

  test('does not delay text and moves of the caret', () => {
    const session = pressed(
      [DATABASE, NAME],
      [
        [1_000, 'enter'],
        [1_010, 'a 1'],
        [1_020, 'left'],
        [1_030, 'b'],
      ],
    );
    expect(session.state().drafts[1]?.custom).toBe('a b1');
  });
});

describe('the guard of a paste [R-NOPHANTOM]', () => {
  const paste = [
    [1_000, 'paste'],
    [1_000, 'x'],
    [1_000, 'pasted'],
  ] as const;

  test.each<[string, (readonly [number, string])[], boolean]>([
    ['at the same moment', [[1_000, 'enter']], false],
    ['199 ms later', [[1_199, 'enter']], false],
    ['200 ms later', [[1_200, 'enter']], true],
    [
      'after more text that arrives slowly',
      [
        [1_150, 'long'],
        [1_300, 'longer'],
        [1_450, 'enter'],
      ],
      false,
    ],
  ])('handles Enter %s', (_, keys, sent) => {
    expect(pressed([NAME], [...paste, ...keys]).result() !== undefined).toBe(sent);
  });

  test('ignores digits and Space right after the paste', () => {
    const session = pressed([DATABASE], [...paste, [1_000, '2'], [1_001, 'space'], [1_002, 'enter']]);
    expect(session.state().drafts[0]?.selected).toEqual([]);
  });
});

describe('the hints of keys', () => {
  test.each([
    [149, false],
    [150, true],
    [1_100, false],
    [1_200, true],
  ])('are shown if keys count, at %i ms', (at, shown) => {
    const session = pressed(yesNo, at > 1_000 ? [[1_000, 'enter']] : []);
    const { lines } = session.frame(at);
    expect(HINT.test(lines.join('\n'))).toBe(shown);
    expect(lines).toHaveLength(session.frame(99_999).lines.length);
    expect(session.waits(at) === 0).toBe(shown);
  });
});
