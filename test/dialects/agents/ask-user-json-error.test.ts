import { describe, expect, it } from 'vitest';
import { askUserJson, type AskUserJsonError } from '../../../src/dialects/index.js';
import { toJsonError } from '../../../src/dialects/ask-user-json-error.js';
import { fixtures, HOSTILE } from '../helpers.js';

const examples = fixtures('ask-user-json');
const input = { question: 'Which?', options: ['A', { label: 'B', description: 'second' }, 'C'] };

function errorFor(bad: unknown): AskUserJsonError | undefined {
  const parsed = askUserJson.parse(bad, { strict: true });
  return parsed.ok ? undefined : toJsonError(parsed.issues, bad);
}

describe('toJsonError [R-RESULT]', () => {
  it.each(examples.filter(({ error }) => error))('returns the error of the example $name', (fixture) => {
    expect(errorFor(fixture.input)).toStrictEqual(fixture.error);
    expect(errorFor(JSON.stringify(fixture.input))).toStrictEqual(fixture.error);
  });

  const many = Array.from({ length: 21 }, (_, i) => `o${i}`);
  it.each<[string, string, unknown]>([
    ['INVALID_JSON', 'input must be a JSON object', '42'],
    ['INVALID_JSON', 'input must be a JSON object', null],
    ['MISSING_QUESTION', 'question must be a non-empty string', {}],
    ['MISSING_QUESTION', 'question must be a non-empty string', { options: ['A', 'B'] }],
    ['MISSING_QUESTION', 'question must be a non-empty string', { question: ' ', options: ['A', 'B'] }],
    ['MISSING_QUESTION', 'question must be a non-empty string', { question: 7, options: ['A', 'B'] }],
    ['MISSING_QUESTION', 'question must be a non-empty string', { questions: [7] }],
    ['MISSING_OPTIONS', 'options is required', { question: 'x' }],
    ['MISSING_OPTIONS', 'options is required', { question: 'x', options: null }],
    ['MISSING_OPTIONS', 'options is required', { questions: [{ question: 'x' }] }],
    ['MISSING_OPTIONS', 'options is required', { questions: ['x'] }],
    ['INVALID_JSON', 'input must be a JSON object', ['x']],
    ['INVALID_JSON', 'input must be a JSON object', []],
    ['INVALID_JSON', 'input must be a JSON object', '[]'],
    ['INVALID_JSON', 'input must be a JSON object', [input]],
    ['INVALID_OPTIONS', 'options must have at least 2 items', { question: 'x', options: [] }],
    ['INVALID_OPTIONS', 'options must have at least 2 items', { question: 'x', options: '["A"]' }],
    ['INVALID_OPTIONS', 'options must have at most 20 items', { question: 'x', options: many }],
    ['INVALID_OPTIONS', 'options must be an array', { question: 'x', options: 7 }],
    ['INVALID_OPTIONS', 'options must be an array', { question: 'x', options: '{"a":1}' }],
  ])('returns %s: %s', (code, message, bad) => {
    expect(errorFor(bad)).toStrictEqual({ tool: 'ask_user', version: 1, status: 'error', error: { code, message } });
  });

  it.each([
    ['INVALID_JSON', '{"question": "x"'],
    ['INVALID_JSON', ''],
    ['INVALID_OPTIONS_JSON', { question: 'x', options: '["A", ' }],
    ['INVALID_OPTIONS_JSON', JSON.stringify({ question: 'x', options: 'A, B' })],
  ])('includes the message of the JSON parser in %s', (code, bad) => {
    const error = errorFor(bad)?.error;
    expect(error?.code).toBe(code);
    expect(error?.parseError).toMatch(/JSON/);
  });

  it('returns the same codes for a lenient parse', () => {
    for (const bad of [{ question: 'x' }, { questions: ['x'] }]) {
      const parsed = askUserJson.parse(bad);
      expect(parsed.ok || toJsonError(parsed.issues, bad).error.code).toBe('MISSING_OPTIONS');
    }
    const list = askUserJson.parse(['x']);
    expect(list.ok || toJsonError(list.issues, ['x']).error.code).toBe('INVALID_JSON');
  });

  it.each<[unknown]>([[5], [true], [null], [['b']], [{}], [{ label: 5 }], [{ label: null }], [{ title: 'b' }]])(
    'refuses %j as an option, lenient or strict [R-PARSE]',
    (option) => {
      for (const options of [['a', option], JSON.stringify(['a', option])]) {
        for (const strict of [true, false]) {
          const bad = { question: 'x', options };
          const parsed = askUserJson.parse(bad, { strict });
          const error = parsed.ok ? undefined : toJsonError(parsed.issues, bad).error;
          expect(error?.code).toBe('INVALID_OPTIONS');
          expect(error?.message).toMatch(/^options\[1\](\.label)?: /);
        }
      }
      const listed = errorFor({ questions: [{ question: 'x', options: ['a', option] }] })?.error;
      expect(listed?.code).toBe('INVALID_OPTIONS');
    },
  );

  it('accepts a string, an object with a label, and JSON text of one, as an option [R-PARSE]', () => {
    const options = ['a', { label: 'b' }, '{"label":"c","description":"third"}', '{"label": 5}', ''];
    const parsed = askUserJson.parse({ question: 'x', options }, { strict: true });
    expect(parsed.ok && parsed.value.questions[0]?.options.map(({ label }) => label)).toEqual([
      'a',
      'b',
      'c',
      '{"label": 5}',
      '',
    ]);
  });

  it('names the invalid option', () => {
    const error = errorFor({ question: 'x', options: ['A', { description: 'no label' }] })?.error;
    expect(error).toMatchObject({ code: 'INVALID_OPTIONS' });
    expect(error?.message).toMatch(/^options\[1\]\.label: /);
  });

  it('has codes for several questions, for a text that is too long, and for an unreadable input', () => {
    expect(errorFor({ questions: [input, input] })?.error.code).toBe('INVALID_INPUT');
    expect(errorFor({ ...input, context: 'x'.repeat(10_001) })?.error.code).toBe('INVALID_INPUT');
    expect(errorFor(HOSTILE.find(([name]) => name === 'a throwing getter')?.[1])?.error.code).toBe('INTERNAL_ERROR');
    expect(toJsonError([], undefined).error.code).toBe('INTERNAL_ERROR');
  });
});
