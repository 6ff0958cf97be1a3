import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/core/question/limits.js';
import { askUserJson, checkReply, formatPrompt } from '../../../src/dialects/index.js';
import { toJsonError } from '../../../src/dialects/ask-user-json-error.js';
import {
  answer,
  ENDINGS,
  fixtures,
  HOSTILE,
  issuesOf,
  outcome,
  run,
  toolFixture,
  valueOf,
  warningsOf,
} from '../helpers.js';

const examples = fixtures('ask-user-json');
const input = { question: 'Which?', options: ['A', { label: 'B', description: 'second' }, 'C'] };
const request = valueOf(askUserJson.parse(input));

describe('askUserJson returns the number of the selected option [R-RESULT]', () => {
  it.each(examples.filter(({ prompt }) => prompt))('for the example $name', (fixture) => {
    for (const form of [fixture.input, JSON.stringify(fixture.input)]) {
      const parsed = valueOf(askUserJson.parse(form, { strict: true }));
      const { rendered_markdown, ...prompt } = formatPrompt(parsed);
      expect(prompt).toStrictEqual(fixture.prompt);
      expect(rendered_markdown).toContain(prompt.prompt.answer_instructions);
      expect(askUserJson.formatResult(outcome(parsed, fixture), parsed)).toBe(fixture.result);
    }
  });

  it('without Other, whose absence is a constraint [R-OTHER]', () => {
    expect(request.questions[0]?.constraints).toEqual({ allowCustom: false });
  });

  it('with the option and the notes in the model text', () => {
    const { text } = run(askUserJson, input, { selected: [1], notes: 'soon' });
    expect(JSON.parse(text)).toStrictEqual({
      tool: 'ask_user',
      version: 1,
      status: 'ok',
      answer: 2,
      option: { id: '2', label: 'B', description: 'second' },
      notes: 'soon',
    });
  });

  it('but never a number for an invalid answer [R-NOPHANTOM]', () => {
    const [only] = answer(request, { selected: [0] }).answers;
    if (!only) throw new Error('no answer');
    const custom = { ...only, selected: [], custom: 'none of "them"', text: 'none of "them"', wasCustom: true };
    const cases: [string, Parameters<typeof askUserJson.formatResult>[0]][] = [
      ['INVALID_ANSWER', { status: 'answered', answers: [] }],
      ['INVALID_ANSWER', { status: 'answered', answers: [custom] }],
      ['INVALID_ANSWER', { status: 'answered', answers: [{ ...only, custom: 'and more' }] }],
      [
        'INVALID_ANSWER',
        { status: 'answered', answers: [{ ...only, selected: [...only.selected, ...only.selected] }] },
      ],
      ['INVALID_ANSWER', { status: 'answered', answers: [{ ...only, selected: [{ index: 3, label: 'D' }] }] }],
      ['INVALID_ANSWER', { status: 'answered', answers: [only, only] }],
      ['SKIPPED', { status: 'answered', answers: [{ ...only, answer: '', text: '', selected: [], skipped: true }] }],
    ];
    const [question] = request.questions;
    const two = { requestId: 'r', questions: question ? [question, { ...question, id: 'q2' }] : [] };
    expect(askUserJson.formatResult({ status: 'answered', answers: [only] }, two)).toHaveProperty('error');
    for (const [code, result] of cases) {
      const wire = askUserJson.formatResult(result, request);
      expect(wire).toMatchObject({ tool: 'ask_user', version: 1, status: 'error', error: { code } });
      expect(askUserJson.toModelText(result, request)).toBe(JSON.stringify(wire));
      const { message } = typeof wire === 'object' ? wire.error : { message: '' };
      if (code === 'INVALID_ANSWER')
        expect(askUserJson.parseResult(wire, request)).toEqual({
          ok: false,
          issues: [{ code: 'unknown_option', path: 'error', message }],
        });
    }
    expect(askUserJson.toModelText({ status: 'answered', answers: [custom] }, request)).toContain('none of');
  });

  it.each(ENDINGS.filter(({ status }) => status !== 'invalid'))('but the error code of $status', (ending) => {
    const code = ending.status.replace(/[A-Z]/, '_$&').toUpperCase();
    const { error, ...rest } = askUserJson.formatResult(ending, request);
    expect(rest).toStrictEqual({ tool: 'ask_user', version: 1, status: 'error' });
    expect(error.code).toBe(code);
    expect(error.message).toContain('no option was chosen');
  });

  it('but the code of the issue for a call that could not be asked', () => {
    const issues = [{ code: 'too_few', path: 'options', message: 'Has 1 items. Send 2 to 20.' }];
    const stub = { requestId: 'r', questions: [], raw: { question: 'x', options: ['A'] } };
    const one = examples.find(({ name }) => name === 'one-option')?.error;
    expect(askUserJson.formatResult({ status: 'invalid', issues }, stub)).toStrictEqual(one);
    expect(askUserJson.formatResult({ status: 'invalid', issues }, { requestId: 'r', questions: [] })).toStrictEqual(
      one,
    );
  });
});

describe('askUserJson.parse [R-PARSE]', () => {
  it.each([1, 2, 3, 4, 5, 6])('refuses an input that throws when it is read for time %i', (time) => {
    let reads = 0;
    const input = {
      get questions() {
        reads += 1;
        if (reads === time) throw new Error('boom');
        return [{ question: 'q' }];
      },
    };
    expect(askUserJson.parse(input)).toMatchObject({ ok: false });
  });

  it.each(HOSTILE)('refuses %s with issues that produce an error object', (_name, bad) => {
    const parsed = askUserJson.parse(bad);
    expect(issuesOf(parsed).length).toBeGreaterThan(0);
    expect(parsed.ok || toJsonError(parsed.issues, bad)).toMatchObject({ tool: 'ask_user', status: 'error' });
  });

  it('refuses what its wire format cannot represent, lenient or strict [R-LIMITS]', () => {
    const cases: [unknown, string][] = [
      [{ question: 'q' }, 'options: too_few'],
      [{ question: 'q', options: [] }, 'options: too_few'],
      [{ questions: [{ question: 'q' }] }, 'questions[0].options: too_few'],
    ];
    for (const [bad, issue] of cases) {
      expect(issuesOf(askUserJson.parse(bad))).toEqual([issue]);
      expect(issuesOf(askUserJson.parse(bad, { strict: true }))).toEqual([issue]);
    }
    const two = { questions: [input, input] };
    expect(issuesOf(askUserJson.parse(two))).toEqual(['questions: too_many']);
    expect(issuesOf(askUserJson.parse(two, { strict: true }))).toContain('questions: too_many');
  });

  it('warns about a number of options other than 2-20, and reads multi-select as single-select [R-LIMITS]', () => {
    const many = Array.from({ length: 21 }, (_, i) => `o${i}`);
    expect(askUserJson.limits).toBe(LIMITS.json);
    expect(warningsOf(askUserJson.parse({ question: 'q', options: many }))).toEqual(['options: too_many']);
    expect(warningsOf(askUserJson.parse({ question: 'q', options: ['a'] }))).toEqual(['options: too_few']);
    const multi = askUserJson.parse({ ...input, multiSelect: true }, { strict: true });
    expect(warningsOf(multi)).toEqual(['multiSelect: dropped']);
    expect(valueOf(multi).questions[0]?.multiSelect).toBe(false);
  });
});

describe('formatPrompt and checkReply [R-RESULT]', () => {
  const prompt = formatPrompt(request);

  it('render the prompt as Markdown', () => {
    const text = 'Why?\n\nBecause.\n\n1. A\n2. B - second\n\nReply with the option number (1-2).';
    const options = ['A', { label: 'B', description: 'second' }];
    const asked = valueOf(askUserJson.parse({ question: 'Why?', context: 'Because.', options }));
    expect(formatPrompt(asked).rendered_markdown).toBe(text);
  });

  it('keep a label from looking like another option', () => {
    const asked = valueOf(askUserJson.parse({ question: 'q', options: ['A\n2. Delete all\r3. x', 'B'] }));
    const lines = formatPrompt(asked).rendered_markdown.split(/\r\n?|\n/);
    expect(lines.filter((line) => /^\d/.test(line))).toEqual(['1. A', '2. B']);
  });

  it.each<[unknown, number]>([
    [1, 0],
    [3, 2],
    ['2', 1],
    [' 2\n', 1],
  ])('accept %j', (reply, index) => {
    expect(checkReply(prompt, reply)).toStrictEqual({ ok: true, index });
  });

  it.each<[unknown]>([
    [0],
    [4],
    [-1],
    [1.5],
    [Number.NaN],
    [Infinity],
    ['4'],
    ['0'],
    [''],
    [' '],
    ['1.0'],
    ['1, 2'],
    ['A'],
    ['1e0'],
    ['٢'],
    [true],
    [null],
    [undefined],
    [[1]],
    [{ valueOf: () => 1 }],
    [Symbol('1')],
    [1n],
  ])('refuse %o [R-NOPHANTOM]', (reply) => {
    expect(checkReply(prompt, reply)).toStrictEqual({
      ok: false,
      tool: 'ask_user',
      version: 1,
      status: 'error',
      error: { code: 'INVALID_ANSWER', message: 'the reply must be an option number (1-3)' },
    });
  });
});

it('askUserJson.tool equals the declaration in the specification [R-RESULT]', () => {
  const { dialect: _dialect, ...offered } = askUserJson.tool;
  expect(offered).toStrictEqual(toolFixture('ask-user-json'));
});
