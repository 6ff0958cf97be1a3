import { describe, expect, it } from 'vitest';
import { toAnswer } from '../../../src/core/answer/build-answers.js';
import type { Question } from '../../../src/core/question/types.js';
import { fromContent, readForm, toContent, type Form } from '../../../src/dialects/form/index.js';
import { answer, valueOf } from '../helpers.js';

const form = (properties: object, required: readonly string[] = []): Form =>
  valueOf(readForm({ schema: { type: 'object', properties, required } }));

/** Builds answers from custom text without any validation. */
const saidFor = (questions: readonly Question[], custom: string) =>
  questions.map((question) => toAnswer(question, { questionId: question.id, selected: [], custom }));

describe('toContent', () => {
  it.each<[string, object, string, unknown]>([
    ['a number', { type: 'number' }, ' 2.50 ', 2.5],
    ['an integer', { type: 'integer' }, '-3', -3],
    ['text byte for byte', { type: 'string' }, ' a ', ' a '],
    [
      'a URI with percent-encoded characters',
      { type: 'string', format: 'uri' },
      'https://a.org/ö',
      'https://a.org/%C3%B6',
    ],
    [
      'a URI with encoded characters that browsers leave as they are',
      { type: 'string', format: 'uri' },
      'https://a.org/x|y?q=[1]^2%#{z}',
      'https://a.org/x%7Cy?q=%5B1%5D%5E2%25#%7Bz%7D',
    ],
    ['a valid URI unchanged', { type: 'string', format: 'uri' }, 'HTTPS://A.org/%c3', 'HTTPS://A.org/%c3'],
  ])('returns %s [R-RESULT]', (_name, property, custom, expected) => {
    const { fields, questions } = form({ key: property });
    expect(toContent(fields, saidFor(questions, custom))).toEqual({ content: { key: expected }, issues: [] });
  });

  it.each<[string, object, string, string]>([
    [
      'an email address that validators refuse',
      { type: 'string', format: 'email' },
      'a..b@x.org',
      'Must be an email address.',
    ],
    ['an integer that JSON cannot represent', { type: 'integer' }, '12345678901234567890', 'Must be a number.'],
  ])('refuses %s [R-RESULT]', (_name, property, custom, message) => {
    const { fields, questions } = form({ key: property });
    expect(toContent(fields, saidFor(questions, custom)).issues).toEqual([
      { code: 'schema', path: 'content.key', message },
    ]);
  });

  it.each(['^[A-Z]+$', '(', '(a+)+$'])('leaves the pattern %s to the server that asked, and shows it', (pattern) => {
    const { fields, questions } = form({ key: { type: 'string', pattern } });
    expect(questions[0]?.context).toBe(`Must match: ${pattern}`);
    const content = { key: `${'a'.repeat(50)}!` };
    expect(toContent(fields, saidFor(questions, content.key))).toEqual({ content, issues: [] });
    expect(fromContent(fields, content).issues).toEqual([]);
  });

  it('refuses answers to questions that the form does not have', () => {
    const { questions } = form({ other: { type: 'string' } });
    const { answers } = answer({ requestId: 'r', questions }, { selected: [], custom: 'x' });
    expect(toContent(form({ key: { type: 'string' } }).fields, answers).issues).toMatchObject([
      { code: 'unknown_question' },
    ]);
  });
});

describe('fromContent', () => {
  it.each<[string, object, unknown, string]>([
    ['a number as text', { type: 'string' }, 1, 'a string'],
    ['text that is too short', { type: 'string', minLength: 2 }, '😀', 'at least 2 characters'],
    ['text that is too long', { type: 'string', maxLength: 1 }, 'ab', 'at most 1 characters'],
    [
      'text that is not a URI',
      { type: 'string', format: 'uri' },
      'example.org',
      'a URI with a scheme, such as https://example.org',
    ],
    ['text that is not a date', { type: 'string', format: 'date' }, '2026-02-30', 'a date, such as 2026-01-31'],
    [
      'a date and time without a zone',
      { type: 'string', format: 'date-time' },
      '2026-01-31T12:00:00',
      'a date and time with a time zone, such as 2026-01-31T12:00:00Z',
    ],
    ['text as a number', { type: 'number' }, '1', 'a number'],
    ['a fraction as an integer', { type: 'integer' }, 1.5, 'a whole number'],
    ['a number that is too small', { type: 'integer', minimum: 2 }, 1, 'at least 2'],
    ['a number that is too large', { type: 'integer', maximum: 2 }, 3, 'at most 2'],
    ['text as a boolean', { type: 'boolean' }, 'true', 'one of the allowed values'],
    ['text that is not in the enumeration', { type: 'string', enum: ['a'] }, 'b', 'one of the allowed values'],
    ['text as an array', { type: 'array', items: { enum: ['a'] } }, 'a', 'a list'],
    ['an array with an unknown value', { type: 'array', items: { enum: ['a'] } }, ['b'], 'a list of allowed values'],
    ['an array with too few values', { type: 'array', minItems: 1, items: { enum: ['a'] } }, [], 'at least 1 choices'],
    [
      'an array with too many values',
      { type: 'array', maxItems: 1, items: { enum: ['a', 'b'] } },
      ['a', 'b'],
      'at most 1 choices',
    ],
  ])('refuses %s', (_name, property, value, expected) => {
    expect(fromContent(form({ key: property }).fields, { key: value }).issues).toEqual([
      { code: 'schema', path: 'content.key', message: `Must be ${expected}.` },
    ]);
  });

  it('refuses a missing required value, and custom text that breaks its limits', () => {
    const { fields } = form({ name: { type: 'string' } }, ['name']);
    expect(fromContent(fields, undefined).issues).toMatchObject([{ code: 'missing', path: 'content.name' }]);
    const other = form({ db: { enum: ['a'] }, db__other: { type: 'string', maxLength: 2 } });
    expect(fromContent(other.fields, { db__other: 'abc' }).issues).toMatchObject([{ path: 'content.db__other' }]);
  });

  it('reads custom text beside a single choice as notes', () => {
    const { fields } = form({ db: { enum: ['a', 'b'] }, db__other: { type: 'string' } });
    expect(fromContent(fields, { db: 'b', db__other: 'new' }).parsed).toEqual([{ indexes: [1], notes: 'new' }]);
    expect(fromContent(fields, { db__other: 'new' }).parsed).toEqual([{ indexes: [], custom: 'new' }]);
    expect(fromContent(fields, { db__other: ' ' }).parsed).toEqual([{ indexes: [], custom: undefined }]);
  });
});
