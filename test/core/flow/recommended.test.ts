import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAnswers } from '../../../src/core/answer/build-answers.js';
import { askUserReducer } from '../../../src/core/flow/reducer.js';
import { takeable, takenQuestions, toReplies } from '../../../src/core/flow/selectors.js';
import { createInitialState } from '../../../src/core/flow/state.js';
import type { AskUserAction, AskUserState, FlowOptionsInput } from '../../../src/core/flow/types.js';
import type { AskUserRequest, Question } from '../../../src/core/question/types.js';

const question = (id: string, labels: readonly string[], more: Partial<Question> = {}): Question => ({
  id,
  question: `${id}?`,
  options: labels.map((label) => ({ label })),
  multiSelect: false,
  ...more,
});

const REQUEST: AskUserRequest = {
  requestId: 'r',
  questions: [
    question('db', ['SQLite', 'PostgreSQL (Recommended)']),
    question('cache', ['Redis (Recommended)', 'None']),
    question('many', ['A (Recommended)', 'B'], { multiSelect: true }),
    question('two', ['A (Recommended)', 'B (Recommended)']),
    question('none', ['A', 'B']),
    question('name', []),
    question('maybe', ['A (Recommended)', 'B'], { constraints: { required: false } }),
  ],
};

const TAKE: AskUserAction = { type: 'takeRecommended' };
const UNDO: AskUserAction = { type: 'undoRecommended' };
const started = (options: FlowOptionsInput = {}, streaming = false) => createInitialState(REQUEST, options, streaming);
const after = (state: AskUserState, ...actions: readonly AskUserAction[]) => actions.reduce(askUserReducer, state);
const flagged = (state: AskUserState) =>
  state.drafts.flatMap(({ recommended, selected }, at) => (recommended ? [[at, ...selected]] : []));

describe('taking what is recommended [R-TAKE]', () => {
  it('offers unanswered single-select questions with exactly one marked option', () => {
    expect(takeable(started())).toEqual([
      { index: 0, option: 1 },
      { index: 1, option: 0 },
      { index: 6, option: 0 },
    ]);
  });

  it.each<[string, AskUserAction]>([
    ['an option', { type: 'selectOption', questionId: 'db', option: 0 }],
    ['Other', { type: 'selectOption', questionId: 'db', option: 'other' }],
    ['a text', { type: 'setCustom', questionId: 'db', text: 'MySQL' }],
    ['a skip', { type: 'skip', questionId: 'db' }],
  ])('leaves a question with %s alone', (_, action) => {
    const before = after(started({ allow: { skip: true } }), action);
    expect(takeable(before).map(({ index }) => index)).toEqual([1, 6]);
    expect(after(before, TAKE).drafts[0]).toBe(before.drafts[0]);
  });

  it('is not offered with `allow: { recommended: false }`, or while the questions are streaming', () => {
    expect(takeable(started({ allow: { recommended: false } }))).toEqual([]);
    expect(takeable(started({}, true))).toEqual([]);
    for (const state of [started({ allow: { recommended: false } }), started({}, true)])
      expect(after(state, TAKE)).toBe(state);
  });

  it('fills all of them with the mark, and sends nothing', () => {
    const state = after(started(), TAKE);
    expect(flagged(state)).toEqual([
      [0, 1],
      [1, 0],
      [6, 0],
    ]);
    expect(state.phase).toBe('answering');
    expect(takenQuestions(state)).toEqual([0, 1, 6]);
    expect(toReplies(state).map(({ recommended }) => recommended)).toEqual([true, true, true]);
  });

  it('does nothing outside of the phase answering', () => {
    const state = { ...started(), phase: 'submitting' as const };
    expect(after(state, TAKE)).toBe(state);
  });

  it('is taken back at once, with what was entered before', () => {
    const before = after(
      started(),
      { type: 'setNotes', questionId: 'db', text: 'a note' },
      { type: 'selectOption', questionId: 'none', option: 0 },
    );
    expect(after(before, TAKE, UNDO).drafts).toEqual(before.drafts);
  });

  it('is taken back only where nothing was edited since', () => {
    const state = after(started(), TAKE, { type: 'selectOption', questionId: 'db', option: 0 }, UNDO);
    expect(state.drafts.map(({ selected }) => selected)).toEqual([[0], [], [], [], [], [], []]);
  });

  it.each<[string, AskUserAction, number[]]>([
    ['another option', { type: 'selectOption', questionId: 'db', option: 0 }, [0]],
    ['Other', { type: 'selectOption', questionId: 'db', option: 'other' }, []],
    ['a note', { type: 'setNotes', questionId: 'db', text: 'why' }, [1]],
    ['a cleared answer', { type: 'clearAnswer', questionId: 'db' }, []],
  ])('loses the mark with %s', (_, action, selected) => {
    const { drafts } = after(started(), TAKE, action);
    expect(drafts[0]).toMatchObject({ selected });
    expect(drafts[0]).not.toHaveProperty('recommended');
  });

  it('counts no longer if the question marks another option, too', () => {
    const questions = REQUEST.questions.with(0, question('db', ['SQLite (Recommended)', 'PostgreSQL (Recommended)']));
    const request = { ...REQUEST, questions };
    const state = after(started(), TAKE, { type: 'setRequest', request, streaming: false });
    expect(takenQuestions(state)).toEqual([1, 6]);
    expect(toReplies(state)[0]).toEqual({ questionId: 'db', selected: [1] });
  });

  it('is restored only with its option', () => {
    const draft = { other: false, custom: '', notes: '', skipped: false, recommended: true } as const;
    const restored = after(started(), {
      type: 'restore',
      drafts: [
        { questionId: 'db', selected: [1], ...draft },
        { questionId: 'cache', selected: [1], ...draft },
        { questionId: 'none', selected: [0], ...draft },
      ],
    });
    expect(takenQuestions(restored)).toEqual([0]);
    expect(toReplies(restored).map(({ recommended }) => recommended)).toEqual([true, undefined, undefined, undefined]);
  });

  it('never makes a reply that is refused, and is taken back without a trace, whatever the user does', () => {
    const id = fc.constantFrom(...REQUEST.questions.map((one) => one.id));
    const action: fc.Arbitrary<AskUserAction> = fc.oneof(
      fc.record({
        type: fc.constantFrom('selectOption' as const, 'toggleOption' as const),
        questionId: id,
        option: fc.constantFrom(0, 1, 'other' as const),
      }),
      fc.record({ type: fc.constant('setCustom' as const), questionId: id, text: fc.constantFrom('', 'text') }),
      fc.record({ type: fc.constant('setNotes' as const), questionId: id, text: fc.constantFrom('', 'note') }),
      fc.record({ type: fc.constantFrom('clearAnswer' as const, 'skip' as const), questionId: id }),
      fc.constantFrom(TAKE, UNDO),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 12 }), (actions) => {
        const state = after(started({ allow: { skip: true } }), ...actions);
        const replies = toReplies(state);
        const ids = replies.map(({ questionId }) => questionId);
        const questions = REQUEST.questions.filter((one) => ids.includes(one.id));
        expect(buildAnswers({ requestId: 'r', questions }, replies)).toMatchObject({ ok: true });
        const undone = after(state, UNDO);
        expect(after(undone, TAKE, UNDO).drafts).toEqual(undone.drafts);
        expect(takenQuestions(undone)).toEqual([]);
      }),
    );
  });
});
