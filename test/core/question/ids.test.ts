import { describe, expect, it } from 'vitest';
import { accepted } from './parsing.js';

describe('question ids [R-ID]', () => {
  const ids = (...given: unknown[]) => {
    const { value, warnings } = accepted(given.map((id) => ({ id, question: '?' })));
    return [value.questions.map(({ id }) => id), warnings];
  };

  it.each<[string, unknown[], string[], string[]]>([
    ['a missing id becomes its position', [undefined, undefined, undefined], ['q1', 'q2', 'q3'], []],
    ['a given id is kept', ['a', ' b ', '__proto__', 'constructor'], ['a', ' b ', '__proto__', 'constructor'], []],
    ['a repeated id is replaced', ['a', 'a', 'b'], ['a', 'q2', 'b'], ['duplicate [1].id']],
    ['an assigned id cannot be used again', [undefined, 'q1'], ['q1', 'q2'], ['duplicate [1].id']],
    ['a position that is taken is skipped', ['q2', undefined, undefined], ['q2', 'q3', 'q4'], []],
    [
      'a number is read as a string',
      [1, '1', 2],
      ['1', 'q2', '2'],
      ['coerced [0].id', 'duplicate [1].id', 'coerced [2].id'],
    ],
    [
      'other types and "" are replaced',
      [{}, '', [1]],
      ['q1', 'q2', 'q3'],
      ['ignored [0].id', 'ignored [1].id', 'ignored [2].id'],
    ],
  ])('are assigned as specified: %s [R-ID]', (_, given, expected, expectedWarnings) => {
    expect(ids(...given)).toEqual([expected, expectedWarnings]);
  });

  it('never change while the model continues to write [R-ID]', () => {
    const input = [
      { question: '1' },
      { id: 'q1', question: '2' },
      { id: 'q4', question: '3' },
      '4',
      { id: 'q3', question: '5' },
    ];
    const all = accepted(input).value.questions.map(({ id }) => id);
    expect(new Set(all).size).toBe(5);
    for (let n = 1; n < input.length; n++) {
      expect(accepted(input.slice(0, n)).value.questions.map(({ id }) => id)).toEqual(all.slice(0, n));
    }
  });

  it('distinguish equal and empty texts [R-ID]', () => {
    const questions = [
      { question: '', options: ['', ''] },
      { question: '', options: ['__proto__', 'constructor'] },
    ];
    expect(accepted({ questions }).value.questions).toEqual([
      { id: 'q1', question: '', options: [{ label: '' }, { label: '' }], multiSelect: false },
      { id: 'q2', question: '', options: [{ label: '__proto__' }, { label: 'constructor' }], multiSelect: false },
    ]);
  });
});
