import { describe, expect, it } from 'vitest';
import { codex, detectDialect, getLosses } from '../../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, run, valueOf, warningsOf } from '../helpers.js';

const option = (label: string) => ({ label, description: 'd' });
const questions = [
  { id: 'db', header: 'Database', question: 'Which database?', options: [option('Postgres'), option('SQLite')] },
  { id: 'feat', header: 'Feature', question: 'Which feature?', options: [option('Auth'), option('Mail')] },
];
const params = {
  threadId: 'thr_1',
  turnId: 'turn_1',
  itemId: 'call_1',
  questions: questions.map((question) => ({ ...question, isOther: true, isSecret: false })),
  isBlocking: false,
  autoResolutionMs: null,
};
const call = { jsonrpc: '2.0', id: 0, method: 'item/tool/requestUserInput', params };
const skip = { selected: [] as number[], skipped: true as const };

describe('codex returns the response for its app server [R-RESULT]', () => {
  it.each([
    ['an option for each question', [{ selected: [1] }, { selected: [0] }], { db: ['SQLite'], feat: ['Auth'] }],
    [
      'an option with notes, and custom text',
      [
        { selected: [0], notes: 'for now' },
        { selected: [], custom: 'Both, later' },
      ],
      { db: ['Postgres', 'user_note: for now'], feat: ['user_note: Both, later'] },
    ],
    [
      'custom text with notes, and a skipped question',
      [{ selected: [], custom: 'Mongo', notes: 'sure' }, skip],
      { db: ['user_note: Mongo', 'user_note: sure'], feat: [] },
    ],
    [
      'a skipped question with notes',
      [skip, { ...skip, notes: 'ask me later' }],
      { db: [], feat: ['user_note: ', 'user_note: ask me later'] },
    ],
    [
      'custom text that equals a label',
      [{ selected: [], custom: 'SQLite' }, skip],
      { db: ['user_note: SQLite'], feat: [] },
    ],
  ])('for %s', (_name, replies, lists) => {
    const answers = Object.fromEntries(Object.entries(lists).map(([id, list]) => [id, { answers: list }]));
    for (const input of [{ questions }, params, call, JSON.stringify(call)]) {
      const { wire, text, result, request } = run(codex, input, ...replies);
      expect(wire).toStrictEqual({ answers });
      expect(text).toBe(JSON.stringify({ answers }));
      expect(getLosses(codex, result, request)).toEqual([]);
      expect(valueOf(codex.parseResult(wire, request))).toStrictEqual(result);
    }
  });

  it('with custom text for a question without options', () => {
    const { wire } = run(
      codex,
      { ...params, questions: [{ ...questions[0], options: null }] },
      { selected: [], custom: 'x' },
    );
    expect(wire).toStrictEqual({ answers: { db: { answers: ['user_note: x'] } } });
  });

  it('by question id, including `__proto__`, for any texts [R-ID]', () => {
    const ids = ['__proto__', 'constructor'];
    const same = ids.map((id) => ({ ...questions[0], id }));
    const { wire } = run(codex, { questions: same }, { selected: [0] }, { selected: [1] });
    expect(wire).toHaveProperty('answers');
    const entries = 'answers' in wire ? Object.entries(wire.answers) : [];
    expect(entries).toStrictEqual([
      ['__proto__', { answers: ['Postgres'] }],
      ['constructor', { answers: ['SQLite'] }],
    ]);
  });

  it.each(ENDINGS)('without answers if declined, and as an interrupt otherwise: $status', (ending) => {
    const request = valueOf(codex.parse(call));
    const wire = codex.formatResult(ending, request);
    if (ending.status === 'declined') {
      expect(wire).toStrictEqual({ answers: {} });
      return;
    }
    const reason =
      ending.status === 'invalid' ? '- questions: Missing. Send questions.' : 'reason' in ending && ending.reason;
    expect(wire).toStrictEqual({ interrupt: true, status: ending.status, ...(reason && { reason }) });
  });

  it('with the words of codex for a cancelled request', () => {
    expect(codex.toModelText({ status: 'cancelled' }, valueOf(codex.parse(call)))).toBe(
      'request_user_input was cancelled before receiving a response. Nobody answered and no option was chosen.',
    );
  });
});

describe('codex [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(codex.parse(input)).length).toBeGreaterThan(0);
  });

  it('reads the ids of the app server’s request', () => {
    const request = valueOf(codex.parse(call, { strict: true }));
    expect(request).toMatchObject({
      requestId: 'call_1',
      metadata: { threadId: 'thr_1', turnId: 'turn_1', itemId: 'call_1' },
      raw: call,
    });
    expect(valueOf(codex.parse(params, { requestId: 'mine' })).requestId).toBe('mine');
    const written = valueOf(codex.parse({ itemId: 'call_1', questions }));
    expect(written.requestId).toBe('ask-user');
    expect(written).not.toHaveProperty('metadata');
  });

  it('reads isOther and isSecret, with options and without', () => {
    const [first] = questions;
    const asked = [
      { ...first, id: 'a', isOther: false, isSecret: true },
      { ...first, id: 'b', isOther: false, isSecret: true, options: null },
      { ...first, id: 'c', isOther: true, isSecret: false },
    ];
    expect(valueOf(codex.parse({ questions: asked })).questions.map(({ constraints }) => constraints)).toEqual([
      { allowCustom: false, secret: true },
      { secret: true },
      undefined,
    ]);
  });

  it('reads multi-select as single-select, with a warning', () => {
    const parsed = codex.parse({ questions: [{ ...questions[0], multiSelect: true }] });
    expect(warningsOf(parsed)).toEqual(['questions[0].multiSelect: dropped']);
    expect(valueOf(parsed).questions[0]?.multiSelect).toBe(false);
  });

  it('warns about violations of its limits, and refuses them if strict [R-LIMITS]', () => {
    const asked = [
      { header: 'thirteen char', question: 'q', options: ['a', option('b'), option('c'), option('d')] },
      { id: 'x', header: 'h', question: 'q' },
      ...questions,
    ];
    const beyond = [
      ': too_many',
      '[0].header: too_long',
      '[0].options: too_many',
      '[0].options[0]: missing',
      '[1].options: too_few',
    ];
    expect(warningsOf(codex.parse(asked))).toEqual([...beyond, '[0].id: missing']);
    expect(issuesOf(codex.parse(asked, { strict: true }))).toEqual(beyond);
    const { id: _id, ...nameless } = { ...questions[0] };
    expect(issuesOf(codex.parse({ questions: [nameless] }, { strict: true }))).toEqual(['questions[0].id: missing']);
  });

  it.each<[string, unknown]>([
    ['the request of the app server', call],
    ['the params of that request', params],
    ['a question with isOther', { questions: [{ ...questions[0], isOther: true }] }],
  ])('matches %s', (_name, input) => {
    expect(codex.matches(input)).toBe(true);
    expect(detectDialect(input)).toMatchObject({ ok: true, dialect: { name: 'codex' } });
  });

  it.each<readonly [string, unknown]>([
    ['the arguments that a model writes', { questions }],
    ['another request', { ...call, method: 'item/tool/call' }],
    ...HOSTILE,
  ])('does not match %s', (_name, input) => {
    expect(codex.matches(input)).toBe(false);
  });
});

describe('codex.formatRequest', () => {
  it('writes what a model would', () => {
    expect(codex.formatRequest(valueOf(codex.parse({ questions })))).toStrictEqual({
      ok: true,
      value: { questions },
      warnings: [],
    });
  });

  it('adds the fields that the wire format needs, and warns about what it cannot represent', () => {
    const written = codex.formatRequest({
      requestId: 'r',
      questions: [
        { id: 'a', question: 'q', options: [{ label: 'x' }], multiSelect: true, constraints: { allowCustom: false } },
        { id: 'b', question: 'w', options: [], multiSelect: false, constraints: { secret: true } },
      ],
    });
    expect(valueOf(written)).toStrictEqual({
      questions: [
        { id: 'a', question: 'q', header: 'Question 1', options: [{ label: 'x', description: '' }] },
        { id: 'b', question: 'w', header: 'Question 2', isSecret: true },
      ],
    });
    expect(warningsOf(written)).toEqual([
      'questions[0].multiSelect: lost',
      'questions[0].constraints.allowCustom: lost',
      'questions[0].options: too_few',
      'questions[1].options: too_few',
    ]);
  });
});

describe('codex.parseResult', () => {
  const request = valueOf(codex.parse(call));

  it.each([
    [
      'custom text without its prefix',
      { answers: { db: { answers: ['Mongo'] } } },
      answer(request, { selected: [], custom: 'Mongo' }, skip),
    ],
    [
      'several notes',
      { answers: { db: { answers: ['SQLite', 'user_note: a', 'user_note: b'] } } },
      answer(request, { selected: [1], notes: 'a\nb' }, skip),
    ],
    ['a response without answers', { answers: {} }, { status: 'declined' }],
    ['an interrupt', { interrupt: true }, { status: 'cancelled' }],
  ])('reads %s', (_name, wire, result) => {
    expect(valueOf(codex.parseResult(wire, request))).toStrictEqual(result);
  });

  it('reads a label that starts like a note as the option', () => {
    const odd = valueOf(
      codex.parse({ questions: [{ ...questions[0], options: [option('user_note: x'), option('b')] }] }),
    );
    const chosen = answer(odd, { selected: [0] });
    expect(valueOf(codex.parseResult(codex.formatResult(chosen, odd), odd))).toStrictEqual(chosen);
  });

  it('cannot represent which of two equal labels was selected', () => {
    const twins = valueOf(codex.parse({ questions: [{ ...questions[0], options: [option('a'), option('a')] }] }));
    expect(getLosses(codex, answer(twins, { selected: [0] }), twins)).toMatchObject([{ path: 'answers[0]' }]);
  });

  it.each([[null], [{}], [{ answers: ['a'] }]])('refuses %j', (wire) => {
    expect(issuesOf(codex.parseResult(wire, request))).toEqual([': type']);
  });
});

it('codex.tool has the names of codex [R-TOOL]', () => {
  expect(codex.tool.name).toBe('request_user_input');
  expect(codex.tool.inputSchema).toMatchObject({
    required: ['questions'],
    additionalProperties: false,
    properties: {
      questions: { items: { required: ['id', 'header', 'question', 'options'], additionalProperties: false } },
    },
  });
});
