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

/** Small things that a change to the flow could break without a scenario noticing. */
describe('corners of the flow', () => {
  it('[R-MULTI] what is chosen stands in the options’ order, whatever the order of choosing', () => {
    expect(draftOf(run(start([FEATURES]), toggle('features', 2), toggle('features', 0)), 'features').selected).toEqual([
      0, 2,
    ]);
  });

  it('[R-TABS] the first question can be gone back to, and Review shows no question', () => {
    const review = run(start([DB, NAME]), goTo(2));
    expect(activeQuestion(review)).toBeUndefined();
    const first = run(review, goTo(0));
    expect([first.active, activeQuestion(first)]).toEqual([0, DB]);
  });

  it('[R-EMPTY] a request without a question can’t be submitted, and is cancelled without being asked', () => {
    const empty = start([]);
    expect([canSubmit(empty), mustConfirmDiscard(empty)]).toEqual([false, false]);
    expect(run(empty, cancel).phase).toBe('submitting');
  });

  it('[R-ASYNC] the error of before is gone as soon as the next thing is on its way', () => {
    const failed = run(start([DB]), choose('db', 0), submit, fail());
    expect(failed.error).toBeDefined();
    expect('error' in run(failed, cancel)).toBe(false);
  });

  it('[R-ASYNC] trying again is for an error that is shown: not while something is asked', () => {
    const asked = run(start([DB, NAME]), choose('db', 0), cancel, confirm, fail(), cancel);
    expect(asked).toMatchObject({ phase: 'confirmingDiscard', error: { result: { status: 'cancelled' } } });
    expect(run(asked, retry)).toBe(asked);
  });

  it('[R-ATOMIC] a question is marked as missing only while it can be answered', () => {
    const require = { type: 'requireAnswer', questionId: 'name' } as const;
    const asked = run(start([DB, NAME]), choose('db', 0), cancel);
    expect(asked.phase).toBe('confirmingDiscard');
    expect(run(asked, require)).toBe(asked);
  });

  it('[R-ASYNC] what an ending from outside left unsent is marked as that', () => {
    const state = run(start([NAME]), say('name', 'mine'), { type: 'settle', result: { status: 'aborted' } });
    expect(state.withdrawn).toBe(true);
    expect(run(start([NAME]), say('name', 'mine'), submit, fail('already_resolved')).withdrawn).toBe(true);
  });

  it('[R-STREAM] a request may go on while its cancellation is on its way', () => {
    const cancelling = run(start([DB], {}, true), cancel);
    expect(cancelling.phase).toBe('submitting');
    expect(run(cancelling, write(false, DB, NAME)).drafts).toHaveLength(2);
  });
});

describe('options that change while a request is open', () => {
  const state = start([DB], { softLimit: 5, allowSkip: true });
  const set = (options: FlowOptionsInput): AskUserAction => ({ type: 'setOptions', options });

  it('change nothing if they are equal, even one that is no number', () => {
    expect(run(state, set({ softLimit: 5, allowSkip: true }))).toBe(state);
    const odd = run(state, set({ softLimit: Number.NaN }));
    expect(run(odd, set({ softLimit: Number.NaN }))).toBe(odd);
  });

  it('hold from then on, and one that is left out is the default', () => {
    expect(run(state, set({ allowSkip: true }))).toEqual({
      ...state,
      options: {
        softLimit: 2000,
        confirmCancel: 'auto',
        allowSkip: true,
        allowDecline: false,
        allowPartial: false,
        allowDiscuss: false,
      },
    });
    expect(run(state, skip('db'), set({}), clear('db'), skip('db')).drafts[0]?.skipped).toBe(false);
  });

  it('[R-KEEP] leave everything else as it is, in any phase', () => {
    const asked = run(start([NAME]), say('name', 'mine'), cancel);
    const { options, ...rest } = run(asked, set({ confirmCancel: 'multiple' }));
    expect(options.confirmCancel).toBe('multiple');
    expect({ ...rest, options: asked.options }).toEqual(asked);
  });
});

describe('a question that grows', () => {
  const longer = { ...DB, question: `${DB.question} In production?` };

  it('[R-STREAM] [R-NOPHANTOM] keeps a text under Other that was deselected, and does not select it', () => {
    const draft = draftOf(
      run(start([DB], {}, true), choose('db', 'other'), say('db', 'mine'), choose('db', 1), write(true, longer)),
      'db',
    );
    expect(draft).toMatchObject({ selected: [1], other: false, custom: 'mine' });
  });

  it('[R-NOPHANTOM] after the end of its stream asks something else: what was typed stays, no choice does', () => {
    const state = run(start([DB]), choose('db', 0), note('db', 'hm'), write(false, longer));
    expect(draftOf(state, 'db')).toMatchObject({ selected: [], other: false, notes: 'hm' });
    expect(answersIn(run(state, submit))).toBeUndefined();
  });
});
