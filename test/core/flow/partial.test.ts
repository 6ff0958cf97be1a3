import { describe, expect, it } from 'vitest';
import { canSubmitPartial, toReplies } from '../../../src/core/flow/selectors.js';
import {
  answersIn,
  choose,
  confirm,
  DB,
  delivered,
  dismiss,
  draftOf,
  fail,
  FEATURES,
  goTo,
  NAME,
  note,
  retry,
  run,
  say,
  skip,
  start,
  submit,
} from './flow.js';

const ALL = [DB, FEATURES, NAME];
const part = { type: 'submit', partial: true } as const;
const begun = run(start(ALL, { allow: { partial: true } }), choose('db', 1), goTo(3));

describe('a partial submit', () => {
  it('sends the answers, and every other question as skipped, with its notes [R-PARTIAL]', () => {
    const sent = run(begun, note('name', 'ask Ana'), part);
    expect(sent.phase).toBe('submitting');
    expect(sent.result).toMatchObject({
      status: 'answered',
      answers: [
        { questionId: 'db', answer: 'SQLite', wasCustom: false },
        { questionId: 'features', answer: '', text: '', skipped: true, selected: [] },
        { questionId: 'name', answer: '', text: '', skipped: true, notes: 'ask Ana' },
      ],
    });
    expect(toReplies(sent, sent.partial)).toEqual([
      { questionId: 'db', selected: [1] },
      { questionId: 'features', selected: [], skipped: true },
      { questionId: 'name', selected: [], skipped: true, notes: 'ask Ana' },
    ]);
    expect(run(sent, delivered)).toMatchObject({ phase: 'settled', result: { status: 'answered' } });
  });

  it('does not change the drafts, so that no question is marked as skipped if the delivery fails [R-PARTIAL] [R-KEEP]', () => {
    const failed = run(begun, part, fail());
    expect(failed).toMatchObject({ phase: 'answering', error: { message: 'no network' } });
    expect(failed.drafts).toBe(begun.drafts);
    const again = run(failed, retry);
    expect(answersIn(again)).toEqual(['SQLite', '', '']);
    expect(answersIn(run(failed, say('name', 'web'), retry))).toEqual(['SQLite', '', 'web']);
    expect(run(failed, submit)).toMatchObject({ phase: 'answering', missing: [1, 2], active: 1 });
  });

  it('asks about a long answer first, then sends the same part of the answers [R-PARTIAL] [R-LONG]', () => {
    const asks = run(start(ALL, { allow: { partial: true }, softLimit: 3 }), say('name', 'much longer'), part);
    expect(asks.phase).toBe('confirmingLongAnswer');
    expect(answersIn(run(asks, confirm))).toEqual(['', '', 'much longer']);
    expect(run(asks, dismiss, submit)).toMatchObject({ phase: 'answering', missing: [0, 1] });
  });

  it('distinguishes questions that the user skipped from questions left unanswered [R-PARTIAL] [R-KEEP]', () => {
    const state = run(start(ALL, { allow: { partial: true, skip: true } }), choose('db', 0), skip('features'));
    const failed = run(state, part, fail());
    expect([draftOf(failed, 'features').skipped, draftOf(failed, 'name').skipped]).toEqual([true, false]);
  });

  it.each([
    ['the host does not allow it', run(start(ALL), choose('db', 1))],
    ['nothing is answered', start(ALL, { allow: { partial: true } })],
    ['a question is only skipped', run(start(ALL, { allow: { partial: true, skip: true } }), skip('db'))],
    ['there are only notes', run(start(ALL, { allow: { partial: true } }), note('db', 'hm'))],
    ['there is one question', start([DB], { allow: { partial: true } })],
    ['the questions are still being written', run(start(ALL, { allow: { partial: true } }, true), choose('db', 1))],
    [
      'an answer is not valid',
      run(
        start([DB, { ...NAME, constraints: { input: 'integer' } }, FEATURES], { allow: { partial: true } }),
        choose('db', 1),
        say('name', 'many'),
      ),
    ],
    [
      'an unanswered question is required',
      run(start([DB, { ...NAME, constraints: { required: true } }], { allow: { partial: true } }), choose('db', 1)),
    ],
    [
      'the note of an unanswered question needs an option',
      run(
        start([NAME, { ...DB, constraints: { allowNotes: 'withOption' } }], { allow: { partial: true } }),
        say('name', 'web'),
        note('db', 'hm'),
      ),
    ],
  ])('equals a normal submit if %s [R-PARTIAL] [R-ATOMIC]', (_what, state) => {
    expect(canSubmitPartial(state)).toBe(false);
    expect(run(state, part)).toEqual(run(state, submit));
    expect(run(state, part).result).toBeUndefined();
  });

  it('is not offered once every question is answered, and then sends all answers [R-PARTIAL]', () => {
    const all = run(begun, choose('features', 0), say('name', 'web'));
    expect(canSubmitPartial(begun)).toBe(true);
    expect(canSubmitPartial(all)).toBe(false);
    expect(answersIn(run(all, part))).toEqual(['SQLite', ['Auth'], 'web']);
  });
});
