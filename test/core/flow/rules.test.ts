import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAnswers } from '../../../src/core/answer/build-answers.js';
import { askUserReducer } from '../../../src/core/flow/reducer.js';
import {
  answeredCount,
  canSkip,
  canSubmit,
  isAnswered,
  missingQuestions,
  problemOf as problemAt,
  toReplies,
} from '../../../src/core/flow/selectors.js';
import type { AskUserAction, AskUserState } from '../../../src/core/flow/types.js';
import type { Constraints, Question } from '../../../src/core/question/types.js';
import { actionOn } from '../../helpers/arbitraries.js';
import {
  answersIn,
  ask,
  choose,
  clear,
  confirm,
  DB,
  draftOf,
  FEATURES,
  goTo,
  NAME,
  run,
  say,
  skip,
  start,
  submit,
  toggle,
  write,
} from './flow.js';

const ruled = (question: Question, constraints: Constraints): Question => ({ ...question, constraints });
const AGE = ruled({ ...NAME, id: 'age', question: 'How old?' }, { input: 'integer', minimum: 1 });
const TWO = ruled(FEATURES, { minSelected: 2, maxSelected: 2 });
const problemOf = ({ request, drafts }: AskUserState, index: number) =>
  problemAt(request.questions[index]!, drafts[index]!);
const requireAnswer = (questionId: string): AskUserAction => ({ type: 'requireAnswer', questionId });
const marks = ({ phase, active, missing }: AskUserState) => ({ phase, active, missing });

describe('a submit with an answer that breaks a rule', () => {
  it('[R-ATOMIC] sends nothing, marks the question and goes to the first', () => {
    const state = run(start([DB, AGE, TWO]), choose('db', 0), say('age', 'x'), toggle('features', 1), goTo(3), submit);
    expect(marks(state)).toEqual({ phase: 'answering', active: 1, missing: [1, 2] });
    expect(state.result).toBeUndefined();
    expect([0, 1, 2].map((index) => problemOf(state, index))).toEqual([
      undefined,
      { code: 'input', value: 'integer' },
      { code: 'minSelected', value: 2 },
    ]);
  });

  it('is refused beside a missing one, in order', () => {
    const state = run(start([TWO, DB, AGE]), toggle('features', 1), say('age', '0'), submit);
    expect(marks(state)).toEqual({ phase: 'answering', active: 0, missing: [0, 1, 2] });
    expect([0, 1, 2].map((index) => problemOf(state, index)?.code)).toEqual(['minSelected', 'unanswered', 'minimum']);
  });

  it('again changes nothing', () => {
    const refused = run(start([AGE]), say('age', 'x'), submit);
    expect(run(refused, submit)).toBe(refused);
  });

  it('[R-VERBATIM] keeps the text as it was typed, refused and sent', () => {
    const refused = run(start([AGE]), say('age', ' 0 '), submit);
    expect(draftOf(refused, 'age').custom).toBe(' 0 ');
    expect(answersIn(run(refused, say('age', ' 7\n'), submit))).toEqual([' 7\n']);
  });

  it('keeps its mark until the rule is kept, through other mistakes', () => {
    let state = run(start([AGE]), say('age', 'x'), submit);
    for (const [text, code] of [
      ['0', 'minimum'],
      ['', 'unanswered'],
      ['1.0', 'input'],
    ] as const) {
      state = run(state, say('age', text));
      expect([state.missing, problemOf(state, 0)?.code]).toEqual([[0], code]);
    }
    state = run(state, say('age', '1'));
    expect([state.missing, problemOf(state, 0)]).toEqual([[], undefined]);
  });

  it('counts Other among the choices, and only while it is chosen', () => {
    const three = run(start([TWO]), toggle('features', 0), toggle('features', 1), say('features', 'more'), submit);
    expect(problemOf(three, 0)).toEqual({ code: 'maxSelected', value: 2 });
    const two = run(three, toggle('features', 'other'), submit);
    expect(answersIn(two)).toEqual([['Auth', 'REST']]);
  });

  it('asks nothing of the text under Other while an option is chosen', () => {
    const state = start([ruled(DB, { input: 'email' })]);
    expect(problemOf(run(state, say('db', 'x')), 0)).toEqual({ code: 'input', value: 'email' });
    expect(answersIn(run(state, say('db', 'x'), choose('db', 1), submit))).toEqual(['SQLite']);
  });

  it('comes before the question whether a long answer is meant', () => {
    const state = run(start([ruled(NAME, { maxLength: 6 })], { softLimit: 3 }), say('name', 'orders!'), submit);
    expect(marks(state)).toEqual({ phase: 'answering', active: 0, missing: [0] });
    expect(run(state, say('name', 'orders'), submit).phase).toBe('confirmingLongAnswer');
  });

  it('is refused even where the rule came while a long answer was asked about', () => {
    const asked = run(start([NAME], { softLimit: 3 }), say('name', 'orders'), submit);
    const state = run(asked, write(false, ruled(NAME, { maxLength: 3 })), confirm);
    expect(marks(state)).toEqual({ phase: 'answering', active: 0, missing: [0] });
  });
});

describe('an answer that breaks a rule', () => {
  const typed = run(start([AGE, TWO, DB]), say('age', '007'), toggle('features', 1), choose('db', 0));

  it('is not counted as one, marked or not', () => {
    const { request, drafts } = typed;
    expect(request.questions.map((question, i) => isAnswered(question, drafts[i]!))).toEqual([false, false, true]);
    expect(answeredCount(typed)).toBe(1);
    expect(answeredCount(run(typed, say('age', '7'), toggle('features', 0)))).toBe(3);
    // What was entered is still what Review shows.
    expect(toReplies(typed).map(({ questionId }) => questionId)).toEqual(['age', 'features', 'db']);
    expect(typed.missing).toEqual([]);
  });

  it('[R-TABS] may be left, and is marked then, until it is mended', () => {
    const next = run(typed, goTo(1));
    expect(marks(next)).toEqual({ phase: 'answering', active: 1, missing: [0] });
    const review = run(next, goTo(3));
    expect(marks(review)).toEqual({ phase: 'answering', active: 3, missing: [0, 1] });
    expect(marks(run(review, goTo(0), say('age', '7')))).toEqual({ phase: 'answering', active: 0, missing: [1] });
    // From Review, and back and forth, there is nothing more to mark.
    expect(run(review, goTo(0), goTo(3)).missing).toBe(review.missing);
  });

  it('is not marked where nothing is left', () => {
    for (const to of [0, -1, 4, 0.5]) expect(run(typed, goTo(to))).toBe(typed);
    const asked = run(typed, { type: 'cancel' });
    expect(run(asked, goTo(1))).toBe(asked);
  });

  it('is not what an unanswered, a skipped or a right one is: these are left unmarked', () => {
    const optional = ruled(AGE, { input: 'integer', required: false });
    for (const actions of [[], [say('age', ' ')], [say('age', 'x'), skip('age')], [say('age', '7')]]) {
      expect(run(start([optional, DB]), ...actions, goTo(1)).missing).toEqual([]);
    }
    expect(run(start([DB, TWO]), choose('db', 0), goTo(1), goTo(2)).missing).toEqual([]);
  });
});

describe('requireAnswer', () => {
  it('marks an answer that breaks a rule', () => {
    const typed = run(start([AGE]), say('age', 'x'));
    expect(run(typed, requireAnswer('age')).missing).toEqual([0]);
    const right = run(start([AGE]), say('age', '1'));
    expect(run(right, requireAnswer('age'))).toBe(right);
  });
});

describe('canSubmit', () => {
  it('is false while a rule is broken', () => {
    expect(['x', '0', '3'].map((text) => canSubmit(run(start([AGE]), say('age', text))))).toEqual([false, false, true]);
  });
});

describe('skipping by the question’s own rule', () => {
  const cases: readonly [required: boolean | undefined, allowSkip: boolean, can: boolean][] = [
    [undefined, false, false],
    [undefined, true, true],
    [false, false, true],
    [false, true, true],
    [true, false, false],
    [true, true, false],
  ];

  it.each(cases)('required: %s, allowSkip: %s: %s', (required, allowSkip, can) => {
    const question = required === undefined ? NAME : ruled(NAME, { required });
    const state = start([question], { allowSkip });
    expect(canSkip(question, state.options)).toBe(can);
    const skipped = run(state, skip('name'));
    expect(skipped === state).toBe(!can);
    expect(answersIn(run(skipped, submit))).toEqual(can ? [''] : undefined);
  });

  it('[R-NOPHANTOM] is never done for the person: an optional question without an answer is missing', () => {
    const state = run(start([ruled(NAME, { required: false })]), submit);
    expect(marks(state)).toEqual({ phase: 'answering', active: 0, missing: [0] });
  });

  it('leaves the rules of what was typed before', () => {
    const optional = ruled(AGE, { ...AGE.constraints, required: false });
    const state = run(start([optional]), say('age', 'x'), submit, skip('age'));
    expect(state.missing).toEqual([]);
    expect(problemOf(run(state, clear('age')), 0)).toEqual({ code: 'input', value: 'integer' });
  });

  it('does not outlive a rule that came later', () => {
    const skipped = run(start([NAME], { allowSkip: true }), skip('name'));
    const state = run(skipped, write(false, ruled(NAME, { required: true })), submit);
    expect(marks(state)).toEqual({ phase: 'answering', active: 0, missing: [0] });
    expect(problemOf(state, 0)).toEqual({ code: 'unanswered' });
  });
});

const anyRules: fc.Arbitrary<Required<Omit<Constraints, 'secret'>>> = fc.record({
  required: fc.boolean(),
  allowCustom: fc.boolean(),
  minSelected: fc.nat(3),
  maxSelected: fc.nat(3),
  input: fc.constantFrom('text', 'number', 'integer', 'email', 'url', 'date', 'date-time'),
  minLength: fc.nat(4),
  maxLength: fc.nat(12),
  minimum: fc.integer({ min: -2, max: 2 }),
  maximum: fc.integer({ min: -2, max: 4 }),
});

/** Up to three rules, so that most can be kept. */
const constraints: fc.Arbitrary<Constraints> = anyRules.chain((rules) =>
  fc.subarray(Object.entries(rules), { maxLength: 3 }).map((some) => Object.fromEntries(some)),
);
const TEXTS = ['1', '3', '-1', '0.5', ' 2 ', 'a@b.co', 'urn:x', '2026-01-31', '2026-01-31T09:30:00Z', 'x', ''];

/** Actions on two questions with rules of any kind, some of them impossible to keep. */
const sessions = fc.tuple(constraints, constraints, fc.boolean()).chain(([first, second, allowSkip]) => {
  const state = start([ruled(FEATURES, first), ruled(NAME, second)], { allowSkip, softLimit: 50 });
  const typing = fc.record({
    type: fc.constant('setCustom' as const),
    questionId: fc.constantFrom('features', 'name'),
    text: fc.constantFrom(...TEXTS),
  });
  const sends = fc.constant<AskUserAction>({ type: 'submit' });
  const actions = fc.array(fc.oneof(actionOn(state.request), typing, sends), {
    minLength: 10,
    maxLength: 60,
    size: 'max',
  });
  return fc.record({ state: fc.constant(state), actions });
});

describe('any actions under any rules', () => {
  it('[R-NOPHANTOM] send what buildAnswers takes, and a submit sends exactly where nothing stands against it', () => {
    let sent = 0;
    let refused = 0;
    fc.assert(
      fc.property(sessions, ({ state: initial, actions }) => {
        actions.reduce((state, action) => {
          const after = askUserReducer(state, action);
          const { questions } = state.request;
          if (action.type === 'submit' && !action.partial && state.phase === 'answering') {
            assert.equal(after.phase !== 'answering', canSubmit(state));
            if (!canSubmit(state) && !state.streaming) {
              assert.deepEqual(after.missing, missingQuestions(state));
              refused++;
            }
          }
          if (after !== state && after.phase === 'submitting' && after.result?.status === 'answered') {
            const built = buildAnswers(after.request, toReplies(after, after.partial));
            assert.deepEqual(built, { ok: true, value: after.result.answers, warnings: [] });
            sent++;
          }
          questions.forEach((_, index) => {
            if (problemOf(state, index)) assert(!canSubmit(state));
          });
          // A mark says the truth for as long as it stands.
          for (const index of after.missing) assert(problemOf(after, index));
          return after;
        }, initial);
      }),
      { seed: 3, numRuns: 300 },
    );
    expect(sent).toBeGreaterThan(30);
    expect(refused).toBeGreaterThan(100);
  });

  it('[R-FIRST] the flow and buildAnswers agree on every reply', () => {
    fc.assert(
      fc.property(sessions, ({ state: initial, actions }) => {
        const state = run(initial, ...actions.filter(({ type }) => type !== 'setRequest'));
        const replies = toReplies(state);
        const { questions } = state.request;
        for (const reply of replies) {
          const index = questions.findIndex(({ id }) => id === reply.questionId);
          const built = buildAnswers(ask(questions[index]!), [reply]);
          const code = built.ok ? undefined : built.issues[0]?.code;
          assert.equal(code, problemOf(state, index)?.code);
        }
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});
