import { describe, expect, it } from 'vitest';
import { detectDialect, getLosses, ohMyPi, vsCode } from '../../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, run, valueOf, warningsOf } from '../helpers.js';

const NOBODY = 'Nobody answered and no option was chosen.';

const ASK = {
  questions: [
    {
      id: 'storage',
      question: 'Database?',
      header: 'Storage',
      options: [{ label: 'SQLite', description: 'a file', preview: '# file' }, { label: 'Postgres' }],
      recommended: 0,
    },
    { id: 'parts', question: 'Which parts?', options: [{ label: 'Auth' }, { label: 'Mail, SMS' }], multi: true },
    { id: 'why', question: 'Why?', options: [] },
  ],
};
const one = (fields: object) => ({
  questions: [{ id: 'x', question: 'Which?', options: [{ label: 'a' }, { label: 'b' }], ...fields }],
});
const skipped = { selected: [], skipped: true } as const;

describe('ohMyPi returns the value that askDialog resolves with, and the text of its tool [R-RESULT]', () => {
  it('for several questions', () => {
    const { wire, text } = run(
      ohMyPi,
      ASK,
      { selected: [0], notes: 'for now' },
      { selected: [0, 1] },
      { selected: [], custom: 'it is "small"' },
    );
    expect(wire).toStrictEqual({
      kind: 'submit',
      results: [
        {
          id: 'storage',
          question: 'Database?',
          options: ['SQLite', 'Postgres'],
          multi: false,
          selectedOptions: ['SQLite'],
          note: 'for now',
        },
        {
          id: 'parts',
          question: 'Which parts?',
          options: ['Auth', 'Mail, SMS'],
          multi: true,
          selectedOptions: ['Auth', 'Mail, SMS'],
        },
        { id: 'why', question: 'Why?', options: [], multi: false, selectedOptions: [], customInput: 'it is "small"' },
      ],
    });
    expect(text).toBe(
      'User answers:\nstorage: SQLite (note: for now)\nparts: [Auth, Mail, SMS]\nwhy: "it is \\"small\\""',
    );
  });

  it.each([
    ['custom text with selected options', { selected: [0], custom: 'and billing' }, 'parts: [Auth], "and billing"'],
    ['custom text alone', { selected: [], custom: 'billing' }, 'parts: "billing"'],
    ['a skip', skipped, 'parts: []'],
    ['a skip with notes', { ...skipped, notes: 'later' }, 'parts: [] (note: later)'],
  ])('with %s in the line of its question', (_name, reply, line) => {
    const { text } = run(ohMyPi, ASK, skipped, reply, skipped);
    expect(text).toBe(`User answers:\nstorage: (cancelled)\n${line}\nwhy: (cancelled)`);
  });

  it.each([
    ['an option', {}, { selected: [1] }, 'User selected: b'],
    ['options', { multi: true }, { selected: [0, 1] }, 'User selected: a, b'],
    ['custom text', {}, { selected: [], custom: 'c' }, 'User provided custom input: c'],
    ['custom text of several lines', {}, { selected: [], custom: 'c\nd' }, 'User provided custom input:\n  c\n  d'],
    [
      'an option, custom text and notes',
      { multi: true },
      { selected: [0], custom: 'c', notes: 'n' },
      'User selected: a\nUser provided custom input: c\nUser added note: n',
    ],
    ['notes of several lines', {}, { selected: [0], notes: 'm\nn' }, 'User selected: a\nUser added note:\n  m\n  n'],
    ['a skipped multi-select question', { multi: true }, skipped, 'User did not select any options'],
    [
      'a skipped single-select question with notes',
      {},
      { ...skipped, notes: 'n' },
      'User did not select an option\nUser added note: n',
    ],
  ])('with a sentence about %s for a single question', (_name, fields, reply, expected) => {
    expect(run(ohMyPi, one(fields), reply).text).toBe(expected);
  });

  it.each(ENDINGS)('with chat or cancel for $status, which the model text states', (ending) => {
    const request = valueOf(ohMyPi.parse(ASK));
    const chat = ending.status === 'superseded';
    expect(ohMyPi.formatResult(ending, request)).toStrictEqual({ kind: chat ? 'chat' : 'cancel' });
    const text = ohMyPi.toModelText(ending, request);
    expect(text).toContain(NOBODY);
    expect(text.startsWith('User chose to chat')).toBe(chat);
    expect(getLosses(ohMyPi, ending, request)).toHaveLength(Number(ending.status !== 'cancelled'));
  });

  it('with a list of the questions if a chat message superseded the request', () => {
    const text = ohMyPi.toModelText({ status: 'superseded', reason: 'a message' }, valueOf(ohMyPi.parse(ASK)));
    expect(text).toBe(
      'User chose to chat about this instead of answering.\n\nQuestions asked:\nDatabase?\nWhich parts?\nWhy?\n\n' +
        `Something newer replaced the question. ${NOBODY} Reason: "a message".`,
    );
  });
});

describe('the recommended option [R-RECOMMENDED]', () => {
  it('is marked in the request, and has its label in the answer', () => {
    const request = valueOf(ohMyPi.parse(one({ recommended: 1 })));
    expect(request.questions[0]?.options).toStrictEqual([{ label: 'a' }, { label: 'b', recommended: true }]);
    expect(ohMyPi.formatResult(answer(request, { selected: [1] }), request)).toMatchObject({
      results: [{ options: ['a', 'b'], selectedOptions: ['b'] }],
    });
    expect(ohMyPi.toModelText(answer(request, { selected: [1] }), request)).toBe('User selected: b');
    expect(getLosses(ohMyPi, answer(request, { selected: [1] }), request)).toEqual([]);
    expect(valueOf(ohMyPi.formatRequest(request))).toEqual(one({ recommended: 1, multi: false }));
  });

  it.each([[2], [-1], [0.5], ['1'], [null]])('does not exist for the index %j', (recommended) => {
    const { questions } = valueOf(ohMyPi.parse(one({ recommended })));
    expect(questions[0]?.options).toEqual([{ label: 'a' }, { label: 'b' }]);
  });

  it('is the first one if a request of another agent has several', () => {
    const options = ['a', 'b', 'c'].map((label) => ({ label, recommended: true }));
    const request = valueOf(vsCode.parse({ questions: [{ header: 'h', question: 'Which?', options }] }));
    const written = ohMyPi.formatRequest(request);
    expect(valueOf(written)).toMatchObject({ questions: [{ recommended: 0 }] });
    expect(warningsOf(written).filter((path) => path.includes('recommended'))).toEqual([
      'questions[0].options[1].recommended: lost',
      'questions[0].options[2].recommended: lost',
    ]);
  });
});

describe('ohMyPi [R-ID]', () => {
  it('distinguishes questions with the same text by id', () => {
    const input = {
      questions: ['__proto__', 'b'].map((id) => ({ id, question: 'Same?', options: [{ label: 'x, y' }] })),
    };
    const { request, result, wire } = run(ohMyPi, input, { selected: [0] }, { selected: [], custom: 'no' });
    expect(wire).toMatchObject({
      results: [
        { id: '__proto__', selectedOptions: ['x, y'] },
        { id: 'b', customInput: 'no' },
      ],
    });
    expect(valueOf(ohMyPi.parseResult(wire, request))).toEqual(result);
    expect(getLosses(ohMyPi, result, request)).toEqual([]);
  });

  it('cannot represent which of two equal labels was selected', () => {
    const { request, result } = run(ohMyPi, one({ options: [{ label: 'a' }, { label: 'a' }] }), { selected: [1] });
    expect(getLosses(ohMyPi, result, request)).toMatchObject([{ path: 'answers[0]' }]);
  });
});

describe('ohMyPi.parse [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(ohMyPi.parse(input)).length).toBeGreaterThan(0);
  });

  it.each(['Other (type your own)', 'Chat about this', 'Next →'])(
    'reports the reserved label "%s" [R-LIMITS]',
    (label) => {
      const input = one({ options: [{ label }, { label: 'b' }], recommended: 0 });
      expect(warningsOf(ohMyPi.parse(input))).toEqual(['questions[0].options[0].label: reserved']);
      expect(issuesOf(ohMyPi.parse(input, { strict: true }))).toEqual(['questions[0].options[0].label: reserved']);
      expect(issuesOf(ohMyPi.formatRequest(valueOf(ohMyPi.parse(input))))).toEqual([
        'questions[0].options[0].label: reserved',
      ]);
    },
  );

  it('reports equal labels [R-LIMITS]', () => {
    const input = one({ options: [{ label: 'a' }, { label: 'a' }] });
    expect(issuesOf(ohMyPi.parse(input, { strict: true }))).toEqual(['questions[0].options[1].label: duplicate']);
  });

  it('accepts what the schema of the tool accepts', () => {
    expect(warningsOf(ohMyPi.parse(ASK, { strict: true }))).toEqual([]);
    expect(warningsOf(ohMyPi.parse(JSON.stringify(ASK), { strict: true }))).toEqual([]);
  });
});

it('ohMyPi.formatRequest warns about what its wire format cannot represent', () => {
  const questions = [
    { id: 'x', question: 'Q?', context: 'c', options: [], multiSelect: false, constraints: { secret: true } },
  ];
  const written = ohMyPi.formatRequest({ requestId: 'r', questions });
  expect(valueOf(written)).toEqual({ questions: [{ id: 'x', question: 'Q?', options: [], multi: false }] });
  expect(warningsOf(written)).toEqual(['questions[0].context: lost', 'questions[0].constraints.secret: lost']);
});

describe('ohMyPi.parseResult', () => {
  const request = valueOf(ohMyPi.parse(ASK));
  const item = (id: string, selectedOptions: readonly string[], more: object = {}) => ({
    id,
    selectedOptions,
    ...more,
  });

  it.each([
    ['undefined', undefined, 'cancelled'],
    ['cancel', { kind: 'cancel' }, 'cancelled'],
  ])('reads %s', (_name, wire, status) => {
    expect(valueOf(ohMyPi.parseResult(wire, request)).status).toBe(status);
  });

  it('reads `chat` as the wish to discuss the questions [R-DISCUSS]', () => {
    const discussed = { status: 'declined', discuss: true, answers: [] } as const;
    expect(ohMyPi.formatResult(discussed, request)).toEqual({ kind: 'chat' });
    expect(valueOf(ohMyPi.parseResult({ kind: 'chat' }, request))).toEqual(discussed);
    expect(getLosses(ohMyPi, discussed, request)).toEqual([]);
    const message = { ...discussed, reason: 'Why?' };
    expect(getLosses(ohMyPi, message, request)).toMatchObject([{ path: 'reason' }]);
  });

  it.each([null, 5, 'chat', {}, { kind: 'submit' }, { kind: 'other', results: [] }])('refuses %j', (wire) => {
    expect(issuesOf(ohMyPi.parseResult(wire, request))).toEqual([': type']);
  });

  it('does not read the selection of a question that timed out as an answer [R-NOPHANTOM]', () => {
    const timed = { timedOut: true };
    const all = [item('storage', ['SQLite'], timed), item('parts', ['Auth'], timed), item('why', [], timed)];
    expect(valueOf(ohMyPi.parseResult({ kind: 'submit', results: all }, request))).toEqual({ status: 'timedOut' });
    const some = [
      item('storage', ['Postgres']),
      item('parts', ['Auth'], timed),
      item('why', [], { customInput: 'so' }),
    ];
    const read = ohMyPi.parseResult({ kind: 'submit', results: some }, request);
    expect(valueOf(read)).toEqual(answer(request, { selected: [1] }, skipped, { selected: [], custom: 'so' }));
    expect(warningsOf(read)).toEqual(['results[1]: lost']);
  });
});

describe('detectDialect', () => {
  it.each([
    ['multi', one({ multi: false })],
    ['recommended', one({ recommended: 0 })],
  ])('detects ohMyPi by %s', (_name, input) => {
    expect(detectDialect(input)).toEqual({ ok: true, dialect: ohMyPi });
  });

  it.each([
    [one({})],
    [one({ multiSelect: true })],
    [one({ multiple: true })],
    [one({ recommended: 'a' })],
    ['{'],
    [null],
  ])('does not detect ohMyPi in %j', (input) => {
    expect(ohMyPi.matches(input)).toBe(false);
  });
});

it('ohMyPi.tool has the fields of `ask` [R-TOOL]', () => {
  const { name, inputSchema } = ohMyPi.tool;
  const item = inputSchema.properties?.['questions']?.items;
  expect(name).toBe('ask');
  expect(inputSchema.properties?.['questions']?.minItems).toBe(1);
  expect(Object.keys(item?.properties ?? {})).toEqual(['id', 'question', 'header', 'options', 'multi', 'recommended']);
  expect(item?.required).toEqual(['id', 'question', 'options']);
  expect(item?.properties?.['options']?.items?.required).toEqual(['label']);
});
