import { describe, expect, it } from 'vitest';
import {
  ask,
  type Asked,
  type AskOptions,
  button,
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
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';
import type { QuestionInput } from '../../../src/react/index.js';

cleanUpAfterEach();

type Step = [
  what: string,
  questions: readonly QuestionInput[],
  before: () => Promise<unknown> | void,
  act: (asked: Asked) => Promise<unknown> | void,
  expected: string | RegExp,
  props?: AskOptions,
];

const chooseSecond = () => click(radio('SQLite'));
const typeOther = async () => {
  heading(/Which database/).focus();
  await press('0');
  await typeKeys('mine');
};
const toReview = async () => {
  heading(/Which database/).focus();
  await pressEach('2', 'Enter', 'Enter', 'Enter');
};
const SECOND = /^question Question 2 of 3/;
const never = () => new Promise(() => {});
const refuse = () => ({ ok: false });

const STEPS: Step[] = [
  ['tab by arrow', THREE, () => tab(/Database/).focus(), () => press('ArrowRight'), 'tab Features'],
  ['tab by mouse', THREE, chooseSecond, () => mouseClick(tab(/Features/)), 'tab Features'],
  ['Next by mouse', THREE, () => {}, () => mouseClick(button('Next')), SECOND],
  ['Next by key', THREE, () => button('Next').focus(), () => press('Enter'), SECOND],
  ['Next by Space', THREE, () => button('Next').focus(), () => press(' '), SECOND],
  ['Enter', THREE, chooseSecond, () => press('Enter'), SECOND],
  [
    'Back to the first question, which has no Back',
    THREE,
    () => click(button('Next')),
    () => click(button('Back')),
    /^question Question 1 of 3/,
  ],
  ['to Review', THREE, () => tab(/Name/).focus(), () => click(button('Review')), 'question Check your answers'],
  ['Change', THREE, toReview, () => click(button(/Change answer to Database/)), /^question Question 1 of 3/],
  ['Answer', THREE, toReview, () => click(button(/Answer Features/)), SECOND],
  ['a refused submit', THREE, toReview, () => click(button('Submit answers')), SECOND],
  ['digit', [DATABASE], () => heading(/Which/).focus(), () => press('2'), 'control SQLite'],
  ['0', [DATABASE], () => heading(/Which/).focus(), () => press('0'), 'field Your answer'],
  ['Clear answer', [DATABASE], chooseSecond, () => click(button('Clear answer')), /^(question|control)/],
  ['Clear answer of Other', [DATABASE], typeOther, () => click(button('Clear answer')), /^(question|control)/],
  [
    'Skip, one question',
    [DATABASE],
    chooseSecond,
    () => mouseClick(button('Skip')),
    'question-action Skip',
    { allow: { skip: true } },
  ],
  [
    'Skip, one question, from Other',
    [DATABASE],
    typeOther,
    () => mouseClick(button('Skip')),
    'question-action Skip',
    { allow: { skip: true } },
  ],
  ['Skip, several', THREE, chooseSecond, () => click(button('Skip')), SECOND, { allow: { skip: true } }],
  ['a note opened', [DATABASE], chooseSecond, () => click(button('Add a note')), 'field Note (optional)'],
  ['an option instead of Other', [DATABASE], typeOther, () => mouseClick(radio('SQLite')), 'control SQLite'],
  ['the discard confirmation', THREE, chooseSecond, () => press('Escape'), 'button Keep answering'],
  ['Keep answering by key', THREE, typeOther, () => pressEach('Escape', 'Enter'), 'field Your answer'],
  ['Keep answering by Escape', THREE, chooseSecond, () => pressEach('Escape', 'Escape'), 'control SQLite'],
  [
    'Keep answering after the Cancel button',
    THREE,
    chooseSecond,
    () => mouseClick(button('Cancel')).then(() => mouseClick(button('Keep answering'))),
    'button Cancel',
  ],
  ['discarded', THREE, chooseSecond, () => pressEach('Escape', 'Tab', 'Enter'), /^title You cancelled/],
  [
    'discarded, delivery in flight',
    THREE,
    chooseSecond,
    () => pressEach('Escape', 'Tab', 'Enter'),
    'control SQLite',
    { onCancel: never },
  ],
  [
    'discarded, delivery failed',
    THREE,
    typeOther,
    () => pressEach('Escape', 'Tab', 'Enter'),
    'field Your answer',
    { onCancel: refuse },
  ],
  ['cancelled at once', [DATABASE], chooseSecond, () => press('Escape'), /^title You cancelled/],
  ['sent by Enter', [DATABASE], chooseSecond, () => press('Enter'), /^title You answered/],
  ['sent by the button', [DATABASE], chooseSecond, () => mouseClick(button('Submit')), /^title You answered/],
  ['sent from the field', [NAME], () => field(/name of/).focus(), () => typeKeys('x\n'), /^title You answered/],
  ['sending', [DATABASE], chooseSecond, () => mouseClick(button('Submit')), 'button Sending…', { onSubmit: never }],
  [
    'sending from the field',
    [NAME],
    () => field(/name of/).focus(),
    () => typeKeys('x\n'),
    'field',
    { onSubmit: never },
  ],
  [
    'a failed delivery',
    [DATABASE],
    chooseSecond,
    () => mouseClick(button('Submit')),
    'button Try again',
    { onSubmit: refuse },
  ],
  [
    'a successful retry',
    [DATABASE],
    () => chooseSecond().then(() => click(button('Submit'))),
    () => mouseClick(button('Try again')),
    /^title You answered/,
    {
      onSubmit: (() => {
        let times = 0;
        return () => ({ ok: times++ > 0 });
      })(),
    },
  ],
  [
    'a retry in flight',
    [DATABASE],
    () => chooseSecond().then(() => click(button('Submit'))),
    () => mouseClick(button('Try again')),
    'button Sending…',
    {
      onSubmit: (() => {
        let times = 0;
        return () => (times++ > 0 ? never() : { ok: false });
      })(),
    },
  ],
  [
    'a failed retry',
    [DATABASE],
    () => chooseSecond().then(() => click(button('Submit'))),
    () => mouseClick(button('Try again')),
    'button Try again',
    { onSubmit: refuse },
  ],
  [
    'Submit anyway',
    [NAME],
    () => field(/name of/).focus(),
    () => typeKeys('long\n').then(() => pressEach('Tab', 'Enter')),
    /^title You answered/,
    { softLimit: 3 },
  ],
  [
    'settled externally',
    [DATABASE],
    typeOther,
    ({ update }) => update([DATABASE], { result: { status: 'aborted' } }),
    /^title Assistant no longer/,
  ],
  [
    'settled externally in a confirmation',
    THREE,
    () => chooseSecond().then(() => press('Escape')),
    ({ update }) => update(THREE, { result: { status: 'superseded' } }),
    /^title Assistant’s request/,
  ],
  ['a second question arrives', [DATABASE], typeOther, ({ update }) => update([DATABASE, NAME]), 'field Your answer'],
  [
    'a third question arrives',
    [DATABASE, NAME],
    chooseSecond,
    ({ update }) => update(THREE.toSpliced(1, 1, NAME)),
    'control SQLite',
  ],
  [
    'an option arrives',
    [DATABASE],
    () => radio('Other').focus(),
    ({ update }) => update([{ ...DATABASE, options: [...(DATABASE.options ?? []), 'Redis'] }]),
    'control Other',
  ],
  [
    'another request',
    [DATABASE],
    typeOther,
    ({ update }) => update([FEATURES], { requestId: 'b' }),
    /./,
    { requestId: 'a' },
  ],
];

describe('focus (A67)', () => {
  it.each(STEPS)('stays in the card: %s', async (_, questions, before, act, expected, props) => {
    const asked = ask(questions, props);
    await before();
    await act(asked);
    await frame();
    const where = focused();
    expect(where).not.toBe('body');
    expect(where).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
    const element = document.activeElement;
    expect([asked.container.contains(element), element?.checkVisibility(), element?.closest('[inert]')]).toEqual([
      true,
      true,
      null,
    ]);
  });

  it('stays outside the card after an external settlement (A67)', async () => {
    const { update, getByRole } = ask([DATABASE]);
    await chooseSecond();
    button('Before').focus();
    update([DATABASE], { result: { status: 'aborted' } });
    await frame();
    expect(focused()).toBe('button Before');
    expect(getByRole('status').textContent).toBe('Assistant no longer needs an answer');
  });

  it('stays outside the card when a confirmation is opened from there (A67)', async () => {
    ask(THREE);
    await chooseSecond();
    button('Before').focus();
    await click(button('Cancel'));
    expect(focused()).toBe('button Before');
  });
});

it('focus moves to the title if the host inserts another question before the focused one', async () => {
  const store = { ...DATABASE, question: 'Which store?', header: 'Store' };
  const { update } = ask([DATABASE, store]);
  await mouseClick(tab(/Store/));
  await click(radio('SQLite'));
  expect(focused()).toBe('control SQLite');
  update([{ ...DATABASE, question: 'Which cache?', header: 'Cache' }, DATABASE, store]);
  await frame();
  expect(focused()).toMatch(/^title /);
});

it('what the user types on for a request that was replaced does not answer the next one', async () => {
  const { update, onSubmit } = ask([NAME], { requestId: 'r1' });
  await mouseClick(field(/name of/));
  await typeKeys('ord');
  update([{ question: 'Which port?', header: 'Port' }], { requestId: 'r2' });
  await typeKeys('ers');
  await press('Enter', { laterMs: 700 });
  expect([onSubmit.mock.calls, field(/Which port/).value]).toEqual([[], '']);
});
