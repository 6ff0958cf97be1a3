import { describe, expect, it } from 'vitest';
import {
  ask,
  type Asked,
  type AskOptions,
  button,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  focused,
  frame,
  heading,
  radio,
  tab,
} from '../../helpers/browser/card.js';
import { press, pressEach, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { choices, DATABASE, NAME, THREE } from '../../helpers/browser/questions.js';
import type { QuestionInput } from '../../../src/react/index.js';

cleanUpAfterEach();

interface Row {
  event: string;
  questions: readonly QuestionInput[];
  props?: AskOptions;
  before: () => Promise<unknown> | void;
  act: (asked: Asked) => Promise<unknown> | void;
  to: string | RegExp;
}

const onDatabase = () => heading(/Which database/).focus();
const chooseSecond = () => click(radio('SQLite'));
const toReview = async () => {
  onDatabase();
  await pressEach('2', 'Enter', 'Enter', 'Enter');
};
const outside = () => button('Before').focus();
const OUTSIDE = 'button Before';
const withdraw = ({ update }: Asked) => update([DATABASE], { result: { status: 'aborted' } });

/** Events, and the element that has focus afterwards. */
const ROWS: readonly Row[] = [
  {
    event: 'a tab by arrow',
    questions: THREE,
    before: () => tab(/Database/).focus(),
    act: () => press('ArrowRight'),
    to: 'tab Features',
  },
  {
    event: 'Next',
    questions: THREE,
    before: chooseSecond,
    act: () => mouseClick(button('Next')),
    to: /^question Question 2 of 3/,
  },
  {
    event: 'Back',
    questions: THREE,
    before: () => click(button('Next')),
    act: () => mouseClick(button('Back')),
    to: /^question Question 1 of 3/,
  },
  {
    event: 'Enter',
    questions: THREE,
    before: chooseSecond,
    act: () => press('Enter'),
    to: /^question Question 2 of 3/,
  },
  {
    event: 'Change',
    questions: THREE,
    before: toReview,
    act: () => mouseClick(button(/^Change answer/)),
    to: /^question Question 1 of 3/,
  },
  { event: 'a digit', questions: [DATABASE], before: onDatabase, act: () => press('2'), to: 'control SQLite' },
  { event: '0', questions: [DATABASE], before: onDatabase, act: () => press('0'), to: 'field Your answer' },
  {
    event: 'a click on Other',
    questions: [DATABASE],
    before: onDatabase,
    act: () => mouseClick(radio('Other')),
    to: 'field Your answer',
  },
  {
    event: 'Other by arrow',
    questions: [DATABASE],
    before: () => radio('MongoDB').focus(),
    act: () => press('ArrowDown'),
    to: 'control Other',
  },
  {
    event: 'Other by Space',
    questions: [DATABASE],
    before: () => radio('Other').focus(),
    act: () => press(' '),
    to: 'control Other',
  },
  {
    event: 'a missing answer, options',
    questions: [DATABASE],
    before: () => button('Submit').focus(),
    act: () => press('Enter'),
    to: /^question Which database/,
  },
  {
    event: 'a missing answer, a field',
    questions: [NAME],
    before: () => button('Submit').focus(),
    act: () => press('Enter'),
    to: 'field',
  },
  {
    event: 'a missing answer, on Review',
    questions: THREE,
    before: toReview,
    act: () => mouseClick(button('Submit answers')),
    to: /^question Question 2 of 3/,
  },
  {
    event: 'the discard confirmation',
    questions: THREE,
    before: chooseSecond,
    act: () => press('Escape'),
    to: 'button Keep answering',
  },
  {
    event: 'the long-answer confirmation',
    questions: [NAME],
    props: { softLimit: 2 },
    before: () => field(/name of/).focus(),
    act: () => typeKeys('abc\n'),
    to: 'button Edit answer',
  },
  {
    event: 'a closed confirmation',
    questions: THREE,
    before: chooseSecond,
    act: () => pressEach('Escape', 'Escape'),
    to: 'control SQLite',
  },
  {
    event: 'a delivery in flight',
    questions: [DATABASE],
    props: { onSubmit: () => new Promise(() => {}) },
    before: chooseSecond,
    act: () => mouseClick(button('Submit')),
    to: 'button Sending…',
  },
  {
    event: 'a failed delivery',
    questions: [DATABASE],
    props: { onSubmit: () => ({ ok: false }) },
    before: chooseSecond,
    act: () => mouseClick(button('Submit')),
    to: 'button Try again',
  },
  {
    event: 'a delivery',
    questions: [DATABASE],
    before: chooseSecond,
    act: () => press('Enter'),
    to: /^title You answered/,
  },
  {
    event: 'a delivery while focus is elsewhere',
    questions: [DATABASE],
    before: () => chooseSecond().then(outside),
    act: () => click(button('Submit')),
    to: OUTSIDE,
  },
  {
    event: 'a cancellation',
    questions: [DATABASE],
    before: onDatabase,
    act: () => press('Escape'),
    to: /^title You cancelled/,
  },
  {
    event: 'a cancellation while focus is elsewhere',
    questions: [DATABASE],
    before: outside,
    act: () => click(button('Cancel')),
    to: OUTSIDE,
  },
  {
    event: 'a withdrawal',
    questions: [DATABASE],
    before: onDatabase,
    act: withdraw,
    to: /^title Assistant no longer/,
  },
  {
    event: 'a withdrawal while focus is elsewhere',
    questions: [DATABASE],
    before: outside,
    act: withdraw,
    to: OUTSIDE,
  },
];

describe('focus', () => {
  it.each(ROWS)('is on the right element after $event (A67, A69)', async ({ questions, props, before, act, to }) => {
    const asked = ask(questions, props);
    await before();
    await act(asked);
    await frame();
    expect(focused()).toEqual(typeof to === 'string' ? to : expect.stringMatching(to));
  });

  it('stays in place when the user leaves the window and returns (A67)', async () => {
    ask([DATABASE]);
    radio('SQLite').focus();
    for (const type of ['blur', 'focus', 'visibilitychange']) window.dispatchEvent(new Event(type));
    await frame();
    expect([focused(), chosen()]).toEqual(['control SQLite', []]);
  });

  it('does not move to the next card when the first one closes (A70)', async () => {
    const first = ask([DATABASE], { around: (inner) => inner });
    await chooseSecond();
    const pressed = press('Enter');
    ask([NAME], { around: (inner) => inner });
    await pressed;
    await frame();
    expect(first.onSubmit).toHaveBeenCalledOnce();
    expect(focused()).toMatch(/^title You answered/);
  });
});

describe('a card that arrives while the user types', () => {
  it('receives no key and selects nothing, and the whole text is in the composer (A64)', async () => {
    const composer = document.body.appendChild(document.createElement('textarea'));
    composer.focus();
    await typeKeys('ye');
    const { onSubmit, onCancel } = ask([DATABASE]);
    await typeKeys('s 1');
    await frame();
    await typeKeys('0\n ok');
    expect([composer.value, document.activeElement]).toEqual(['yes 10\n ok', composer]);
    expect([chosen(), onSubmit.mock.calls, onCancel.mock.calls]).toEqual([[], [], []]);
    composer.remove();
  });
});

describe('the heading of Review', () => {
  it.each(['Enter', '1', ' '])(
    'ignores “%s” for 500 ms, while a click counts at once (A66) [R-NOPHANTOM]',
    async (key) => {
      const { onSubmit } = ask([DATABASE, { question: 'Why?', options: ['So'] }]);
      onDatabase();
      await pressEach('2', 'Enter', '1', 'Enter');
      expect(focused()).toBe('question Check your answers');
      await press(key, { laterMs: -1000 });
      expect([focused(), onSubmit.mock.calls.length]).toEqual(['question Check your answers', 0]);
      await click(button('Submit answers'));
      expect(onSubmit).toHaveBeenCalledOnce();
    },
  );
});

describe('the removal of the focused element', () => {
  const cut = { ...DATABASE, options: DATABASE.options?.slice(0, 2) };

  it('keeps focus in the card if it is an option, and Tab still reaches the options (A71)', async () => {
    const { update } = ask([DATABASE]);
    radio('PostgreSQL').focus();
    await press('3');
    radio('MongoDB').focus();
    update([cut]);
    await frame();
    expect(focused()).toMatch(/^(title|question|control)/);
    for (let i = 0; i < 3 && !focused().startsWith('control'); i++) await press('Tab');
    expect(focused()).toMatch(/^control /);
    await press('ArrowDown');
    expect(chosen()).toHaveLength(1);
  });

  it('keeps focus in the card if a confirmation would restore focus to it (A72)', async () => {
    const { update } = ask([DATABASE, NAME]);
    await chooseSecond();
    radio('MongoDB').focus();
    await press('Escape');
    expect(focused()).toBe('button Keep answering');
    update([cut, NAME]);
    await frame();
    expect(focused()).toBe('button Keep answering');
    await press('Escape');
    expect(focused()).toMatch(/^(question|title|control)/);
  });
});

describe('a transcript around the card', () => {
  const inScroller = (inner: React.ReactNode) => (
    <div data-testid="log" style={{ blockSize: '500px', overflow: 'auto' }}>
      <div style={{ blockSize: '300px' }} />
      {inner}
      <div style={{ blockSize: '900px' }} />
    </div>
  );
  const log = () => document.querySelector('[data-testid="log"]') ?? document.body;
  const inSight = (element: Element | null) => {
    const outer = log().getBoundingClientRect();
    const inner = element?.getBoundingClientRect();
    return inner !== undefined && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  };

  it('does not scroll if the newly focused element is visible (A75)', async () => {
    ask(THREE, { around: inScroller });
    log().scrollTop = 280;
    onDatabase();
    log().scrollTop = 280;
    await pressEach('2', 'Enter', '1', 'Enter');
    expect([log().scrollTop, inSight(document.activeElement)]).toEqual([280, true]);
  });

  it('scrolls as far as necessary otherwise (A75)', async () => {
    ask([choices(6)], { around: inScroller });
    heading(/Which one/).focus();
    log().scrollTop = 0;
    const far = radio('Choice 6');
    expect([inSight(heading(/Which one/)), inSight(far)]).toEqual([true, false]);
    await press('6');
    expect([focused(), inSight(far)]).toEqual(['control Choice 6', true]);
    // The option is at the lower edge, with space for its row.
    expect(log().getBoundingClientRect().bottom - far.getBoundingClientRect().bottom).toBeLessThan(80);
  });
});
