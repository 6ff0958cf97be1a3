import { describe, expect, it } from 'vitest';
import { activeQuestion, canSubmit, mustConfirmDiscard } from '../../../src/core/flow/selectors.js';
import type { AskUserAction, FlowOptionsInput } from '../../../src/core/flow/types.js';
import {
  DB,
  FEATURES,
  NAME,
  answersIn,
  cancel,
  choose,
  clear,
  confirm,
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
  write,
} from './flow.js';

/** Small behaviors that a change of the flow could break without failing a larger scenario. */
describe('the flow', () => {
  it('stores the selection in option order, not in the order of selecting [R-MULTI]', () => {
    expect(draftOf(run(start([FEATURES]), toggle('features', 2), toggle('features', 0)), 'features').selected).toEqual([
      0, 2,
    ]);
  });

  it('returns from Review to the first question, and has no active question on Review [R-TABS]', () => {
    const review = run(start([DB, NAME]), goTo(2));
    expect(activeQuestion(review)).toBeUndefined();
    const first = run(review, goTo(0));
    expect([first.active, activeQuestion(first)]).toEqual([0, DB]);
  });

  it('cannot submit a request without questions, and cancels it without confirmation [R-EMPTY]', () => {
    const empty = start([]);
    expect([canSubmit(empty), mustConfirmDiscard(empty)]).toEqual([false, false]);
    expect(run(empty, cancel).phase).toBe('submitting');
  });

  it('removes the error of the last delivery when the next delivery starts [R-ASYNC]', () => {
    const failed = run(start([DB]), choose('db', 0), submit, fail());
    expect(failed.error).toBeDefined();
    expect('error' in run(failed, cancel)).toBe(false);
  });

  it('does not retry while a confirmation is shown [R-ASYNC]', () => {
    const asked = run(start([DB, NAME]), choose('db', 0), cancel, confirm, fail(), cancel);
    expect(asked).toMatchObject({ phase: 'confirmingDiscard', error: { result: { status: 'cancelled' } } });
    expect(run(asked, retry)).toBe(asked);
  });

  it('marks a question as missing only while the question can be answered [R-ATOMIC]', () => {
    const require = { type: 'validateQuestion', questionId: 'name' } as const;
    const asked = run(start([DB, NAME]), choose('db', 0), cancel);
    expect(asked.phase).toBe('confirmingDiscard');
    expect(run(asked, require)).toBe(asked);
  });

  it('sets `withdrawn` if an outside settlement left text unsent [R-ASYNC]', () => {
    const state = run(start([NAME]), say('name', 'mine'), { type: 'settle', result: { status: 'aborted' } });
    expect(state.settledExternally).toBe(true);
    expect(run(start([NAME]), say('name', 'mine'), submit, fail('already_resolved')).settledExternally).toBe(true);
  });

  it('accepts more questions while a cancellation is in flight [R-STREAM]', () => {
    const cancelling = run(start([DB], {}, true), cancel);
    expect(cancelling.phase).toBe('submitting');
    expect(run(cancelling, write(false, DB, NAME)).drafts).toHaveLength(2);
  });
});

describe('setOptions while a request is pending', () => {
  const state = start([DB], { softLimit: 5, allow: { skip: true } });
  const set = (options: FlowOptionsInput): AskUserAction => ({ type: 'setOptions', options });

  it('returns the same state if the options are equal', () => {
    expect(run(state, set({ softLimit: 5, allow: { skip: true } }))).toBe(state);
  });

  it('applies from then on, and resets an omitted option to its default', () => {
    expect(run(state, set({ allow: { skip: true } }))).toEqual({
      ...state,
      options: {
        softLimit: 2000,
        confirmCancel: 'auto',
        allow: { skip: true },
      },
    });
    expect(run(state, skip('db'), set({}), clear('db'), skip('db')).drafts[0]?.skipped).toBe(false);
  });

  it('changes nothing else, in any phase [R-KEEP]', () => {
    const asked = run(start([NAME]), say('name', 'mine'), cancel);
    const { options, ...rest } = run(asked, set({ confirmCancel: 'multiple' }));
    expect(options.confirmCancel).toBe('multiple');
    expect({ ...rest, options: asked.options }).toEqual(asked);
  });
});

describe('a question whose text grows', () => {
  const longer = { ...DB, question: `${DB.question} In production?` };

  it('keeps the text of a deselected Other, and does not select Other [R-STREAM] [R-NOPHANTOM]', () => {
    const draft = draftOf(
      run(start([DB], {}, true), choose('db', 'other'), say('db', 'mine'), choose('db', 1), write(true, longer)),
      'db',
    );
    expect(draft).toMatchObject({ selected: [1], other: false, custom: 'mine' });
  });

  it('keeps typed text but no selection if it grows after the end of its stream [R-NOPHANTOM]', () => {
    const state = run(start([DB]), choose('db', 0), note('db', 'hm'), write(false, longer));
    expect(draftOf(state, 'db')).toMatchObject({ selected: [], other: false, notes: 'hm' });
    expect(answersIn(run(state, submit))).toBeUndefined();
  });
});
