import { describe, expect, it } from 'vitest';
import { detectDialect, getLosses, qwenCode } from '../../../src/dialects/index.js';
import { ENDINGS, HOSTILE, issuesOf, run, valueOf, warningsOf } from '../helpers.js';

const described = (label: string) => ({ label, description: `about ${label}` });
const DATABASE = {
  question: 'Which database?',
  header: 'Database',
  options: [described('Postgres'), described('SQLite')],
};
const PARTS = {
  question: 'Which parts?',
  header: 'Parts',
  options: [described('Auth'), described('Mail'), described('Search')],
  multiSelect: true,
};
const INPUT = { questions: [DATABASE, PARTS], metadata: { source: 'plan' } };
const OPTIONS = [
  { optionId: 'submit-1', name: 'Submit', kind: 'allow_once' },
  { optionId: 'reject-1', name: 'Cancel', kind: 'reject_once' },
];
const META = { toolName: 'ask_user_question', qwenInteractionKind: 'user_question', qwenQuestions: INPUT.questions };
const PARAMS = {
  sessionId: 's',
  options: OPTIONS,
  toolCall: { toolCallId: 'call_1', status: 'pending', kind: 'think', rawInput: INPUT, _meta: META },
};
const REQUEST = { jsonrpc: '2.0', id: 3, method: 'session/request_permission', params: PARAMS };
const SKIPPED = { selected: [], skipped: true } as const;
const START = 'User has provided the following answers:\n\n';

describe('qwenCode returns the permission reply, and its text byte for byte [R-RESULT]', () => {
  it.each([
    [
      'labels',
      [{ selected: [1] }, { selected: [2, 0] }],
      { '0': 'SQLite', '1': 'Auth, Search' },
      `${START}**Database**: SQLite\n**Parts**: Auth, Search`,
      [],
    ],
    [
      'custom text with a selected option, and notes, which are lost',
      [
        { selected: [], custom: 'DuckDB', notes: 'n' },
        { selected: [1], custom: 'logs' },
      ],
      { '0': 'DuckDB', '1': 'Mail, logs' },
      `${START}**Database**: DuckDB\n**Parts**: Mail, logs`,
      ['answers[0].notes'],
    ],
    [
      'a skipped question',
      [SKIPPED, { selected: [0] }],
      { '1': 'Auth' },
      `${START}**Parts**: Auth\nThe user skipped, and chose no option for: "Which database?".`,
      [],
    ],
    [
      'only skipped questions',
      [SKIPPED, SKIPPED],
      {},
      `${START}No valid answers were provided.\nThe user skipped, and chose no option for: "Which database?", "Which parts?".`,
      [],
    ],
  ] as const)('for %s', (_name, replies, answers, text, losses) => {
    const { wire, text: read, result, request } = run(qwenCode, REQUEST, ...replies);
    expect(wire).toStrictEqual({ outcome: { outcome: 'selected', optionId: 'submit-1' }, answers });
    expect(read).toBe(text);
    expect(getLosses(qwenCode, result, request).map(({ path }) => path)).toEqual(losses);
    if (losses.length === 0) expect(valueOf(qwenCode.parseResult(wire, request))).toEqual(result);
  });

  it('by index for equal texts and `__proto__`, and with a name for a question without a header [R-ID]', () => {
    const questions = ['__proto__', 'q', 'q'].map((question) => ({ ...DATABASE, question, header: '' }));
    const { wire, text } = run(qwenCode, { questions }, { selected: [1] }, { selected: [0] }, { selected: [1] });
    expect(wire).toStrictEqual({
      outcome: { outcome: 'selected', optionId: 'proceed_once' },
      answers: { '0': 'SQLite', '1': 'Postgres', '2': 'SQLite' },
    });
    expect(text).toBe(`${START}**Question 1**: SQLite\n**Question 2**: Postgres\n**Question 3**: SQLite`);
    expect(warningsOf(qwenCode.parse({ questions }))).toEqual([0, 1, 2].map((i) => `questions[${i}].header: empty`));
  });

  it('but cannot represent labels that a comma makes ambiguous, or equal labels', () => {
    const options = [described('a'), described('b'), described('a, b')];
    const joined = run(qwenCode, { ...PARTS, options }, { selected: [0, 1] });
    expect(joined.wire.answers).toEqual({ '0': 'a, b' });
    expect(getLosses(qwenCode, joined.result, joined.request).map(({ path }) => path)).toEqual(['answers[0]']);
    const twins = run(qwenCode, { ...DATABASE, options: ['x', 'x'] }, { selected: [1] });
    expect(getLosses(qwenCode, twins.result, twins.request)).toHaveLength(1);
  });
});

describe('qwenCode for an unanswered request [R-RESULT] [R-NOPHANTOM]', () => {
  const request = valueOf(qwenCode.parse(REQUEST));

  it.each(ENDINGS)('formats $status', (ending) => {
    const declined = ending.status === 'declined';
    const wire = qwenCode.formatResult(ending, request);
    const selected = { outcome: 'selected', optionId: 'reject-1' };
    expect(wire).toStrictEqual({ outcome: declined ? selected : { outcome: 'cancelled' } });
    const text = qwenCode.toModelText(ending, request);
    expect(text).toContain('Nobody answered and no option was chosen.');
    expect(text.startsWith('User declined to answer the questions.')).toBe(declined);
    const back = valueOf(qwenCode.parseResult(wire, request));
    expect(back).toEqual({ status: declined ? 'declined' : 'cancelled' });
  });

  it.each([
    ['the input without a request', INPUT, 'cancel'],
    ['a request without options', { toolCall: { rawInput: INPUT } }, 'cancel'],
    ['a request with invalid options', { ...PARAMS, options: [null, { kind: 'reject_once' }] }, 'cancel'],
    ['a request with options', { ...PARAMS, options: [{ optionId: 'no', kind: 'reject_once' }] }, 'no'],
  ])('declines with the option of %s', (_name, input, optionId) => {
    const wire = qwenCode.formatResult({ status: 'declined' }, valueOf(qwenCode.parse(input)));
    expect(wire.outcome).toEqual({ outcome: 'selected', optionId });
  });

  it.each([undefined, {}, { outcome: 'cancelled' }, { outcome: { outcome: 'maybe' } }])(
    'refuses the result %j',
    (wire) => {
      expect(issuesOf(qwenCode.parseResult(wire, request))).toEqual([': type']);
    },
  );
});

describe('qwenCode.parse [R-PARSE]', () => {
  const without = (toolCall: object) => ({ ...PARAMS, toolCall: { toolCallId: 'call_1', ...toolCall } });
  it.each([
    ['the JSON-RPC request', REQUEST, 'call_1'],
    ['the params of that request', PARAMS, 'call_1'],
    ['a request of 0.15, without a signature', without({ rawInput: INPUT }), 'call_1'],
    ['the questions in the signature', without({ _meta: META }), 'call_1'],
    [
      'the input with a signature without questions',
      without({ rawInput: INPUT, _meta: { qwenQuestions: [] } }),
      'call_1',
    ],
    ['the input', INPUT, 'ask-user'],
    ['JSON text', JSON.stringify(REQUEST), 'call_1'],
  ])('reads %s', (_name, input, requestId) => {
    const request = valueOf(qwenCode.parse(input, { strict: true }));
    expect(request).toMatchObject({ requestId, raw: input });
    expect(request.questions).toMatchObject(INPUT.questions);
    expect(valueOf(qwenCode.parse(input, { requestId: 'ours' })).requestId).toBe('ours');
  });

  it('removes Other if the program requests it', () => {
    const request = valueOf(qwenCode.parse({ questions: [{ ...DATABASE, allowCustomInput: false }, PARTS] }));
    expect(request.questions.map(({ constraints }) => constraints)).toEqual([{ allowCustom: false }, undefined]);
    expect(valueOf(qwenCode.formatRequest(request))).toEqual({
      questions: [
        { ...DATABASE, multiSelect: false, allowCustomInput: false },
        { ...PARTS, multiSelect: true },
      ],
    });
    expect(warningsOf(qwenCode.formatRequest(request))).toEqual([]);
  });

  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(qwenCode.parse(input)).length).toBeGreaterThan(0);
    expect(issuesOf(qwenCode.parse({ toolCall: { rawInput: input } })).length).toBeGreaterThan(0);
  });

  it('warns about violations of its limits, and refuses them if strict [R-LIMITS]', () => {
    const input = { questions: [{ question: 'q', options: [{ label: 'a' }] }] };
    const expected = [
      'questions[0].header: missing',
      'questions[0].options: too_few',
      'questions[0].options[0].description: missing',
    ];
    expect(warningsOf(qwenCode.parse(input))).toEqual(expected);
    expect(issuesOf(qwenCode.parse(input, { strict: true }))).toEqual(expected);
    expect(warningsOf(qwenCode.parse({ questions: [{ ...DATABASE, header: 'Target config' }] }))).toEqual([]);
  });
});

describe('qwenCode detection', () => {
  it.each([
    [REQUEST, true],
    [PARAMS, true],
    [{ toolCall: { rawInput: INPUT } }, false],
    [{ toolCall: { _meta: { qwenInteractionKind: 'peer_message' } } }, false],
    [INPUT, false],
    [[], false],
  ])('returns for %j: %s', (input, expected) => expect(qwenCode.matches(input)).toBe(expected));

  it('detects its signature', () => {
    expect(detectDialect(REQUEST)).toEqual({ ok: true, dialect: qwenCode });
  });
});

it('qwenCode.formatRequest writes the fields that its tool requires, and warns about losses', () => {
  const request = valueOf(
    qwenCode.parse({ question: 'q', context: 'why', options: ['a', { label: 'b', preview: 'p' }] }),
  );
  const written = qwenCode.formatRequest(request);
  expect(valueOf(written)).toEqual({
    questions: [
      {
        question: 'q',
        header: 'Question 1',
        multiSelect: false,
        options: [
          { label: 'a', description: 'a' },
          { label: 'b', description: 'b' },
        ],
      },
    ],
  });
  expect(qwenCode.parse(valueOf(written), { strict: true })).toMatchObject({ ok: true, warnings: [] });
  expect(warningsOf(written)).toEqual([
    'questions[0].context: lost',
    'questions[0].options[1].preview: lost',
    'questions[0].options[0].description: lost',
    'questions[0].options[1].description: lost',
  ]);
});

it('qwenCode.tool has the name and the bounds of the tool [R-TOOL]', () => {
  expect(qwenCode.tool).toMatchObject({ name: 'ask_user_question' });
  expect(qwenCode.tool.inputSchema.properties?.['questions']).toMatchObject({
    minItems: 1,
    maxItems: 4,
    items: {
      required: ['question', 'header', 'options'],
      properties: { options: { minItems: 2, maxItems: 4, items: { required: ['label', 'description'] } } },
    },
  });
});
