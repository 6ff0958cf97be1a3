import { describe, expect, it } from 'vitest';
import {
  activeQuestion,
  answerOf,
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

describe('all questions or none', () => {
  const one = run(start(ALL), toggle('features', 1), goTo(3));

  it('[R-ATOMIC] sends nothing while answers are missing, says which, and goes to the first', () => {
    const state = run(one, submit);
    expect(state).toMatchObject({ phase: 'answering', missing: [0, 2], active: 0 });
    expect(state.result).toBeUndefined();
    expect(state.drafts).toBe(one.drafts);
    expect(canSubmit(one)).toBe(false);
  });

  it('[R-ATOMIC] says so at every refused attempt', () => {
    const twice = run(one, submit, goTo(1), submit);
    expect(twice).toMatchObject({ phase: 'answering', missing: [0, 2], active: 0 });
  });

  it('[R-ATOMIC] notes, blank texts and deselected options are missing answers', () => {
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

  it('[R-ATOMIC] takes the mark away with the answer, question by question', () => {
    const refused = run(one, submit);
    expect(run(refused, choose('db', 'other')).missing).toEqual([0, 2]);
    expect(run(refused, say('db', 'D')).missing).toEqual([2]);
    expect(run(refused, say('name', 'n')).missing).toEqual([0]);
    expect(run(refused, say('name', 'n'), choose('db', 0)).missing).toEqual([]);
    expect(run(refused, choose('db', 0), clear('db')).missing).toEqual([2]);
  });

  it('[R-ATOMIC] a skip takes the mark away, too', () => {
    const state = run(start(ALL, { allowSkip: true }), submit, skip('features'));
    expect(state.missing).toEqual([0, 2]);
  });

  it('[R-ATOMIC] marks one question on its own, in question order, and only where an answer is missing', () => {
    const mark = (questionId: string) => ({ type: 'requireAnswer', questionId }) as const;
    const state = run(one, mark('name'), mark('db'));
    expect(state).toMatchObject({ missing: [0, 2], active: 3 });
    expect(run(state, mark('db'))).toBe(state);
    expect(run(one, mark('features'))).toBe(one);
  });

  it('[R-ATOMIC] sends every answer once none is missing', () => {
    const ready = run(one, choose('db', 0), say('name', 'order-processor'));
    expect(canSubmit(ready)).toBe(true);
    const state = run(ready, submit);
    expect(state).toMatchObject({ phase: 'submitting', missing: [] });
    expect(answersIn(state)).toEqual(['PostgreSQL', ['REST'], 'order-processor']);
    expect(state.result).toEqual(toResult(ready));
    expect(run(state, delivered)).toEqual({ ...state, phase: 'settled' });
  });

  it('[R-ATOMIC] a skipped question comes back as skipped, never as an answer', () => {
    const state = run(start([DB, NAME], { allowSkip: true }), choose('db', 0), skip('db'), say('name', 'n'), submit);
    expect(state.result).toMatchObject({
      status: 'answered',
      answers: [
        { questionId: 'db', answer: '', text: '', wasCustom: false, selected: [], skipped: true },
        { questionId: 'name', answer: 'n' },
      ],
    });
    expect(answeredCount(state)).toBe(1);
  });

  it('does nothing where there is nothing to answer', () => {
    const state = start([]);
    expect(run(state, submit)).toBe(state);
  });
});

describe('long answers', () => {
  const long = (state = start(ALL)) =>
    run(state, choose('db', 0), say('features', 'f'.repeat(2_847)), say('name', 'n'.repeat(2_001)));

  it.each([
    ['2,000 characters', 'x'.repeat(2_000), 'submitting'],
    ['2,001 characters', 'x'.repeat(2_001), 'confirmingLongAnswer'],
    ['2,000 emoji, which are 4,000 UTF-16 units', '😀'.repeat(2_000), 'submitting'],
    ['2,001 emoji', '😀'.repeat(2_001), 'confirmingLongAnswer'],
    ['2,000 unpaired surrogates', '\uD800'.repeat(2_000), 'submitting'],
    ['2,001 unpaired surrogates', '\uDC00'.repeat(2_001), 'confirmingLongAnswer'],
  ])('[R-LONG] %s', (_name, text, phase) => {
    expect(run(start([NAME]), say('name', text), submit).phase).toBe(phase);
  });

  it('[R-LONG] the host sets the limit', () => {
    const at = (softLimit: number) => run(start([NAME], { softLimit }), say('name', 'four'), submit).phase;
    expect([3, 4, Infinity].map(at)).toEqual(['confirmingLongAnswer', 'submitting', 'submitting']);
  });

  it('[R-LONG] names each long answer with its length', () => {
    const state = run(long(), submit);
    expect(state.phase).toBe('confirmingLongAnswer');
    expect(longAnswers(state)).toEqual([
      { index: 1, length: 2_847 },
      { index: 2, length: 2_001 },
    ]);
    expect(state.result).toBeUndefined();
  });

  it('[R-LONG] counts what would be sent: not the notes, not a text that is not chosen', () => {
    const state = run(
      start([DB, NAME], { allowSkip: true }),
      say('db', 'x'.repeat(3_000)),
      choose('db', 0),
      note('db', 'x'.repeat(3_000)),
      say('name', 'x'.repeat(3_000)),
      skip('name'),
    );
    expect(longAnswers(state)).toEqual([]);
    expect(run(state, submit).phase).toBe('submitting');
  });

  it('[R-LONG] missing answers come first', () => {
    expect(run(start([DB, NAME]), say('name', 'x'.repeat(3_000)), submit)).toMatchObject({
      phase: 'answering',
      missing: [0],
    });
  });

  it('[R-LONG] going back shows the first long answer, with every field as it was', () => {
    const before = long();
    const state = run(before, submit, dismiss);
    expect(state).toEqual({ ...before, active: 1 });
    expect(run(state, submit).phase).toBe('confirmingLongAnswer');
  });

  it('[R-LONG] confirmed, the whole text goes', () => {
    const text = `${'😀x\n'.repeat(250_000)}\uD800`;
    const state = run(start([NAME]), say('name', text), submit, confirm);
    expect(state.phase).toBe('submitting');
    expect(answersIn(state)).toEqual([text]);
  });

  it('[R-LONG] does not ask twice about the same texts', () => {
    const failed = run(long(), submit, confirm, fail());
    expect(run(failed, submit).phase).toBe('submitting');
    expect(run(failed, retry).phase).toBe('submitting');
    expect(run(failed, choose('db', 1), note('name', 'a remark'), retry).phase).toBe('submitting');
  });

  it('[R-LONG] asks about a text that was typed since', () => {
    const failed = run(long(), submit, confirm, fail());
    expect(run(failed, say('name', 'm'.repeat(2_002)), retry).phase).toBe('confirmingLongAnswer');
  });

  it('[R-LONG] asks about a kept text that was chosen since', () => {
    const kept = run(start([DB, NAME]), say('db', 'x'.repeat(3_000)), choose('db', 0));
    const failed = run(kept, say('name', 'n'.repeat(2_001)), submit, confirm, fail());
    expect(failed.phase).toBe('answering');
    const again = run(failed, choose('db', 'other'), submit);
    expect(again.phase).toBe('confirmingLongAnswer');
    expect(longAnswers(again)).toHaveLength(2);
  });

  it('[R-LONG] asks about a text whose skip was taken back since', () => {
    const kept = run(start([NAME, FEATURES], { allowSkip: true }), say('name', 'x'.repeat(3_000)), skip('name'));
    const failed = run(kept, say('features', 'n'.repeat(2_001)), submit, confirm, fail());
    expect(failed.phase).toBe('answering');
    expect(run(failed, clear('name'), submit).phase).toBe('confirmingLongAnswer');
  });
});

describe('after a failed delivery', () => {
  const ready = run(start([DB, NAME]), choose('db', 0), say('name', 'n'), note('db', 'a remark'), goTo(2));
  const failed = run(ready, submit, fail());

  it('[R-ASYNC] every field is as before, with the error', () => {
    const { error, ...rest } = failed;
    expect(rest).toEqual(ready);
    expect(error).toEqual({ message: 'no network', result: toResult(ready) });
  });

  it('[R-ASYNC] retrying sends what is entered then', () => {
    expect(answersIn(run(failed, retry))).toEqual(['PostgreSQL', 'n']);
    expect(answersIn(run(failed, choose('db', 1), retry))).toEqual(['SQLite', 'n']);
  });

  it('[R-ATOMIC] retrying is a submit: an answer taken back is missing', () => {
    expect(run(failed, clear('db'), retry)).toMatchObject({ phase: 'answering', missing: [0], active: 0 });
  });

  it.each(['already_resolved', 'unknown', 'orphaned'])('[R-ASYNC] %s ends it, the typed text still there', (code) => {
    const state = run(ready, submit, fail(code));
    expect(state).toMatchObject({ phase: 'settled', result: { status: 'aborted', reason: code } });
    expect(state.drafts).toBe(ready.drafts);
    expect(state.error).toBeUndefined();
  });

  it.each(['invalid', 'ALREADY_RESOLVED', '', 'constructor'])('[R-ASYNC] %j is a failure like any other', (code) => {
    expect(run(ready, submit, fail(code))).toMatchObject({
      phase: 'answering',
      error: { result: { status: 'answered' } },
    });
  });
});

describe('what is derived', () => {
  it('the primary button goes on in order, reviews after the last question, submits on Review', () => {
    const state = start(ALL);
    expect([0, 1, 2, 3].map((to) => primaryAction(run(state, goTo(to))))).toEqual(['next', 'next', 'review', 'submit']);
    expect(primaryAction(start([DB]))).toBe('submit');
  });

  it('Review is no question, and there is none beside a single question', () => {
    const state = run(start(ALL), goTo(3));
    expect(state.active).toBe(3);
    expect(activeQuestion(state)).toBeUndefined();
    expect(run(start([DB]), goTo(1)).active).toBe(0);
  });

  it('[R-TABS] choosing never moves and never submits', () => {
    const state = run(start(ALL), choose('db', 0), toggle('features', 1), say('name', 'x'));
    expect(state).toMatchObject({ active: 0, phase: 'answering' });
  });

  it('[R-KEEP] moving between questions keeps everything', () => {
    const state = run(start(ALL), choose('db', 0), say('features', 'x'), note('name', 'n'));
    expect(run(state, goTo(1), goTo(3), goTo(2)).drafts).toBe(state.drafts);
  });

  it('answers of Review are those that are sent', () => {
    const state = run(start(ALL), choose('db', 2), say('features', 'x'), toggle('features', 0), say('name', 'n'));
    const result = toResult(state);
    expect(result.status === 'answered' && result.answers).toEqual([0, 1, 2].map((index) => answerOf(state, index)));
    expect([-1, 3, Number.NaN].map((index) => answerOf(state, index))).toEqual([undefined, undefined, undefined]);
  });

  it('counts and finds what is missing', () => {
    const state = run(start(ALL), say('features', 'x'), note('db', 'n'));
    expect(answeredCount(state)).toBe(1);
    expect(missingQuestions(state)).toEqual([0, 2]);
    expect(draftOf(state, 'db').notes).toBe('n');
  });
});
