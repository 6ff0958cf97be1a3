import { describe, expect, it } from 'vitest';
import { claudeCode, createClaudeCodeDialect, detectDialect } from '../../../src/dialects/index.js';
import { DATABASE, FEATURES, INPUT, SKIPPED } from './claude-code-calls.js';
import { answer, HOSTILE, issuesOf, valueOf, warningsOf } from '../helpers.js';

describe('claudeCode.parse [R-PARSE]', () => {
  const call = { tool_name: 'AskUserQuestion', input: INPUT, tool_use_id: 'toolu_1' };
  it.each([
    ['the input', INPUT, 'ask-user'],
    ['a tool call', call, 'toolu_1'],
    ['can_use_tool', { subtype: 'can_use_tool', ...call }, 'toolu_1'],
    [
      'a control request',
      { type: 'control_request', request_id: 'req-1', request: { subtype: 'can_use_tool', ...call } },
      'req-1',
    ],
    [
      'the input of a hook',
      { hook_event_name: 'PreToolUse', tool_name: 'AskUserQuestion', tool_input: INPUT },
      'ask-user',
    ],
    ['deferred_tool_use', { id: 'toolu_2', name: 'AskUserQuestion', input: INPUT }, 'toolu_2'],
    [
      'JSON text',
      JSON.stringify({ type: 'tool_use', id: 'toolu_3', name: 'AskUserQuestion', input: INPUT }),
      'toolu_3',
    ],
  ])('reads %s', (_name, input, requestId) => {
    const request = valueOf(claudeCode.parse(input, { strict: true }));
    expect(request).toMatchObject({ requestId, previewFormat: 'markdown', metadata: { source: 'plan' }, raw: input });
    expect(request.questions).toMatchObject([DATABASE, FEATURES]);
    const { updatedInput } = claudeCode.formatResult(answer(request, { selected: [1] }, SKIPPED), request);
    expect(updatedInput).toStrictEqual({ ...INPUT, answers: { 'Which database?': 'SQLite' } });
    expect(valueOf(claudeCode.parse(input, { requestId: 'ours' })).requestId).toBe('ours');
  });

  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(claudeCode.parse(input)).length).toBeGreaterThan(0);
    expect(issuesOf(claudeCode.parse({ tool_name: 'AskUserQuestion', input })).length).toBeGreaterThan(0);
  });

  it('refuses the call of another tool', () => {
    expect(issuesOf(claudeCode.parse({ tool_name: 'Bash', input: INPUT }))).toEqual(['questions: missing']);
  });

  it('warns about violations of its limits, and refuses them if strict [R-LIMITS]', () => {
    const input = { questions: [{ question: 'q', options: [{ label: 'a' }] }] };
    const expected = [
      'questions[0].header: missing',
      'questions[0].options: too_few',
      'questions[0].options[0].description: missing',
    ];
    expect(warningsOf(claudeCode.parse(input))).toEqual(expected);
    expect(issuesOf(claudeCode.parse(input, { strict: true }))).toEqual(expected);
    const long = { questions: [{ ...DATABASE, header: 'More than twelve characters' }] };
    expect(warningsOf(claudeCode.parse(long))).toEqual([]);
  });

  it('checks HTML previews if the host asked for HTML [R-PREVIEW-CHECK]', () => {
    const html = createClaudeCodeDialect({ previewFormat: 'html' });
    const bad = { ...DATABASE, options: [DATABASE.options[0], { label: 'b', description: 'd', preview: 'plain' }] };
    expect(valueOf(html.parse(DATABASE)).previewFormat).toBe('html');
    expect(warningsOf(html.parse(bad))).toEqual(['options[1].preview: preview']);
    expect(issuesOf(html.parse(bad, { strict: true }))).toEqual(['options[1].preview: preview']);
    expect(warningsOf(claudeCode.parse(bad))).toEqual([]);
    expect(valueOf(html.parse(bad, { previewFormat: 'text' })).previewFormat).toBe('text');
  });
});

describe('claudeCode.parseResult', () => {
  const request = valueOf(claudeCode.parse(INPUT));
  const allow = (updatedInput: object) => ({ behavior: 'allow', updatedInput });
  it.each([
    [
      'labels that are joined without quotation marks',
      { 'Which features?': 'Auth, Mail, SMS, and more' },
      [0, 1],
      'and more',
    ],
    ['one label with a comma', { 'Which features?': 'Mail, SMS' }, [1], undefined],
    ['an array', { 'Which features?': ['Search', 'x'] }, [2], 'x'],
    ['text that ends in a quoted label', { 'Which features?': 'Auth, "Mail, SMS"' }, [0, 1], undefined],
    ['quotation marks within custom text', { 'Which features?': 'say "no" to it' }, [], 'say "no" to it'],
    ['an unterminated quotation', { 'Which features?': '"no' }, [], '"no'],
    ['a quotation that is not JSON', { 'Which features?': '"a\nb"' }, [], '"a\nb"'],
    ['text after a quotation', { 'Which features?': '"Auth" x' }, [], '"Auth" x'],
  ])('reads %s', (_name, answers, selected, custom) => {
    const read = valueOf(claudeCode.parseResult(allow({ answers }), request));
    const [first, second] = read.status === 'answered' ? read.answers : [];
    expect(first?.skipped).toBe(true);
    expect(second?.selected.map(({ index }) => index)).toEqual(selected);
    expect(second?.custom).toBe(custom);
  });

  it('does not read the text of an unanswered question as an answer', () => {
    const answers = { 'Which database?': 'Postgres', 'Which features?': 'Skipped.' };
    const annotations = { 'Which features?': { unanswered: 'skipped', notes: 'later' } };
    const read = valueOf(claudeCode.parseResult(allow({ answers, annotations }), request));
    expect(read).toEqual(answer(request, { selected: [0] }, { ...SKIPPED, notes: 'later' }));
  });

  it.each([
    ['a response to all questions', allow({ ...INPUT, response: 'Let us talk' }), 'superseded'],
    ['a blank response to all questions', allow({ ...INPUT, response: ' ' }), 'declined'],
    [
      'dismissed questions with placeholder answers',
      allow({
        answers: { 'Which database?': '(closed)', 'Which features?': '(closed)' },
        annotations: { 'Which database?': { unanswered: 'dismissed' }, 'Which features?': { unanswered: 'dismissed' } },
      }),
      'declined',
    ],
    ['a refusal by another host', { behavior: 'deny', message: 'No.' }, 'declined'],
    ['a stop by another host', { behavior: 'deny', message: 'No.', interrupt: true }, 'cancelled'],
  ])('reads %s', (_name, wire, status) => {
    expect(valueOf(claudeCode.parseResult(wire, request)).status).toBe(status);
  });

  it.each([undefined, null, 'allow', {}, { behavior: 'allow' }, { behavior: 'ask', updatedInput: {} }])(
    'refuses %j',
    (wire) => expect(issuesOf(claudeCode.parseResult(wire, request))).toEqual([': type']),
  );
});

describe('claudeCode detection', () => {
  const request = { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', input: INPUT };
  it.each([
    [request, true],
    [{ type: 'control_request', request_id: '1', request }, true],
    [{ ...request, tool_name: 'ask_user_question' }, false],
    [{ tool_name: 'AskUserQuestion', input: INPUT }, false],
    [INPUT, false],
    [null, false],
  ])('returns for %j: %s', (input, expected) => expect(claudeCode.matches(input)).toBe(expected));

  it('detects a control request', () => {
    expect(detectDialect({ type: 'control_request', request_id: '1', request })).toEqual({
      ok: true,
      dialect: claudeCode,
    });
  });
});

describe('claudeCode.formatRequest', () => {
  it('adds the fields that the tool requires', () => {
    const request = valueOf(claudeCode.parse({ question: 'q', options: ['a', { label: 'b', preview: 'p' }] }));
    expect(claudeCode.formatRequest(request)).toEqual({
      ok: true,
      warnings: [],
      value: {
        questions: [
          {
            question: 'q',
            header: 'Question 1',
            multiSelect: false,
            options: [
              { label: 'a', description: '' },
              { label: 'b', description: '', preview: 'p' },
            ],
          },
        ],
      },
    });
  });

  it('warns about losses', () => {
    const request = valueOf(claudeCode.parse({ ...DATABASE, context: 'why' }));
    const [question] = request.questions;
    const strict = { ...request, questions: [{ ...question!, constraints: { allowCustom: false } }] };
    expect(warningsOf(claudeCode.formatRequest(strict))).toEqual([
      'questions[0].context: lost',
      'questions[0].constraints.allowCustom: lost',
    ]);
  });
});

it('claudeCode.tool has the name and the bounds of the tool [R-TOOL]', () => {
  expect(claudeCode.tool).toMatchObject({ name: 'AskUserQuestion' });
  expect(claudeCode.tool.inputSchema.properties?.['questions']).toMatchObject({
    minItems: 1,
    maxItems: 4,
    items: {
      required: ['question', 'header', 'options', 'multiSelect'],
      properties: { options: { minItems: 2, maxItems: 4, items: { required: ['label', 'description'] } } },
    },
  });
});
