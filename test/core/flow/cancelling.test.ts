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

/** The actions, the number of questions they touch, and the settings of `confirmCancel` that ask for confirmation. */
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
    name: 'one question, Other selected but blank',
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
    name: 'one question, retained text of Other while an option is selected',
    questions: ONE,
    entered: [say('db', 'x'), choose('db', 0)],
    touched: 1,
    asks: at(true, false),
  },
  {
    name: 'one question, an erased text',
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
    name: 'several questions, only visited',
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
    name: 'several questions, Other selected but blank',
    questions: MANY,
    entered: [choose('db', 'other')],
    touched: 0,
    asks: at(false),
  },
  { name: 'several questions, an option', questions: MANY, entered: [choose('db', 0)], touched: 1, asks: at(true) },
  { name: 'several questions, notes only', questions: MANY, entered: [note('name', 'x')], touched: 1, asks: at(true) },
  {
    name: 'several questions, an option on a tab that is not shown',
    questions: MANY,
    entered: [choose('db', 0), goTo(2)],
    touched: 1,
    asks: at(true),
  },
  {
    name: 'several questions, retained text of Other while an option is selected',
    questions: MANY,
    entered: [say('features', 'x'), toggle('features', 'other')],
    touched: 1,
    asks: at(true),
  },
  {
    name: 'several questions, all answered, Review shown',
    questions: MANY,
    entered: [choose('db', 0), toggle('features', 0), say('name', 'n'), goTo(3)],
    touched: 3,
    asks: at(true),
  },
  {
    name: 'several questions, selected and deselected',
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
    'leads to $phase with confirmCancel $confirmCancel: $name [R-CANCEL]',
    ({ questions, entered, touched, confirmCancel, phase }) => {
      const before = run(start(questions, { confirmCancel, allow: { decline: true } }), ...entered);
      expect(touchedCount(before)).toBe(touched);
      const state = run(before, cancel);
      expect(state).toEqual({ ...before, phase, result: { status: 'cancelled' } });
      expect(run(before, decline)).toEqual({ ...before, phase, result: { status: 'declined' } });
    },
  );

  it('uses `auto` by default [R-CANCEL]', () => {
    expect(start(MANY).options.confirmCancel).toBe('auto');
  });

  it('does not ask for confirmation if questions were only skipped [R-CANCEL]', () => {
    const state = run(start(MANY, { allow: { skip: true } }), skip('db'), cancel);
    expect(state.phase).toBe('submitting');
  });

  it('restores the same state after Keep answering [R-CANCEL]', () => {
    const before = run(start(MANY), choose('db', 1), say('name', 'x'), goTo(2));
    expect(run(before, cancel, dismiss)).toEqual(before);
  });

  it('discards the answers only after a confirmation [R-CANCEL]', () => {
    const asked = run(start(MANY, { allow: { decline: true } }), choose('db', 1), cancel);
    for (const action of [cancel, decline, submit, retry, delivered, fail(), choose('db', 0), goTo(1)]) {
      expect(run(asked, action), action.type).toBe(asked);
    }
    expect(run(asked, confirm, delivered)).toMatchObject({ phase: 'settled', result: { status: 'cancelled' } });
  });

  it('includes its reason in the result [R-CANCEL]', () => {
    const state = run(start(MANY), choose('db', 1), { ...cancel, reason: 'wrong window' }, confirm, delivered);
    expect(state.result).toEqual({ status: 'cancelled', reason: 'wrong window' });
  });

  it('settles without any answers [R-CANCEL]', () => {
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

  it('is possible from the long-answer confirmation, and returns to the questions if dismissed [R-CANCEL]', () => {
    const asked = run(start([NAME]), say('name', 'x'.repeat(2_001)), submit);
    expect(asked.phase).toBe('confirmingLongAnswer');
    const leaving = run(asked, cancel);
    expect(leaving).toMatchObject({ phase: 'confirmingDiscard', result: { status: 'cancelled' } });
    expect(run(leaving, dismiss).phase).toBe('answering');
    expect(run(leaving, dismiss, submit).phase).toBe('confirmingLongAnswer');
  });

  it('is possible while the questions are still streaming [R-CANCEL]', () => {
    const state = start(MANY, {}, true);
    expect(run(state, cancel, delivered)).toMatchObject({ phase: 'settled', result: { status: 'cancelled' } });
  });

  it('is not possible while a delivery is in flight [R-ASYNC]', () => {
    const sending = run(start(ONE), choose('db', 0), submit);
    expect(run(sending, cancel)).toBe(sending);
  });
});

describe('a cancel or decline that the host refused', () => {
  it.each(['cancel', 'decline'] as const)(
    'restores every field, and a retry asks for confirmation and sends the same result again: %s [R-ASYNC]',
    (type) => {
      const before = run(start(MANY, { allow: { decline: true } }), choose('db', 1), say('name', 'x'));
      const leaving = run(before, { type, reason: 'no time' }, confirm);
      const failed = run(leaving, fail());
      const { error, ...rest } = failed;
      expect(rest).toEqual(before);
      expect(error).toEqual({ message: 'no network', result: leaving.result });
      expect(run(failed, retry).phase).toBe('confirmingDiscard');
      expect(run(failed, retry, confirm)).toEqual(leaving);
    },
  );

  it('leaves submitting possible [R-ATOMIC]', () => {
    const failed = run(start(ONE), choose('db', 1), cancel, fail());
    expect(run(failed, submit)).toMatchObject({ phase: 'submitting', result: { status: 'answered' } });
  });

  it('shows its error only until a submit is refused [R-ATOMIC]', () => {
    const failed = run(start(MANY), submit, cancel, fail());
    expect(failed).toMatchObject({ error: { result: { status: 'cancelled' } }, missing: [0, 1, 2], active: 0 });
    expect(run(failed, submit).error).toBeUndefined();
  });
});

describe('declining', () => {
  it('is possible only if the host allows it', () => {
    const state = start(ONE);
    expect(run(state, decline)).toBe(state);
  });

  it('settles as declined with its reason', () => {
    const state = run(start(ONE, { allow: { decline: true } }), { ...decline, reason: 'private' }, delivered);
    expect(state).toMatchObject({ phase: 'settled', result: { status: 'declined', reason: 'private' } });
  });
});
