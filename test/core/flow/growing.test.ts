import { describe, expect, it } from 'vitest';
import { answerOf, canSubmit, isAnswered, mustConfirmDiscard, toReplies } from '../../../src/core/flow/selectors.js';
import type { AskUserAction, Draft } from '../../../src/core/flow/types.js';
import type { Question } from '../../../src/core/question/types.js';
import {
  DB,
  FEATURES,
  NAME,
  answersIn,
  cancel,
  choose,
  clear,
  confirm,
  dismiss,
  draftOf,
  fail,
  goTo,
  labels,
  note,
  run,
  say,
  skip,
  start,
  submit,
  toggle,
  write,
} from './flow.js';

const EMPTY: Draft = { selected: [], other: false, custom: '', notes: '', skipped: false };

/** One question growing into another, with something entered before. */
const grow = (before: Question, after: Question, ...entered: readonly AskUserAction[]) =>
  run(start([before], { allowSkip: true }, true), ...entered, write(false, after));

describe('a request that is still being written', () => {
  it('[R-STREAM] sends nothing until it is final', () => {
    const state = run(start([DB], {}, true), choose('db', 0));
    expect(canSubmit(state)).toBe(false);
    expect(run(state, submit)).toBe(state);
    expect(answersIn(run(state, write(false, DB), submit))).toEqual(['PostgreSQL']);
  });

  it('[R-STREAM] sends nothing from a confirmation either, once it goes on', () => {
    const asked = run(start([NAME]), say('name', 'x'.repeat(2_001)), submit, write(true, NAME, DB));
    expect(asked.phase).toBe('confirmingLongAnswer');
    const state = run(asked, confirm);
    expect(state).toMatchObject({ phase: 'answering', streaming: true });
    expect(state.result).toBeUndefined();
  });

  it('[R-STREAM] starts with no question at all, and shows the first ones that come', () => {
    const state = run(start([], {}, true), write(true, { ...DB, question: 'Which' }));
    expect(state).toMatchObject({ active: 0, drafts: [EMPTY] });
    expect(run(state, write(false, DB, FEATURES))).toMatchObject({ active: 0, drafts: [EMPTY, EMPTY] });
    expect(run(start([], {}, true), write(false, DB, FEATURES, NAME)).active).toBe(0);
  });

  it('[R-STREAM] keeps the draft of a question whose text goes on', () => {
    const state = grow({ ...DB, question: 'Which data' }, DB, choose('db', 1), note('db', 'hm'));
    expect(draftOf(state, 'db')).toEqual({ ...EMPTY, selected: [1], notes: 'hm' });
    expect(answerOf(state, 0)?.question).toBe('Which database?');
  });

  it('[R-STREAM] keeps a choice when options are added', () => {
    const state = grow({ ...DB, options: DB.options.slice(0, 1) }, DB, choose('db', 0));
    expect(draftOf(state, 'db').selected).toEqual([0]);
    expect(answerOf(state, 0)?.answer).toBe('PostgreSQL');
  });

  it.each([
    ['goes on', labels('No'), labels('No backup, delete all')],
    ['was empty', labels(''), labels('Yes')],
    ['is told otherwise', [{ label: 'Go', description: 'Keeps all' }], [{ label: 'Go', description: 'Deletes all' }]],
  ])('[R-NOPHANTOM] nobody has chosen an option that %s', (_, before, now) => {
    const state = grow({ ...DB, options: before }, { ...DB, options: now }, choose('db', 0));
    expect(draftOf(state, 'db').selected).toEqual([]);
  });

  it('[R-STREAM] keeps several choices and Other', () => {
    const before = { ...FEATURES, options: labels('Auth', 'REST') };
    const state = grow(before, FEATURES, toggle('features', 1), toggle('features', 0), say('features', 'Metrics'));
    expect(answerOf(state, 0)?.answer).toEqual(['Auth', 'REST', 'Metrics']);
  });

  it('[R-STREAM] the very draft is kept where nothing of it changes', () => {
    const before = run(start([DB, NAME], {}, true), choose('db', 1), say('name', 'x'));
    const state = run(before, write(true, { ...DB, header: 'Database' }, NAME, FEATURES));
    expect(state.drafts[0]).toBe(before.drafts[0]);
    expect(state.drafts[1]).toBe(before.drafts[1]);
    expect(state.drafts[2]).toEqual(EMPTY);
  });

  it('[R-STREAM] a question put in before another leaves each draft with its question', () => {
    const before = run(start([DB, NAME], {}, true), choose('db', 1), say('name', 'x'), goTo(1));
    const state = run(before, write(true, FEATURES, DB, NAME));
    expect(draftOf(state, 'db').selected).toEqual([1]);
    expect(draftOf(state, 'name').custom).toBe('x');
    expect(draftOf(state, 'features')).toEqual(EMPTY);
    expect(state.active).toBe(2);
  });

  it('[R-STREAM] a second question leaves the first where it is', () => {
    const state = run(start([DB], {}, true), say('db', 'DynamoDB'), write(false, DB, NAME));
    expect(state).toMatchObject({ active: 0, phase: 'answering' });
    expect(draftOf(state, 'db')).toMatchObject({ other: true, custom: 'DynamoDB' });
  });

  it('[R-STREAM] Review stays Review', () => {
    const state = run(start([DB, NAME], {}, true), goTo(2), write(true, DB, NAME, FEATURES));
    expect(state.active).toBe(3);
    expect(run(state, write(false, DB)).active).toBe(0);
  });

  it('[R-STREAM] a question that is gone takes its tab along', () => {
    const state = run(start([DB, NAME, FEATURES], {}, true), goTo(1), write(true, DB, FEATURES));
    expect(state.active).toBe(0);
    expect(state.drafts).toHaveLength(2);
  });

  it('[R-STREAM] what was missing is asked again at the next submit', () => {
    const state = run(start([DB, NAME]), submit, write(false, NAME, DB));
    expect(state.missing).toEqual([]);
    expect(run(state, submit).missing).toEqual([0, 1]);
  });
});

describe('a question that becomes another kind', () => {
  it('[R-KEEP] a text stays the answer, as Other, when options arrive', () => {
    const before = { ...DB, options: [] };
    for (const after of [DB, { ...DB, multiSelect: true }]) {
      const state = grow(before, after, say('db', 'DynamoDB'));
      expect(draftOf(state, 'db')).toEqual({ ...EMPTY, other: true, custom: 'DynamoDB' });
      expect(answerOf(state, 0)).toMatchObject({ custom: 'DynamoDB', wasCustom: true, selected: [] });
    }
  });

  it('[R-KEEP] a blank text does not choose Other', () => {
    const state = grow({ ...DB, options: [] }, DB, say('db', ' '));
    expect(draftOf(state, 'db')).toEqual({ ...EMPTY, custom: ' ' });
  });

  it('[R-KEEP] a skipped text stays skipped, and kept', () => {
    const state = grow({ ...DB, options: [] }, DB, say('db', 'DynamoDB'), skip('db'));
    expect(draftOf(state, 'db')).toEqual({ ...EMPTY, custom: 'DynamoDB', skipped: true });
    expect(answerOf(run(state, choose('db', 'other')), 0)?.answer).toBe('DynamoDB');
    expect(draftOf(run(state, clear('db')), 'db')).toEqual({ ...EMPTY, custom: 'DynamoDB' });
  });

  it('[R-KEEP] Other is no choice where there are no options', () => {
    const state = grow(DB, { ...DB, options: [] }, say('db', 'DynamoDB'));
    expect(draftOf(state, 'db')).toEqual({ ...EMPTY, custom: 'DynamoDB' });
    expect(answerOf(state, 0)?.answer).toBe('DynamoDB');
  });

  it('[R-STREAM] single-select that turns out to be multi-select keeps its choice', () => {
    const single = { ...FEATURES, multiSelect: false };
    expect(answerOf(grow(single, FEATURES, choose('features', 1)), 0)?.answer).toEqual(['REST']);
    expect(answerOf(grow(single, FEATURES, say('features', 'M')), 0)?.answer).toEqual(['M']);
  });

  it('[R-NOPHANTOM] one pick survives the way from multi-select to single-select', () => {
    const single = { ...FEATURES, multiSelect: false };
    expect(answerOf(grow(FEATURES, single, toggle('features', 2)), 0)?.answer).toBe('Admin');
    expect(answerOf(grow(FEATURES, single, say('features', 'M')), 0)?.answer).toBe('M');
  });

  it.each([
    ['two options', [toggle('features', 0), toggle('features', 2)]],
    ['an option and Other', [toggle('features', 0), say('features', 'Metrics')]],
  ])('[R-NOPHANTOM] %s do not become one without the person', (_name, entered) => {
    const single = { ...FEATURES, multiSelect: false };
    const before = run(start([FEATURES], {}, true), ...entered);
    const state = run(before, write(false, single));
    expect(isAnswered(single, draftOf(state, 'features'))).toBe(false);
    expect(toReplies(state)).toEqual([]);
    expect(draftOf(state, 'features').custom).toBe(draftOf(before, 'features').custom);
  });

  it('[R-NOPHANTOM] a choice goes when its option becomes another one, or is no more', () => {
    expect(answerOf(grow(DB, { ...DB, options: labels('MySQL', 'SQLite') }, choose('db', 0)), 0)).toBeUndefined();
    expect(answerOf(grow(DB, { ...DB, options: labels('PostgreSQL') }, choose('db', 2)), 0)).toBeUndefined();
    const state = grow(
      FEATURES,
      { ...FEATURES, options: labels('Login', 'REST') },
      toggle('features', 0),
      toggle('features', 1),
    );
    expect(answerOf(state, 0)?.answer).toEqual(['REST']);
  });

  it('[R-NOPHANTOM] [R-KEEP] another text under the same id is another question; what was typed stays', () => {
    const state = grow(DB, { ...DB, question: 'Which cloud?' }, say('db', 'x'), note('db', 'n'));
    expect(draftOf(state, 'db')).toEqual({ ...EMPTY, custom: 'x', notes: 'n' });
  });

  it('[R-NOPHANTOM] [R-KEEP] the same text under another id is another question; what was typed stays', () => {
    const state = grow(DB, { ...DB, id: 'db2' }, choose('db', 0), note('db', 'n'));
    expect(draftOf(state, 'db2')).toEqual({ ...EMPTY, notes: 'n' });
  });

  it('[R-KEEP] what was typed goes with its question when another one comes before it, and so does the tab', () => {
    const [first, second, third] = [DB, NAME, FEATURES].map(({ question }, i) => ({
      ...NAME,
      id: `q${i + 1}`,
      question,
    }));
    const before = run(start([first!, second!]), say('q1', 'one'), say('q2', 'two'), goTo(1));
    const state = run(before, write(false, { ...third!, id: 'q1' }, { ...first!, id: 'q2' }, { ...second!, id: 'q3' }));
    expect(state.drafts.map(({ custom }) => custom)).toEqual(['', 'one', 'two']);
    expect(state.active).toBe(2);
  });

  it('[R-ID] what was typed stays where it is when another question with the same text comes', () => {
    const state = run(start([NAME]), say('name', 'orders'), write(false, NAME, { ...NAME, id: 'again' }));
    expect(state.drafts.map(({ custom }) => custom)).toEqual(['orders', '']);
  });

  it('[R-KEEP] each of two questions with the same text keeps what was typed when one of them gets another text', () => {
    const twins = [NAME, { ...NAME, id: 'twin' }];
    const before = run(start(twins), say('name', 'one'), say('twin', 'two'));
    const reworded = twins.map((question, i) => ({
      ...question,
      question: i === 0 ? 'What is its name?' : question.question,
    }));
    const state = run(before, write(false, ...reworded));
    expect(state.drafts.map(({ custom }) => custom)).toEqual(['one', 'two']);
  });

  it('[R-LONG] asks no more about a long answer that is none any more', () => {
    const asked = run(start([DB]), say('db', 'x'.repeat(2_001)), submit);
    expect(asked.phase).toBe('confirmingLongAnswer');
    const state = run(asked, write(false, { ...DB, question: 'Which cloud?' }));
    expect(state).toMatchObject({ phase: 'answering', drafts: [{ custom: 'x'.repeat(2_001), other: false }] });
  });
});

describe('a new but equal request', () => {
  it('[R-KEEP] keeps what was entered and the tab', () => {
    const before = run(start([DB, FEATURES, NAME]), choose('db', 1), say('features', 'x'), note('name', 'n'), goTo(2));
    const state = run(before, write(false, ...structuredClone([DB, FEATURES, NAME])));
    expect(state).toEqual(before);
    state.drafts.forEach((draft, i) => expect(draft).toBe(before.drafts[i]));
  });

  it('[R-KEEP] leaves an open confirmation open, nothing lost', () => {
    const asked = run(start([DB, NAME]), choose('db', 1), cancel, write(false, ...structuredClone([DB, NAME])));
    expect(asked.phase).toBe('confirmingDiscard');
    expect(mustConfirmDiscard(asked)).toBe(true);
    expect(draftOf(run(asked, dismiss), 'db').selected).toEqual([1]);
  });

  it('[R-ASYNC] does not touch answers on their way', () => {
    const sending = run(start([DB]), choose('db', 1), submit);
    expect(run(sending, write(false, { ...DB, question: 'Which one?' }))).toBe(sending);
  });

  it('[R-STREAM] goes on being written under a cancel on its way, which may still fail', () => {
    const leaving = run(start([DB], {}, true), choose('db', 0), cancel, write(false, DB, NAME));
    expect(leaving).toMatchObject({ phase: 'submitting', streaming: false, result: { status: 'cancelled' } });
    const state = run(leaving, fail(), say('name', 'n'), submit);
    expect(answersIn(state)).toEqual(['PostgreSQL', 'n']);
  });
});
