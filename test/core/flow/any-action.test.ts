import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askUserReducer } from '../../../src/core/flow/reducer.js';
import { canSubmit, longAnswers, toResult, touchedCount } from '../../../src/core/flow/selectors.js';
import { EMPTY_DRAFT } from '../../../src/core/flow/empty-draft.js';
import { createInitialState } from '../../../src/core/flow/state.js';
import type { AskUserAction, AskUserState } from '../../../src/core/flow/types.js';
import { actionOn, requests } from '../../helpers/arbitraries.js';
import { choose, DB, delivered, FEATURES, NAME, run, say, start, submit } from './flow.js';

const ANSWERING = run(start([DB, FEATURES, NAME]), choose('db', 1), say('name', 'Ada'));
const SENDING = run(start([NAME]), say('name', 'Ada'), submit);
const FAILED = run(SENDING, { type: 'deliveryFailed', message: 'offline' });
const SETTLED = run(SENDING, delivered);

/** Actions that the types allow, and that name what does not exist. */
const MISSING: readonly AskUserAction[] = [
  ...[NaN, -1, 0.5, 3, 2 ** 53, -(2 ** 53), 1e300].flatMap((option): AskUserAction[] => [
    { type: 'selectOption', questionId: 'db', option },
    { type: 'toggleOption', questionId: 'db', option },
  ]),
  ...['nobody', '', '__proto__', 'length'].flatMap((questionId): AskUserAction[] => [
    { type: 'setCustom', questionId, text: 'x' },
    { type: 'setNotes', questionId, text: 'x' },
    { type: 'setAskBack', questionId, text: 'x' },
    { type: 'askBack', questionId, key: 'x' },
    { type: 'selectOption', questionId, option: 0 },
    { type: 'selectOptions', questionId, options: [0] },
    { type: 'clearAnswer', questionId },
    { type: 'skip', questionId },
    { type: 'validateQuestion', questionId },
  ]),
  ...[NaN, -1, 0.5, 4, 1e300].map((to): AskUserAction => ({ type: 'goTo', to })),
  ...[NaN, -1, 0.5, 4, 1e300].map((active): AskUserAction => ({ type: 'restore', drafts: [], active })),
  { type: 'restore', drafts: [{ ...EMPTY_DRAFT, questionId: 'nobody', custom: 'x' }] },
  { type: 'askBackReplied', key: 'nothing', reply: 'x' },
  { type: 'askBackFailed', key: 'nothing' },
  // A log of a later version.
  { type: 'unknown' } as never,
];

describe('the reducer for an action that names what does not exist', () => {
  it.each(MISSING.map((action) => [JSON.stringify(action), action] as const))(
    'returns the same state object: %s [R-ONCE]',
    (_name, action) => {
      for (const state of [ANSWERING, SENDING, FAILED, SETTLED, start([]), start([DB])])
        expect(askUserReducer(state, action)).toBe(state);
    },
  );
});

const TYPES: readonly AskUserAction['type'][] = [
  ...(['selectOption', 'toggleOption', 'selectOptions', 'clearAnswer', 'setCustom', 'setNotes', 'setAskBack'] as const),
  ...(['setMessage', 'skip', 'takeRecommended', 'undoRecommended', 'validateQuestion', 'restore', 'goTo'] as const),
  ...(['submit', 'retry', 'cancel', 'decline', 'confirm', 'dismiss', 'delivered', 'deliveryFailed', 'settle'] as const),
  ...(['setRequest', 'setOptions', 'askBack', 'askBackReplied', 'askBackFailed', 'exchanges'] as const),
];

/** JSON that types do not allow as an action, and without effect. */
const NO_ACTIONS: readonly unknown[] = [
  ...[null, 1, 'submit', [], {}, { type: null }, { type: ['submit'] }],
  ...['restore', 'setRequest', 'setOptions', 'settle', 'selectOption', 'setCustom', 'setNotes'].map((type) => ({
    type,
    questionId: 'db',
  })),
  ...['__proto__', 'length', '0', [0], true, null].map((option) => ({
    type: 'selectOption',
    questionId: 'db',
    option,
  })),
  ...['setCustom', 'setNotes', 'setAskBack', 'setMessage'].flatMap((type) =>
    [5, null, ['x'], {}].map((text) => ({ type, questionId: 'db', text })),
  ),
  ...[5, null, 'x', {}, { status: 1 }].map((result) => ({ type: 'settle', result })),
  ...[5, null, 'x', {}, { requestId: 'r1' }].map((request) => ({ type: 'setRequest', request, streaming: false })),
  ...[5, null, 'x', [], [null], [5], [{}], [{ ...EMPTY_DRAFT, questionId: 'db', custom: 5 }]].map((drafts) => ({
    type: 'restore',
    drafts,
  })),
  { type: 'restore', drafts: [], message: 5 },
  { type: 'setOptions', options: null },
];

describe('the reducer for JSON that is not an action', () => {
  it.each(NO_ACTIONS.map((json) => [JSON.stringify(json), json] as const))('has no effect: %s', (_name, json) => {
    for (const state of [ANSWERING, SENDING, FAILED, SETTLED, start([DB], { allow: { discuss: true } })])
      expect(askUserReducer(state, json as never)).toBe(state);
  });

  it('never throws for any JSON', () => {
    const field = fc.oneof(fc.jsonValue(), fc.constantFrom('db', 'name', 'other', 0, 1, '__proto__'));
    const names = ['questionId', 'option', 'options', 'text', 'drafts', 'message', 'active', 'to', 'partial', 'reason'];
    const more = ['discuss', 'about', 'code', 'retry', 'result', 'request', 'streaming', 'key', 'reply', 'exchanges'];
    const fields = fc.dictionary(fc.constantFrom(...names, ...more), field);
    const action = fc.oneof(
      fc.jsonValue(),
      fc.tuple(fc.constantFrom(...TYPES), fields).map(([type, one]) => ({ ...one, type })),
    );
    fc.assert(
      fc.property(fc.constantFrom(ANSWERING, SENDING, FAILED), action, (state, json) => {
        askUserReducer(state, json as never);
      }),
      { seed: 7, numRuns: 3000 },
    );
  });
});

/** Asserts that the state is consistent and that the selectors can read it. */
function assertWhole(state: AskUserState): void {
  const { request, drafts, active } = state;
  assert.equal(drafts.length, request.questions.length);
  assert(Number.isInteger(active));
  for (const { selected } of drafts) assert(selected.every((index) => Number.isInteger(index)));
  for (const read of [canSubmit, longAnswers, toResult, touchedCount]) read(state);
}

describe('the reducer for any sequence of actions', () => {
  it('never throws, and leaves a state that can be read [R-ONCE]', () => {
    const reached = new Set<string>();
    const session = requests(2).chain((request) =>
      fc.tuple(
        fc.constant(request),
        fc.array(fc.oneof(actionOn(request), fc.constantFrom(...MISSING)), {
          minLength: 1,
          maxLength: 20,
          size: 'max',
        }),
      ),
    );
    fc.assert(
      fc.property(session, ([request, actions]) => {
        let state = createInitialState(request, { softLimit: 5, allow: { skip: true, decline: true } });
        for (const action of actions) {
          const before = state;
          state = askUserReducer(before, action);
          assertWhole(state);
          if (before.phase === 'settled') assert.equal(state, before);
          reached.add(state.phase);
        }
      }),
      { seed: 7, numRuns: 1000 },
    );
    expect([...reached].sort()).toEqual([
      'answering',
      'confirmingDiscard',
      'confirmingLongAnswer',
      'settled',
      'submitting',
    ]);
  });
});
