import { describe, expect, it } from 'vitest';
import { getAnswer, isAnswered, toReplies } from '../../../src/core/flow/selectors.js';
import type { AskUserAction, AskUserState } from '../../../src/core/flow/types.js';
import type { Question } from '../../../src/core/question/types.js';
import { DB, FEATURES, NAME, choose, clear, draftOf, labels, note, run, say, skip, start, toggle } from './flow.js';

const answered = (state: AskUserState, question: Question): boolean =>
  isAnswered(question, draftOf(state, question.id));

describe('a single-select question', () => {
  const cases: readonly (readonly [string, readonly AskUserAction[], object, string | undefined])[] = [
    ['nothing is selected at first', [], { selected: [], other: false, custom: '', notes: '' }, undefined],
    ['an option can be selected', [choose('db', 0)], { selected: [0] }, 'PostgreSQL'],
    ['another option replaces the selection', [choose('db', 0), choose('db', 2)], { selected: [2] }, 'MongoDB'],
    ['toggling selects, too', [toggle('db', 1)], { selected: [1] }, 'SQLite'],
    ['toggling a selected option keeps it', [toggle('db', 1), toggle('db', 1)], { selected: [1] }, 'SQLite'],
    ['Other deselects the option', [choose('db', 0), choose('db', 'other')], { selected: [], other: true }, undefined],
    [
      'toggling Other does not deselect it',
      [toggle('db', 'other'), toggle('db', 'other')],
      { selected: [], other: true },
      undefined,
    ],
    [
      'typing a first character selects Other',
      [choose('db', 0), say('db', 'D')],
      { selected: [], other: true, custom: 'D' },
      'D',
    ],
    [
      'typing only a space does not select Other',
      [choose('db', 0), say('db', ' ')],
      { selected: [0], other: false, custom: ' ' },
      'PostgreSQL',
    ],
    [
      'selecting an option keeps the text in the draft and out of the answer',
      [say('db', 'DynamoDB'), choose('db', 1)],
      { selected: [1], other: false, custom: 'DynamoDB' },
      'SQLite',
    ],
    [
      'selecting Other again returns the retained text to the answer',
      [say('db', 'DynamoDB'), choose('db', 1), choose('db', 'other')],
      { selected: [], other: true, custom: 'DynamoDB' },
      'DynamoDB',
    ],
    [
      'typing more while an option is selected selects Other again',
      [say('db', 'Dynamo'), choose('db', 1), say('db', 'DynamoDB')],
      { selected: [], other: true, custom: 'DynamoDB' },
      'DynamoDB',
    ],
    ['notes alone are not an answer', [note('db', 'hm')], { selected: [], notes: 'hm' }, undefined],
  ];

  it.each(cases)('behaves as specified: %s [R-SINGLE]', (_name, actions, draft, answer) => {
    const state = run(start([DB]), ...actions);
    expect(draftOf(state, 'db')).toMatchObject(draft);
    expect(getAnswer(state, 0)?.answer).toBe(answer);
    expect(answered(state, DB)).toBe(answer !== undefined);
  });
});

describe('a multi-select question', () => {
  const cases: readonly (readonly [string, readonly AskUserAction[], readonly string[] | undefined])[] = [
    ['nothing is selected at first', [], undefined],
    ['several options can be selected', [toggle('features', 0), toggle('features', 1)], ['Auth', 'REST']],
    [
      'the answer is in option order, not in order of selection',
      [toggle('features', 2), toggle('features', 0)],
      ['Auth', 'Admin'],
    ],
    ['toggling deselects', [toggle('features', 0), toggle('features', 2), toggle('features', 0)], ['Admin']],
    ['toggling deselects the last option', [toggle('features', 0), toggle('features', 0)], undefined],
    ['selecting adds to the selection', [choose('features', 1), choose('features', 0)], ['Auth', 'REST']],
    ['selecting again changes nothing', [choose('features', 1), choose('features', 1)], ['REST']],
    [
      'Other is last, no matter when it was typed',
      [say('features', 'Metrics'), toggle('features', 2), toggle('features', 1)],
      ['REST', 'Admin', 'Metrics'],
    ],
    ['Other alone is an answer', [toggle('features', 'other'), say('features', 'Metrics')], ['Metrics']],
    [
      'deselecting Other keeps the text out of the answer',
      [say('features', 'Metrics'), toggle('features', 0), toggle('features', 'other')],
      ['Auth'],
    ],
    [
      'selecting Other again returns the text to the answer',
      [say('features', 'Metrics'), toggle('features', 'other'), toggle('features', 'other')],
      ['Metrics'],
    ],
    [
      'selecting Other twice keeps it selected',
      [choose('features', 'other'), choose('features', 'other'), say('features', 'M')],
      ['M'],
    ],
    ['blank Other with an option counts as nothing', [toggle('features', 0), toggle('features', 'other')], ['Auth']],
    ['blank Other alone is not an answer', [toggle('features', 'other')], undefined],
  ];

  it.each(cases)('behaves as specified: %s [R-MULTI]', (_name, actions, answer) => {
    const state = run(start([FEATURES]), ...actions);
    expect(getAnswer(state, 0)?.answer).toEqual(answer);
    expect(answered(state, FEATURES)).toBe(answer !== undefined);
  });

  it('keeps the text of Other while Other is deselected [R-MULTI]', () => {
    const state = run(start([FEATURES]), say('features', 'Metrics'), toggle('features', 'other'));
    expect(draftOf(state, 'features')).toMatchObject({ other: false, custom: 'Metrics' });
  });
});

describe('Other', () => {
  const BLANK = ['', ' ', '\n', '\t \r\n', '\u00A0', '\u3000', '\uFEFF', ' '.repeat(10_000)];

  it.each(BLANK.map((text) => [JSON.stringify(text).slice(0, 20), text]))(
    'with the blank text %s is not an answer [R-OTHER]',
    (_name, text) => {
      for (const question of [DB, FEATURES, NAME]) {
        const state = run(start([question]), choose(question.id, 'other'), say(question.id, text));
        expect(answered(state, question)).toBe(false);
        expect(toReplies(state)).toEqual([]);
        expect(draftOf(state, question.id).custom).toBe(text);
      }
    },
  );

  it('stays selected, without an answer, if its text is erased [R-OTHER]', () => {
    const state = run(start([DB]), say('db', 'D'), say('db', ''));
    expect(draftOf(state, 'db')).toMatchObject({ other: true, custom: '' });
    expect(getAnswer(state, 0)).toBeUndefined();
  });

  it('cannot be selected if `allowCustom` is false [R-OTHER]', () => {
    const state = start([{ ...DB, constraints: { allowCustom: false } }]);
    expect(run(state, choose('db', 'other'))).toBe(state);
    expect(run(state, say('db', 'D'))).toBe(state);
  });

  it('differs from an option labeled Other, Submit or Cancel, which is an ordinary option [R-OTHER]', () => {
    const odd: Question = { ...DB, options: labels('Other', 'Submit', 'Cancel', 'other', '') };
    for (const [index, { label }] of odd.options.entries()) {
      const state = run(start([odd]), choose('db', index));
      expect(draftOf(state, 'db')).toMatchObject({ selected: [index], other: false });
      expect(getAnswer(state, 0)).toMatchObject({ answer: label, selectedOption: label, wasCustom: false });
      expect(state.phase).toBe('answering');
    }
  });

  it('does not affect equal labels, which are separate options [R-ID]', () => {
    const twins: Question = { ...FEATURES, options: labels('A', 'A', 'A, A') };
    const state = run(start([twins]), toggle('features', 1), toggle('features', 2));
    expect(getAnswer(state, 0)).toMatchObject({
      answer: ['A', 'A, A'],
      selected: [
        { index: 1, label: 'A' },
        { index: 2, label: 'A, A' },
      ],
    });
  });

  it('is the whole answer to a question without options', () => {
    const state = run(start([NAME]), say('name', 'order-processor'));
    expect(draftOf(state, 'name').other).toBe(false);
    expect(getAnswer(state, 0)).toMatchObject({ answer: 'order-processor', wasCustom: true });
  });
});

describe('clearing an answer', () => {
  it.each([
    ['an option', [choose('db', 1)]],
    ['Other', [say('db', 'DynamoDB')]],
    ['a skip', [skip('db')]],
  ])('clears %s, and keeps text and notes [R-CLEAR]', (_name, actions) => {
    const state = run(start([DB, NAME], { allow: { skip: true } }), ...actions, note('db', 'a remark'));
    const { custom } = draftOf(state, 'db');
    expect(draftOf(run(state, clear('db')), 'db')).toEqual({
      selected: [],
      other: false,
      skipped: false,
      custom,
      notes: 'a remark',
    });
  });

  it('does not change other questions [R-CLEAR]', () => {
    const state = run(start([DB, FEATURES]), choose('db', 1), toggle('features', 0));
    const cleared = run(state, clear('db'));
    expect(cleared.drafts[1]).toBe(state.drafts[1]);
  });
});

describe('skipping', () => {
  const skipped = run(start([DB, NAME], { allow: { skip: true } }), choose('db', 0), note('db', 'not now'), skip('db'));

  it('removes the answer, and is not an answer', () => {
    expect(draftOf(skipped, 'db')).toMatchObject({ selected: [], other: false, skipped: true, notes: 'not now' });
    expect(answered(skipped, DB)).toBe(false);
    expect(getAnswer(skipped, 0)).toMatchObject({ answer: '', text: '', skipped: true, notes: 'not now' });
  });

  it('keeps typed text, but not in the answer', () => {
    const state = run(start([NAME, DB], { allow: { skip: true } }), say('name', 'order'), skip('name'));
    expect(draftOf(state, 'name').custom).toBe('order');
    expect(toReplies(state)).toEqual([{ questionId: 'name', selected: [], skipped: true }]);
    expect(getAnswer(run(state, clear('name')), 0)?.answer).toBe('order');
  });

  it.each([
    ['an option', choose('db', 2), 'MongoDB'],
    ['Other', say('db', 'DynamoDB'), 'DynamoDB'],
  ])('is undone by %s', (_name, action, answer) => {
    const state = run(skipped, action);
    expect(draftOf(state, 'db').skipped).toBe(false);
    expect(getAnswer(state, 0)?.answer).toBe(answer);
  });

  it('is not undone by white space', () => {
    expect(draftOf(run(skipped, say('db', ' ')), 'db').skipped).toBe(true);
  });
});
