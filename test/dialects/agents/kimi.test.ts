import { describe, expect, it } from 'vitest';
import { detectDialect, kimi, getLosses } from '../../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, run, valueOf, warningsOf } from '../helpers.js';

const LANGUAGE = {
  question: 'Which language should I use?',
  header: 'Lang',
  options: [
    { label: 'Python', description: 'Widely used, large ecosystem' },
    { label: 'Rust', description: 'High performance, memory safe' },
  ],
  multi_select: false,
};
const PARTS = {
  question: 'Parts?',
  header: '',
  options: [{ label: 'Auth' }, { label: 'Mail' }, { label: 'Search' }],
  multi_select: true,
};
const TOOL = { questions: [LANGUAGE, PARTS] };
const asSent = (question: typeof LANGUAGE | typeof PARTS, more: object = {}) => ({
  ...question,
  body: '',
  other_label: '',
  other_description: '',
  ...more,
});
const PAYLOAD = { id: 'q-1', tool_call_id: 'tc-1', questions: [asSent(LANGUAGE), asSent(PARTS)] };
const MESSAGE = { type: 'QuestionRequest', payload: PAYLOAD };
const REQUEST = { jsonrpc: '2.0', method: 'request', id: 'b1a2', params: MESSAGE };
const SKIPPED = { selected: [], skipped: true } as const;
const DISMISSED = '{"answers":{},"note":"User dismissed the question without answering."}';

describe('kimi returns the QuestionResponse, and its answers as JSON [R-RESULT]', () => {
  it.each([
    [
      'labels',
      [{ selected: [0] }, { selected: [2, 0] }],
      { 'Which language should I use?': 'Python', 'Parts?': 'Auth, Search' },
      '{"answers":{"Which language should I use?":"Python","Parts?":"Auth, Search"}}',
      [],
    ],
    [
      'custom text with selected options',
      [
        { selected: [], custom: 'Zig' },
        { selected: [1], custom: 'é "x"' },
      ],
      { 'Which language should I use?': 'Zig', 'Parts?': 'Mail, é "x"' },
      String.raw`{"answers":{"Which language should I use?":"Zig","Parts?":"Mail, é \"x\""}}`,
      [],
    ],
    [
      'notes, which are lost',
      [{ selected: [0], notes: 'n' }, { selected: [1] }],
      { 'Which language should I use?': 'Python', 'Parts?': 'Mail' },
      '{"answers":{"Which language should I use?":"Python","Parts?":"Mail"}}',
      ['answers[0].notes'],
    ],
    [
      'a skipped question',
      [{ selected: [1] }, SKIPPED],
      { 'Which language should I use?': 'Rust' },
      '{"answers":{"Which language should I use?":"Rust"}}\nThe user skipped, and chose no option for: "Parts?".',
      [],
    ],
    [
      'only skipped questions, which equal a dismissal',
      [SKIPPED, SKIPPED],
      {},
      `${DISMISSED}\nThe user skipped, and chose no option for: "Which language should I use?", "Parts?".`,
      ['status'],
    ],
  ] as const)('for %s', (_name, replies, answers, text, losses) => {
    const { wire, text: read, result, request } = run(kimi, REQUEST, ...replies);
    expect(wire).toStrictEqual({ request_id: 'q-1', answers });
    expect(read).toBe(text);
    expect(getLosses(kimi, result, request).map(({ path }) => path)).toEqual(losses);
    if (losses.length === 0) expect(valueOf(kimi.parseResult(wire, request))).toEqual(result);
  });

  it('but cannot represent labels that a comma makes ambiguous', () => {
    const question = { ...PARTS, options: [{ label: 'a' }, { label: 'b' }, { label: 'a, b' }] };
    const { wire, result, request } = run(kimi, question, { selected: [0, 1] });
    expect(wire.answers).toEqual({ 'Parts?': 'a, b' });
    expect(getLosses(kimi, result, request).map(({ path }) => path)).toEqual(['answers[0]']);
    const twins = run(kimi, { ...LANGUAGE, options: ['x', 'x'] }, { selected: [1] });
    expect(getLosses(kimi, twins.result, twins.request)).toHaveLength(1);
  });

  it('with own properties for equal texts and `__proto__` [R-ID]', () => {
    const questions = ['__proto__', 'q', 'q'].map((question) => ({ ...LANGUAGE, question }));
    const { wire, text } = run(kimi, { questions }, { selected: [1] }, { selected: [0] }, { selected: [1] });
    expect(Object.entries(wire.answers)).toEqual([
      ['__proto__', 'Rust'],
      ['q', 'Python'],
      ['q (2)', 'Rust'],
    ]);
    expect(text).toBe('{"answers":{"__proto__":"Rust","q":"Python","q (2)":"Rust"}}');
    expect(warningsOf(kimi.parse({ questions }))).toEqual([
      'questions[2].question: duplicate',
      'questions[2].question: duplicate_key',
    ]);
  });

  it('with the host’s request id if the call has no id', () => {
    const request = valueOf(kimi.parse(TOOL, { requestId: 'ours' }));
    expect(kimi.formatResult({ status: 'declined' }, request)).toEqual({ request_id: 'ours', answers: {} });
    const sent = valueOf(kimi.parse(REQUEST, { requestId: 'ours' }));
    expect(kimi.formatResult({ status: 'declined' }, sent).request_id).toBe('q-1');
  });
});

describe('kimi for an unanswered request [R-RESULT] [R-NOPHANTOM]', () => {
  const request = valueOf(kimi.parse(REQUEST));
  const NO = 'Nobody answered and no option was chosen.';
  const TEXTS = {
    declined: `${DISMISSED} ${NO}`,
    cancelled: `${DISMISSED} ${NO}`,
    aborted: `The question was withdrawn. ${NO} Reason: "stopped".`,
    superseded: `Something newer replaced the question. ${NO} Reason: "a message arrived".`,
    connectionLost: `The connection to the user was lost. ${NO}`,
    timedOut: `The user did not answer in time. ${NO}`,
    unavailable: `The connected client does not support interactive questions. Do NOT call this tool again. Ask the user directly in your text response instead. ${NO} Reason: "no window".`,
    invalid: `The question was not asked, because the call is not valid. ${NO} What to correct:\n- questions: Missing. Send questions.`,
  };

  it.each(ENDINGS)('formats $status', (ending) => {
    const wire = kimi.formatResult(ending, request);
    expect(wire).toStrictEqual({ request_id: 'q-1', answers: {} });
    expect(kimi.toModelText(ending, request)).toBe(TEXTS[ending.status]);
    expect(valueOf(kimi.parseResult(wire, request))).toEqual({ status: 'declined' });
    expect(getLosses(kimi, ending, request)).toHaveLength(Number(ending.status !== 'declined'));
  });

  it.each([undefined, [], { request_id: 'q-1' }, { answers: null }])('refuses the result %j', (wire) => {
    expect(issuesOf(kimi.parseResult(wire, request))).toEqual([': type']);
  });
});

describe('kimi.parse [R-PARSE]', () => {
  it.each([
    ['the JSON-RPC request', REQUEST, 'q-1'],
    ['the message', MESSAGE, 'q-1'],
    ['the payload', PAYLOAD, 'q-1'],
    ['the arguments of the tool', TOOL, 'ask-user'],
    ['JSON text', JSON.stringify(REQUEST), 'q-1'],
  ])('reads %s', (_name, input, requestId) => {
    const request = valueOf(kimi.parse(input, { strict: true }));
    expect(request).toMatchObject({ requestId, raw: input });
    expect(request.questions).toStrictEqual([
      { id: 'q1', question: LANGUAGE.question, header: 'Lang', options: LANGUAGE.options, multiSelect: false },
      { id: 'q2', question: 'Parts?', options: PARTS.options, multiSelect: true },
    ]);
  });

  it('shows the body as context, and warns about the unused texts for Other', () => {
    const question = asSent(LANGUAGE, { body: '# Why', other_label: 'Else', other_description: 'Say it' });
    const parsed = kimi.parse({ ...PAYLOAD, questions: [question] });
    expect(valueOf(parsed).questions[0]).toMatchObject({ context: '# Why' });
    expect(warningsOf(parsed)).toEqual([
      'questions[0].other_label: ignored',
      'questions[0].other_description: ignored',
    ]);
  });

  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(kimi.parse(input)).length).toBeGreaterThan(0);
    expect(issuesOf(kimi.parse({ type: 'QuestionRequest', payload: input })).length).toBeGreaterThan(0);
  });

  it('does not throw for a field that cannot be read', () => {
    const question = {
      ...LANGUAGE,
      get other_label() {
        throw new Error('boom');
      },
    };
    expect(warningsOf(kimi.parse({ questions: [question] }))).toEqual([]);
  });

  it('warns about violations of its limits by its field names, and refuses them if strict [R-LIMITS]', () => {
    const questions = [{ ...LANGUAGE, options: ['a'], multi_select: 'yes' }];
    expect(warningsOf(kimi.parse({ questions }))).toEqual([
      'questions[0].multi_select: ignored',
      'questions[0].options: too_few',
    ]);
    expect(issuesOf(kimi.parse({ questions }, { strict: true }))).toEqual(['questions[0].options: too_few']);
    const five = Array.from({ length: 5 }, (_, i) => ({ ...LANGUAGE, question: `Which ${i}?` }));
    expect(issuesOf(kimi.parse({ questions: five }, { strict: true }))).toEqual(['questions: too_many']);
  });
});

describe('kimi for Kimi Code', () => {
  const KEEP = {
    question: 'Keep it?',
    header: 'K',
    options: [
      { label: 'Keep', description: 'k' },
      { label: 'Drop', description: 'd' },
    ],
    multi_select: false,
  };
  const BACKGROUND = { background: true, questions: [KEEP] };

  it.each([
    ['an answer of true', { 'Keep it?': true }],
    ['an answer of true beside a text', { 'Keep it?': true, 'Parts?': 'Auth' }],
  ])('reads %s as answered, with a warning that the answer is not known [R-NOPHANTOM]', (_name, answers) => {
    const request = valueOf(kimi.parse({ ...BACKGROUND, questions: [KEEP, PARTS] }));
    const parsed = kimi.parseResult({ request_id: 'r', answers }, request);
    const parts = 'Parts?' in answers ? { selected: [0] } : SKIPPED;
    expect(valueOf(parsed)).toEqual(answer(request, SKIPPED, parts));
    expect(warningsOf(parsed)).toEqual(['answers.Keep it?: lost']);
  });

  it.each([
    ['false', { 'Keep it?': false }],
    ['null', { 'Keep it?': null }],
    ['no answer', {}],
  ])('reads %s as declined', (_name, answers) => {
    const request = valueOf(kimi.parse(BACKGROUND));
    const parsed = kimi.parseResult({ request_id: 'r', answers }, request);
    expect(valueOf(parsed)).toEqual({ status: 'declined' });
    expect(warningsOf(parsed)).toEqual([]);
  });

  it('tells the host that the call returns at once [R-PARSE]', () => {
    for (const input of [BACKGROUND, JSON.stringify(BACKGROUND)]) {
      expect(valueOf(kimi.parse(input, { strict: true })).metadata).toEqual({ background: true });
      expect(detectDialect(input)).toEqual({ ok: true, dialect: kimi });
    }
    const waits = valueOf(kimi.parse({ ...BACKGROUND, background: false }));
    expect(waits).not.toHaveProperty('metadata');
    expect(kimi.matches({ background: false, questions: [{ ...KEEP, multi_select: undefined }] })).toBe(true);
  });

  it('reads the request of its SDK, and answers it [R-PARSE] [R-RESULT]', () => {
    const { multi_select: _several, ...asked } = PARTS;
    const sdk = {
      turnId: 1,
      toolCallId: 'call_1',
      questions: [{ ...asked, body: 'Why', multiSelect: true, otherLabel: 'Else' }],
    };
    const parsed = kimi.parse(sdk, { strict: true });
    const request = valueOf(parsed);
    expect(request).toMatchObject({ requestId: 'call_1', questions: [{ context: 'Why', multiSelect: true }] });
    expect(warningsOf(parsed)).toEqual(['questions[0].otherLabel: ignored']);
    expect(kimi.formatResult(answer(request, { selected: [0, 1] }), request).answers).toEqual({
      'Parts?': 'Auth, Mail',
    });
  });

  it('refuses equal labels and equal questions if strict, as its tool does [R-LIMITS]', () => {
    const twins = [KEEP, { ...KEEP, options: [KEEP.options[0], KEEP.options[0]] }];
    expect(issuesOf(kimi.parse({ questions: twins }, { strict: true }))).toEqual([
      'questions[1].question: duplicate',
      'questions[1].options[1].label: duplicate',
    ]);
  });
});

describe('kimi detection', () => {
  it.each([
    [REQUEST, true],
    [MESSAGE, true],
    [PAYLOAD, true],
    [TOOL, true],
    [{ questions: [{ ...LANGUAGE, multi_select: undefined }], tool_call_id: 'tc-1' }, false],
    [{ questions: [{ ...LANGUAGE, multi_select: 'no' }] }, false],
    [{ type: 'QuestionRequest' }, false],
    [undefined, false],
  ])('returns for %j: %s', (input, expected) => expect(kimi.matches(input)).toBe(expected));

  it('detects its request', () => {
    expect(detectDialect(REQUEST)).toEqual({ ok: true, dialect: kimi });
  });
});

it('kimi.formatRequest writes the arguments of the tool, and warns about losses', () => {
  const request = valueOf(kimi.parse({ ...PAYLOAD, questions: [asSent(LANGUAGE, { body: 'why' })] }));
  const previewed = { label: 'C', preview: 'p' };
  const [question] = request.questions;
  const written = kimi.formatRequest({ ...request, questions: [{ ...question!, options: [previewed, previewed] }] });
  expect(valueOf(written)).toEqual({
    questions: [
      { question: LANGUAGE.question, header: 'Lang', multi_select: false, options: [{ label: 'C' }, { label: 'C' }] },
    ],
  });
  expect(warningsOf(written)).toEqual([
    'questions[0].context: lost',
    'questions[0].options[0].preview: lost',
    'questions[0].options[1].preview: lost',
    'questions[0].options[1].label: lost',
  ]);
});

it('kimi.tool has the name and the bounds of the tool [R-TOOL]', () => {
  expect(kimi.tool).toMatchObject({ name: 'AskUserQuestion' });
  expect(kimi.tool.inputSchema.properties?.['questions']).toMatchObject({
    minItems: 1,
    maxItems: 4,
    items: {
      required: ['question', 'options'],
      properties: { options: { minItems: 2, maxItems: 4 }, multi_select: { default: false } },
    },
  });
});
