import { describe, expect, it } from 'vitest';
import { detectDialect, getLosses, opencode } from '../../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, run, valueOf, warningsOf } from '../helpers.js';

const option = (label: string) => ({ label, description: 'd' });
const questions = [
  { question: 'Which database?', header: 'Database', options: [option('Postgres'), option('SQLite')] },
  { question: 'Which features?', header: 'Features', options: [option('Auth'), option('Mail')], multiple: true },
];
const event = {
  id: 'evt_1',
  type: 'question.asked',
  properties: { id: 'que_1', sessionID: 'ses_1', questions, tool: { messageID: 'msg_1', callID: 'call_1' } },
};
const twin = { ...event, type: 'question.v2.asked' };
const eventV2 = { id: 'evt_1', type: 'question.v2.asked', data: { id: 'que_1', sessionID: 'ses_1', questions } };

describe('opencode returns the reply for its SDK [R-RESULT]', () => {
  it.each([
    ['selected options', [{ selected: [1] }, { selected: [1, 0] }], [['SQLite'], ['Auth', 'Mail']]],
    [
      'custom text and a skipped question',
      [
        { selected: [], custom: 'CockroachDB' },
        { selected: [] as number[], skipped: true as const },
      ],
      [['CockroachDB'], []],
    ],
    [
      'custom text with a selected option',
      [{ selected: [0] }, { selected: [1], custom: 'a, b' }],
      [['Postgres'], ['Mail', 'a, b']],
    ],
    ['notes, which are lost', [{ selected: [0], notes: 'n' }, { selected: [0] }], [['Postgres'], ['Auth']]],
  ])('for %s', (_name, replies, answers) => {
    for (const input of [{ questions }, event, event.properties, twin, eventV2, JSON.stringify(event)]) {
      expect(run(opencode, input, ...replies).wire).toStrictEqual({ answers });
    }
  });

  it('with the text of opencode as the model text', () => {
    const { text } = run(opencode, event, { selected: [], skipped: true }, { selected: [0, 1] });
    expect(text).toBe(
      'User has answered your questions: "Which database?"="Unanswered", "Which features?"="Auth, Mail". ' +
        "You can now continue with the user's answers in mind.",
    );
  });

  it('in order, with equal texts and `__proto__` kept apart [R-ID]', () => {
    const same = ['__proto__', 'q', 'q'].map((question) => ({
      question,
      header: 'h',
      options: [option('a, b'), option('c')],
    }));
    const { wire } = run(
      opencode,
      { questions: same },
      { selected: [0] },
      { selected: [1] },
      { selected: [], custom: 'x' },
    );
    expect(wire).toStrictEqual({ answers: [['a, b'], ['c'], ['x']] });
  });

  it.each(ENDINGS)('without answers if declined, and as a reject otherwise: $status', (ending) => {
    const request = valueOf(opencode.parse(event));
    const wire = opencode.formatResult(ending, request);
    if (ending.status === 'declined') {
      expect(wire).toStrictEqual({ answers: [[], []] });
      return;
    }
    const reason =
      ending.status === 'invalid' ? '- questions: Missing. Send questions.' : 'reason' in ending && ending.reason;
    expect(wire).toStrictEqual({ reject: true, status: ending.status, ...(reason && { reason }) });
  });

  it('with the words of opencode for a dismissed question', () => {
    const request = valueOf(opencode.parse(event));
    expect(opencode.toModelText({ status: 'cancelled', reason: 'later' }, request)).toBe(
      'The user dismissed this question. Nobody answered and no option was chosen. Reason: "later".',
    );
    expect(opencode.toModelText({ status: 'timedOut' }, request)).toBe(
      'The user did not answer in time. Nobody answered and no option was chosen.',
    );
  });
});

describe('opencode [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(opencode.parse(input)).length).toBeGreaterThan(0);
  });

  it('reads the ids of the server, and stores the event as `raw`', () => {
    const request = valueOf(opencode.parse(event, { strict: true }));
    expect(request).toMatchObject({ requestId: 'que_1', raw: event });
    expect(request.metadata).toStrictEqual({
      requestID: 'que_1',
      sessionID: 'ses_1',
      tool: { messageID: 'msg_1', callID: 'call_1' },
    });
    expect(valueOf(opencode.parse(event, { requestId: 'mine' })).requestId).toBe('mine');
    expect(valueOf(opencode.parse({ id: 'que_1', questions })).requestId).toBe('ask-user');
    expect(valueOf(opencode.parse(JSON.stringify(event.properties))).requestId).toBe('que_1');
  });

  it('reads `custom: false` as a question without Other', () => {
    const [first] = questions;
    const closed = valueOf(
      opencode.parse({
        questions: [
          { ...first, custom: false },
          { ...first, custom: true },
        ],
      }),
    );
    expect(closed.questions.map(({ constraints }) => constraints)).toEqual([{ allowCustom: false }, undefined]);
    const open = valueOf(opencode.parse({ questions: [{ question: 'q', header: 'h', options: [], custom: false }] }));
    expect(open.questions[0]).not.toHaveProperty('constraints');
  });

  it('accepts any number of questions and options, and warns about missing fields [R-LIMITS]', () => {
    const many = Array.from({ length: 9 }, () => ({
      ...questions[0],
      options: Array.from({ length: 30 }, () => option('x')),
    }));
    expect(opencode.parse({ questions: many }, { strict: true })).toMatchObject({ ok: true, warnings: [] });
    const bare = {
      questions: [
        { question: 'q', options: ['a'] },
        { ...questions[0], header: 'x'.repeat(31) },
      ],
    };
    const expected = [
      'questions[0].header: missing',
      'questions[0].options[0]: missing',
      'questions[1].header: too_long',
    ];
    expect(warningsOf(opencode.parse(bare))).toEqual(expected);
    expect(issuesOf(opencode.parse({ type: 'question.asked', properties: bare }, { strict: true }))).toEqual(
      expected.map((issue) => `properties.${issue}`),
    );
  });

  it.each<[string, unknown]>([
    ['the event', event],
    ['the same event of version 2', twin],
    ['the event of the newer stream', eventV2],
    ['an item of the list', event.properties],
    ['JSON text', JSON.stringify(event)],
    ['the arguments that a model writes with `multiple`', { questions }],
  ])('matches %s', (_name, input) => {
    expect(opencode.matches(input)).toBe(true);
  });

  it.each<readonly [string, unknown]>([
    ['the arguments that a model writes without `multiple`', { questions: questions.slice(0, 1) }],
    ['ids of another server', { ...event.properties, id: 'x_1', questions: questions.slice(0, 1) }],
    ['another event', { ...event, type: 'question.replied' }],
    ...HOSTILE,
  ])('does not match %s', (_name, input) => {
    expect(opencode.matches(input)).toBe(false);
  });

  it('is detected by its event', () => {
    expect(detectDialect(event)).toMatchObject({ ok: true, dialect: { name: 'opencode' } });
  });
});

describe('opencode.formatRequest', () => {
  it('writes the questions as the server sends them', () => {
    const request = valueOf(opencode.parse({ questions: [{ ...questions[0], custom: false }, questions[1]] }));
    expect(opencode.formatRequest(request)).toStrictEqual({
      ok: true,
      value: { questions: [{ ...questions[0], multiple: false, custom: false }, questions[1]] },
      warnings: [],
    });
  });

  it('adds the fields that the wire format needs, and warns about what it cannot represent', () => {
    const written = opencode.formatRequest({
      requestId: 'r',
      questions: [
        { id: 'q1', question: 'q', context: 'c', options: [{ label: 'a', preview: 'p' }], multiSelect: false },
        { id: 'q2', question: 'w', options: [], multiSelect: false, constraints: { secret: true, required: true } },
      ],
    });
    expect(valueOf(written)).toStrictEqual({
      questions: [
        { question: 'q', header: 'Question 1', options: [{ label: 'a', description: '' }], multiple: false },
        { question: 'w', header: 'Question 2', options: [], multiple: false },
      ],
    });
    expect(warningsOf(written)).toEqual([
      'questions[0].context: lost',
      'questions[0].options[0].preview: lost',
      'questions[1].constraints.secret: lost',
      'questions[1].constraints.required: lost',
    ]);
  });
});

describe('opencode.parseResult', () => {
  const request = valueOf(opencode.parse(event));

  it.each([
    [
      'a list with too few answers',
      { answers: [['SQLite']] },
      answer(request, { selected: [1] }, { selected: [], skipped: true }),
    ],
    [
      'an event',
      { requestID: 'que_1', answers: [['x'], ['Mail', 'y']] },
      answer(request, { selected: [], custom: 'x' }, { selected: [1], custom: 'y' }),
    ],
    ['a reply without answers', { answers: [] }, { status: 'declined' }],
    ['a reject', { reject: true }, { status: 'cancelled' }],
  ])('reads %s', (_name, wire, result) => {
    expect(valueOf(opencode.parseResult(wire, request))).toStrictEqual(result);
  });

  it.each([[null], [{}], [{ answers: {} }], ['answers']])('refuses %j', (wire) => {
    expect(issuesOf(opencode.parseResult(wire, request))).toEqual([': type']);
  });

  it('refuses two options for a single-select question', () => {
    expect(issuesOf(opencode.parseResult({ answers: [['Postgres', 'SQLite']] }, request))).toEqual([
      'replies[0]: too_many_options',
    ]);
  });

  it.each([
    ['nothing of selected options', [{ selected: [0] }, { selected: [0, 1] }], []],
    ['notes', [{ selected: [0], notes: 'n' }, { selected: [0] }], ['answers[0].notes']],
    [
      'that custom text which equals a label is not the option',
      [{ selected: [0] }, { selected: [], custom: 'Auth' }],
      ['answers[1]'],
    ],
    [
      'that all questions were skipped',
      [
        { selected: [] as number[], skipped: true as const },
        { selected: [] as number[], skipped: true as const },
      ],
      ['status'],
    ],
  ])('loses %s', (_name, replies, paths) => {
    expect(getLosses(opencode, answer(request, ...replies), request).map(({ path }) => path)).toEqual(paths);
  });

  it('loses which of two equal labels was selected', () => {
    const twins = valueOf(opencode.parse({ questions: [{ ...questions[0], options: [option('a'), option('a')] }] }));
    expect(getLosses(opencode, answer(twins, { selected: [1] }), twins).map(({ path }) => path)).toEqual([
      'answers[0]',
    ]);
  });
});

it('opencode.tool has the names of opencode [R-TOOL]', () => {
  expect(opencode.tool.name).toBe('question');
  expect(opencode.tool.inputSchema).toMatchObject({
    required: ['questions'],
    properties: { questions: { items: { required: ['question', 'header', 'options'] } } },
  });
});
