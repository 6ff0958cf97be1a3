import { describe, expect, it } from 'vitest';
import {
  activeQuestion,
  getAnswer,
  answeredCount,
  canSubmit,
  longAnswers,
  missingQuestions,
  primaryAction,
  toReplies,
  toResult,
} from '../../../src/core/flow/selectors.js';
import {
  DB,
  FEATURES,
  NAME,
  answersIn,
  choose,
  clear,
  confirm,
  delivered,
  dismiss,
  draftOf,
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

const ALL = [DB, FEATURES, NAME];

describe('submit', () => {
  const one = run(start(ALL), toggle('features', 1), goTo(3));

  it('sends nothing while answers are missing, marks the missing questions, and goes to the first one [R-ATOMIC]', () => {
    const state = run(one, submit);
    expect(state).toMatchObject({ phase: 'answering', missing: [0, 2], active: 0 });
    expect(state.result).toBeUndefined();
    expect(state.drafts).toBe(one.drafts);
    expect(canSubmit(one)).toBe(false);
  });

  it('goes to the first missing question after every refused attempt [R-ATOMIC]', () => {
    const twice = run(one, submit, goTo(1), submit);
    expect(twice).toMatchObject({ phase: 'answering', missing: [0, 2], active: 0 });
  });

  it('treats notes, blank text and deselected options as missing answers [R-ATOMIC]', () => {
    const state = run(
      start(ALL),
      note('db', 'hm'),
      toggle('features', 0),
      toggle('features', 0),
      toggle('features', 'other'),
      say('name', ' \n'),
      submit,
    );
    expect(state.missing).toEqual([0, 1, 2]);
    expect(toReplies(state)).toEqual([]);
    expect(toResult(state)).toMatchObject({ status: 'invalid' });
  });

  it('marks each question only until it is answered [R-ATOMIC]', () => {
    const refused = run(one, submit);
    expect(run(refused, choose('db', 'other')).missing).toEqual([0, 2]);
    expect(run(refused, say('db', 'D')).missing).toEqual([2]);
    expect(run(refused, say('name', 'n')).missing).toEqual([0]);
    expect(run(refused, say('name', 'n'), choose('db', 0)).missing).toEqual([]);
    expect(run(refused, choose('db', 0), clear('db')).missing).toEqual([2]);
  });

  it('does not mark a question that was skipped afterwards [R-ATOMIC]', () => {
    const state = run(start(ALL, { allow: { skip: true } }), submit, skip('features'));
    expect(state.missing).toEqual([0, 2]);
  });

  it('differs from validateQuestion, which marks one question, and only if its answer is missing [R-ATOMIC]', () => {
    const mark = (questionId: string) => ({ type: 'validateQuestion', questionId }) as const;
    const state = run(one, mark('name'), mark('db'));
    expect(state).toMatchObject({ missing: [0, 2], active: 3 });
    expect(run(state, mark('db'))).toBe(state);
    expect(run(one, mark('features'))).toBe(one);
  });

  it('sends every answer once no answer is missing [R-ATOMIC]', () => {
    const ready = run(one, choose('db', 0), say('name', 'order-processor'));
    expect(canSubmit(ready)).toBe(true);
    const state = run(ready, submit);
    expect(state).toMatchObject({ phase: 'submitting', missing: [] });
    expect(answersIn(state)).toEqual(['PostgreSQL', ['REST'], 'order-processor']);
    expect(state.result).toEqual(toResult(ready));
    expect(run(state, delivered)).toEqual({ ...state, phase: 'settled' });
  });

  it('sends a skipped question as skipped, never as an answer [R-ATOMIC]', () => {
    const state = run(
      start([DB, NAME], { allow: { skip: true } }),
      choose('db', 0),
      skip('db'),
      say('name', 'n'),
      submit,
    );
    expect(state.result).toMatchObject({
      status: 'answered',
      answers: [
        { questionId: 'db', answer: '', text: '', wasCustom: false, selected: [], skipped: true },
        { questionId: 'name', answer: 'n' },
      ],
    });
    expect(answeredCount(state)).toBe(1);
  });

  it('does nothing if there are no questions', () => {
    const state = start([]);
    expect(run(state, submit)).toBe(state);
  });
});

describe('a submit of long answers', () => {
  const long = (state = start(ALL)) =>
    run(state, choose('db', 0), say('features', 'f'.repeat(2_847)), say('name', 'n'.repeat(2_001)));

  it.each([
    ['2,000 characters', 'x'.repeat(2_000), 'submitting'],
    ['2,001 characters', 'x'.repeat(2_001), 'confirmingLongAnswer'],
    ['2,000 emoji, which are 4,000 UTF-16 units', '😀'.repeat(2_000), 'submitting'],
    ['2,001 emoji', '😀'.repeat(2_001), 'confirmingLongAnswer'],
    ['2,000 unpaired surrogates', '\uD800'.repeat(2_000), 'submitting'],
    ['2,001 unpaired surrogates', '\uDC00'.repeat(2_001), 'confirmingLongAnswer'],
  ])('compares the code points with the soft limit: %s [R-LONG]', (_name, text, phase) => {
    expect(run(start([NAME]), say('name', text), submit).phase).toBe(phase);
  });

  it('uses the soft limit of the host [R-LONG]', () => {
    const at = (softLimit: number) => run(start([NAME], { softLimit }), say('name', 'four'), submit).phase;
    expect([3, 4, Infinity].map(at)).toEqual(['confirmingLongAnswer', 'submitting', 'submitting']);
  });

  it('names each long answer with its length [R-LONG]', () => {
    const state = run(long(), submit);
    expect(state.phase).toBe('confirmingLongAnswer');
    expect(longAnswers(state)).toEqual([
      { index: 1, length: 2_847 },
      { index: 2, length: 2_001 },
    ]);
    expect(state.result).toBeUndefined();
  });

  it('ignores notes and text that is not part of the answer [R-LONG]', () => {
    const state = run(
      start([DB, NAME], { allow: { skip: true } }),
      say('db', 'x'.repeat(3_000)),
      choose('db', 0),
      note('db', 'x'.repeat(3_000)),
      say('name', 'x'.repeat(3_000)),
      skip('name'),
    );
    expect(longAnswers(state)).toEqual([]);
    expect(run(state, submit).phase).toBe('submitting');
  });

  it('reports missing answers before it asks about long ones [R-LONG]', () => {
    expect(run(start([DB, NAME]), say('name', 'x'.repeat(3_000)), submit)).toMatchObject({
      phase: 'answering',
      missing: [0],
    });
  });

  it('returns to the first long answer if dismissed, with every field unchanged [R-LONG]', () => {
    const before = long();
    const state = run(before, submit, dismiss);
    expect(state).toEqual({ ...before, active: 1 });
    expect(run(state, submit).phase).toBe('confirmingLongAnswer');
  });

  it('sends the whole text if confirmed [R-LONG]', () => {
    const text = `${'😀x\n'.repeat(250_000)}\uD800`;
    const state = run(start([NAME]), say('name', text), submit, confirm);
    expect(state.phase).toBe('submitting');
    expect(answersIn(state)).toEqual([text]);
  });

  it('does not ask twice about the same texts [R-LONG]', () => {
    const failed = run(long(), submit, confirm, fail());
    expect(run(failed, submit).phase).toBe('submitting');
    expect(run(failed, retry).phase).toBe('submitting');
    expect(run(failed, choose('db', 1), note('name', 'a remark'), retry).phase).toBe('submitting');
  });

  it('asks about text that was typed since the confirmation [R-LONG]', () => {
    const failed = run(long(), submit, confirm, fail());
    expect(run(failed, say('name', 'm'.repeat(2_002)), retry).phase).toBe('confirmingLongAnswer');
  });

  it('asks about a retained text that was selected since the confirmation [R-LONG]', () => {
    const kept = run(start([DB, NAME]), say('db', 'x'.repeat(3_000)), choose('db', 0));
    const failed = run(kept, say('name', 'n'.repeat(2_001)), submit, confirm, fail());
    expect(failed.phase).toBe('answering');
    const again = run(failed, choose('db', 'other'), submit);
    expect(again.phase).toBe('confirmingLongAnswer');
    expect(longAnswers(again)).toHaveLength(2);
  });

  it('asks about a text whose skip was undone since the confirmation [R-LONG]', () => {
    const kept = run(start([NAME, FEATURES], { allow: { skip: true } }), say('name', 'x'.repeat(3_000)), skip('name'));
    const failed = run(kept, say('features', 'n'.repeat(2_001)), submit, confirm, fail());
    expect(failed.phase).toBe('answering');
    expect(run(failed, clear('name'), submit).phase).toBe('confirmingLongAnswer');
  });
});

describe('a failed delivery', () => {
  const ready = run(start([DB, NAME]), choose('db', 0), say('name', 'n'), note('db', 'a remark'), goTo(2));
  const failed = run(ready, submit, fail());

  it('keeps every field and adds the error [R-ASYNC]', () => {
    const { error, ...rest } = failed;
    expect(rest).toEqual(ready);
    expect(error).toEqual({ message: 'no network', result: toResult(ready) });
  });

  it('sends the current entries on retry [R-ASYNC]', () => {
    expect(answersIn(run(failed, retry))).toEqual(['PostgreSQL', 'n']);
    expect(answersIn(run(failed, choose('db', 1), retry))).toEqual(['SQLite', 'n']);
  });

  it('does not retry if an answer was cleared, because a retry is a submit [R-ATOMIC]', () => {
    expect(run(failed, clear('db'), retry)).toMatchObject({ phase: 'answering', missing: [0], active: 0 });
  });

  it.each(['already_resolved', 'unknown', 'orphaned'])(
    'settles the request with the code %s, and keeps the typed text [R-ASYNC]',
    (code) => {
      const state = run(ready, submit, fail(code));
      expect(state).toMatchObject({ phase: 'settled', result: { status: 'aborted', reason: code } });
      expect(state.drafts).toBe(ready.drafts);
      expect(state.error).toBeUndefined();
    },
  );

  it.each(['invalid', 'ALREADY_RESOLVED', '', 'constructor'])(
    'does not settle the request with the code %j [R-ASYNC]',
    (code) => {
      expect(run(ready, submit, fail(code))).toMatchObject({
        phase: 'answering',
        error: { result: { status: 'answered' } },
      });
    },
  );
});

describe('the selectors', () => {
  it('return the next question in order, then Review, then Submit as the primary action', () => {
    const state = start(ALL);
    expect([0, 1, 2, 3].map((to) => primaryAction(run(state, goTo(to))))).toEqual(['next', 'next', 'review', 'submit']);
    expect(primaryAction(start([DB]))).toBe('submit');
  });

  it('return no active question on Review, which a single question does not have', () => {
    const state = run(start(ALL), goTo(3));
    expect(state.active).toBe(3);
    expect(activeQuestion(state)).toBeUndefined();
    expect(run(start([DB]), goTo(1)).active).toBe(0);
  });

  it('show that selecting never moves or submits [R-TABS]', () => {
    const state = run(start(ALL), choose('db', 0), toggle('features', 1), say('name', 'x'));
    expect(state).toMatchObject({ active: 0, phase: 'answering' });
  });

  it('show that moving between questions keeps every draft [R-KEEP]', () => {
    const state = run(start(ALL), choose('db', 0), say('features', 'x'), note('name', 'n'));
    expect(run(state, goTo(1), goTo(3), goTo(2)).drafts).toBe(state.drafts);
  });

  it('return the answers on Review that a submit sends', () => {
    const state = run(start(ALL), choose('db', 2), say('features', 'x'), toggle('features', 0), say('name', 'n'));
    const result = toResult(state);
    expect(result.status === 'answered' && result.answers).toEqual([0, 1, 2].map((index) => getAnswer(state, index)));
    expect([-1, 3, Number.NaN].map((index) => getAnswer(state, index))).toEqual([undefined, undefined, undefined]);
  });

  it('count the answers and find the missing questions', () => {
    const state = run(start(ALL), say('features', 'x'), note('db', 'n'));
    expect(answeredCount(state)).toBe(1);
    expect(missingQuestions(state)).toEqual([0, 2]);
    expect(draftOf(state, 'db').notes).toBe('n');
  });
});
