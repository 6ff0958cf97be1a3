import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/core/question/limits.js';
import { askUserQuestion } from '../../../src/dialects/index.js';
import { ENDINGS, fixtures, HOSTILE, issuesOf, outcome, run, valueOf, warningsOf } from '../helpers.js';

describe('askUserQuestion returns the answers by question text [R-RESULT]', () => {
  it.each(fixtures('ask-user-question'))('for the example $name', (fixture) => {
    for (const input of [fixture.input, JSON.stringify(fixture.input)]) {
      const request = valueOf(askUserQuestion.parse(input, { strict: true }));
      const result = outcome(request, fixture);
      expect(askUserQuestion.formatResult(result, request)).toStrictEqual(fixture.result);
      const text = askUserQuestion.toModelText(result, request);
      expect(text.split('\n')[0]).toBe(JSON.stringify(fixture.result));
      if (fixture.text !== undefined) expect(text).toBe(fixture.text);
    }
  });

  it('with custom text as the answer itself [R-ID]', () => {
    const { wire } = run(askUserQuestion, { question: 'q', options: ['Other', 'b'] }, { selected: [], custom: 'c, d' });
    expect(wire).toStrictEqual({ answers: { q: 'c, d' } });
  });

  it('without skipped questions, which the model text names', () => {
    const questions = [
      { question: 'First?', options: ['a', 'b'] },
      { question: 'Second?', options: ['c', 'd'] },
    ];
    const skipped = { selected: [], skipped: true, notes: 'ask Kim' } as const;
    const { wire, text } = run(askUserQuestion, { questions }, { selected: [0] }, skipped);
    expect(wire).toStrictEqual({ answers: { 'First?': 'a' }, annotations: { 'Second?': { notes: 'ask Kim' } } });
    expect(text.split('\n')[1]).toBe('The user skipped, and chose no option for: "Second?" user notes: ask Kim.');
    expect(text).not.toMatch(/"c"|"d"/);
  });

  it.each(ENDINGS)('as an object without answers for $status', (ending) => {
    const request = valueOf(askUserQuestion.parse({ question: 'q', options: ['a', 'b'] }));
    const wire = askUserQuestion.formatResult(ending, request);
    expect(wire.answers).toStrictEqual({});
    const { answers: _answers, ...rest } = wire;
    expect(Object.keys(rest)[0]).toBe(
      ['cancelled', 'connectionLost'].includes(ending.status) ? ending.status : 'status',
    );
    if ('status' in rest) expect(rest.status).toBe(ending.status);
    expect(wire).not.toHaveProperty('answered');
  });
});

describe('askUserQuestion.parse [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(askUserQuestion.parse(input)).length).toBeGreaterThan(0);
  });

  it('warns about other than 1-4 questions with 2-4 options, and refuses them if strict [R-LIMITS]', () => {
    const questions = Array.from({ length: 5 }, (_, i) => ({ question: `q${i}`, options: ['a', 'b'] }));
    const few = { question: 'q', options: ['a'] };
    const many = { question: 'q', options: ['a', 'b', 'c', 'd', 'e'] };
    const none = { question: 'q' };
    const cases: [unknown, string][] = [
      [{ questions }, 'questions: too_many'],
      [few, 'options: too_few'],
      [many, 'options: too_many'],
      [none, 'options: too_few'],
    ];
    for (const [input, issue] of cases) {
      expect(warningsOf(askUserQuestion.parse(input))).toEqual([issue]);
      expect(issuesOf(askUserQuestion.parse(input, { strict: true }))).toEqual([issue]);
    }
    expect(askUserQuestion.limits).toBe(LIMITS.askUserQuestion);
    expect(askUserQuestion.parse(many, { strict: true, limits: LIMITS.askUser }).ok).toBe(true);
  });

  it.each([
    [
      'questions[1].question',
      {
        questions: [
          { question: 'q', options: ['a', 'b'] },
          { question: 'q', options: ['c', 'd'] },
        ],
      },
    ],
    [
      '[1].question',
      [
        { question: 'q', options: ['a', 'b'] },
        { question: 'q', options: ['c', 'd'] },
      ],
    ],
  ])('warns about a repeated text at %s, even if strict [R-ID]', (path, input) => {
    for (const strict of [false, true]) {
      for (const form of [input, JSON.stringify(input)]) {
        const parsed = askUserQuestion.parse(form, { strict });
        expect(warningsOf(parsed)).toEqual([`${path}: duplicate_key`]);
        expect(parsed.ok && parsed.warnings[0]?.message).toContain('"q (2)"');
      }
    }
  });
});

it('askUserQuestion.tool has the schema of REQ-AUQ-004 [R-RESULT]', () => {
  const { name, inputSchema } = askUserQuestion.tool;
  expect(name).toBe('ask_user_question');
  const questions = inputSchema.properties?.questions;
  expect(inputSchema.required).toEqual(['questions']);
  expect(questions).toMatchObject({ type: 'array', minItems: 1, maxItems: 4, description: '1-4 questions to ask' });
  const question = questions?.items?.properties;
  expect(question).toMatchObject({
    question: { type: 'string' },
    header: { type: 'string', description: 'short label' },
    options: { type: 'array', minItems: 2, maxItems: 4, description: '2-4 choices' },
    multiSelect: { type: 'boolean' },
  });
  expect(question?.options?.items).toStrictEqual({
    type: 'object',
    required: ['label'],
    properties: { label: { type: 'string' }, description: { type: 'string' } },
  });
});
