import { describe, expect, it } from 'vitest';
import { formatIssues } from '../../../src/core/question/issues.js';
import { LIMITS } from '../../../src/core/question/limits.js';
import { parseRequest } from '../../../src/core/question/parse-request.js';
import { refused } from './parsing.js';

describe('parseRequest for an input without anything to ask [R-EMPTY]', () => {
  it.each<[string, unknown, string[]]>([
    ['nothing', undefined, ['type ']],
    ['null', null, ['type ']],
    ['a number', 5, ['type ']],
    ['a function', () => ({}), ['type ']],
    ['text', 'Which database?', ['type ']],
    ['cut-off JSON text', '{"questions": [{"question": "Wh', ['type ']],
    ['JSON text of a number', '5', ['type ']],
    ['an empty text', '', ['type ']],
    ['an empty object', {}, ['missing questions']],
    ['a map', new Map([['question', '?']]), ['missing questions']],
    ['options alone', { options: ['A', 'B'] }, ['missing questions']],
    ['no questions', { questions: [] }, ['too_few questions']],
    ['no questions as JSON text', { questions: '[]' }, ['too_few questions']],
    ['an empty array', [], ['too_few ']],
    ['questions that is an object', { questions: { question: '?' } }, ['type questions']],
    ['questions that is text', { questions: 'Why?' }, ['type questions']],
    ['questions that is a number', { questions: 0 }, ['type questions']],
    ['questions without a question', { questions: [{ header: 'H' }] }, ['missing questions[0].question']],
    ['a question that is a number', { question: 5 }, ['missing question']],
    [
      'questions of other types',
      [null, 5, [], undefined, true],
      ['missing [0]', 'missing [1]', 'missing [2]', 'missing [3]', 'missing [4]'],
    ],
    ['options that is an object', { question: '?', options: { a: 1 } }, ['type options']],
    ['options that is text', { questions: [{ question: '?', options: 'A, B' }] }, ['type questions[0].options']],
    ['options that is false', { question: '?', options: false }, ['type options']],
    ['suggestions that is text', { question: '?', suggestions: 'A, B' }, ['type suggestions']],
    [
      'options of other types',
      { question: '?', options: [null, [], undefined, 5n, Symbol.iterator] },
      [0, 1, 2, 3, 4].map((i) => `missing options[${i}]`),
    ],
    [
      'labels of other types',
      { question: '?', suggestions: [{}, { label: null }, { label: {} }, { label: [] }] },
      [0, 1, 2, 3].map((i) => `missing suggestions[${i}].label`),
    ],
  ])('refuses %s with its issues [R-EMPTY]', (_, input, expected) => {
    expect(refused(input)).toEqual(expected);
  });

  it('reports all issues, in input order, with paths [R-PARSE]', () => {
    const input = {
      questions: [
        { question: 1, header: 'x'.repeat(2001), options: ['A', { label: {} }, null] },
        { question: 'Fine?', options: ['A', 'B'] },
        { options: [{ description: 'no label' }, { label: 'B', preview: 'x'.repeat(50_001) }] },
        null,
        { question: '?', options: 'A' },
      ],
    };
    expect(refused(input)).toEqual([
      'missing questions[0].question',
      'too_long questions[0].header',
      'missing questions[0].options[1].label',
      'missing questions[0].options[2]',
      'missing questions[2].question',
      'missing questions[2].options[0].label',
      'too_long questions[2].options[1].preview',
      'missing questions[3]',
      'type questions[4].options',
    ]);
  });

  it('refuses the whole request for one bad question, strict or not [R-PARSE]', () => {
    expect(refused(['Fine?', {}], { strict: false })).toEqual(['missing [1].question']);
    expect(refused(['Fine?', {}], { strict: true, limits: LIMITS.askUser })).toEqual(['missing [1].question']);
  });
});

describe('formatIssues [R-PARSE]', () => {
  it('returns text that a model can act on: the path, the problem and what to send [R-PARSE]', () => {
    const parsed = parseRequest({ questions: [{ question: '?', options: ['A', { label: null }] }, 5] });
    expect(parsed.ok ? '' : formatIssues(parsed.issues)).toBe(
      '- questions[0].options[1].label: Missing label. Send a string.\n' +
        '- questions[1]: Missing question. Send a string.',
    );
    const nothing = parseRequest({});
    expect(nothing.ok ? '' : formatIssues(nothing.issues)).toBe(
      '- questions: Missing. Send {"questions":[{"question":"..."}]}.',
    );
    const text = parseRequest('Which database?');
    expect(text.ok ? '' : formatIssues(text.issues)).toMatch(/^- Must be an object\. Send \{"questions":/);
  });
});
