import { afterEach, describe, expect, it } from 'vitest';
import {
  ask,
  type AskOptions,
  button,
  card,
  checkbox,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  focused,
  heading,
  radio,
  tab,
} from '../../helpers/browser/card.js';
import { press, pressEach, typeKeys } from '../../helpers/browser/keys.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';
import { STATES } from '../../helpers/browser/states.js';
import type { QuestionInput } from '../../../src/react/index.js';

cleanUpAfterEach();
afterEach(() => document.documentElement.removeAttribute('dir'));

/** How a card gets its direction, and which arrow moves forward in it. */
const DIRECTIONS: readonly [name: string, forward: string, backward: string, props: AskOptions, page?: 'rtl'][] = [
  ['left to right', 'ArrowRight', 'ArrowLeft', {}],
  ['right to left by prop', 'ArrowLeft', 'ArrowRight', { dir: 'rtl' }],
  ['right to left by the page', 'ArrowLeft', 'ArrowRight', {}, 'rtl'],
  ['left to right by prop on a right-to-left page', 'ArrowRight', 'ArrowLeft', { dir: 'ltr' }, 'rtl'],
];

interface Row {
  what: string;
  questions: readonly QuestionInput[];
  from: () => HTMLElement;
  /** `forward` and `backward` are the arrows of the direction. */
  keys: readonly string[];
  to: string;
  chosen?: readonly string[];
}

const database = () => heading(/Which database/);

/** The keyboard map. It is equal in both directions, except for two arrows. */
const MATRIX: readonly Row[] = [
  {
    what: 'radio, forward',
    questions: [DATABASE],
    from: () => radio('SQLite'),
    keys: ['forward'],
    to: 'control MongoDB',
    chosen: ['MongoDB'],
  },
  {
    what: 'radio, backward',
    questions: [DATABASE],
    from: () => radio('SQLite'),
    keys: ['backward'],
    to: 'control PostgreSQL',
    chosen: ['PostgreSQL'],
  },
  {
    what: 'radio, forward past the end',
    questions: [DATABASE],
    from: () => radio('Other'),
    keys: ['forward'],
    to: 'control PostgreSQL',
    chosen: ['PostgreSQL'],
  },
  {
    what: 'radio, backward past the start',
    questions: [DATABASE],
    from: () => radio('PostgreSQL'),
    keys: ['backward'],
    to: 'control Other',
    chosen: ['Other'],
  },
  {
    what: 'radio, down and up',
    questions: [DATABASE],
    from: () => radio('PostgreSQL'),
    keys: ['ArrowDown', 'ArrowDown', 'ArrowUp'],
    to: 'control SQLite',
    chosen: ['SQLite'],
  },
  {
    what: 'radio, End and Home',
    questions: [DATABASE],
    from: () => radio('SQLite'),
    keys: ['End', 'Home'],
    to: 'control PostgreSQL',
    chosen: ['PostgreSQL'],
  },
  {
    what: 'radio, Space',
    questions: [DATABASE],
    from: () => radio('SQLite'),
    keys: [' '],
    to: 'control SQLite',
    chosen: ['SQLite'],
  },
  {
    what: 'checkbox, down past the end',
    questions: [FEATURES],
    from: () => checkbox('Other'),
    keys: ['ArrowDown'],
    to: 'control Accounts',
  },
  {
    what: 'checkbox, sideways',
    questions: [FEATURES],
    from: () => checkbox('REST API'),
    keys: ['forward', 'backward', 'backward'],
    to: 'control REST API',
  },
  {
    what: 'checkbox, Space',
    questions: [FEATURES],
    from: () => checkbox('REST API'),
    keys: [' '],
    to: 'control REST API',
    chosen: ['REST API'],
  },
  { what: 'tab, forward', questions: THREE, from: () => tab(/Database/), keys: ['forward'], to: 'tab Features' },
  {
    what: 'tab, backward past the start',
    questions: THREE,
    from: () => tab(/Database/),
    keys: ['backward'],
    to: 'tab Review, 0 of 3 answered',
  },
  {
    what: 'tab, forward past the end',
    questions: THREE,
    from: () => tab(/Review/),
    keys: ['forward'],
    to: 'tab Database',
  },
  {
    what: 'tab, End and Home',
    questions: THREE,
    from: () => tab(/Database/),
    keys: ['forward', 'End', 'Home'],
    to: 'tab Database',
  },
  {
    what: 'tab, up and down',
    questions: THREE,
    from: () => tab(/Database/),
    keys: ['ArrowDown', 'ArrowUp'],
    to: 'tab Database',
  },
  {
    what: 'tab, Tab into the panel',
    questions: THREE,
    from: () => tab(/Database/),
    keys: ['Tab'],
    to: 'control PostgreSQL',
  },
  { what: 'heading, down', questions: [DATABASE], from: database, keys: ['ArrowDown'], to: 'control PostgreSQL' },
  {
    what: 'heading, sideways',
    questions: [DATABASE],
    from: database,
    keys: ['forward', 'backward'],
    to: 'question Which database should we use?',
  },
  {
    what: 'digit, Enter',
    questions: THREE,
    from: database,
    keys: ['2', 'Enter'],
    to: 'question Question 2 of 3. Which features should we include?',
  },
  { what: '0', questions: [DATABASE], from: database, keys: ['0'], to: 'field Your answer', chosen: ['Other'] },
  {
    what: 'Escape in a confirmation',
    questions: THREE,
    from: () => radio('SQLite'),
    keys: [' ', 'Escape', 'Escape'],
    to: 'control SQLite',
    chosen: ['SQLite'],
  },
];

describe.each(DIRECTIONS)('a card that reads %s', (_, forward, backward, props, page) => {
  const keyOf = (key: string) => (key === 'forward' ? forward : key === 'backward' ? backward : key);
  const askHere = (questions: readonly QuestionInput[]) => {
    if (page) document.documentElement.dir = page;
    return ask(questions, props);
  };

  // The first rows are enough for a direction by prop.
  it.each(props.dir ? MATRIX.slice(0, 2) : MATRIX)(
    'follows the keyboard map: $what (A28, A95)',
    async ({ questions, from, keys, to, chosen: expected = [] }) => {
      askHere(questions);
      from().focus();
      for (const key of keys) await press(keyOf(key));
      expect([focused(), chosen()]).toEqual([to, expected]);
    },
  );

  it('leaves the arrows to the text of a field (A37, A95)', async () => {
    askHere([NAME]);
    field(/name of/).focus();
    await typeKeys('abc');
    await pressEach('ArrowLeft', 'ArrowLeft');
    await typeKeys('x');
    // Latin text is left to right, even in a right-to-left card.
    expect([field(/name of/).value, focused()]).toEqual(['axbc', 'field']);
  });

  it('passes its direction to every part, including those of Radix (A94)', async () => {
    askHere(THREE);
    await click(radio('SQLite'));
    const direction = getComputedStyle(card()).direction;
    expect(direction).toBe(forward === 'ArrowLeft' ? 'rtl' : 'ltr');
    const said = [...card().querySelectorAll('[dir]:not([dir="auto"])')].map((one) => one.getAttribute('dir'));
    expect(said.filter((one) => one !== direction)).toEqual([]);
    for (const name of ['questions', 'tab-list', 'options', 'actions']) {
      const part = card().querySelector(`[data-ask-user="${name}"]`);
      expect([name, part && getComputedStyle(part).direction]).toEqual([name, direction]);
    }
  });
});

it('a card follows a page that changes its direction', async () => {
  ask(THREE);
  const directions = () =>
    ['card', 'questions', 'tab-list', 'options'].map((name) => {
      const part = document.querySelector(`[data-ask-user="${name}"]`);
      return part && getComputedStyle(part).direction;
    });
  expect(directions()).toEqual(['ltr', 'ltr', 'ltr', 'ltr']);
  document.documentElement.dir = 'rtl';
  expect(directions()).toEqual(['rtl', 'rtl', 'rtl', 'rtl']);
  radio('PostgreSQL').focus();
  await press('ArrowLeft');
  expect(focused()).toBe('control SQLite');
});

/** States that together contain every kind of part. */
const WIDE = [
  'single select, Other',
  'multi-select',
  'tabs',
  'Review',
  'discard confirmation',
  'failed delivery',
  'answered',
];

describe('a card with right-to-left text', () => {
  it('makes neither the page nor a host form around it wider (A95)', async () => {
    document.documentElement.dir = 'rtl';
    for (const { name, questions, props, reach } of STATES.filter((state) => WIDE.includes(state.name))) {
      const { unmount, container } = ask(questions, {
        ...props,
        around: (inner) => (
          <form>
            {inner}
            <button type="button">Before</button>
          </form>
        ),
      });
      await reach?.();
      const wide = [...container.querySelectorAll('[data-ask-user="card"], [data-ask-user="scroller"]')]
        .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth)
        .map((one) => one.getAttribute('data-ask-user'));
      expect([name, wide, document.documentElement.scrollWidth]).toEqual([
        name,
        [],
        document.documentElement.clientWidth,
      ]);
      unmount();
    }
  });

  it.each([
    ['rtl', 'An option in English'],
    ['ltr', 'خيار بالعربية'],
    ['rtl', 'خيار بالعربية'],
    ['ltr', '\u2067unclosed'],
  ] as const)('in %s with the label “%s” keeps control and key in place (A100)', (dir, label) => {
    ask([{ question: 'Which?', options: [{ label, description: label }, 'Second'] }], { dir });
    const row = card().querySelector('[data-ask-user="option"]');
    const at = (name: string) =>
      row?.querySelector(`[data-ask-user="${name}"]`)?.getBoundingClientRect() ?? new DOMRect();
    const [mark, text, key] = [at('control'), at('label'), at('key')];
    const inOrder =
      dir === 'ltr'
        ? [mark.right <= text.left, text.right <= key.left]
        : [mark.left >= text.right, text.left >= key.right];
    expect(inOrder).toEqual([true, true]);
    // The text is beside its control, not at the far end.
    const gap = dir === 'ltr' ? text.left - mark.right : mark.left - text.right;
    expect(gap).toBeLessThan(40);
    expect(button('Submit').textContent).toBe('Submit');
  });
});
