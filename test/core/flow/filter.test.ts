import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { EMPTY_DRAFT } from '../../../src/core/flow/empty-draft.js';
import { hiddenBy, selectableOptions } from '../../../src/core/flow/filter.js';
import type { Question } from '../../../src/core/question/types.js';

const asking = (labels: readonly string[], more: Partial<Question> = {}): Question => ({
  id: 'q',
  question: 'Which one?',
  options: labels.map((label) => {
    const [name = '', description] = label.split(' | ');
    return description === undefined ? { label: name } : { label: name, description };
  }),
  multiSelect: true,
  ...more,
});

/** Labels of the options that the filter shows. */
const shown = (labels: readonly string[], filter: string) => {
  const question = asking(labels);
  const hidden = hiddenBy(question, filter);
  return question.options.filter((_, index) => !hidden.has(index)).map(({ label }) => label);
};

describe('hiddenBy', () => {
  it.each<[name: string, filter: string, labels: string[], found: string[]]>([
    ['no text shows all', '', ['a', 'b'], ['a', 'b']],
    ['blank text shows all', ' \u3000\n', ['a', 'b'], ['a', 'b']],
    ['part of a word', 'gres', ['PostgreSQL', 'SQLite'], ['PostgreSQL']],
    ['case', 'sqLITE', ['PostgreSQL', 'SQLite'], ['SQLite']],
    ['all words, in any order', 'east us', ['us-east-1', 'us-west-1', 'eu-east-1'], ['us-east-1']],
    [
      'words across label and description',
      'small fast',
      ['a | small and fast', 'fast | big', 'small | fast'],
      ['a', 'small'],
    ],
    ['a word does not span label and description', 'ab', ['a | b', 'ab'], ['ab']],
    ['accents in the options', 'sao', ['São Paulo', 'Rio'], ['São Paulo']],
    ['accents in the filter', 'Zürich', ['Zurich', 'Bern'], ['Zurich']],
    ['a decomposed letter', 'u\u0308', ['Übersicht', 'Other'], ['Übersicht']],
    ['sharp s', 'strasse', ['Straße', 'Weg'], ['Straße']],
    ['a final sigma', 'ΟΔΟΣ', ['οδός', 'άλλο'], ['οδός']],
    ['the i of Turkish', 'izmir', ['İzmir', 'Ankara'], ['İzmir']],
    ['full-width characters', 'ＳＱＬ３', ['SQL3', 'SQL4'], ['SQL3']],
    ['Arabic with vowel signs', 'كتب', ['كُتُب', 'قلم'], ['كُتُب']],
    ['Hindi keeps its vowels', 'कि', ['किताब', 'कागज'], ['किताब']],
    ['Japanese without spaces', '東京', ['東京都港区', '大阪'], ['東京都港区']],
    ['digits are text', '10', ['v10', 'v1'], ['v10']],
    ['characters of patterns', '.*', ['a.*b', 'ab'], ['a.*b']],
    ['nothing', 'xyz', ['a', 'b'], []],
  ])('%s', (_, filter, labels, found) => expect(shown(labels, filter)).toEqual(found));

  test('for any texts: hides what lacks a word, whatever the order and the case of the words', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'B', 'é', 'e', 'ß', 'S', '-', '1'),
      minLength: 1,
      maxLength: 3,
    });
    const sentence = fc.array(word, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 8 }), sentence, (labels, words) => {
        const question = asking(labels.map((label) => label.join(' ')));
        const hidden = hiddenBy(question, words.join(' '));
        expect(hiddenBy(question, words.toReversed().join('  ').toUpperCase())).toEqual(hidden);
        // Each word hides on its own, and a longer filter never shows more.
        const alone = words.flatMap((one) => [...hiddenBy(question, one)]);
        expect([...new Set(alone)].toSorted((a, b) => a - b)).toEqual([...hidden]);
        // An option is found by its own words.
        labels.forEach((label, index) => expect(hiddenBy(question, label.join(' ')).has(index)).toBe(false));
      }),
    );
  });

  it('takes no longer for hostile text', () => {
    const question = asking([`a${'\u0301'.repeat(2000)}`, 'b']);
    expect([...hiddenBy(question, `a${'\u0301'.repeat(100_000)}`)]).toEqual([1]);
  });
});

describe('selectableOptions', () => {
  const FIVE = ['a', 'b', 'c', 'd', 'e'];
  it.each<[name: string, question: Question, draft: Partial<typeof EMPTY_DRAFT>, hidden: number[], added: number[]]>([
    ['all', asking(FIVE), {}, [], [0, 1, 2, 3, 4]],
    ['not those that are selected', asking(FIVE), { selected: [1, 3] }, [], [0, 2, 4]],
    ['not those that are hidden', asking(FIVE), { selected: [1] }, [0, 2], [3, 4]],
    ['as many as the rule allows', asking(FIVE, { constraints: { maxSelected: 3 } }), { selected: [4] }, [0], [1, 2]],
    ['Other counts', asking(FIVE, { constraints: { maxSelected: 2 } }), { other: true }, [], [0]],
    ['none beyond the rule', asking(FIVE, { constraints: { maxSelected: 1 } }), { selected: [0, 1] }, [], []],
  ])('%s', (_, question, draft, hidden, added) =>
    expect(selectableOptions(question, { ...EMPTY_DRAFT, ...draft }, new Set(hidden))).toEqual(added),
  );
});
