import { describe, expect, it } from 'vitest';
import { detectDialect, geminiCli, getLosses } from '../../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, run, valueOf, warningsOf } from '../helpers.js';

const option = (label: string) => ({ label, description: 'd' });
const questions = [
  { question: 'Which auth?', header: 'Auth', type: 'choice', options: [option('OAuth'), option('None')] },
  {
    question: 'Which features?',
    header: 'Features',
    type: 'choice',
    options: [option('A'), option('B')],
    multiSelect: true,
  },
  { question: 'Go on?', header: 'Go', type: 'yesno' },
  { question: 'Which name?', header: 'Name', type: 'text', placeholder: 'e.g. my-app' },
];
const message = { type: 'ask-user-request', correlationId: 'c1', questions };
const skip = { selected: [] as number[], skipped: true as const };

describe('geminiCli returns the response for its message bus [R-RESULT]', () => {
  it.each([
    [
      'an answer to each question',
      [{ selected: [0] }, { selected: [1, 0] }, { selected: [1] }, { selected: [], custom: 'app' }],
      { '0': 'OAuth', '1': 'A, B', '2': 'No', '3': 'app' },
    ],
    [
      'custom text',
      [{ selected: [], custom: 'SAML' }, { selected: [1], custom: 'C, D' }, skip, skip],
      { '0': 'SAML', '1': 'B, C, D' },
    ],
    ['custom text beside Yes and No', [skip, skip, { selected: [], custom: 'Later' }, skip], { '2': 'Later' }],
    ['skipped questions, which are omitted', [skip, skip, { selected: [0] }, skip], { '2': 'Yes' }],
    ['notes, which are lost', [{ selected: [0], notes: 'n' }, skip, skip, { ...skip, notes: 'n' }], { '0': 'OAuth' }],
    ['only skipped questions', [skip, skip, skip, skip], {}],
  ])('for %s', (_name, replies, answers) => {
    for (const input of [{ questions }, message, JSON.stringify(message), questions]) {
      const { wire, text } = run(geminiCli, input, ...replies);
      expect(wire).toStrictEqual({ answers });
      expect(text).toBe(JSON.stringify({ answers }));
    }
  });

  it('in order, with equal texts and `__proto__` kept apart [R-ID]', () => {
    const same = ['__proto__', 'q', 'q'].map((question) => ({ question, header: 'h', type: 'text' }));
    const { wire } = run(geminiCli, same, ...['a', 'b', 'c'].map((custom) => ({ selected: [], custom })));
    expect(wire).toStrictEqual({ answers: { '0': 'a', '1': 'b', '2': 'c' } });
  });

  it.each(ENDINGS)('without answers if declined, and as cancelled otherwise: $status', (ending) => {
    const request = valueOf(geminiCli.parse(message));
    expect(geminiCli.formatResult(ending, request)).toStrictEqual(
      ending.status === 'declined' ? { answers: {} } : { answers: {}, cancelled: true },
    );
  });

  it('with the words of Gemini CLI for a dismissed dialog', () => {
    const request = valueOf(geminiCli.parse(message));
    expect(geminiCli.toModelText({ status: 'cancelled' }, request)).toBe(
      'User dismissed ask_user dialog without answering. Nobody answered and no option was chosen.',
    );
    expect(geminiCli.toModelText({ status: 'declined', reason: 'no' }, request)).toBe(
      'The user declined to answer. Nobody answered and no option was chosen. Reason: "no".',
    );
  });
});

describe('geminiCli [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(geminiCli.parse(input)).length).toBeGreaterThan(0);
  });

  it('reads each type as the CLI shows it', () => {
    const parsed = geminiCli.parse(message, { strict: true });
    expect(parsed).toMatchObject({ ok: true, warnings: [] });
    const { questions: read, ...request } = valueOf(parsed);
    expect(request).toStrictEqual({ requestId: 'c1', raw: message, metadata: { correlationId: 'c1' } });
    expect(read).toStrictEqual([
      { id: 'q1', question: 'Which auth?', header: 'Auth', options: questions[0]?.options, multiSelect: false },
      { id: 'q2', question: 'Which features?', header: 'Features', options: questions[1]?.options, multiSelect: true },
      {
        id: 'q3',
        question: 'Go on?',
        header: 'Go',
        options: [{ label: 'Yes' }, { label: 'No' }],
        multiSelect: false,
      },
      { id: 'q4', question: 'Which name?', header: 'Name', context: 'e.g. my-app', options: [], multiSelect: false },
    ]);
  });

  it('reads the correlation id only from a message of the bus, and prefers the host’s request id', () => {
    expect(valueOf(geminiCli.parse({ correlationId: 'c1', questions })).requestId).toBe('ask-user');
    expect(valueOf(geminiCli.parse(message, { requestId: 'mine' })).requestId).toBe('mine');
  });

  it('reads an escaped line break as a line break, and returns the label with it', () => {
    const escaped = {
      question: 'a\\nb',
      header: 'h\\r\\ni',
      type: 'choice',
      options: [{ label: 'x\\ny', description: '1\\n2' }, option('z')],
    };
    const { request, wire } = run(geminiCli, [escaped], { selected: [0] });
    expect(request.questions[0]).toMatchObject({
      question: 'a\nb',
      header: 'h\ni',
      options: [{ label: 'x\ny', description: '1\n2' }, option('z')],
    });
    expect(wire).toStrictEqual({ answers: { '0': 'x\ny' } });
    const typed = { question: 'q', header: 'h', type: 'text', placeholder: 'a\\nb' };
    expect(valueOf(geminiCli.parse([typed])).questions[0]?.context).toBe('a\nb');
  });

  it('warns about fields that a type does not use, and ignores them', () => {
    const parsed = geminiCli.parse(
      {
        questions: [
          { question: 'q', header: 'h', type: 'yesno', options: [option('a'), option('b')], multiSelect: true },
          { question: 'q', header: 'h', type: 'text', options: [option('a'), option('b')] },
        ],
      },
      { strict: true },
    );
    expect(warningsOf(parsed)).toEqual([
      'questions[0].options: ignored',
      'questions[0].multiSelect: ignored',
      'questions[1].options: ignored',
    ]);
    expect(valueOf(parsed).questions.map(({ options, multiSelect }) => [options.length, multiSelect])).toEqual([
      [2, false],
      [0, false],
    ]);
  });

  it.each([
    ['a question without a type', { question: 'q', header: 'h' }, ['questions[0].type: missing']],
    ['another type', { question: 'q', header: 'h', type: 'number' }, ['questions[0].type: type']],
    ['a choice without options', { question: 'q', header: 'h', type: 'choice' }, ['questions[0].options: too_few']],
    [
      'one option',
      { question: 'q', header: 'h', type: 'choice', options: [option('a')] },
      ['questions[0].options: too_few'],
    ],
    ['a question without a header', { question: 'q', type: 'text' }, ['questions[0].header: missing']],
    [
      'an option without a description',
      { ...questions[0], options: ['a', option('b')] },
      ['questions[0].options[0]: missing'],
    ],
  ])('warns about %s, and refuses it if strict [R-LIMITS]', (_name, question, expected) => {
    expect(warningsOf(geminiCli.parse({ questions: [question] }))).toEqual(expected);
    expect(issuesOf(geminiCli.parse({ questions: [question] }, { strict: true }))).toEqual(expected);
  });

  it('accepts at most four questions with four options [R-LIMITS]', () => {
    const five = Array.from({ length: 5 }, (_, i) => option(`o${i}`));
    expect(issuesOf(geminiCli.parse([...questions, questions[2]], { strict: true }))).toEqual([': too_many']);
    expect(issuesOf(geminiCli.parse([{ ...questions[0], options: five }], { strict: true }))).toEqual([
      '[0].options: too_many',
    ]);
  });

  it.each<[string, unknown]>([
    ['a message on the bus', { ...message, questions: [questions[3]] }],
    ['a choice', { questions: [questions[0]] }],
    ['a yes-or-no question and a text question', { questions: questions.slice(2) }],
  ])('matches %s', (_name, input) => {
    expect(geminiCli.matches(input)).toBe(true);
    expect(detectDialect(input)).toMatchObject({ ok: true, dialect: { name: 'geminiCli' } });
  });

  it.each<readonly [string, unknown]>([
    ['questions without a type', { questions: [{ question: 'q', header: 'h', options: ['a', 'b'] }] }],
    ['a text question, which other dialects write, too', { questions: [questions[3]] }],
    ['the types of another dialect', { questions: [questions[0], { question: 'q', type: 'multi_select' }] }],
    ...HOSTILE,
  ])('does not match %s', (_name, input) => {
    expect(geminiCli.matches(input)).toBe(false);
  });
});

describe('geminiCli.formatRequest', () => {
  it('writes what a model would', () => {
    const request = valueOf(geminiCli.parse(questions.slice(0, 3)));
    expect(geminiCli.formatRequest(request)).toStrictEqual({
      ok: true,
      value: {
        questions: [{ ...questions[0], multiSelect: false }, questions[1], { ...questions[2], multiSelect: false }],
      },
      warnings: [],
    });
  });

  it('adds the fields that the wire format needs, and warns about what it cannot represent', () => {
    const written = geminiCli.formatRequest({
      requestId: 'r',
      questions: [
        {
          id: 'a',
          question: 'C:\\new',
          options: [{ label: 'x' }],
          multiSelect: false,
          constraints: { allowCustom: false },
        },
        { id: 'b', question: 'w', context: 'c', options: [], multiSelect: false },
      ],
    });
    expect(valueOf(written)).toStrictEqual({
      questions: [
        {
          question: 'C:\\new',
          header: 'Question 1',
          type: 'choice',
          options: [{ label: 'x', description: '' }],
          multiSelect: false,
        },
        { question: 'w', header: 'Question 2', type: 'text', multiSelect: false },
      ],
    });
    expect(warningsOf(written)).toEqual([
      'questions[0].constraints.allowCustom: lost',
      'questions[1].context: lost',
      'questions[0].options: too_few',
      'questions[0]: lost',
    ]);
  });
});

describe('geminiCli.parseResult', () => {
  const request = valueOf(geminiCli.parse(questions.slice(0, 2)));

  it.each([
    ['answers', { answers: { '0': 'None', '1': 'A, B' } }, answer(request, { selected: [1] }, { selected: [0, 1] })],
    [
      'custom text after labels',
      { answers: { '1': 'B, else' } },
      answer(request, skip, { selected: [1], custom: 'else' }),
    ],
    ['a message', { ...message, cancelled: true, answers: {} }, { status: 'cancelled' }],
    ['a response without answers', { answers: {} }, { status: 'declined' }],
  ])('reads %s', (_name, wire, result) => {
    expect(valueOf(geminiCli.parseResult(wire, request))).toStrictEqual(result);
  });

  it.each([[null], [{}], [{ answers: ['a'] }]])('refuses %j', (wire) => {
    expect(issuesOf(geminiCli.parseResult(wire, request))).toEqual([': type']);
  });

  it('reads custom text for a yes-or-no question', () => {
    const yesNo = valueOf(geminiCli.parse([questions[2]]));
    expect(valueOf(geminiCli.parseResult({ answers: { '0': 'maybe' } }, yesNo))).toMatchObject({
      status: 'answered',
      answers: [{ answer: 'maybe', wasCustom: true }],
    });
  });

  it('reports the loss of labels that commas make ambiguous', () => {
    const commas = [{ ...questions[1], options: [option('A'), option('A, B'), option('B')] }];
    const read = valueOf(geminiCli.parse(commas));
    expect(getLosses(geminiCli, answer(read, { selected: [0, 2] }), read)).toMatchObject([{ path: 'answers[0]' }]);
    expect(getLosses(geminiCli, answer(read, { selected: [1] }), read)).toEqual([]);
    expect(getLosses(geminiCli, answer(read, { selected: [2], notes: 'n' }), read)).toMatchObject([
      { path: 'answers[0].notes' },
    ]);
    expect(getLosses(geminiCli, answer(read, skip), read)).toMatchObject([{ path: 'status' }]);
  });
});

it('geminiCli.tool has the names of Gemini CLI [R-TOOL]', () => {
  expect(geminiCli.tool.name).toBe('ask_user');
  expect(geminiCli.tool.inputSchema).toMatchObject({
    required: ['questions'],
    properties: { questions: { minItems: 1, maxItems: 4, items: { required: ['question', 'header', 'type'] } } },
  });
});
