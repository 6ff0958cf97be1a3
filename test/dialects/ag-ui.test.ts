import { describe, expect, it } from 'vitest';
import { agUi, detectDialect, lossesOf } from '../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, run, valueOf, warningsOf } from './helpers.js';

const questions = [
  { question: 'Which database?', header: 'Database', options: [{ label: 'Postgres' }, { label: 'SQLite' }] },
  { question: 'Which features?', options: ['Auth, all', 'Mail'], multiSelect: true },
];
const asked = { id: 'int_1', reason: 'input_required', message: 'Before I start', metadata: { questions } };
const form = {
  id: 'int_2',
  reason: 'input_required',
  message: 'Where to?',
  responseSchema: {
    type: 'object',
    required: ['region'],
    properties: {
      region: {
        type: 'string',
        title: 'Region',
        oneOf: [
          { const: 'eu', title: 'Europe' },
          { const: 'us', title: 'US' },
        ],
      },
      replicas: { type: 'integer', minimum: 1, maximum: 5 },
      backup: { type: 'boolean' },
      tag: { type: 'string', pattern: '^v\\d+$' },
    },
  },
};
const open = { id: 'int_3', reason: 'confirmation', message: 'What is it called?' };
const outcome = (...interrupts: readonly object[]) => ({ type: 'interrupt', interrupts });
const event = (...interrupts: readonly object[]) => ({
  type: 'RUN_FINISHED',
  threadId: 't',
  runId: 'r',
  outcome: outcome(...interrupts),
});
const skipped = { selected: [], skipped: true } as const;

describe('[R-RESULT] agUi gives the entries that the run is resumed with', () => {
  const forms = (interrupt: object) => [
    event(interrupt),
    outcome(interrupt),
    { interrupts: [interrupt] },
    [interrupt],
    interrupt,
    JSON.stringify(event(interrupt)),
  ];

  it.each([
    [
      'choices',
      [{ selected: [1] }, { selected: [1, 0] }],
      [
        { question: 'Which database?', answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false },
        { question: 'Which features?', answer: ['Auth, all', 'Mail'], wasCustom: false },
      ],
    ],
    [
      'own words, beside a selection too, and notes',
      [
        { selected: [], custom: '__proto__', notes: 'n' },
        { selected: [1], custom: 'a, b' },
      ],
      [
        { question: 'Which database?', answer: '__proto__', wasCustom: true, notes: 'n' },
        { question: 'Which features?', answer: ['Mail', 'a, b'], wasCustom: true },
      ],
    ],
    [
      'a skipped question',
      [{ selected: [0] }, { ...skipped, notes: 'later' }],
      [
        { question: 'Which database?', answer: 'Postgres', selectedOption: 'Postgres', wasCustom: false },
        { question: 'Which features?', answer: '', wasCustom: false, notes: 'later', skipped: true },
      ],
    ],
  ])('for metadata.questions: %s', (_name, replies, answers) => {
    for (const input of forms(asked)) {
      const { wire, text, request, result } = run(agUi, input, ...replies);
      const expected = [{ interruptId: 'int_1', status: 'resolved', payload: { outcome: 'answered', answers } }];
      expect(wire).toStrictEqual(expected);
      expect(text).toBe(JSON.stringify(expected));
      expect(lossesOf(agUi, result, request)).toEqual([]);
      expect(valueOf(agUi.parseResult(wire, request))).toStrictEqual(result);
    }
  });

  it.each([
    [
      'all of it',
      [{ selected: [1] }, { selected: [], custom: '3' }, { selected: [1] }, { selected: [], custom: 'v1' }],
      { region: 'us', replicas: 3, backup: false, tag: 'v1' },
    ],
    ['what is required', [{ selected: [0] }, skipped, skipped, skipped], { region: 'eu' }],
  ])('for a responseSchema, by property: %s', (_name, replies, payload) => {
    for (const input of forms(form)) {
      const { wire, request, result } = run(agUi, input, ...replies);
      expect(wire).toStrictEqual([{ interruptId: 'int_2', status: 'resolved', payload }]);
      expect(valueOf(agUi.parseResult(wire, request))).toStrictEqual(result);
    }
  });

  it('for a message, as a text', () => {
    const done = run(agUi, open, { selected: [], custom: ' Ada\n' });
    expect(done.wire).toStrictEqual([{ interruptId: 'int_3', status: 'resolved', payload: ' Ada\n' }]);
    expect(lossesOf(agUi, done.result, done.request)).toEqual([]);
    const none = run(agUi, open, skipped);
    expect(none.wire).toStrictEqual([{ interruptId: 'int_3', status: 'resolved', payload: { outcome: 'skipped' } }]);
    expect(lossesOf(agUi, none.result, none.request)).toEqual([]);
  });

  it('[R-ID] tells equal texts and __proto__ apart by position', () => {
    const same = ['__proto__', 'q', 'q'].map((question) => ({ question, options: ['a', 'b'] }));
    const replies = [{ selected: [0] }, { selected: [1] }, { selected: [], custom: 'x' }] as const;
    const { wire } = run(agUi, { ...asked, metadata: { questions: same } }, ...replies);
    expect(wire).toMatchObject([{ payload: { answers: [{ answer: 'a' }, { answer: 'b' }, { answer: 'x' }] } }]);
  });

  it('covers all that are open, each in its own way', () => {
    const input = event(asked, form, open);
    const replies = [{ selected: [0] }, { selected: [1] }, { selected: [0] }, skipped, skipped, skipped] as const;
    const { wire, request, result } = run(agUi, input, ...replies, { selected: [], custom: 'Ada' });
    expect(request.questions.map(({ id }) => id)).toEqual([
      '1.q1',
      '1.q2',
      '2.region',
      '2.replicas',
      '2.backup',
      '2.tag',
      '3.q1',
    ]);
    expect(wire.map((entry) => ('payload' in entry ? entry.payload : undefined))).toMatchObject([
      { answers: [{ answer: 'Postgres' }, { answer: ['Mail'] }] },
      { region: 'eu' },
      'Ada',
    ]);
    expect(valueOf(agUi.parseResult(wire.toReversed(), request))).toStrictEqual(result);
    expect(issuesOf(agUi.parseResult(wire.slice(1), request))).toEqual([': missing']);
  });

  it("does not send what a form's schema refuses", () => {
    const { wire, request, result } = run(agUi, form, { selected: [0] }, skipped, skipped, {
      selected: [],
      custom: 'latest',
    });
    expect(wire).toStrictEqual([
      {
        interruptId: 'int_2',
        status: 'cancelled',
        metadata: { outcome: 'invalid', reason: '- content.tag: Must be a text that matches ^v\\d+$.' },
      },
    ]);
    expect(lossesOf(agUi, result, request).map(({ path }) => path)).toEqual(['status']);
  });

  it.each(ENDINGS)('tells $status of every interrupt', (ending) => {
    const request = valueOf(agUi.parse(event(asked, open)));
    const wire = agUi.formatResult(ending, request);
    const { status } = ending;
    const told =
      status === 'invalid' ? '- questions: Missing. Send questions.' : 'reason' in ending ? ending.reason : undefined;
    const reason = told === undefined ? {} : { reason: told };
    const entry =
      status === 'declined'
        ? { status: 'resolved', payload: { outcome: 'declined', ...reason } }
        : status === 'cancelled' && told === undefined
          ? { status: 'cancelled' }
          : { status: 'cancelled', metadata: { outcome: status, ...reason } };
    expect(wire).toStrictEqual([
      { interruptId: 'int_1', ...entry },
      { interruptId: 'int_3', ...entry },
    ]);
    const text = agUi.toModelText(ending, request);
    expect(text.startsWith(`${JSON.stringify(wire)}\n`)).toBe(true);
    expect(text).toContain('Nobody answered and no option was chosen.');
  });
});

describe('[R-PARSE] agUi.parse', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(agUi.parse(input)).length).toBeGreaterThan(0);
    for (const interrupt of [input, { id: 'a', metadata: { questions: input ?? 7 } }]) {
      expect(issuesOf(agUi.parse(outcome(interrupt as object))).length).toBeGreaterThan(0);
    }
  });

  it('keeps what the interrupt says besides', () => {
    const interrupt = {
      ...asked,
      toolCallId: 'call_1',
      expiresAt: '2026-01-31T12:00:00Z',
      metadata: { questions, source: 'wizard' },
    };
    const request = valueOf(agUi.parse(event(interrupt, open), { asker: 'Ship' }));
    expect(request.metadata).toStrictEqual({
      interrupts: [
        {
          id: 'int_1',
          reason: 'input_required',
          toolCallId: 'call_1',
          expiresAt: '2026-01-31T12:00:00Z',
          metadata: { source: 'wizard' },
        },
        { id: 'int_3', reason: 'confirmation' },
      ],
    });
    expect(request).toMatchObject({ requestId: 'int_1 int_3', asker: 'Ship' });
    expect(valueOf(agUi.parse(asked)).requestId).toBe('int_1');
    expect(valueOf(agUi.parse(asked, { requestId: 'mine' })).requestId).toBe('mine');
  });

  it('shows the message with the first question', () => {
    const contexts = (input: object) => valueOf(agUi.parse(input)).questions.map(({ context }) => context);
    expect(contexts(asked)).toEqual(['Before I start', undefined]);
    expect(contexts({ ...asked, message: 'Which database?\nWhich features?' })).toEqual([undefined, undefined]);
    const own = { ...asked, metadata: { questions: [{ ...questions[0], context: 'mine' }] } };
    expect(contexts(own)).toEqual(['mine']);
    expect(contexts(form)[0]).toBe('Where to?');
  });

  it('answers the form where its properties are the questions, and shows these', () => {
    const more = [
      {
        id: 'region',
        question: 'Which region?',
        options: [{ label: 'Europe', description: 'Dublin' }, { label: 'US' }],
      },
    ];
    const both = { ...form, metadata: { questions: more } };
    const { wire, request } = run(agUi, both, { selected: [0] }, skipped, skipped, skipped);
    expect(request.questions[0]).toMatchObject({
      question: 'Which region?',
      options: [{ label: 'Europe', description: 'Dublin', value: 'eu' }, { label: 'US' }],
    });
    expect(wire).toMatchObject([{ payload: { region: 'eu' } }]);
    const other = run(agUi, { ...form, metadata: { questions } }, { selected: [0] }, { selected: [0] });
    expect(other.wire).toMatchObject([{ payload: { outcome: 'answered' } }]);
  });

  it.each([
    ['nothing to ask', event({ id: 'a', reason: 'x' }), ['outcome.interrupts[0]: missing']],
    ['no id', outcome({ reason: 'x', message: 'q' }), ['interrupts[0]: missing']],
    ['the same id twice', outcome(asked, { ...open, id: 'int_1' }), ['interrupts[1]: duplicate']],
    ['no interrupt', event(), ['outcome.interrupts: too_few']],
    [
      'a question without a text',
      [{ id: 'a', reason: 'x', metadata: { questions: [{ options: ['a'] }] } }],
      ['[0].metadata.questions[0].question: missing'],
    ],
    [
      'a schema that no form can be made of',
      { id: 'a', reason: 'x', responseSchema: { required: ['a'], properties: { a: { type: 'object' } } } },
      ['responseSchema.properties.a: unsupported'],
    ],
    [
      'more than can be shown',
      outcome(...['a', 'b'].map((id) => ({ ...asked, id, metadata: { questions: Array(60).fill('q') } }))),
      ['interrupts: too_many'],
    ],
    [
      'too many interrupts',
      outcome(...Array.from({ length: 101 }, (_, i) => ({ ...open, id: `${i}` }))),
      ['interrupts: too_many'],
    ],
  ])('refuses %s', (_name, input, expected) => {
    expect(issuesOf(agUi.parse(input))).toEqual(expected);
  });

  it('[R-LIMITS] warns, and refuses where strict, by the path in the input', () => {
    const input = event({ ...asked, metadata: { questions: [{ question: ' ' }] } });
    const path = 'outcome.interrupts[0].metadata.questions[0].question: empty';
    expect(warningsOf(agUi.parse(input))).toEqual([path]);
    expect(issuesOf(agUi.parse(input, { strict: true }))).toEqual([path]);
    expect(issuesOf(agUi.parse({ ...open, message: ' ' }, { strict: true }))).toEqual(['question: empty']);
  });

  it('takes the plain shape, too, as one interrupt called by the request', () => {
    const { wire, request } = run(agUi, { questions: [questions[0]] }, { selected: [0] });
    expect(request.requestId).toBe('ask-user');
    expect(wire).toMatchObject([{ interruptId: 'ask-user', status: 'resolved' }]);
  });
});

describe('agUi in the other direction', () => {
  it('writes an outcome with one interrupt, which it reads again', () => {
    const request = { ...valueOf(agUi.parse({ questions })), requestId: 'int_9', metadata: { source: 'wizard' } };
    const written = agUi.formatRequest(request);
    expect(written).toStrictEqual({
      ok: true,
      value: {
        type: 'interrupt',
        interrupts: [
          {
            id: 'int_9',
            reason: 'input_required',
            message: 'Which database?\nWhich features?',
            metadata: {
              source: 'wizard',
              questions: [
                { id: 'q1', ...questions[0], multiSelect: false },
                { id: 'q2', ...questions[1], options: [{ label: 'Auth, all' }, { label: 'Mail' }] },
              ],
            },
          },
        ],
      },
      warnings: [],
    });
    expect(valueOf(agUi.parse(valueOf(written))).questions).toStrictEqual(request.questions);
  });

  it('reads the answers to what it wrote with the request that it wrote', () => {
    const request = { ...valueOf(agUi.parse({ questions })), requestId: 'int_9' };
    const client = valueOf(agUi.parse(valueOf(agUi.formatRequest(request))));
    const wire = agUi.formatResult(answer(client, { selected: [1] }, { selected: [0] }), client);
    expect(valueOf(agUi.parseResult(wire, request))).toStrictEqual(
      answer(request, { selected: [1] }, { selected: [0] }),
    );
  });

  it('warns about rules that the plain shape has no room for', () => {
    const [first] = valueOf(agUi.parse({ questions })).questions;
    const question = { ...first!, constraints: { required: true, allowCustom: false } };
    expect(warningsOf(agUi.formatRequest({ requestId: 'r', questions: [question] }))).toEqual([
      'questions[0].constraints.required: lost',
      'questions[0].constraints.allowCustom: lost',
    ]);
  });

  it.each([
    [
      'one that was cancelled beside one that was answered',
      [
        { interruptId: 'int_1', status: 'cancelled' },
        { interruptId: 'int_3', status: 'resolved', payload: 'Ada' },
      ],
      { status: 'answered', answers: [{ skipped: true }, { skipped: true }, { custom: 'Ada' }] },
    ],
    [
      'one that was cancelled beside one that was declined',
      [
        { interruptId: 'int_1', status: 'cancelled' },
        { interruptId: 'int_3', status: 'resolved', payload: { outcome: 'declined', reason: 'no' } },
      ],
      { status: 'declined', reason: 'no' },
    ],
    [
      'a cancellation of an outcome that there is not',
      [
        { interruptId: 'int_1', status: 'cancelled', metadata: { outcome: 'answered' } },
        { interruptId: 'int_3', status: 'cancelled' },
      ],
      { status: 'cancelled' },
    ],
  ])('reads %s', (_name, wire, expected) => {
    const request = valueOf(agUi.parse(event(asked, open)));
    expect(valueOf(agUi.parseResult(wire, request))).toMatchObject(expected);
  });

  it.each([
    ['an answer without answers', [{ interruptId: 'int_1', status: 'resolved', payload: {} }], [': type']],
    ['an answer without a payload', [{ interruptId: 'int_1', status: 'resolved' }], [': type']],
    ['no list', { interruptId: 'int_1', status: 'cancelled' }, [': type']],
    ["another's answer", [{ interruptId: 'int_7', status: 'cancelled' }, null], [': missing']],
  ])('refuses %s', (_name, wire, expected) => {
    expect(issuesOf(agUi.parseResult(wire, valueOf(agUi.parse(asked))))).toEqual(expected);
  });

  it("refuses a form's content that its schema refuses", () => {
    const request = valueOf(agUi.parse(form));
    const wire = [{ interruptId: 'int_2', status: 'resolved', payload: { region: 'mars' } }];
    expect(issuesOf(agUi.parseResult(wire, request))).toEqual(['content.region: schema']);
  });

  it('takes a property called outcome for one', () => {
    const properties = { outcome: { type: 'string', enum: ['accepted', 'declined'] } };
    const request = valueOf(agUi.parse({ id: 'a', reason: 'x', responseSchema: { type: 'object', properties } }));
    const result = answer(request, { selected: [1] });
    expect(valueOf(agUi.parseResult(agUi.formatResult(result, request), request))).toStrictEqual(result);
  });

  it('can not tell equal labels apart', () => {
    const request = valueOf(
      agUi.parse({ ...asked, metadata: { questions: [{ question: 'q', options: ['a', 'a'] }] } }),
    );
    expect(lossesOf(agUi, answer(request, { selected: [1] }), request)).toHaveLength(1);
  });
});

it('agUi recognises its events and outcomes, and nothing less', () => {
  for (const input of [event(asked), outcome(open), JSON.stringify(event(form))]) {
    expect(detectDialect(input)).toMatchObject({ ok: true, dialect: { name: 'agUi' } });
  }
  const success = { type: 'RUN_FINISHED', outcome: { type: 'success' } };
  for (const input of [asked, [asked], success, { questions }, null]) expect(agUi.recognises(input)).toBe(false);
});
