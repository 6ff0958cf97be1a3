import { describe, expect, it } from 'vitest';
import { detectDialect, getLosses, mastra } from '../../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, NO_METADATA, run, valueOf, warningsOf } from '../helpers.js';

const options = [{ label: 'Auth, all of it', description: 'Sessions and tokens' }, { label: 'Mail' }];
const many = { question: 'Which features?', options, selectionMode: 'multi_select' };
const one = { question: 'Which first?', options, selectionMode: 'single_select' };
const open = { question: 'What is it called?' };
const payload = (suspendPayload: object) => ({
  toolCallId: 'call_1',
  toolName: 'ask_user',
  suspendPayload,
  args: suspendPayload,
  resumeSchema: '{}',
});
const chunk = (inner: object) => ({
  type: 'tool-call-suspended',
  runId: 'run_1',
  from: 'AGENT',
  payload: payload(inner),
});
const skipped = { selected: [], skipped: true } as const;

describe('mastra returns the value that resumes the agent, and the text of its tool [R-RESULT]', () => {
  it.each([
    [
      'several options',
      many,
      { selected: [1, 0] },
      ['Auth, all of it', 'Mail'],
      'User answered: Auth, all of it, Mail',
    ],
    [
      'custom text with selected options',
      many,
      { selected: [1], custom: 'a, b' },
      ['Mail', 'a, b'],
      'User answered: Mail, a, b',
    ],
    ['one option of a multi-select question', many, { selected: [1] }, ['Mail'], 'User answered: Mail'],
    ['an option', one, { selected: [0] }, 'Auth, all of it', 'User answered: Auth, all of it'],
    ['custom text', one, { selected: [], custom: '__proto__' }, '__proto__', 'User answered: __proto__'],
    ['text', open, { selected: [], custom: ' a\nb ' }, ' a\nb ', 'User answered:  a\nb '],
    ['notes, which are lost', one, { selected: [1], notes: 'n' }, 'Mail', 'User answered: Mail'],
  ])('for %s', (_name, input, reply, wire, text) => {
    for (const form of [input, payload(input), chunk(input), JSON.stringify(chunk(input))]) {
      const done = run(mastra, form, reply);
      expect(done.wire).toStrictEqual(wire);
      expect(done.text).toBe(text);
    }
  });

  it.each([one, many])('with a sentence for a skipped question', (input) => {
    const { wire, text, request, result } = run(mastra, input, skipped);
    expect(wire).toBe('The user skipped this question and chose no option.');
    expect(text).toBe(wire);
    expect(getLosses(mastra, result, request)).toEqual([]);
  });

  it.each(ENDINGS)('with a sentence for $status', (ending) => {
    const request = valueOf(mastra.parse(many));
    const wire = mastra.formatResult(ending, request);
    expect(wire).toContain('Nobody answered and no option was chosen.');
    expect(mastra.toModelText(ending, request)).toBe(wire);
    expect(wire).not.toContain('User answered');
  });
});

describe('mastra.parse [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(mastra.parse(input)).length).toBeGreaterThan(0);
    expect(issuesOf(mastra.parse({ payload: { suspendPayload: input } })).length).toBeGreaterThan(0);
  });

  it('stores the ids that the resume needs', () => {
    const request = valueOf(mastra.parse(chunk(many), { strict: true }));
    expect(request).toMatchObject({ requestId: 'call_1', metadata: { toolCallId: 'call_1', runId: 'run_1' } });
    expect(request.questions).toStrictEqual([{ id: 'q1', question: many.question, options, multiSelect: true }]);
    expect(valueOf(mastra.parse(chunk(many), { requestId: 'mine' })).requestId).toBe('mine');
    expect(valueOf(mastra.parse(many))).not.toHaveProperty('metadata');
  });

  it.each([
    ['an unknown mode', { ...many, selectionMode: 'many' }, ['selectionMode: type'], false],
    ['a mode without options', { ...open, selectionMode: 'multi_select' }, ['selectionMode: ignored'], false],
    ['a blank question', { question: ' ' }, ['question: empty'], false],
    ['a question without a mode', { ...one, selectionMode: undefined }, [], false],
    ['multiSelect instead of selectionMode', { question: 'q', options, multiSelect: true }, [], true],
  ])('reads %s [R-LIMITS]', (_name, input, expected, multiSelect) => {
    const parsed = mastra.parse(input);
    expect(warningsOf(parsed)).toEqual(expected);
    expect(valueOf(parsed).questions[0]?.multiSelect).toBe(multiSelect);
    expect(issuesOf(mastra.parse(input, { strict: true }))).toEqual(expected);
  });

  it('refuses a second question', () => {
    expect(issuesOf(mastra.parse({ questions: [one, many] }))).toContain('questions: too_many');
  });
});

describe('mastra.formatRequest and mastra.parseResult', () => {
  it.each([many, one, open])('write what parse reads', (input) => {
    const written = mastra.formatRequest(valueOf(mastra.parse(chunk(input))));
    expect(written).toStrictEqual({ ok: true, value: input, warnings: [NO_METADATA] });
  });

  it('warn about what the wire format cannot represent, and refuse several questions', () => {
    const question = {
      id: 'a',
      question: 'q',
      header: 'h',
      options: [{ label: 'x', preview: 'p' }],
      multiSelect: false,
      constraints: { allowCustom: false },
    };
    expect(warningsOf(mastra.formatRequest({ requestId: 'r', questions: [question] })).toSorted()).toEqual([
      'questions[0].constraints.allowCustom: lost',
      'questions[0].header: lost',
      'questions[0].options[0].preview: lost',
    ]);
    expect(issuesOf(mastra.formatRequest({ requestId: 'r', questions: [question, question] }))).toEqual([
      'questions: too_many',
    ]);
  });

  it('report the loss of answers that the wire format makes ambiguous', () => {
    const same = valueOf(mastra.parse({ ...many, options: [{ label: 'a' }, { label: 'a' }] }));
    const paths = (request: typeof same, reply: Parameters<typeof answer>[1]) =>
      getLosses(mastra, answer(request, reply), request).map(({ path }) => path);
    expect(paths(same, { selected: [1] })).toEqual(['answers[0]']);
    const request = valueOf(mastra.parse(one));
    expect(paths(request, { selected: [], custom: 'Mail' })).toEqual(['answers[0]']);
    expect(paths(request, { selected: [1], notes: 'n' })).toEqual(['answers[0].notes']);
    expect(paths(request, { selected: [0] })).toEqual([]);
    const sentence = 'The user cancelled. Nobody answered and no option was chosen.';
    expect(paths(request, { selected: [], custom: sentence })).toEqual(['status']);
  });

  it.each([7, null, { answer: 'a' }])('refuse %j as a result', (wire) => {
    expect(issuesOf(mastra.parseResult(wire, valueOf(mastra.parse(one))))).toEqual([': type']);
  });

  it('refuse two options for a single-select question', () => {
    const issues = issuesOf(mastra.parseResult(['Mail', 'Auth, all of it'], valueOf(mastra.parse(one))));
    expect(issues).toEqual(['replies[0]: too_many_options']);
  });
});

it('mastra matches its calls and chunks only', () => {
  for (const input of [chunk(open), payload(open), one, many]) {
    expect(detectDialect(input)).toMatchObject({ ok: true, dialect: { name: 'mastra' } });
  }
  const other = { ...chunk(open), payload: { ...payload(open), toolName: 'submit_plan' } };
  for (const input of [open, { question: 'q', options }, { ...one, selectionMode: 'multi' }, other, null]) {
    expect(mastra.matches(input)).toBe(false);
  }
});

it('mastra.tool has the name and the fields of the tool [R-TOOL]', () => {
  expect(mastra.tool).toMatchObject({ name: 'ask_user' });
  expect(mastra.tool.inputSchema.required).toEqual(['question']);
  expect(Object.keys(mastra.tool.inputSchema.properties ?? {})).toEqual(['question', 'options', 'selectionMode']);
});
