import { describe, expect, it } from 'vitest';
import { toAnswer } from '../../src/core/answer/build-answers.js';
import type { Question } from '../../src/core/question/types.js';
import { fromContent, readForm, toContent, type Form } from '../../src/dialects/shared/form.js';
import { answer, valueOf } from './helpers.js';

const form = (properties: object, required: readonly string[] = []): Form =>
  valueOf(readForm({ schema: { type: 'object', properties, required } }));

/** What was typed, before anything was checked. */
const saidFor = (questions: readonly Question[], custom: string) =>
  questions.map((question) => toAnswer(question, { questionId: question.id, selected: [], custom }));

describe('toContent', () => {
  it.each<[string, object, string, unknown]>([
    ['a number', { type: 'number' }, ' 2.50 ', 2.5],
    ['an integer', { type: 'integer' }, '-3', -3],
    ['a text byte for byte', { type: 'string' }, ' a ', ' a '],
    [
      'a URI with the letters encoded that no URI has',
      { type: 'string', format: 'uri' },
      'https://a.org/ö',
      'https://a.org/%C3%B6',
    ],
    ['a URI as it is', { type: 'string', format: 'uri' }, 'HTTPS://A.org/%c3', 'HTTPS://A.org/%c3'],
  ])('[R-RESULT] gives %s', (_name, property, custom, expected) => {
    const { fields, questions } = form({ key: property });
    expect(toContent(fields, saidFor(questions, custom))).toEqual({ content: { key: expected }, issues: [] });
  });

  it.each<[string, object, string, string]>([
    [
      'a text that the pattern refuses',
      { type: 'string', pattern: '^\\p{Lu}+$' },
      'ab',
      'Must be a string that matches ^\\p{Lu}+$.',
    ],
    [
      'an address that validators refuse',
      { type: 'string', format: 'email' },
      'a..b@x.org',
      'Must be an email address.',
    ],
    ['an integer beyond what JSON carries', { type: 'integer' }, '12345678901234567890', 'Must be a number.'],
  ])('[R-RESULT] refuses %s', (_name, property, custom, message) => {
    const { fields, questions } = form({ key: property });
    expect(toContent(fields, saidFor(questions, custom)).issues).toEqual([
      { code: 'schema', path: 'content.key', message },
    ]);
  });

  it('refuses answers to questions that the form does not have', () => {
    const { questions } = form({ other: { type: 'string' } });
    const { answers } = answer({ requestId: 'r', questions }, { selected: [], custom: 'x' });
    expect(toContent(form({ key: { type: 'string' } }).fields, answers).issues).toMatchObject([
      { code: 'unknown_question' },
    ]);
  });
});

describe('fromContent refuses what the schema does', () => {
  it.each<[string, object, unknown, string]>([
    ['no text', { type: 'string' }, 1, 'a string'],
    ['too short', { type: 'string', minLength: 2 }, '😀', 'at least 2 characters'],
    ['too long', { type: 'string', maxLength: 1 }, 'ab', 'at most 1 characters'],
    ['no URI', { type: 'string', format: 'uri' }, 'example.org', 'a URI with a scheme, such as https://example.org'],
    ['no date', { type: 'string', format: 'date' }, '2026-02-30', 'a date, such as 2026-01-31'],
    [
      'no zone',
      { type: 'string', format: 'date-time' },
      '2026-01-31T12:00:00',
      'a date and time with a time zone, such as 2026-01-31T12:00:00Z',
    ],
    ['no number', { type: 'number' }, '1', 'a number'],
    ['no whole number', { type: 'integer' }, 1.5, 'a whole number'],
    ['too small', { type: 'integer', minimum: 2 }, 1, 'at least 2'],
    ['too large', { type: 'integer', maximum: 2 }, 3, 'at most 2'],
    ['text for a yes or no', { type: 'boolean' }, 'true', 'one of the allowed values'],
    ['no choice', { type: 'string', enum: ['a'] }, 'b', 'one of the allowed values'],
    ['no list', { type: 'array', items: { enum: ['a'] } }, 'a', 'a list'],
    ['another choice in the list', { type: 'array', items: { enum: ['a'] } }, ['b'], 'a list of allowed values'],
    ['too few', { type: 'array', minItems: 1, items: { enum: ['a'] } }, [], 'at least 1 choices'],
    ['too many', { type: 'array', maxItems: 1, items: { enum: ['a', 'b'] } }, ['a', 'b'], 'at most 1 choices'],
  ])('%s', (_name, property, value, expected) => {
    expect(fromContent(form({ key: property }).fields, { key: value }).issues).toEqual([
      { code: 'schema', path: 'content.key', message: `Must be ${expected}.` },
    ]);
  });

  it('what is required and missing, or in the way of own words', () => {
    const { fields } = form({ name: { type: 'string' } }, ['name']);
    expect(fromContent(fields, undefined).issues).toMatchObject([{ code: 'missing', path: 'content.name' }]);
    const other = form({ db: { enum: ['a'] }, db__other: { type: 'string', maxLength: 2 } });
    expect(fromContent(other.fields, { db__other: 'abc' }).issues).toMatchObject([{ path: 'content.db__other' }]);
  });

  it('and takes own words beside a single choice for a remark', () => {
    const { fields } = form({ db: { enum: ['a', 'b'] }, db__other: { type: 'string' } });
    expect(fromContent(fields, { db: 'b', db__other: 'new' }).said).toEqual([{ positions: [1], notes: 'new' }]);
    expect(fromContent(fields, { db__other: 'new' }).said).toEqual([{ positions: [], custom: 'new' }]);
    expect(fromContent(fields, { db__other: ' ' }).said).toEqual([{ positions: [], custom: undefined }]);
  });
});
