import { describe, expect, it } from 'vitest';
import { touchedCount } from '../../../src/core/flow/selectors.js';
import type { AskUserAction, ConfirmCancel, Phase } from '../../../src/core/flow/types.js';
import type { Question } from '../../../src/core/question/types.js';
import {
  DB,
  FEATURES,
  NAME,
  cancel,
  choose,
  confirm,
  decline,
  delivered,
  dismiss,
  fail,
  goTo,
  note,
  retry,
  run,
  say,
  skip,
  start,
  submit,
  toggle,
} from './flow.js';

const ONE = [DB];
const MANY = [DB, FEATURES, NAME];

/** What was entered, how many questions that touches, and whether cancelling then asks first. */
interface Case {
  name: string;
  questions: readonly Question[];
  entered: readonly AskUserAction[];
  touched: number;
  asks: { readonly [C in ConfirmCancel]: boolean };
}

const at = (auto: boolean, multiple = auto) => ({ auto, multiple, always: true });

const cases: readonly Case[] = [
  { name: 'one question, nothing', questions: ONE, entered: [], touched: 0, asks: at(false) },
  { name: 'one question, an option', questions: ONE, entered: [choose('db', 0)], touched: 1, asks: at(false) },
  {
    name: 'one question, Other chosen but blank',
    questions: ONE,
    entered: [choose('db', 'other')],
    touched: 0,
    asks: at(false),
  },
  { name: 'one question, white space', questions: ONE, entered: [say('db', ' \n')], touched: 0, asks: at(false) },
  { name: 'one question, blank notes', questions: ONE, entered: [note('db', '\t')], touched: 0, asks: at(false) },
  { name: 'one question, a text', questions: ONE, entered: [say('db', 'x')], touched: 1, asks: at(true, false) },
  { name: 'one question, notes only', questions: ONE, entered: [note('db', 'x')], touched: 1, asks: at(true, false) },
  {
    name: 'one question, a kept text that is not chosen',
    questions: ONE,
    entered: [say('db', 'x'), choose('db', 0)],
    touched: 1,
    asks: at(true, false),
  },
  {
    name: 'one question, a text erased',
    questions: ONE,
    entered: [say('db', 'x'), say('db', '')],
    touched: 0,
    asks: at(false),
  },
  {
    name: 'one question without options, a text',
    questions: [NAME],
    entered: [say('name', 'x')],
    touched: 1,
    asks: at(true, false),
  },
  {
    name: 'one multi-select question, options',
    questions: [FEATURES],
    entered: [toggle('features', 0), toggle('features', 1)],
    touched: 1,
    asks: at(false),
  },
  { name: 'several questions, nothing', questions: MANY, entered: [], touched: 0, asks: at(false) },
  {
    name: 'several questions, only looked at',
    questions: MANY,
    entered: [goTo(1), goTo(3)],
    touched: 0,
    asks: at(false),
  },
  {
    name: 'several questions, white space everywhere',
    questions: MANY,
    entered: [say('db', ' '), note('features', '\n'), say('name', '\u00A0')],
    touched: 0,
    asks: at(false),
  },
  {
    name: 'several questions, Other chosen but blank',
    questions: MANY,
    entered: [choose('db', 'other')],
    touched: 0,
    asks: at(false),
  },
  { name: 'several questions, an option', questions: MANY, entered: [choose('db', 0)], touched: 1, asks: at(true) },
  { name: 'several questions, notes only', questions: MANY, entered: [note('name', 'x')], touched: 1, asks: at(true) },
  {
    name: 'several questions, an option on another tab than the one shown',
    questions: MANY,
    entered: [choose('db', 0), goTo(2)],
    touched: 1,
    asks: at(true),
  },
  {
    name: 'several questions, a kept text that is not chosen',
    questions: MANY,
    entered: [say('features', 'x'), toggle('features', 'other')],
    touched: 1,
    asks: at(true),
  },
  {
    name: 'several questions, all answered, on Review',
    questions: MANY,
    entered: [choose('db', 0), toggle('features', 0), say('name', 'n'), goTo(3)],
    touched: 3,
    asks: at(true),
  },
  {
    name: 'several questions, chosen and taken back',
    questions: MANY,
    entered: [toggle('features', 0), toggle('features', 0)],
    touched: 0,
    asks: at(false),
  },
];

const byPolicy = cases.flatMap((one) =>
  (['auto', 'multiple', 'always'] as const).map((confirmCancel) => ({
    ...one,
    confirmCancel,
    phase: (one.asks[confirmCancel] ? 'confirmingDiscard' : 'submitting') satisfies Phase,
  })),
);

describe('cancelling', () => {
  it.each(byPolicy)(
    '[R-CANCEL] $confirmCancel: $name -> $phase',
    ({ questions, entered, touched, confirmCancel, phase }) => {
      const before = run(start(questions, { confirmCancel, allowDecline: true }), ...entered);
      expect(touchedCount(before)).toBe(touched);
      const state = run(before, cancel);
      expect(state).toEqual({ ...before, phase, result: { status: 'cancelled' } });
      expect(run(before, decline)).toEqual({ ...before, phase, result: { status: 'declined' } });
    },
  );

  it('[R-CANCEL] asks as the dialog does by default', () => {
    expect(start(MANY).options.confirmCancel).toBe('auto');
  });

  it('[R-CANCEL] a skip alone is nothing to lose', () => {
    const state = run(start(MANY, { allowSkip: true }), skip('db'), cancel);
    expect(state.phase).toBe('submitting');
  });

  it('[R-CANCEL] keeps answering: everything is as it was', () => {
    const before = run(start(MANY), choose('db', 1), say('name', 'x'), goTo(2));
    expect(run(before, cancel, dismiss)).toEqual(before);
  });

  it('[R-CANCEL] only the yes discards', () => {
    const asked = run(start(MANY, { allowDecline: true }), choose('db', 1), cancel);
    for (const action of [cancel, decline, submit, retry, delivered, fail(), choose('db', 0), goTo(1)]) {
      expect(run(asked, action), action.type).toBe(asked);
    }
    expect(run(asked, confirm, delivered)).toMatchObject({ phase: 'settled', result: { status: 'cancelled' } });
  });

  it('[R-CANCEL] carries the reason all the way', () => {
    const state = run(start(MANY), choose('db', 1), { ...cancel, reason: 'wrong window' }, confirm, delivered);
    expect(state.result).toEqual({ status: 'cancelled', reason: 'wrong window' });
  });

  it('[R-CANCEL] cancelled means no answers', () => {
    const state = run(
      start(MANY),
      choose('db', 1),
      toggle('features', 0),
      say('name', 'n'),
      cancel,
      confirm,
      delivered,
    );
    expect(state.result).toEqual({ status: 'cancelled' });
  });

  it('[R-CANCEL] is possible from the long-answer confirmation, and comes back to the questions', () => {
    const asked = run(start([NAME]), say('name', 'x'.repeat(2_001)), submit);
    expect(asked.phase).toBe('confirmingLongAnswer');
    const leaving = run(asked, cancel);
    expect(leaving).toMatchObject({ phase: 'confirmingDiscard', result: { status: 'cancelled' } });
    expect(run(leaving, dismiss).phase).toBe('answering');
    expect(run(leaving, dismiss, submit).phase).toBe('confirmingLongAnswer');
  });

  it('[R-CANCEL] is possible while the questions are still being written', () => {
    const state = start(MANY, {}, true);
    expect(run(state, cancel, delivered)).toMatchObject({ phase: 'settled', result: { status: 'cancelled' } });
  });

  it('[R-ASYNC] is not possible while something is on its way', () => {
    const sending = run(start(ONE), choose('db', 0), submit);
    expect(run(sending, cancel)).toBe(sending);
  });
});

describe('a cancel or decline that the host did not take', () => {
  it.each(['cancel', 'decline'] as const)(
    '[R-ASYNC] %s: every field is as before, and a retry asks, and sends the same again',
    (type) => {
      const before = run(start(MANY, { allowDecline: true }), choose('db', 1), say('name', 'x'));
      const leaving = run(before, { type, reason: 'no time' }, confirm);
      const failed = run(leaving, fail());
      const { error, ...rest } = failed;
      expect(rest).toEqual(before);
      expect(error).toEqual({ message: 'no network', result: leaving.result });
      expect(run(failed, retry).phase).toBe('confirmingDiscard');
      expect(run(failed, retry, confirm)).toEqual(leaving);
    },
  );

  it('[R-ATOMIC] leaves submitting possible', () => {
    const failed = run(start(ONE), choose('db', 1), cancel, fail());
    expect(run(failed, submit)).toMatchObject({ phase: 'submitting', result: { status: 'answered' } });
  });

  it('[R-ATOMIC] a refused submit takes its error away', () => {
    const failed = run(start(MANY), submit, cancel, fail());
    expect(failed).toMatchObject({ error: { result: { status: 'cancelled' } }, missing: [0, 1, 2], active: 0 });
    expect(run(failed, submit).error).toBeUndefined();
  });
});

describe('declining', () => {
  it('is offered only where the host says so', () => {
    const state = start(ONE);
    expect(run(state, decline)).toBe(state);
  });

  it('ends as declined, with its reason', () => {
    const state = run(start(ONE, { allowDecline: true }), { ...decline, reason: 'private' }, delivered);
    expect(state).toMatchObject({ phase: 'settled', result: { status: 'declined', reason: 'private' } });
  });
});
