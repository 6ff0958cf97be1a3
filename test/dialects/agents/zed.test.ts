import { describe, expect, it } from 'vitest';
import { detectDialect, getLosses, zed } from '../../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, run, valueOf, warningsOf } from '../helpers.js';

const NOBODY = 'Nobody answered and no option was chosen.';
const closed = { question: 'Which approach?', options: ['Approach A', 'B, then C'], allow_free_text: false };
const both = { ...closed, allow_free_text: true };
const open = { question: 'What should I name it?', allow_free_text: true };
const skipped = { selected: [], skipped: true } as const;

describe('zed returns the output and the text of its tool [R-RESULT]', () => {
  it.each([
    ['an option', closed, { selected: [1] }, 'B, then C'],
    ['custom text', both, { selected: [], custom: ' mine' }, ' mine'],
    ['text', open, { selected: [], custom: 'widget' }, 'widget'],
    ['notes, which are lost', closed, { selected: [0], notes: 'n' }, 'Approach A'],
  ])('for %s', (_name, input, reply, selected) => {
    for (const form of [input, JSON.stringify(input)]) {
      const { wire, text } = run(zed, form, reply);
      expect(wire).toStrictEqual({ selected });
      expect(text).toBe(`The user selected: ${selected}`);
    }
  });

  it('for a skipped question', () => {
    const { request, result, wire, text } = run(zed, both, skipped);
    expect(wire).toStrictEqual({ error: 'The user submitted the form without providing an answer.' });
    expect(text).toBe('The user submitted the form without providing an answer.');
    expect(getLosses(zed, result, request)).toEqual([]);
  });

  it.each([
    ['declined', 'The user declined to answer the question.'],
    ['cancelled', 'The user cancelled the question without answering.'],
  ] as const)('for %s', (status, error) => {
    const request = valueOf(zed.parse(closed));
    expect(zed.formatResult({ status }, request)).toStrictEqual({ error });
    expect(zed.toModelText({ status }, request)).toBe(`${error} ${NOBODY}`);
  });

  it.each(ENDINGS)('for $status, which it reads again with its reason', (ending) => {
    const request = valueOf(zed.parse(closed));
    const wire = zed.formatResult(ending, request);
    expect(zed.toModelText(ending, request)).toContain(NOBODY);
    const back = valueOf(zed.parseResult(wire, request));
    expect(back).toEqual(ending.status === 'invalid' ? { ...ending, issues: [] } : ending);
    expect(getLosses(zed, ending, request)).toEqual([]);
  });
});

describe('zed [R-ID]', () => {
  it.each([
    ['equal labels', { options: ['a', 'a'] }, { selected: [1] }, 1],
    ['custom text that equals a label', { options: ['a', 'b'] }, { selected: [], custom: 'b' }, 1],
    ['a label with a comma', { options: ['a', 'a, b'] }, { selected: [1] }, 0],
  ])('reports its losses for %s', (_name, more, reply, losses) => {
    const { request, result } = run(zed, { question: 'q', allow_free_text: true, ...more }, reply);
    expect(getLosses(zed, result, request)).toHaveLength(losses);
  });
});

describe('zed.parse [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(zed.parse(input)).length).toBeGreaterThan(0);
  });

  it.each([
    ['no `allow_free_text`', { ...closed, allow_free_text: undefined }, { allowCustom: false }],
    ['`allow_free_text: false`', closed, { allowCustom: false }],
    ['`allow_free_text: true`', both, undefined],
    ['no options', open, undefined],
  ])('reads %s', (_name, input, constraints) => {
    const parsed = zed.parse(input, { strict: true });
    expect(warningsOf(parsed)).toEqual([]);
    expect(valueOf(parsed).questions[0]?.constraints).toEqual(constraints);
  });

  it.each([
    ['one option', { question: 'Proceed?', options: ['Only one'] }, ['options: too_few']],
    ['neither options nor text', { question: 'Proceed?' }, ['options: too_few']],
    ['options that are objects', { ...closed, options: [{ label: 'a' }, 'b'] }, ['options[0]: type']],
  ])('warns about %s, which Zed refuses, and refuses it if strict [R-LIMITS]', (_name, input, issues) => {
    expect(warningsOf(zed.parse(input))).toEqual(issues);
    expect(issuesOf(zed.parse(input, { strict: true }))).toEqual(issues);
  });

  it('accepts one option beside text, as Zed does', () => {
    expect(warningsOf(zed.parse({ ...both, options: ['Only one'] }, { strict: true }))).toEqual([]);
  });

  it('drops multi-select, and refuses a second question', () => {
    expect(warningsOf(zed.parse({ ...closed, multiSelect: true }))).toEqual(['multiSelect: dropped']);
    expect(issuesOf(zed.parse({ questions: [closed, open] }))).toEqual(['questions: too_many']);
  });
});

describe('zed.formatRequest', () => {
  it.each([closed, both, open])('writes what parse reads', (input) => {
    expect(zed.formatRequest(valueOf(zed.parse(input)))).toEqual({ ok: true, value: input, warnings: [] });
  });

  it('warns about what the wire format cannot represent', () => {
    const options = [
      { label: 'x', description: 'd' },
      { label: 'y', preview: 'p' },
    ];
    const question = { id: 'a', question: 'q', header: 'h', context: 'c', options, multiSelect: true };
    const written = zed.formatRequest({ requestId: 'r', questions: [question] });
    expect(valueOf(written)).toEqual({ question: 'q', options: ['x', 'y'], allow_free_text: true });
    expect(warningsOf(written).toSorted()).toEqual([
      'questions[0].context: lost',
      'questions[0].header: lost',
      'questions[0].multiSelect: lost',
      'questions[0].options[0].description: lost',
      'questions[0].options[1].preview: lost',
    ]);
  });

  it('refuses several questions, and one that Zed refuses', () => {
    const question = { id: 'a', question: 'q', options: [{ label: 'x' }], multiSelect: false };
    const several = [question, { ...question, id: 'b' }];
    expect(issuesOf(zed.formatRequest({ requestId: 'r', questions: several }))).toEqual(['questions: too_many']);
    const one = [{ ...question, constraints: { allowCustom: false } }];
    expect(issuesOf(zed.formatRequest({ requestId: 'r', questions: one }))).toEqual(['options: too_few']);
  });
});

describe('zed.parseResult', () => {
  const request = valueOf(zed.parse(both));

  it.each([
    ['an answer', { selected: 'Approach A' }, answer(request, { selected: [0] })],
    ['custom text', { selected: 'mine' }, answer(request, { selected: [], custom: 'mine' })],
    ['a form that was dismissed', { error: 'The question was dismissed without an answer.' }, { status: 'cancelled' }],
    ['another error', { error: 'no panel' }, { status: 'unavailable', reason: 'no panel' }],
  ])('reads %s', (_name, wire, result) => {
    expect(valueOf(zed.parseResult(wire, request))).toEqual(result);
  });

  it.each([undefined, null, 'x', {}, { selected: 1 }, { error: null }])('refuses %j', (wire) => {
    expect(issuesOf(zed.parseResult(wire, request))).toEqual([': type']);
  });
});

it.each([
  [both, true],
  [open, true],
  [{ ...closed, allow_free_text: undefined }, false],
  [{ questions: [both] }, false],
  [null, false],
])('detects zed by `allow_free_text`: %j', (input, found) => {
  expect(zed.matches(input)).toBe(found);
  if (found) expect(detectDialect(input)).toEqual({ ok: true, dialect: zed });
});

it('zed.tool has the fields of `ask_user` [R-TOOL]', () => {
  const { name, inputSchema } = zed.tool;
  expect(name).toBe('ask_user');
  expect(Object.keys(inputSchema.properties ?? {})).toEqual(['question', 'options', 'allow_free_text']);
  expect(inputSchema.required).toEqual(['question']);
  expect(inputSchema.properties?.['options']?.items).toEqual({ type: 'string' });
});
