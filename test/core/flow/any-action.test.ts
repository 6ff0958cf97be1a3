import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askUserReducer } from '../../../src/core/flow/reducer.js';
import { canSubmit, longAnswers, toResult, touchedCount } from '../../../src/core/flow/selectors.js';
import { createInitialState } from '../../../src/core/flow/state.js';
import type { AskUserAction, AskUserState } from '../../../src/core/flow/types.js';
import type { AskUserRequest } from '../../../src/core/question/types.js';
import { actionOn, requests } from '../../helpers/arbitraries.js';
import { ask, choose, DB, delivered, FEATURES, NAME, run, say, start, submit } from './flow.js';

/** The reducer without types, as JavaScript callers and replayed logs call it. */
const reduce: (state: AskUserState, action: never) => AskUserState = askUserReducer;
const take = (state: AskUserState, action: unknown): AskUserState => reduce(state, action as never);

const ANSWERING = run(start([DB, FEATURES, NAME]), choose('db', 1), say('name', 'Ada'));
const SENDING = run(start([NAME]), say('name', 'Ada'), submit);
const FAILED = run(SENDING, { type: 'deliveryFailed', message: 'offline' });
const SETTLED = run(SENDING, delivered);

const db = { ...DB, options: [...DB.options] };
const asked = (...questions: readonly unknown[]) => ({
  type: 'setRequest',
  request: { ...ask(), questions },
  streaming: false,
});

const MALFORMED: readonly unknown[] = [
  ...[undefined, null, true, 0, '', 'submit', [], ['submit'], {}, { type: null }, { type: 'toString' }],
  ...[7, null, undefined, 'allow', [], [{ allow: { skip: true } }]].map((options) => ({ type: 'setOptions', options })),
  ...[{ index: 0 }, [0], '0', 'length', '__proto__', null, undefined, NaN, -1, 0.5, 2 ** 53, -(2 ** 53), 1e300].flatMap(
    (option) => ['selectOption', 'toggleOption'].map((type) => ({ type, questionId: 'db', option })),
  ),
  ...[undefined, null, 7, {}, ['a']].flatMap((text) =>
    ['setCustom', 'setNotes'].map((type) => ({ type, questionId: 'name', text })),
  ),
  ...['nobody', null, 7, {}, ['name'], undefined].flatMap((questionId) => [
    { type: 'setCustom', questionId, text: 'x' },
    { type: 'setNotes', questionId, text: 'x' },
    { type: 'selectOption', questionId, option: 0 },
    { type: 'clearAnswer', questionId },
    { type: 'skip', questionId },
    { type: 'validateQuestion', questionId },
  ]),
  ...[undefined, null, '1', [1], {}, NaN, -1, 0.5, 1e300].flatMap((to) => [
    { type: 'goTo', to },
    { type: 'restore', drafts: [], active: to },
  ]),
  ...[undefined, null, 7, 'db', {}, { db: {} }, [null], [7], ['db'], [[]], [{}], [{ questionId: 'nobody' }]].map(
    (drafts) => ({ type: 'restore', drafts }),
  ),
  ...[undefined, null, 7, ['why']].map((message) => ({ type: 'restore', drafts: [], message })),
  ...[null, 7, {}, ['why']].flatMap((reason) => ['cancel', 'decline'].map((type) => ({ type, reason }))),
  ...[
    ...[undefined, null, 'answered', 7, [], {}, { status: 'over' }, { status: 'toString' }, { status: ['cancelled'] }],
    ...[{ status: 'answered' }, { status: 'answered', answers: {} }, { status: 'answered', answers: [null] }],
    ...[{ status: 'invalid' }, { status: 'invalid', issues: {} }, { status: 'invalid', issues: [null] }],
  ].map((result) => ({ type: 'settle', result })),
  ...[undefined, null, 7, [], {}, { questions: null }, { questions: {} }, { questions: 'db' }].map((request) => ({
    type: 'setRequest',
    request,
    streaming: false,
  })),
  ...[null, 'yes', 0, undefined].map((streaming) => ({ type: 'setRequest', request: ask(db), streaming })),
  ...[null, 'db', [], {}, { ...db, id: 7 }, { ...db, question: null }, { ...db, options: null }].map((one) =>
    asked(one),
  ),
  ...[
    { ...db, options: {} },
    { ...db, options: 'abc' },
    { ...db, options: [null] },
    { ...db, options: ['a'] },
  ].map((one) => asked(DB, one)),
];

const fails = [undefined, null, 7, {}].map((message) => ({ type: 'deliveryFailed', message }));
const codes = [null, 7, ['unknown']].map((code) => ({ type: 'deliveryFailed', message: 'offline', code }));

const named = (action: unknown) => JSON.stringify(action) ?? String(action);

describe('the reducer for an action that the types forbid', () => {
  it.each(MALFORMED.map((action) => [named(action), action] as const))(
    'returns the same state object: %s [R-ONCE]',
    (_name, action) => {
      for (const state of [ANSWERING, SENDING, FAILED, SETTLED, start([]), start([DB])])
        expect(take(state, action)).toBe(state);
    },
  );

  it.each([...fails, ...codes].map((action) => [named(action), action] as const))(
    'does not change a delivery in flight: %s [R-ASYNC]',
    (_name, action) => expect(take(SENDING, action)).toBe(SENDING),
  );

  it('treats an option of the wrong type as omitted [R-STATE]', () => {
    const before = start([DB], { softLimit: 5, confirmCancel: 'always', allow: { skip: true } });
    const options = { softLimit: '5', confirmCancel: null, allow: { skip: 1, decline: true }, constructor: {} };
    expect(take(before, { type: 'setOptions', options }).options).toEqual({
      ...start([DB]).options,
      allow: { decline: true },
    });
    expect(take(before, { type: 'setOptions', options: { softLimit: Number.NaN } }).options.softLimit).toBe(2000);
  });

  it('ignores an input rule that does not exist [R-PARSE]', () => {
    for (const input of ['toString', '__proto__', 'phone', null, 7, {}]) {
      const before = take(start([NAME]), asked({ ...NAME, constraints: { input } }));
      expect(run(before, say('name', 'Ada'), submit).phase).toBe('submitting');
    }
  });
});

/** A valid action with one of its fields missing or replaced by any JSON value. */
const nearMiss = (request: AskUserRequest): fc.Arbitrary<unknown> =>
  fc
    .record({ action: actionOn(request), at: fc.nat(4), value: fc.option(fc.jsonValue(), { nil: undefined }) })
    .map(({ action, at, value }) => {
      const keys = Object.keys(action);
      return { ...action, [keys[at % keys.length] ?? 'type']: value };
    });

/** A request with one value anywhere in it replaced. */
const damaged = (request: AskUserRequest): fc.Arbitrary<unknown> =>
  fc.record({ at: fc.nat(60), value: fc.jsonValue() }).map(({ at, value }) => {
    let n = 0;
    const text = JSON.stringify(request, (key, one: unknown) => (key && n++ === at ? value : one));
    return { type: 'setRequest', request: JSON.parse(text), streaming: false };
  });

const isText = (value: unknown) => typeof value === 'string';

/** Asserts that the state has its declared types and that the selectors can read it. */
function assertWhole(state: AskUserState): void {
  const { request, drafts, active, options } = state;
  assert.equal(drafts.length, request.questions.length);
  assert(Number.isInteger(active));
  for (const { custom, notes, selected } of drafts) {
    assert(isText(custom) && isText(notes));
    assert(selected.every((index) => Number.isInteger(index)));
  }
  for (const question of request.questions) assert(isText(question.id) && isText(question.question));
  assert(isText(options.confirmCancel));
  for (const read of [canSubmit, longAnswers, toResult, touchedCount]) read(state);
}

describe('the reducer for any JSON value as an action', () => {
  it('never throws, neither for it nor for any later action [R-ONCE]', () => {
    const reached = new Set<string>();
    const session = requests(2).chain((request) =>
      fc.tuple(
        fc.constant(request),
        fc.array(
          fc.oneof<fc.Arbitrary<unknown>[]>(fc.jsonValue(), nearMiss(request), damaged(request), actionOn(request)),
          { minLength: 1, maxLength: 20, size: 'max' },
        ),
      ),
    );
    fc.assert(
      fc.property(session, ([request, actions]) => {
        let state = createInitialState(request, { softLimit: 5, allow: { skip: true, decline: true } });
        for (const action of actions) {
          const before = state;
          state = take(before, action);
          assertWhole(state);
          if (before.phase === 'settled') assert.equal(state, before);
          reached.add(state.phase);
        }
        // Try each valid action from the state that the invalid actions led to.
        for (const action of fc.sample(actionOn(state.request.questions.length ? state.request : request), {
          numRuns: 5,
          seed: 3,
        }))
          assertWhole(askUserReducer(state, action satisfies AskUserAction));
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
