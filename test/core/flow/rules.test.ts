import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowsNotes, mayStayBlank } from '../../../src/core/answer/constraints.js';
import { defined } from '../../../src/core/guards.js';
import type { Reply } from '../../../src/core/answer/types.js';
import { buildAnswers } from '../../../src/core/answer/build-answers.js';
import { askUserReducer } from '../../../src/core/flow/reducer.js';
import {
  answeredCount,
  canSkip,
  canSubmit,
  getAnswer,
  isAnswered,
  missingForPartial,
  missingQuestions,
  getAnswerIssue as problemAt,
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
  note,
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
const validateQuestion = (questionId: string): AskUserAction => ({ type: 'validateQuestion', questionId });
const marks = ({ phase, active, missing }: AskUserState) => ({ phase, active, missing });

describe('a submit with an answer that breaks a rule', () => {
  it('sends nothing, marks the questions and goes to the first one [R-ATOMIC]', () => {
    const state = run(start([DB, AGE, TWO]), choose('db', 0), say('age', 'x'), toggle('features', 1), goTo(3), submit);
    expect(marks(state)).toEqual({ phase: 'answering', active: 1, missing: [1, 2] });
    expect(state.result).toBeUndefined();
    expect([0, 1, 2].map((index) => problemOf(state, index))).toEqual([
      undefined,
      { code: 'input', value: 'integer' },
      { code: 'minSelected', value: 2 },
    ]);
  });

  it('marks missing answers too, in question order', () => {
    const state = run(start([TWO, DB, AGE]), toggle('features', 1), say('age', '0'), submit);
    expect(marks(state)).toEqual({ phase: 'answering', active: 0, missing: [0, 1, 2] });
    expect([0, 1, 2].map((index) => problemOf(state, index)?.code)).toEqual(['minSelected', 'unanswered', 'minimum']);
  });

  it('changes nothing if repeated', () => {
    const refused = run(start([AGE]), say('age', 'x'), submit);
    expect(run(refused, submit)).toBe(refused);
  });

  it('keeps the text as typed, when refused and when sent [R-VERBATIM]', () => {
    const refused = run(start([AGE]), say('age', ' 0 '), submit);
    expect(draftOf(refused, 'age').custom).toBe(' 0 ');
    expect(answersIn(run(refused, say('age', ' 7\n'), submit))).toEqual([' 7\n']);
  });

  it('keeps its mark through other mistakes until the rule is met', () => {
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

  it('counts Other as a selected option only while Other is selected', () => {
    const three = run(start([TWO]), toggle('features', 0), toggle('features', 1), say('features', 'more'), submit);
    expect(problemOf(three, 0)).toEqual({ code: 'maxSelected', value: 2 });
    const two = run(three, toggle('features', 'other'), submit);
    expect(answersIn(two)).toEqual([['Auth', 'REST']]);
  });

  it('does not check the text of Other while an option is selected', () => {
    const state = start([ruled(DB, { input: 'email' })]);
    expect(problemOf(run(state, say('db', 'x')), 0)).toEqual({ code: 'input', value: 'email' });
    expect(answersIn(run(state, say('db', 'x'), choose('db', 1), submit))).toEqual(['SQLite']);
  });

  it('is refused before a long answer is confirmed', () => {
    const state = run(start([ruled(NAME, { maxLength: 6 })], { softLimit: 3 }), say('name', 'orders!'), submit);
    expect(marks(state)).toEqual({ phase: 'answering', active: 0, missing: [0] });
    expect(run(state, say('name', 'orders'), submit).phase).toBe('confirmingLongAnswer');
  });

  it('is refused even if the rule was added during the long-answer confirmation', () => {
    const asked = run(start([NAME], { softLimit: 3 }), say('name', 'orders'), submit);
    const state = run(asked, write(false, ruled(NAME, { maxLength: 3 })), confirm);
    expect(marks(state)).toEqual({ phase: 'answering', active: 0, missing: [0] });
  });
});

describe('an answer that breaks a rule', () => {
  const typed = run(start([AGE, TWO, DB]), say('age', '007'), toggle('features', 1), choose('db', 0));

  it('does not count as an answer, whether it is marked or not', () => {
    const { request, drafts } = typed;
    expect(request.questions.map((question, i) => isAnswered(question, drafts[i]!))).toEqual([false, false, true]);
    expect(answeredCount(typed)).toBe(1);
    expect(answeredCount(run(typed, say('age', '7'), toggle('features', 0)))).toBe(3);
    // Review still shows everything that was entered.
    expect(toReplies(typed).map(({ questionId }) => questionId)).toEqual(['age', 'features', 'db']);
    expect(typed.missing).toEqual([]);
  });

  it('is marked when the user leaves its question, until it is corrected [R-TABS]', () => {
    const next = run(typed, goTo(1));
    expect(marks(next)).toEqual({ phase: 'answering', active: 1, missing: [0] });
    const review = run(next, goTo(3));
    expect(marks(review)).toEqual({ phase: 'answering', active: 3, missing: [0, 1] });
    expect(marks(run(review, goTo(0), say('age', '7')))).toEqual({ phase: 'answering', active: 0, missing: [1] });
    // Further moves from and to Review do not change the marks.
    expect(run(review, goTo(0), goTo(3)).missing).toBe(review.missing);
  });

  it('is not marked by a move that does not leave its question', () => {
    for (const to of [0, -1, 4, 0.5]) expect(run(typed, goTo(to))).toBe(typed);
    const asked = run(typed, { type: 'cancel' });
    expect(run(asked, goTo(1))).toBe(asked);
  });

  it('is marked, but an unanswered, skipped or valid one is not', () => {
    const optional = ruled(AGE, { input: 'integer', required: false });
    for (const actions of [[], [say('age', ' ')], [say('age', 'x'), skip('age')], [say('age', '7')]]) {
      expect(run(start([optional, DB]), ...actions, goTo(1)).missing).toEqual([]);
    }
    expect(run(start([DB, TWO]), choose('db', 0), goTo(1), goTo(2)).missing).toEqual([]);
  });
});

describe('validateQuestion', () => {
  it('marks an answer that breaks a rule', () => {
    const typed = run(start([AGE]), say('age', 'x'));
    expect(run(typed, validateQuestion('age')).missing).toEqual([0]);
    const right = run(start([AGE]), say('age', '1'));
    expect(run(right, validateQuestion('age'))).toBe(right);
  });
});

describe('canSubmit', () => {
  it('is false while a rule is broken', () => {
    expect(['x', '0', '3'].map((text) => canSubmit(run(start([AGE]), say('age', text))))).toEqual([false, false, true]);
  });
});

describe('skipping a question with `required`', () => {
  const cases: readonly [required: boolean | undefined, skip: boolean, can: boolean][] = [
    [undefined, false, false],
    [undefined, true, true],
    [false, false, true],
    [false, true, true],
    [true, false, false],
    [true, true, false],
  ];

  it.each(cases)('is possible as expected (required: %s, skip: %s: %s)', (required, allowed, can) => {
    const question = required === undefined ? NAME : ruled(NAME, { required });
    const state = start([question], { allow: { skip: allowed } });
    expect(canSkip(question, state.options)).toBe(can);
    const skipped = run(state, skip('name'));
    expect(skipped === state).toBe(!can);
    expect(answersIn(run(skipped, submit))).toEqual(can ? [''] : undefined);
  });

  it('does not remove the rules of text that was typed before', () => {
    const optional = ruled(AGE, { ...AGE.constraints, required: false });
    const state = run(start([optional]), say('age', 'x'), submit, skip('age'));
    expect(state.missing).toEqual([]);
    expect(problemOf(run(state, clear('age')), 0)).toEqual({ code: 'input', value: 'integer' });
  });

  it('is undone by a rule that arrives later', () => {
    const skipped = run(start([NAME], { allow: { skip: true } }), skip('name'));
    const state = run(skipped, write(false, ruled(NAME, { required: true })), submit);
    expect(marks(state)).toEqual({ phase: 'answering', active: 0, missing: [0] });
    expect(problemOf(state, 0)).toEqual({ code: 'unanswered' });
  });
});

describe('a question that may stay blank', () => {
  const optional = { required: false };
  const [DB_, NAME_, AGE_] = [
    ruled(DB, optional),
    ruled(NAME, optional),
    ruled(AGE, { ...AGE.constraints, ...optional }),
  ];
  const TWO_ = ruled(FEATURES, { ...TWO.constraints, ...optional });

  it('is sent as skipped by the submit, without another gesture [R-BLANK]', () => {
    const state = run(start([DB, NAME_, AGE_, TWO_]), choose('db', 1), goTo(4));
    expect([canSubmit(state), missingQuestions(state), answeredCount(state)]).toEqual([true, [], 1]);
    const sent = run(state, submit);
    expect(sent).toMatchObject({ phase: 'submitting', result: { status: 'answered' } });
    expect(sent.result).toMatchObject({
      answers: [
        { answer: 'SQLite' },
        ...['name', 'age', 'features'].map((questionId) => ({ questionId, answer: '', skipped: true })),
      ],
    });
    // The reply of a client names every question.
    expect(toReplies(sent).slice(1)).toEqual(
      ['name', 'age', 'features'].map((questionId) => ({ questionId, selected: [], skipped: true })),
    );
    expect(buildAnswers(sent.request, toReplies(sent))).toMatchObject({ ok: true });
  });

  it('lets a single question be submitted with nothing entered [R-BLANK]', () => {
    for (const question of [DB_, NAME_, AGE_, TWO_]) expect(answersIn(run(start([question]), submit))).toEqual(['']);
  });

  it.each<readonly [string, Question, readonly AskUserAction[]]>([
    ['white space', NAME_, [say('name', ' \n')]],
    ['Other without text', DB_, [choose('db', 'other'), say('db', ' ')]],
    ['a selection that was cleared', DB_, [choose('db', 0), clear('db')]],
    ['an option that was deselected', TWO_, [toggle('features', 0), toggle('features', 0)]],
    ['a blank note', NAME_, [note('name', ' ')]],
  ])('counts %s as blank [R-BLANK]', (_name, question, actions) => {
    const state = run(start([question, NAME]), ...actions);
    expect([problemOf(state, 0), isAnswered(question, state.drafts[0]!)]).toEqual([undefined, false]);
    expect(getAnswer(state, 0)).toMatchObject({ skipped: true, answer: '', text: '' });
  });

  it.each<readonly [string, Question, readonly AskUserAction[], object]>([
    ['text that is not a number', AGE_, [say('age', 'x')], { code: 'input', value: 'integer' }],
    ['too few options', TWO_, [toggle('features', 0)], { code: 'minSelected', value: 2 }],
    [
      'only a note that it disallows',
      ruled(NAME, { ...optional, allowNotes: false }),
      [note('name', 'later')],
      { code: 'allowNotes', value: false },
    ],
    [
      'only a note that needs an answer',
      ruled(NAME, { ...optional, allowNotes: 'withAnswer' }),
      [note('name', 'later')],
      { code: 'allowNotes', value: 'withAnswer' },
    ],
    [
      'only a note that needs an option',
      ruled(DB, { ...optional, allowNotes: 'withOption' }),
      [note('db', 'later')],
      { code: 'allowNotes', value: 'withOption' },
    ],
  ])('is not blank with %s [R-BLANK]', (_name, question, actions, issue) => {
    const state = run(start([question, DB_]), ...actions);
    expect([problemOf(state, 0), canSubmit(state)]).toEqual([issue, false]);
    expect(marks(run(state, submit))).toEqual({ phase: 'answering', active: 0, missing: [0] });
  });

  it('is sent as skipped with its note [R-BLANK]', () => {
    const state = run(start([NAME_, TWO_]), note('name', 'later'), note('features', 'all'), goTo(2), submit);
    expect(state.result).toMatchObject({
      answers: [
        { skipped: true, notes: 'later' },
        { skipped: true, notes: 'all' },
      ],
    });
    expect(buildAnswers(state.request, toReplies(state))).toMatchObject({ ok: true });
  });

  it('with a note and an answer sends both [R-BLANK]', () => {
    const state = run(start([NAME_]), note('name', 'later'), say('name', 'Ada'), submit);
    expect(state.result).toMatchObject({ answers: [{ answer: 'Ada', notes: 'later' }] });
  });

  it('still leaves the other questions missing, and is not named among them [R-BLANK]', () => {
    const state = run(start([NAME_, DB, DB_]), submit);
    expect(marks(state)).toEqual({ phase: 'answering', active: 1, missing: [1] });
  });

  it('has no mark, not even after it was left [R-BLANK]', () => {
    const state = run(start([AGE_, NAME]), goTo(1), validateQuestion('age'));
    expect(state.missing).toEqual([]);
    const wrong = run(state, goTo(0), say('age', 'x'), goTo(1));
    expect([wrong.missing, run(wrong, say('age', '')).missing]).toEqual([[0], []]);
  });

  it('does not count for answers so far, which need an answer [R-BLANK] [R-PARTIAL]', () => {
    const state = run(start([NAME_, DB], { allow: { partial: true } }));
    expect(missingForPartial(state)).toBe(0);
    const one = run(state, say('name', 'Ada'));
    expect(answersIn(run(one, { type: 'submit', partial: true }))).toEqual(['Ada', '']);
  });
});

describe('a question that allows notes only with an option', () => {
  const LIMITED = ruled(DB, { allowNotes: 'withOption' });
  const issue = { code: 'allowNotes', value: 'withOption' };

  it('refuses a note beside custom text or a skip, keeps it, and sends it with an option', () => {
    const noted = run(start([LIMITED], { allow: { skip: true } }), choose('db', 0), note('db', 'for now'));
    expect(allowsNotes(LIMITED, noted.drafts[0]!)).toBe(true);
    for (const actions of [[choose('db', 'other'), say('db', 'Redis')], [skip('db')]]) {
      const other = run(noted, ...actions);
      expect(allowsNotes(LIMITED, other.drafts[0]!)).toBe(false);
      expect([problemOf(other, 0), isAnswered(LIMITED, other.drafts[0]!)]).toEqual([issue, false]);
      expect(marks(run(other, submit))).toEqual({ phase: 'answering', active: 0, missing: [0] });
      expect(run(other, note('db', ''), submit).phase).toBe('submitting');
      const back = run(other, submit, choose('db', 1), submit);
      expect(back.result).toMatchObject({ answers: [{ answer: 'SQLite', notes: 'for now' }] });
    }
  });
});

describe('a question that allows notes only with an answer', () => {
  const LIMITED = ruled(NAME, { allowNotes: 'withAnswer' });

  it('sends a note that was written first, and refuses to be skipped with it', () => {
    const noted = run(start([LIMITED], { allow: { skip: true } }), note('name', 'for now'));
    expect(allowsNotes(LIMITED, noted.drafts[0]!)).toBe(true);
    expect(run(noted, say('name', 'Ada'), submit).result).toMatchObject({ answers: [{ notes: 'for now' }] });
    const skipped = run(noted, skip('name'));
    expect([problemOf(skipped, 0), allowsNotes(LIMITED, skipped.drafts[0]!)]).toEqual([
      { code: 'allowNotes', value: 'withAnswer' },
      false,
    ]);
    expect(run(skipped, note('name', ''), submit).phase).toBe('submitting');
  });
});

const anyRules: fc.Arbitrary<Required<Omit<Constraints, 'secret'>>> = fc.record({
  required: fc.boolean(),
  allowCustom: fc.boolean(),
  allowNotes: fc.constantFrom<(boolean | 'withAnswer' | 'withOption')[]>(true, false, 'withAnswer', 'withOption'),
  minSelected: fc.nat(3),
  maxSelected: fc.nat(3),
  input: fc.constantFrom('text', 'number', 'integer', 'email', 'url', 'date', 'date-time'),
  minLength: fc.nat(4),
  maxLength: fc.nat(12),
  minimum: fc.integer({ min: -2, max: 2 }),
  maximum: fc.integer({ min: -2, max: 4 }),
});

/** At most three rules, so that most combinations can be met. */
const constraints: fc.Arbitrary<Constraints> = anyRules.chain((rules) =>
  fc.subarray(Object.entries(rules), { maxLength: 3 }).map((some) => Object.fromEntries(some)),
);
const TEXTS = ['1', '3', '-1', '0.5', ' 2 ', 'a@b.co', 'urn:x', '2026-01-31', '2026-01-31T09:30:00Z', 'x', ''];

/** Sessions of actions on two questions with any rules, some of which cannot be met. */
const sessions = fc.tuple(constraints, constraints, fc.boolean()).chain(([first, second, allowed]) => {
  const state = start([ruled(FEATURES, first), ruled(NAME, second)], { allow: { skip: allowed }, softLimit: 50 });
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
  it('send answers that buildAnswers accepts, and a submit sends exactly if no rule is broken [R-NOPHANTOM]', () => {
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
          // Every marked question has an issue for as long as it is marked.
          for (const index of after.missing) assert(problemOf(after, index));
          return after;
        }, initial);
      }),
      { seed: 3, numRuns: 300 },
    );
    expect(sent).toBeGreaterThan(30);
    expect(refused).toBeGreaterThan(100);
  });

  it('can enter every reply that buildAnswers accepts [R-BLANK] [R-FIRST]', () => {
    let blank = 0;
    const optional = constraints.map((rules): Constraints => ({ ...rules, required: false }));
    const rules = fc.oneof(constraints, optional);
    const questions = fc.tuple(rules, rules).map(([first, second]) => [ruled(FEATURES, first), ruled(NAME, second)]);
    const reply = (id: string, most: number) =>
      fc.record({
        id: fc.constant(id),
        selected: fc.oneof(fc.constant([]), fc.subarray([0, 1, 2], { maxLength: most })),
        custom: fc.option(fc.constantFrom(...TEXTS.filter(Boolean)), { nil: undefined, freq: 2 }),
        notes: fc.option(fc.constant('n'), { nil: undefined, freq: 2 }),
      });
    fc.assert(
      fc.property(questions, reply('features', 3), reply('name', 0), (asked, ...given) => {
        let state = start(asked, { allow: { skip: true } });
        const replies = given.map(({ id, selected, custom, notes }): Reply => {
          const skipped = selected.length === 0 && custom === undefined;
          return defined<Reply>({ questionId: id, selected, custom, notes, skipped: skipped || undefined });
        });
        const built = buildAnswers(state.request, replies);
        if (!built.ok) return;
        for (const { questionId, selected, custom, notes, skipped } of replies) {
          const question = asked.find(({ id }) => id === questionId)!;
          // Leaving an optional question blank needs no action.
          if (skipped && mayStayBlank(question) && notes === undefined) blank++;
          else if (skipped) state = run(state, skip(questionId));
          for (const option of selected) state = run(state, toggle(questionId, option));
          if (custom !== undefined) state = run(state, say(questionId, custom));
          if (notes !== undefined) state = run(state, note(questionId, notes));
        }
        expect(run(state, submit).result).toEqual({ status: 'answered', answers: built.value });
      }),
      { seed: 7, numRuns: 300 },
    );
    expect(blank).toBeGreaterThan(30);
  });

  it('lead to the same verdict in the flow and in buildAnswers for every reply [R-FIRST]', () => {
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
