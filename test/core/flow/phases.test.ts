import { askBackRules } from '../../../src/core/flow/ask-back.js';
import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT } from '../../../src/core/flow/empty-draft.js';
import { askUserReducer } from '../../../src/core/flow/reducer.js';
import type { AskUserAction, AskUserState, Phase } from '../../../src/core/flow/types.js';
import {
  DB,
  FEATURES,
  NAME,
  cancel,
  choose,
  clear,
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
  write,
} from './flow.js';

/** Everything answered, one text above the soft limit, one question with notes, and one with a question to the agent. */
const answering = run(
  start([DB, FEATURES, NAME], {
    softLimit: 5,
    allow: { skip: true, decline: true, discuss: true },
    askBack: askBackRules,
  }),
  choose('db', 1),
  toggle('features', 2),
  say('name', 'order-processor'),
  note('db', 'for now'),
  { type: 'setAskBack', questionId: 'db', text: 'Why?' },
);
const unanswered = start([DB, FEATURES, NAME], { allow: { decline: true, discuss: true } });
const confirmingLongAnswer = run(answering, submit);
const submitting = run(confirmingLongAnswer, confirm);
const confirmingDiscard = run(answering, cancel);
const leaving = run(confirmingDiscard, confirm);

const states = {
  answering,
  unanswered,
  failed: run(submitting, fail()),
  stillHere: run(leaving, fail()),
  confirmingDiscard,
  confirmingLongAnswer,
  submitting,
  leaving,
  settled: run(submitting, delivered),
} satisfies Record<string, AskUserState>;

/** `=`: the same state object. A phase: a different state, in that phase. */
type Next = '=' | Phase;
type Row = Record<keyof typeof states, Next>;

const EDITS: Row = {
  answering: 'answering',
  unanswered: 'answering',
  failed: 'answering',
  stillHere: 'answering',
  confirmingDiscard: '=',
  confirmingLongAnswer: '=',
  submitting: '=',
  leaving: '=',
  settled: '=',
};
const NEVER: Row = {
  answering: '=',
  unanswered: '=',
  failed: '=',
  stillHere: '=',
  confirmingDiscard: '=',
  confirmingLongAnswer: '=',
  submitting: '=',
  leaving: '=',
  settled: '=',
};
const CANCELS: Row = {
  ...NEVER,
  answering: 'confirmingDiscard',
  unanswered: 'submitting',
  failed: 'confirmingDiscard',
  stillHere: 'confirmingDiscard',
  confirmingLongAnswer: 'confirmingDiscard',
};

/** At least one row for each type of action. */
const table: { [T in AskUserAction['type']]: readonly (readonly [Extract<AskUserAction, { type: T }>, Row])[] } = {
  selectOption: [
    [{ type: 'selectOption', questionId: 'db', option: 0 }, EDITS],
    [{ type: 'selectOption', questionId: 'db', option: 'other' }, EDITS],
    [{ type: 'selectOption', questionId: 'db', option: 3 }, NEVER],
    [{ type: 'selectOption', questionId: 'db', option: -1 }, NEVER],
    [{ type: 'selectOption', questionId: 'db', option: 0.5 }, NEVER],
    [{ type: 'selectOption', questionId: 'db', option: Number.NaN }, NEVER],
    [{ type: 'selectOption', questionId: 'name', option: 0 }, NEVER],
    [{ type: 'selectOption', questionId: 'name', option: 'other' }, NEVER],
    [{ type: 'selectOption', questionId: 'nobody', option: 0 }, NEVER],
  ],
  toggleOption: [
    [{ type: 'toggleOption', questionId: 'features', option: 0 }, EDITS],
    [{ type: 'toggleOption', questionId: 'features', option: 'other' }, EDITS],
    [{ type: 'toggleOption', questionId: 'features', option: 9 }, NEVER],
    [{ type: 'toggleOption', questionId: 'nobody', option: 'other' }, NEVER],
  ],
  selectOptions: [
    [{ type: 'selectOptions', questionId: 'features', options: [0, 1] }, EDITS],
    [{ type: 'selectOptions', questionId: 'features', options: [] }, NEVER],
    [{ type: 'selectOptions', questionId: 'features', options: [9, -1, 0.5, Number.NaN] }, NEVER],
    [{ type: 'selectOptions', questionId: 'db', options: [0] }, NEVER],
    [{ type: 'selectOptions', questionId: 'nobody', options: [0] }, NEVER],
  ],
  clearAnswer: [
    [
      { type: 'clearAnswer', questionId: 'db' },
      { ...EDITS, unanswered: '=' },
    ],
    [{ type: 'clearAnswer', questionId: 'name' }, NEVER],
    [{ type: 'clearAnswer', questionId: 'nobody' }, NEVER],
  ],
  setCustom: [
    [{ type: 'setCustom', questionId: 'db', text: 'DynamoDB' }, EDITS],
    [{ type: 'setCustom', questionId: 'name', text: ' ' }, EDITS],
    [{ type: 'setCustom', questionId: 'db', text: '' }, NEVER],
    [{ type: 'setCustom', questionId: 'nobody', text: 'x' }, NEVER],
  ],
  takeRecommended: [[{ type: 'takeRecommended' }, NEVER]],
  undoRecommended: [[{ type: 'undoRecommended' }, NEVER]],
  setNotes: [
    [{ type: 'setNotes', questionId: 'name', text: 'a remark' }, EDITS],
    [{ type: 'setNotes', questionId: 'name', text: '' }, NEVER],
    [{ type: 'setNotes', questionId: 'nobody', text: 'x' }, NEVER],
  ],
  setAskBack: [
    [{ type: 'setAskBack', questionId: 'db', text: 'Why not MySQL?' }, EDITS],
    [{ type: 'setAskBack', questionId: 'name', text: '' }, NEVER],
    [{ type: 'setAskBack', questionId: 'nobody', text: 'x' }, NEVER],
  ],
  askBack: [
    [
      { type: 'askBack', questionId: 'db', key: 'k' },
      { ...EDITS, unanswered: '=' },
    ],
    [{ type: 'askBack', questionId: 'name', key: 'k' }, NEVER],
  ],
  askBackReplied: [[{ type: 'askBackReplied', key: 'k', reply: 'So.' }, NEVER]],
  askBackFailed: [[{ type: 'askBackFailed', key: 'k' }, NEVER]],
  exchanges: [[{ type: 'exchanges', exchanges: [] }, NEVER]],
  setMessage: [
    [
      { type: 'setMessage', text: 'How big?' },
      { ...EDITS, confirmingDiscard: 'confirmingDiscard', confirmingLongAnswer: 'confirmingLongAnswer' },
    ],
    [{ type: 'setMessage', text: '' }, NEVER],
  ],
  skip: [
    [
      { type: 'skip', questionId: 'db' },
      { ...EDITS, unanswered: '=' },
    ],
    [{ type: 'skip', questionId: 'nobody' }, NEVER],
  ],
  validateQuestion: [
    [
      { type: 'validateQuestion', questionId: 'db' },
      { ...NEVER, unanswered: 'answering' },
    ],
    [{ type: 'validateQuestion', questionId: 'nobody' }, NEVER],
  ],
  restore: [
    [{ type: 'restore', drafts: [{ ...EMPTY_DRAFT, questionId: 'db', notes: 'stored' }] }, EDITS],
    [{ type: 'restore', drafts: [], active: 1 }, EDITS],
    [
      { type: 'restore', drafts: [], message: 'How big?' },
      { ...EDITS, confirmingDiscard: 'confirmingDiscard', confirmingLongAnswer: 'confirmingLongAnswer' },
    ],
    [{ type: 'restore', drafts: [{ ...EMPTY_DRAFT, questionId: 'nobody', custom: 'x' }], active: 4 }, NEVER],
    [{ type: 'restore', drafts: [], message: '', active: 0 }, NEVER],
  ],
  goTo: [
    [{ type: 'goTo', to: 1 }, EDITS],
    [{ type: 'goTo', to: 3 }, EDITS],
    [{ type: 'goTo', to: 0 }, NEVER],
    [{ type: 'goTo', to: 4 }, NEVER],
    [{ type: 'goTo', to: -1 }, NEVER],
    [{ type: 'goTo', to: 0.5 }, NEVER],
    [{ type: 'goTo', to: Number.NaN }, NEVER],
    [{ type: 'goTo', to: Infinity }, NEVER],
  ],
  submit: [
    [
      { type: 'submit' },
      {
        ...NEVER,
        answering: 'confirmingLongAnswer',
        unanswered: 'answering',
        failed: 'submitting',
        stillHere: 'confirmingLongAnswer',
      },
    ],
  ],
  retry: [[{ type: 'retry' }, { ...NEVER, failed: 'submitting', stillHere: 'confirmingDiscard' }]],
  cancel: [
    [{ type: 'cancel' }, CANCELS],
    [{ type: 'cancel', reason: 'wrong window' }, CANCELS],
  ],
  decline: [
    [{ type: 'decline', reason: 'no time' }, CANCELS],
    [
      { type: 'decline', discuss: true },
      { ...CANCELS, unanswered: 'confirmingDiscard' },
    ],
  ],
  confirm: [[{ type: 'confirm' }, { ...NEVER, confirmingDiscard: 'submitting', confirmingLongAnswer: 'submitting' }]],
  dismiss: [[{ type: 'dismiss' }, { ...NEVER, confirmingDiscard: 'answering', confirmingLongAnswer: 'answering' }]],
  delivered: [[{ type: 'delivered' }, { ...NEVER, submitting: 'settled', leaving: 'settled' }]],
  deliveryFailed: [
    [
      { type: 'deliveryFailed', message: 'offline' },
      { ...NEVER, submitting: 'answering', leaving: 'answering' },
    ],
    [
      { type: 'deliveryFailed', message: '', code: 'already_resolved' },
      { ...NEVER, submitting: 'settled', leaving: 'settled' },
    ],
  ],
  settle: [
    [
      { type: 'settle', result: { status: 'timedOut' } },
      {
        answering: 'settled',
        unanswered: 'settled',
        failed: 'settled',
        stillHere: 'settled',
        confirmingDiscard: 'settled',
        confirmingLongAnswer: 'settled',
        submitting: 'settled',
        leaving: 'settled',
        settled: '=',
      },
    ],
  ],
  setRequest: [
    [
      {
        type: 'setRequest',
        request: { requestId: 'r1', questions: [DB, FEATURES, NAME, { ...NAME, id: 'why' }] },
        streaming: false,
      },
      {
        answering: 'answering',
        unanswered: 'answering',
        failed: 'answering',
        stillHere: 'answering',
        confirmingDiscard: 'confirmingDiscard',
        confirmingLongAnswer: 'confirmingLongAnswer',
        // A delivery in flight belongs to the questions that were answered.
        submitting: '=',
        leaving: 'submitting',
        settled: '=',
      },
    ],
  ],
  setOptions: [
    [
      { type: 'setOptions', options: { softLimit: 5, confirmCancel: 'multiple' } },
      {
        answering: 'answering',
        unanswered: 'answering',
        failed: 'answering',
        stillHere: 'answering',
        confirmingDiscard: 'confirmingDiscard',
        confirmingLongAnswer: 'confirmingLongAnswer',
        submitting: 'submitting',
        leaving: 'submitting',
        settled: '=',
      },
    ],
  ],
};

const cases = Object.values<readonly (readonly [AskUserAction, Row])[]>(table)
  .flat()
  .flatMap(([action, row]) =>
    (Object.keys(states) as (keyof typeof states)[]).map((name) => ({
      action,
      name,
      next: row[name],
      text: JSON.stringify(action).slice(0, 80),
    })),
  );

describe('the reducer, in every phase and for every action', () => {
  it('starts from the phases of the table', () => {
    expect(Object.values(states).map(({ phase }) => phase)).toEqual([
      'answering',
      'answering',
      'answering',
      'answering',
      'confirmingDiscard',
      'confirmingLongAnswer',
      'submitting',
      'submitting',
      'settled',
    ]);
  });

  it.each(cases)('maps $name and $text to $next', ({ action, name, next }) => {
    const state = states[name];
    const after = askUserReducer(state, action);
    if (next === '=') {
      expect(after).toBe(state);
    } else {
      expect(after.phase).toBe(next);
      expect(after).not.toBe(state);
    }
  });

  it('changes only the request or only `streaming` with setRequest', () => {
    expect(run(answering, { type: 'setRequest', request: answering.request, streaming: false })).toBe(answering);
    expect(run(answering, { type: 'setRequest', request: answering.request, streaming: true })).toEqual({
      ...answering,
      streaming: true,
    });
  });

  it('ignores a skip or a decline that the host does not allow', () => {
    const state = run(start([DB, NAME]), choose('db', 0));
    expect(run(state, skip('db'))).toBe(state);
    expect(run(state, decline)).toBe(state);
  });

  it('has a result only in the phases that need one', () => {
    for (const state of Object.values(states)) {
      const expected = ['confirmingDiscard', 'submitting', 'settled'].includes(state.phase);
      expect('result' in state).toBe(expected);
    }
  });

  it('shows an error only until the next attempt', () => {
    for (const action of [submit, retry]) expect(run(states.failed, action).error, action.type).toBeUndefined();
    expect(run(states.failed, write(false, DB, NAME)).error).toBeDefined();
    // A dismissed cancellation is not an attempt.
    expect(run(states.failed, cancel, dismiss).error).toBe(states.failed.error);
    expect(run(states.failed, cancel, confirm).error).toBeUndefined();
    expect(run(states.failed, goTo(0), clear('db'), dismiss).error).toMatchObject({ result: { status: 'answered' } });
  });
});
