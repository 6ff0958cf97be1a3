import { describe, expect, it } from 'vitest';
import {
  claudeCode,
  claudeCodeHookOutput,
  claudeCodeTool,
  claudeCodeWith,
  detectDialect,
  lossesOf,
} from '../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, run, valueOf, warningsOf } from './helpers.js';

const DATABASE = {
  question: 'Which database?',
  header: 'Database',
  multiSelect: false,
  options: [
    { label: 'Postgres', description: 'server', preview: '<pre>pg</pre>' },
    { label: 'SQLite', description: 'file' },
  ],
};
const FEATURES = {
  question: 'Which features?',
  header: 'Features',
  multiSelect: true,
  options: [
    { label: 'Auth', description: 'logins' },
    { label: 'Mail, SMS', description: 'messages' },
    { label: 'Search', description: 'full text' },
  ],
};
const INPUT = { questions: [DATABASE, FEATURES], metadata: { source: 'plan' } };
const SKIPPED = { selected: [], skipped: true } as const;

const READ =
  'Read the answers carefully — they may request clarification, changes, or that you not proceed — and follow what they actually say.';
const CONTINUE = 'You can now continue with these answers in mind.';

describe('[R-RESULT] claudeCode gives what canUseTool returns, and the text that Claude Code makes of it', () => {
  it.each([
    [
      'labels',
      [{ selected: [1] }, { selected: [2, 0] }],
      { answers: { 'Which database?': 'SQLite', 'Which features?': 'Auth, Search' } },
      `Your questions have been answered: "Which database?"="SQLite", "Which features?"="Auth, Search". ${CONTINUE}`,
    ],
    [
      'a label with a comma, as JSON text',
      [{ selected: [1] }, { selected: [1, 2] }],
      { answers: { 'Which database?': 'SQLite', 'Which features?': '"Mail, SMS", Search' } },
      `Your questions have been answered: "Which database?"="SQLite", "Which features?"=""Mail, SMS", Search". ${CONTINUE}`,
    ],
    [
      'a preview',
      [{ selected: [0] }, { selected: [0] }],
      {
        answers: { 'Which database?': 'Postgres', 'Which features?': 'Auth' },
        annotations: { 'Which database?': { preview: '<pre>pg</pre>' } },
      },
      `Your questions have been answered: "Which database?"="Postgres" selected preview:\n<pre>pg</pre>, "Which features?"="Auth". ${CONTINUE}`,
    ],
    [
      'own words, alone and beside selections',
      [
        { selected: [], custom: 'DuckDB, of course' },
        { selected: [0], custom: 'a "fast" one' },
      ],
      { answers: { 'Which database?': 'DuckDB, of course', 'Which features?': String.raw`Auth, "a \"fast\" one"` } },
      String.raw`The user answered: "Which database?"="DuckDB, of course", "Which features?"="Auth, "a \"fast\" one"". ${READ}`,
    ],
    [
      'notes',
      [{ selected: [1], notes: 'for now' }, { selected: [0] }],
      {
        answers: { 'Which database?': 'SQLite', 'Which features?': 'Auth' },
        annotations: { 'Which database?': { notes: 'for now' } },
      },
      `The user answered: "Which database?"="SQLite" notes: for now, "Which features?"="Auth". ${READ}`,
    ],
    [
      'a skipped question',
      [{ selected: [1] }, SKIPPED],
      { answers: { 'Which database?': 'SQLite' } },
      `Your questions have been answered: "Which database?"="SQLite". ${CONTINUE} The user skipped, and chose no option for: "Which features?".`,
    ],
    [
      'a skipped question with notes',
      [{ selected: [1] }, { ...SKIPPED, notes: 'later' }],
      { answers: { 'Which database?': 'SQLite' }, annotations: { 'Which features?': { notes: 'later' } } },
      `The user answered: "Which database?"="SQLite", "Which features?"=(no option selected) notes: later. ${READ}`,
    ],
    [
      'nothing but skipped questions',
      [SKIPPED, SKIPPED],
      { answers: {} },
      'The user did not answer the questions. The user skipped, and chose no option for: "Which database?", "Which features?".',
    ],
  ] as const)('%s', (_name, replies, said, text) => {
    const { wire, text: read, result, request } = run(claudeCode, INPUT, ...replies);
    expect(wire).toStrictEqual({ behavior: 'allow', updatedInput: { ...INPUT, ...said } });
    expect(read).toBe(text);
    expect(lossesOf(claudeCode, result, request)).toEqual([]);
    expect(valueOf(claudeCode.parseResult(wire, request))).toEqual(result);
  });

  it('[R-VERBATIM] echoes the input as it was sent, without what only a user may say', () => {
    const sent = { ...INPUT, title: 'Before we start', questions: [{ ...DATABASE, colour: 'red' }] };
    const supplied = { answers: { 'Which database?': 'Postgres' }, annotations: {}, response: 'x', afkTimeoutMs: 1 };
    const { wire } = run(claudeCode, { ...sent, ...supplied }, { selected: [1] });
    expect(wire).toStrictEqual({
      behavior: 'allow',
      updatedInput: { ...sent, answers: { 'Which database?': 'SQLite' } },
    });
  });

  it('writes an input anew that was sent otherwise', () => {
    const expected = { questions: [DATABASE], answers: { 'Which database?': 'SQLite' } };
    for (const input of [[DATABASE], DATABASE, { questions: JSON.stringify([DATABASE]) }]) {
      expect(run(claudeCode, input, { selected: [1] }).wire.updatedInput).toStrictEqual(expected);
    }
  });

  it('[R-ID] keeps equal texts, equal labels and `__proto__` apart as far as the wire can', () => {
    const question = (text: string) => ({ ...DATABASE, question: text });
    const { wire, request } = run(
      claudeCode,
      { questions: [question('__proto__'), question('q'), question('q')] },
      { selected: [0], notes: 'n' },
      { selected: [0] },
      { selected: [1] },
    );
    const { answers = {}, annotations = {} } = wire.updatedInput;
    expect(Object.entries(answers)).toEqual([
      ['__proto__', 'Postgres'],
      ['q', 'Postgres'],
      ['q (2)', 'SQLite'],
    ]);
    expect(Object.keys(annotations)).toEqual(['__proto__', 'q']);
    expect(warningsOf(claudeCode.parse(request.raw))).toEqual([
      'questions[2].question: duplicate',
      'questions[2].question: duplicate_key',
    ]);
    const twins = valueOf(claudeCode.parse({ ...DATABASE, options: [DATABASE.options[1], DATABASE.options[1]] }));
    expect(lossesOf(claudeCode, answer(twins, { selected: [1] }), twins).map(({ code }) => code)).toEqual(['lost']);
  });

  it('gives no preview back where several options were chosen', () => {
    const options = [
      { label: 'a', description: 'd', preview: '1' },
      { label: 'b', description: 'd', preview: '2' },
    ];
    const { wire } = run(claudeCode, { ...FEATURES, options }, { selected: [0, 1] });
    expect(wire.updatedInput).not.toHaveProperty('annotations');
  });
});

describe('[R-RESULT] [R-NOPHANTOM] claudeCode for what was not answered', () => {
  const request = valueOf(claudeCode.parse(INPUT));
  const capable = claudeCodeWith({ capabilities: ['interrupt_receipt_v1', 'ask_user_question_unanswered_v1'] });
  const every = (unanswered: string) => ({
    'Which database?': { unanswered },
    'Which features?': { unanswered },
  });
  const NOT_ANSWERED = 'The user did not answer the questions. Nobody answered and no option was chosen.';

  it.each(ENDINGS)('$status', (ending) => {
    const wire = claudeCode.formatResult(ending, request);
    const text = claudeCode.toModelText(ending, request);
    if (ending.status === 'declined') {
      expect(wire).toStrictEqual({ behavior: 'allow', updatedInput: INPUT });
      expect(text).toBe(NOT_ANSWERED);
    } else {
      const stop = ending.status === 'cancelled' ? { interrupt: true } : {};
      expect(wire).toStrictEqual({ behavior: 'deny', message: text, ...stop });
      expect(text).toContain('no option was chosen');
    }
    expect(valueOf(claudeCode.parseResult(wire, request)).status).toBe(ending.status);
  });

  it.each([
    ['declined', 'dismissed'],
    ['superseded', 'replied_in_chat'],
  ] as const)('%s, in a session that may be told', (status, unanswered) => {
    const wire = capable.formatResult({ status }, request);
    expect(wire).toStrictEqual({ behavior: 'allow', updatedInput: { ...INPUT, annotations: every(unanswered) } });
    expect(capable.toModelText({ status }, request)).toBe(NOT_ANSWERED);
    expect(valueOf(capable.parseResult(wire, request))).toEqual({ status });
  });

  it('a skipped question, in a session that may be told', () => {
    const wire = capable.formatResult(answer(request, { selected: [1] }, { ...SKIPPED, notes: 'n' }), request);
    expect(wire.updatedInput).toStrictEqual({
      ...INPUT,
      answers: { 'Which database?': 'SQLite' },
      annotations: { 'Which features?': { notes: 'n', unanswered: 'skipped' } },
    });
  });

  it('denies the other endings in such a session, too', () => {
    const wire = capable.formatResult({ status: 'timedOut' }, request);
    expect(wire).toEqual(claudeCode.formatResult({ status: 'timedOut' }, request));
  });

  it("is a PreToolUse hook's output for a deferred call", () => {
    const allow = claudeCode.formatResult(answer(request, { selected: [1] }, SKIPPED), request);
    expect(claudeCodeHookOutput(allow)).toStrictEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: { ...INPUT, answers: { 'Which database?': 'SQLite' } },
      },
    });
    const message = 'The user did not answer in time. Nobody answered and no option was chosen.';
    const denied = { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: message };
    const deny = claudeCode.formatResult({ status: 'timedOut' }, request);
    expect(claudeCodeHookOutput(deny)).toStrictEqual({ hookSpecificOutput: denied });
    const stop = claudeCode.formatResult({ status: 'cancelled' }, request);
    expect(claudeCodeHookOutput(stop)).toMatchObject({ continue: false });
  });
});

describe('[R-PARSE] claudeCode.parse', () => {
  const call = { tool_name: 'AskUserQuestion', input: INPUT, tool_use_id: 'toolu_1' };
  it.each([
    ['the input', INPUT, 'ask-user'],
    ['a call', call, 'toolu_1'],
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

  it("refuses another tool's call", () => {
    expect(issuesOf(claudeCode.parse({ tool_name: 'Bash', input: INPUT }))).toEqual(['questions: missing']);
  });

  it('[R-LIMITS] warns beyond its limits, and refuses where strict', () => {
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

  it('[R-PREVIEW-CHECK] checks HTML previews where the host asked for HTML', () => {
    const html = claudeCodeWith({ previewFormat: 'html' });
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
      'labels that another host joined without quoting',
      { 'Which features?': 'Auth, Mail, SMS, and more' },
      [0, 1],
      'and more',
    ],
    ['one label that has a comma', { 'Which features?': 'Mail, SMS' }, [1], undefined],
    ['a list', { 'Which features?': ['Search', 'x'] }, [2], 'x'],
    ['a text that ends in a quoted one', { 'Which features?': 'Auth, "Mail, SMS"' }, [0, 1], undefined],
    ['quotation marks that quote nothing', { 'Which features?': 'say "no" to it' }, [], 'say "no" to it'],
    ['a quotation that does not end', { 'Which features?': '"no' }, [], '"no'],
    ['a quotation that is no JSON', { 'Which features?': '"a\nb"' }, [], '"a\nb"'],
    ['text after a quotation', { 'Which features?': '"Auth" x' }, [], '"Auth" x'],
  ])('reads %s', (_name, answers, selected, custom) => {
    const read = valueOf(claudeCode.parseResult(allow({ answers }), request));
    const [first, second] = read.status === 'answered' ? read.answers : [];
    expect(first?.skipped).toBe(true);
    expect(second?.selected.map(({ index }) => index)).toEqual(selected);
    expect(second?.custom).toBe(custom);
  });

  it('takes no text for an answer where the question went unanswered', () => {
    const answers = { 'Which database?': 'Postgres', 'Which features?': 'Skipped.' };
    const annotations = { 'Which features?': { unanswered: 'skipped', notes: 'later' } };
    const read = valueOf(claudeCode.parseResult(allow({ answers, annotations }), request));
    expect(read).toEqual(answer(request, { selected: [0] }, { ...SKIPPED, notes: 'later' }));
  });

  it.each([
    ['a text for the whole card', allow({ ...INPUT, response: 'Let us talk' }), 'superseded'],
    ['an empty text for the whole card', allow({ ...INPUT, response: ' ' }), 'declined'],
    [
      'a closed card with texts in the place of answers',
      allow({
        answers: { 'Which database?': '(closed)', 'Which features?': '(closed)' },
        annotations: { 'Which database?': { unanswered: 'dismissed' }, 'Which features?': { unanswered: 'dismissed' } },
      }),
      'declined',
    ],
    ["a host's own refusal", { behavior: 'deny', message: 'No.' }, 'declined'],
    ["a host's own stop", { behavior: 'deny', message: 'No.', interrupt: true }, 'cancelled'],
  ])('reads %s', (_name, wire, status) => {
    expect(valueOf(claudeCode.parseResult(wire, request)).status).toBe(status);
  });

  it.each([undefined, null, 'allow', {}, { behavior: 'allow' }, { behavior: 'ask', updatedInput: {} }])(
    'refuses %j',
    (wire) => expect(issuesOf(claudeCode.parseResult(wire, request))).toEqual([': type']),
  );
});

describe('claudeCode.recognises', () => {
  const request = { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', input: INPUT };
  it.each([
    [request, true],
    [{ type: 'control_request', request_id: '1', request }, true],
    [{ ...request, tool_name: 'ask_user_question' }, false],
    [{ tool_name: 'AskUserQuestion', input: INPUT }, false],
    [INPUT, false],
    [null, false],
  ])('%j: %s', (input, expected) => expect(claudeCode.recognises(input)).toBe(expected));

  it('is found by its control request', () => {
    expect(detectDialect({ type: 'control_request', request_id: '1', request })).toEqual({
      ok: true,
      dialect: claudeCode,
    });
  });
});

describe('claudeCode.formatRequest', () => {
  it('writes what its tool requires', () => {
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

  it('says what is lost', () => {
    const request = valueOf(claudeCode.parse({ ...DATABASE, context: 'why' }));
    const [question] = request.questions;
    const strict = { ...request, questions: [{ ...question!, constraints: { allowCustom: false } }] };
    expect(warningsOf(claudeCode.formatRequest(strict))).toEqual([
      'questions[0].context: lost',
      'questions[0].constraints.allowCustom: lost',
    ]);
  });
});

it('[R-TOOL] claudeCodeTool has the name and the bounds of the tool', () => {
  expect(claudeCodeTool).toMatchObject({ dialect: claudeCode, name: 'AskUserQuestion' });
  expect(claudeCodeTool.inputSchema.properties?.['questions']).toMatchObject({
    minItems: 1,
    maxItems: 4,
    items: {
      required: ['question', 'header', 'options', 'multiSelect'],
      properties: { options: { minItems: 2, maxItems: 4, items: { required: ['label', 'description'] } } },
    },
  });
});
