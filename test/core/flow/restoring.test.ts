import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { EMPTY_DRAFT } from '../../../src/core/flow/empty-draft.js';
import { askUserReducer } from '../../../src/core/flow/reducer.js';
import { createInitialState } from '../../../src/core/flow/state.js';
import { createAskUserStore } from '../../../src/core/flow/store.js';
import type { AskUserAction, AskUserState, Draft, StateReducer } from '../../../src/core/flow/types.js';
import type { Question } from '../../../src/core/question/types.js';
import { actionOn, flowOptions, requests } from '../../helpers/arbitraries.js';
import { ask, choose, DB, FEATURES, NAME, note, run, say, start, submit } from './flow.js';

const draft = (questionId: string, given: Partial<Draft>) => ({ ...EMPTY_DRAFT, questionId, ...given });

const restore = (...drafts: readonly (Draft & { readonly questionId: string })[]): AskUserAction => ({
  type: 'restore',
  drafts,
});

/** Returns the action that restores what was entered in a state. */
const snapshotOf = ({ request, drafts, message, active }: AskUserState): AskUserAction => ({
  type: 'restore',
  drafts: drafts.map((one, at) => ({ ...one, questionId: request.questions[at]!.id })),
  message,
  active,
});

describe('restoring drafts [R-REPLAY]', () => {
  it('leads to what the actions of the user led to, whatever they were', () => {
    let compared = 0;
    const session = requests(3).chain((request) =>
      fc.tuple(fc.constant(request), flowOptions, fc.array(actionOn(request), { maxLength: 30, size: 'max' })),
    );
    fc.assert(
      fc.property(session, ([request, options, actions]) => {
        for (const action of actions) {
          // The restored state has this request and these options.
          if (action.type === 'setRequest' || action.type === 'setOptions' || action.type === 'settle') return;
        }
        const entered = actions.reduce(askUserReducer, createInitialState(request, options));
        const restored = askUserReducer(createInitialState(request, options), snapshotOf(entered));
        assert.deepEqual(restored.drafts, entered.drafts);
        assert.deepEqual([restored.message, restored.active], [entered.message, entered.active]);
        assert.equal(askUserReducer(restored, snapshotOf(entered)), restored);
        if (entered.drafts.some((one) => one !== EMPTY_DRAFT)) compared++;
      }),
      { seed: 7, numRuns: 1000 },
    );
    expect(compared).toBeGreaterThan(100);
  });

  it('changes only the drafts that are given, and keeps the same state object if they are the same', () => {
    const before = run(start([DB, NAME]), choose('db', 1), say('name', 'Ada'));
    const after = run(before, restore(draft('name', { custom: 'Grace' })));
    expect(after.drafts).toEqual([before.drafts[0], { ...EMPTY_DRAFT, custom: 'Grace' }]);
    expect(run(before, restore(draft('db', { selected: [1] }), draft('nobody', { custom: 'x' })))).toBe(before);
  });

  const noOther: Question = { ...DB, constraints: { allowCustom: false } };
  const required: Question = { ...DB, constraints: { required: true } };
  it.each<[string, Question, Partial<Draft>, Partial<Draft>]>([
    ['an option that does not exist', FEATURES, { selected: [9, 2, -1, 0.5, 0, 2] }, { selected: [0, 2] }],
    ['several options of a single-select question', DB, { selected: [0, 1], notes: 'n' }, { notes: 'n' }],
    [
      'an option beside Other in a single-select question',
      DB,
      { selected: [0], other: true, custom: 'x' },
      { custom: 'x' },
    ],
    [
      'Other, and its text, if the question has no Other',
      noOther,
      { selected: [0], other: true, custom: 'x' },
      { selected: [0] },
    ],
    ['Other of a question without options', NAME, { other: true, custom: 'Ada' }, { custom: 'Ada' }],
    ['the skipping of a question that is required', required, { selected: [1], skipped: true }, { selected: [1] }],
    [
      'the selection of a question that is skipped',
      DB,
      { selected: [1], other: true, skipped: true },
      { skipped: true },
    ],
  ])('ignores %s [R-NOPHANTOM]', (_, question, given, kept) => {
    const before = start([question], { allow: { skip: true } });
    expect(run(before, restore(draft(question.id, given))).drafts).toEqual([{ ...EMPTY_DRAFT, ...kept }]);
  });

  it('does not skip a question if the host does not allow it', () => {
    const before = start([DB]);
    expect(run(before, restore(draft('db', { skipped: true })))).toBe(before);
  });

  it('unmarks a missing question whose answer it restores, and asks again about a long answer', () => {
    const missing = run(start([NAME, DB], { softLimit: 3 }), submit);
    expect(missing.missing).toEqual([0, 1]);
    expect(run(missing, restore(draft('db', { selected: [0] }))).missing).toEqual([0]);
    const confirmed = { ...run(missing, say('name', 'Grace'), choose('db', 0)), longAnswerConfirmed: true };
    expect(run(confirmed, restore(draft('name', { custom: 'Adele' })), submit).phase).toBe('confirmingLongAnswer');
  });

  it('keeps notes that the question does not allow, as typed ones, until the user removes them', () => {
    const silent: Question = { ...DB, constraints: { allowNotes: false } };
    const typed = run(start([silent]), choose('db', 0), note('db', 'n'));
    const restored = run(start([silent]), restore(draft('db', { selected: [0], notes: 'n' })));
    expect(restored).toEqual(typed);
    expect(run(restored, submit).phase).toBe('answering');
  });

  it('is one action for the state reducer of the host, which can refuse it', () => {
    const stateReducer = vi.fn<StateReducer>((state) => state);
    const store = createAskUserStore(ask(DB, NAME), { stateReducer });
    const before = store.getState();
    const action = restore(draft('db', { selected: [0] }), draft('name', { custom: 'Ada' }));
    store.dispatch(action);
    expect(stateReducer.mock.calls.map(([, step]) => step.action)).toEqual([action]);
    expect(store.getState()).toBe(before);
  });
});
