import { describe, expect, it } from 'vitest';
import { getAnswer, canSubmit, isAnswered, mustConfirmDiscard, toReplies } from '../../../src/core/flow/selectors.js';
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

/** Replaces one question with another after the given actions. */
const grow = (before: Question, after: Question, ...entered: readonly AskUserAction[]) =>
  run(start([before], { allow: { skip: true } }, true), ...entered, write(false, after));

describe('a request that is still streaming', () => {
  it('cannot be submitted before it is final [R-STREAM]', () => {
    const state = run(start([DB], {}, true), choose('db', 0));
    expect(canSubmit(state)).toBe(false);
    expect(run(state, submit)).toBe(state);
    expect(answersIn(run(state, write(false, DB), submit))).toEqual(['PostgreSQL']);
  });

  it('cannot be submitted from a confirmation either if its stream resumes [R-STREAM]', () => {
    const asked = run(start([NAME]), say('name', 'x'.repeat(2_001)), submit, write(true, NAME, DB));
    expect(asked.phase).toBe('confirmingLongAnswer');
    const state = run(asked, confirm);
    expect(state).toMatchObject({ phase: 'answering', streaming: true });
    expect(state.result).toBeUndefined();
  });

  it('starts without questions, and shows the first question that arrives [R-STREAM]', () => {
    const state = run(start([], {}, true), write(true, { ...DB, question: 'Which' }));
    expect(state).toMatchObject({ active: 0, drafts: [EMPTY] });
    expect(run(state, write(false, DB, FEATURES))).toMatchObject({ active: 0, drafts: [EMPTY, EMPTY] });
    expect(run(start([], {}, true), write(false, DB, FEATURES, NAME)).active).toBe(0);
  });

  it('keeps the draft of a question whose text grows [R-STREAM]', () => {
    const state = grow({ ...DB, question: 'Which data' }, DB, choose('db', 1), note('db', 'hm'));
    expect(draftOf(state, 'db')).toEqual({ ...EMPTY, selected: [1], notes: 'hm' });
    expect(getAnswer(state, 0)?.question).toBe('Which database?');
  });

  it('keeps a selection when options are added [R-STREAM]', () => {
    const state = grow({ ...DB, options: DB.options.slice(0, 1) }, DB, choose('db', 0));
    expect(draftOf(state, 'db').selected).toEqual([0]);
    expect(getAnswer(state, 0)?.answer).toBe('PostgreSQL');
  });

  it.each([
    ['has a longer label now', labels('No'), labels('No backup, delete all')],
    ['was empty', labels(''), labels('Yes')],
    [
      'has another description now',
      [{ label: 'Go', description: 'Keeps all' }],
      [{ label: 'Go', description: 'Deletes all' }],
    ],
  ])('deselects an option that %s, because the user did not choose it [R-NOPHANTOM]', (_, before, now) => {
    const state = grow({ ...DB, options: before }, { ...DB, options: now }, choose('db', 0));
    expect(draftOf(state, 'db').selected).toEqual([]);
  });

  it('keeps several selected options and Other [R-STREAM]', () => {
    const before = { ...FEATURES, options: labels('Auth', 'REST') };
    const state = grow(before, FEATURES, toggle('features', 1), toggle('features', 0), say('features', 'Metrics'));
    expect(getAnswer(state, 0)?.answer).toEqual(['Auth', 'REST', 'Metrics']);
  });

  it('keeps the same draft object if the draft does not change [R-STREAM]', () => {
    const before = run(start([DB, NAME], {}, true), choose('db', 1), say('name', 'x'));
    const state = run(before, write(true, { ...DB, header: 'Database' }, NAME, FEATURES));
    expect(state.drafts[0]).toBe(before.drafts[0]);
    expect(state.drafts[1]).toBe(before.drafts[1]);
    expect(state.drafts[2]).toEqual(EMPTY);
  });

  it('keeps each draft with its question if a question is inserted before it [R-STREAM]', () => {
    const before = run(start([DB, NAME], {}, true), choose('db', 1), say('name', 'x'), goTo(1));
    const state = run(before, write(true, FEATURES, DB, NAME));
    expect(draftOf(state, 'db').selected).toEqual([1]);
    expect(draftOf(state, 'name').custom).toBe('x');
    expect(draftOf(state, 'features')).toEqual(EMPTY);
    expect(state.active).toBe(2);
  });

  it('keeps the first question active when a second one arrives [R-STREAM]', () => {
    const state = run(start([DB], {}, true), say('db', 'DynamoDB'), write(false, DB, NAME));
    expect(state).toMatchObject({ active: 0, phase: 'answering' });
    expect(draftOf(state, 'db')).toMatchObject({ other: true, custom: 'DynamoDB' });
  });

  it('stays on Review when a question arrives [R-STREAM]', () => {
    const state = run(start([DB, NAME], {}, true), goTo(2), write(true, DB, NAME, FEATURES));
    expect(state.active).toBe(3);
    expect(run(state, write(false, DB)).active).toBe(0);
  });

  it('removes the tab of a question that is removed [R-STREAM]', () => {
    const state = run(start([DB, NAME, FEATURES], {}, true), goTo(1), write(true, DB, FEATURES));
    expect(state.active).toBe(0);
    expect(state.drafts).toHaveLength(2);
  });

  it('clears the marks of missing questions until the next submit [R-STREAM]', () => {
    const state = run(start([DB, NAME]), submit, write(false, NAME, DB));
    expect(state.missing).toEqual([]);
    expect(run(state, submit).missing).toEqual([0, 1]);
  });
});

describe('a request without question ids, which the parser numbers', () => {
  const asked = (...texts: readonly string[]): Question[] =>
    texts.map((question, i) => ({ id: `q${i + 1}`, question, multiSelect: false, options: [] }));
  const texts = (now: readonly string[]) =>
    run(
      start(asked('Name?', 'Port?', 'Host?')),
      say('q1', 'orders'),
      say('q2', '8080'),
      say('q3', 'example.org'),
      write(false, ...asked(...now)),
    ).drafts.map(({ custom }) => custom);

  it.each([
    ['removed', ['Port?', 'Host?'], ['8080', 'example.org']],
    ['removed, and the next one reworded', ['Which port?', 'Host?'], ['', 'example.org']],
    ['removed, and all others reworded', ['Which port?', 'Which host?'], ['', '']],
    ['reworded', ['Its name?', 'Port?', 'Host?'], ['orders', '8080', 'example.org']],
    ['moved', ['Port?', 'Host?', 'Name?'], ['8080', 'example.org', 'orders']],
  ])('never moves typed text to another question if the first one is %s [R-KEEP]', (_, now, custom) => {
    expect(texts(now)).toEqual(custom);
  });
});

describe('a question that changes its kind', () => {
  it('keeps its text as the custom text of Other when options arrive [R-KEEP]', () => {
    const before = { ...DB, options: [] };
    for (const after of [DB, { ...DB, multiSelect: true }]) {
      const state = grow(before, after, say('db', 'DynamoDB'));
      expect(draftOf(state, 'db')).toEqual({ ...EMPTY, other: true, custom: 'DynamoDB' });
      expect(getAnswer(state, 0)).toMatchObject({ custom: 'DynamoDB', wasCustom: true, selected: [] });
    }
  });

  it('does not select Other for a blank text [R-KEEP]', () => {
    const state = grow({ ...DB, options: [] }, DB, say('db', ' '));
    expect(draftOf(state, 'db')).toEqual({ ...EMPTY, custom: ' ' });
  });

  it('stays skipped, and keeps its text [R-KEEP]', () => {
    const state = grow({ ...DB, options: [] }, DB, say('db', 'DynamoDB'), skip('db'));
    expect(draftOf(state, 'db')).toEqual({ ...EMPTY, custom: 'DynamoDB', skipped: true });
    expect(getAnswer(run(state, choose('db', 'other')), 0)?.answer).toBe('DynamoDB');
    expect(draftOf(run(state, clear('db')), 'db')).toEqual({ ...EMPTY, custom: 'DynamoDB' });
  });

  it('deselects Other and keeps its text when its options are removed [R-KEEP]', () => {
    const state = grow(DB, { ...DB, options: [] }, say('db', 'DynamoDB'));
    expect(draftOf(state, 'db')).toEqual({ ...EMPTY, custom: 'DynamoDB' });
    expect(getAnswer(state, 0)?.answer).toBe('DynamoDB');
  });

  it('keeps its selection if it changes from single-select to multi-select [R-STREAM]', () => {
    const single = { ...FEATURES, multiSelect: false };
    expect(getAnswer(grow(single, FEATURES, choose('features', 1)), 0)?.answer).toEqual(['REST']);
    expect(getAnswer(grow(single, FEATURES, say('features', 'M')), 0)?.answer).toEqual(['M']);
  });

  it('keeps one selected option if it changes from multi-select to single-select [R-NOPHANTOM]', () => {
    const single = { ...FEATURES, multiSelect: false };
    expect(getAnswer(grow(FEATURES, single, toggle('features', 2)), 0)?.answer).toBe('Admin');
    expect(getAnswer(grow(FEATURES, single, say('features', 'M')), 0)?.answer).toBe('M');
  });

  it.each([
    ['two selected options', [toggle('features', 0), toggle('features', 2)]],
    ['a selected option and Other', [toggle('features', 0), say('features', 'Metrics')]],
  ])('does not reduce %s to one if it changes to single-select [R-NOPHANTOM]', (_name, entered) => {
    const single = { ...FEATURES, multiSelect: false };
    const before = run(start([FEATURES], {}, true), ...entered);
    const state = run(before, write(false, single));
    expect(isAnswered(single, draftOf(state, 'features'))).toBe(false);
    expect(toReplies(state)).toEqual([]);
    expect(draftOf(state, 'features').custom).toBe(draftOf(before, 'features').custom);
  });

  it('deselects an option that is replaced or removed [R-NOPHANTOM]', () => {
    expect(getAnswer(grow(DB, { ...DB, options: labels('MySQL', 'SQLite') }, choose('db', 0)), 0)).toBeUndefined();
    expect(getAnswer(grow(DB, { ...DB, options: labels('PostgreSQL') }, choose('db', 2)), 0)).toBeUndefined();
    const state = grow(
      FEATURES,
      { ...FEATURES, options: labels('Login', 'REST') },
      toggle('features', 0),
      toggle('features', 1),
    );
    expect(getAnswer(state, 0)?.answer).toEqual(['REST']);
  });

  it('keeps typed text but no selection if its text is replaced [R-NOPHANTOM] [R-KEEP]', () => {
    const state = grow(DB, { ...DB, question: 'Which cloud?' }, say('db', 'x'), note('db', 'n'));
    expect(draftOf(state, 'db')).toEqual({ ...EMPTY, custom: 'x', notes: 'n' });
  });

  it('keeps typed text but no selection if its id is replaced [R-NOPHANTOM] [R-KEEP]', () => {
    const state = grow(DB, { ...DB, id: 'db2' }, choose('db', 0), note('db', 'n'));
    expect(draftOf(state, 'db2')).toEqual({ ...EMPTY, notes: 'n' });
  });

  it('keeps its typed text and its active tab if another question is inserted before it [R-KEEP]', () => {
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

  it('keeps its typed text if another question with the same text arrives [R-ID]', () => {
    const state = run(start([NAME]), say('name', 'orders'), write(false, NAME, { ...NAME, id: 'again' }));
    expect(state.drafts.map(({ custom }) => custom)).toEqual(['orders', '']);
  });

  it('keeps its typed text if it has the same text as another question and one of them changes [R-KEEP]', () => {
    const twins = [NAME, { ...NAME, id: 'twin' }];
    const before = run(start(twins), say('name', 'one'), say('twin', 'two'));
    const reworded = twins.map((question, i) => ({
      ...question,
      question: i === 0 ? 'What is its name?' : question.question,
    }));
    const state = run(before, write(false, ...reworded));
    expect(state.drafts.map(({ custom }) => custom)).toEqual(['one', 'two']);
  });

  it('closes the long-answer confirmation if its answer is no longer long [R-LONG]', () => {
    const asked = run(start([DB]), say('db', 'x'.repeat(2_001)), submit);
    expect(asked.phase).toBe('confirmingLongAnswer');
    const state = run(asked, write(false, { ...DB, question: 'Which cloud?' }));
    expect(state).toMatchObject({ phase: 'answering', drafts: [{ custom: 'x'.repeat(2_001), other: false }] });
  });
});

describe('a new but equal request', () => {
  it('keeps the drafts and the active tab [R-KEEP]', () => {
    const before = run(start([DB, FEATURES, NAME]), choose('db', 1), say('features', 'x'), note('name', 'n'), goTo(2));
    const state = run(before, write(false, ...structuredClone([DB, FEATURES, NAME])));
    expect(state).toEqual(before);
    state.drafts.forEach((draft, i) => expect(draft).toBe(before.drafts[i]));
  });

  it('keeps an open confirmation open, without losing a draft [R-KEEP]', () => {
    const asked = run(start([DB, NAME]), choose('db', 1), cancel, write(false, ...structuredClone([DB, NAME])));
    expect(asked.phase).toBe('confirmingDiscard');
    expect(mustConfirmDiscard(asked)).toBe(true);
    expect(draftOf(run(asked, dismiss), 'db').selected).toEqual([1]);
  });

  it('does not change a delivery in flight [R-ASYNC]', () => {
    const sending = run(start([DB]), choose('db', 1), submit);
    expect(run(sending, write(false, { ...DB, question: 'Which one?' }))).toBe(sending);
  });

  it('is accepted during a cancellation in flight, which may still fail [R-STREAM]', () => {
    const leaving = run(start([DB], {}, true), choose('db', 0), cancel, write(false, DB, NAME));
    expect(leaving).toMatchObject({ phase: 'submitting', streaming: false, result: { status: 'cancelled' } });
    const state = run(leaving, fail(), say('name', 'n'), submit);
    expect(answersIn(state)).toEqual(['PostgreSQL', 'n']);
  });
});
