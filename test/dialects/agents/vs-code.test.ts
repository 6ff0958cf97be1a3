import { describe, expect, it } from 'vitest';
import { detectDialect, getLosses, vsCode } from '../../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, run, valueOf, warningsOf } from '../helpers.js';

const option = (label: string) => ({ label });
const questions = [
  {
    header: 'Database',
    question: 'Which database?',
    message: 'It can be **changed** later.',
    options: [option('Postgres'), { label: 'SQLite', description: 'a file', recommended: true }],
    allowFreeformInput: false,
  },
  {
    header: 'Features',
    question: 'Which features?',
    options: [option('Auth'), option('Mail, SMS')],
    multiSelect: true,
  },
  { header: 'Name', question: 'Which name?' },
];
const skip = { selected: [] as number[], skipped: true as const };
const skipped = { selected: [], freeText: null, skipped: true };
const dismissed = { Database: skipped, Features: skipped, Name: skipped };

describe('vsCode returns the JSON that its model reads [R-RESULT]', () => {
  it.each([
    [
      'an answer to each question',
      [{ selected: [1] }, { selected: [1, 0] }, { selected: [], custom: 'app' }],
      {
        Database: { selected: ['SQLite'], freeText: null, skipped: false },
        Features: { selected: ['Auth', 'Mail, SMS'], freeText: null, skipped: false },
        Name: { selected: [], freeText: 'app', skipped: false },
      },
    ],
    [
      'custom text with a selected option, lost notes, and a skipped question',
      [{ selected: [0], notes: 'n' }, { selected: [0], custom: 'Auth' }, skip],
      {
        Database: { selected: ['Postgres'], freeText: null, skipped: false },
        Features: { selected: ['Auth'], freeText: 'Auth', skipped: false },
        Name: skipped,
      },
    ],
  ])('for %s', (_name, replies, answers) => {
    for (const input of [{ questions }, questions, JSON.stringify({ questions })]) {
      const { wire, text } = run(vsCode, input, ...replies);
      expect(wire).toStrictEqual({ answers });
      expect(text).toBe(JSON.stringify({ answers }));
    }
  });

  it.each(ENDINGS)('with every question skipped for $status', (ending) => {
    const request = valueOf(vsCode.parse({ questions }));
    const wire = vsCode.formatResult(ending, request);
    const reason =
      ending.status === 'invalid' ? '- questions: Missing. Send questions.' : 'reason' in ending && ending.reason;
    expect(wire).toStrictEqual(
      ending.status === 'cancelled'
        ? { answers: dismissed }
        : { answers: dismissed, status: ending.status, ...(reason && { reason }) },
    );
    expect(vsCode.toModelText(ending, request).split('\n')[0]).toBe(JSON.stringify(wire));
  });

  it('with a sentence in the model text for a request without answers', () => {
    const request = valueOf(vsCode.parse({ questions: [questions[2]] }));
    expect(vsCode.toModelText({ status: 'cancelled', reason: 'later' }, request)).toBe(
      '{"answers":{"Name":{"selected":[],"freeText":null,"skipped":true}}}\n' +
        'The user cancelled. Nobody answered and no option was chosen. Reason: "later".',
    );
  });

  it('by header, including `__proto__`, with numbers for equal headers [R-ID]', () => {
    const same = ['__proto__', 'h', 'h', '', ''].map((header) => ({ header, question: 'q' }));
    const parsed = vsCode.parse({ questions: same });
    expect(warningsOf(parsed)).toEqual(['questions[2].header: duplicate_key', 'questions[4].header: duplicate_key']);
    expect(issuesOf(vsCode.parse({ questions: same }, { strict: true }))).toEqual([
      'questions[2].header: duplicate_key',
      'questions[4].header: duplicate_key',
    ]);
    const request = valueOf(parsed);
    const result = answer(request, ...['a', 'b', 'c', 'd', 'e'].map((custom) => ({ selected: [], custom })));
    const wire = vsCode.formatResult(result, request);
    expect(Object.entries(wire.answers).map(([key, { freeText }]) => [key, freeText])).toEqual([
      ['__proto__', 'a'],
      ['h', 'b'],
      ['h (2)', 'c'],
      ['q', 'd'],
      ['q (2)', 'e'],
    ]);
    expect(valueOf(vsCode.parseResult(wire, request))).toStrictEqual(result);
  });
});

describe('vsCode [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(vsCode.parse(input)).length).toBeGreaterThan(0);
  });

  it('reads its fields', () => {
    const parsed = vsCode.parse({ questions }, { strict: true });
    expect(parsed).toMatchObject({ ok: true, warnings: [] });
    expect(valueOf(parsed).questions).toStrictEqual([
      {
        id: 'q1',
        question: 'Which database?',
        header: 'Database',
        context: 'It can be **changed** later.',
        options: [option('Postgres'), { label: 'SQLite', description: 'a file', recommended: true }],
        multiSelect: false,
        constraints: { allowCustom: false },
      },
      {
        id: 'q2',
        question: 'Which features?',
        header: 'Features',
        options: [option('Auth'), option('Mail, SMS')],
        multiSelect: true,
      },
      { id: 'q3', question: 'Which name?', header: 'Name', options: [], multiSelect: false },
    ]);
  });

  it('allows custom text for a question without options, and reads `required`', () => {
    const [question] = valueOf(
      vsCode.parse({ header: 'h', question: 'q', allowFreeformInput: false, required: true }),
    ).questions;
    expect(question?.constraints).toStrictEqual({ required: true });
  });

  it('warns about violations of its limits, and refuses them if strict [R-LIMITS]', () => {
    const asked = [{ question: 'q' }, { header: 'x'.repeat(51), question: 'q' }];
    const beyond = ['questions[0].header: missing', 'questions[1].header: too_long'];
    expect(warningsOf(vsCode.parse({ questions: asked }))).toEqual(beyond);
    expect(issuesOf(vsCode.parse({ questions: asked }, { strict: true }))).toEqual(beyond);
    const many = Array.from({ length: 20 }, (_, i) => ({ header: `h${i}`, question: 'q' }));
    expect(vsCode.parse({ questions: many }, { strict: true })).toMatchObject({ ok: true, warnings: [] });
  });

  it.each([
    [undefined, ['questions[0].options: too_few']],
    [false, ['questions[0].options: too_few']],
    [true, []],
  ])('reports for a single option with allowFreeformInput %s: %j [R-LIMITS]', (allowFreeformInput, expected) => {
    const asked = { questions: [{ header: 'h', question: 'q', options: [option('a')], allowFreeformInput }] };
    expect(warningsOf(vsCode.parse(asked))).toEqual(expected);
    expect(issuesOf(vsCode.parse(asked, { strict: true }))).toEqual(expected);
  });

  it('matches allowFreeformInput', () => {
    expect(vsCode.matches({ questions })).toBe(true);
    expect(detectDialect({ questions })).toMatchObject({ ok: true, dialect: { name: 'vsCode' } });
  });

  it.each<readonly [string, unknown]>([
    ['questions that other dialects write, too', { questions: questions.slice(1) }],
    ['allowFreeformInput of the wrong type', { questions: [{ ...questions[1], allowFreeformInput: 'no' }] }],
    ...HOSTILE,
  ])('does not match %s', (_name, input) => {
    expect(vsCode.matches(input)).toBe(false);
  });
});

describe('vsCode.formatRequest', () => {
  it('writes what a model would', () => {
    const written = vsCode.formatRequest(valueOf(vsCode.parse({ questions })));
    expect(written).toStrictEqual({
      ok: true,
      value: { questions: questions.map((question) => ({ multiSelect: false, ...question })) },
      warnings: [],
    });
  });

  it('gives each question a unique header, and warns about what the wire format cannot represent', () => {
    const written = vsCode.formatRequest({
      requestId: 'r',
      questions: [
        { id: 'a', question: 'q', options: [{ label: 'x', preview: 'p' }], multiSelect: false },
        { id: 'b', question: 'q', options: [], multiSelect: false, constraints: { required: true, maxLength: 3 } },
      ],
    });
    expect(valueOf(written)).toStrictEqual({
      questions: [
        { header: 'q', question: 'q', multiSelect: false, options: [{ label: 'x' }], allowFreeformInput: true },
        { header: 'q (2)', question: 'q', multiSelect: false },
      ],
    });
    expect(warningsOf(written)).toEqual([
      'questions[0].options[0].preview: lost',
      'questions[1].constraints.required: lost',
      'questions[1].constraints.maxLength: lost',
      'questions[1].header: lost',
    ]);
  });
});

describe('vsCode.parseResult', () => {
  const request = valueOf(vsCode.parse({ questions }));

  it.each([
    [
      'missing questions as skipped',
      { answers: { Database: { selected: ['SQLite'], freeText: null, skipped: false } } },
      answer(request, { selected: [1] }, skip, skip),
    ],
    ['a dismissal', { answers: dismissed }, { status: 'cancelled' }],
    [
      'the status of an unanswered result',
      { answers: dismissed, status: 'aborted', reason: 'r' },
      { status: 'aborted', reason: 'r' },
    ],
  ])('reads %s', (_name, wire, result) => {
    expect(valueOf(vsCode.parseResult(wire, request))).toStrictEqual(result);
  });

  describe('when VS Code replies in place of an absent user [R-NOPHANTOM]', () => {
    const AUTOMATIC =
      'The user is not available to respond and will review your work later. Work autonomously and make good decisions.';
    const said = (freeText: string) => ({ selected: [], freeText, skipped: false });
    const free = valueOf(vsCode.parse({ questions: questions.slice(1) }));
    const read = (answers: object) => valueOf(vsCode.parseResult({ answers }, free));

    it.each([
      ['every question', { Features: said(AUTOMATIC), Name: said(AUTOMATIC) }],
      ['one question beside a skipped one', { Features: skipped, Name: said(AUTOMATIC) }],
      ['one question beside a missing one', { Name: said(AUTOMATIC) }],
    ])('reads the reply to %s as unavailable, with its text as the reason', (_name, answers) => {
      expect(read(answers)).toStrictEqual({ status: 'unavailable', reason: AUTOMATIC });
    });

    it('reads the reply to a question without Other as unavailable', () => {
      const answers = { Database: said(AUTOMATIC) };
      const parsed = vsCode.parseResult({ answers }, valueOf(vsCode.parse({ questions: [questions[0]] })));
      expect(valueOf(parsed)).toStrictEqual({ status: 'unavailable', reason: AUTOMATIC });
    });

    it.each([
      ['to which the user adds a text', said(`${AUTOMATIC} Really?`)],
      ['beside a selected option', { ...said(AUTOMATIC), selected: ['Auth'] }],
    ])('reads it as an answer if the user gave it: %s', (_name, answer) => {
      expect(read({ Features: answer })).toMatchObject({ status: 'answered' });
    });

    it('keeps the answer that the user gave to another question, and skips the question of the reply', () => {
      expect(read({ Features: said('Chat'), Name: said(AUTOMATIC) })).toStrictEqual(
        answer(free, { selected: [], custom: 'Chat' }, skip),
      );
    });
  });

  it.each([[null], [{}], [{ answers: [] }], [{ answers: {}, status: 'answered' }]])('refuses %j', (wire) => {
    expect(issuesOf(vsCode.parseResult(wire, request))).toEqual([': type']);
  });

  it('refuses custom text for a question without Other [R-NOPHANTOM]', () => {
    const wire = { answers: { Database: { selected: [], freeText: 'Mongo', skipped: false } } };
    expect(issuesOf(vsCode.parseResult(wire, request))).toEqual(['replies[0].custom: custom_not_allowed']);
  });

  it.each([
    [
      'nothing of selected options and custom text',
      [{ selected: [1] }, { selected: [0, 1], custom: 'Auth' }, skip],
      [],
    ],
    ['notes', [{ selected: [1], notes: 'n' }, skip, skip], ['answers[0].notes']],
    ['that all questions were skipped', [skip, skip, skip], ['status']],
  ])('loses %s', (_name, replies, paths) => {
    expect(getLosses(vsCode, answer(request, ...replies), request).map(({ path }) => path)).toEqual(paths);
  });

  it('loses which of two equal labels was selected, including a recommended one', () => {
    const options = [option('a'), { label: 'a', recommended: true }];
    const twins = valueOf(vsCode.parse({ header: 'h', question: 'q', options }));
    expect(getLosses(vsCode, answer(twins, { selected: [0] }), twins)).toMatchObject([{ path: 'answers[0]' }]);
  });
});

it('vsCode.tool has the names of VS Code [R-TOOL]', () => {
  expect(vsCode.tool).toMatchObject({ name: 'vscode_askQuestions', aliases: ['askQuestions'] });
  expect(vsCode.tool.inputSchema).toMatchObject({
    required: ['questions'],
    properties: {
      questions: {
        minItems: 1,
        items: {
          required: ['header', 'question'],
          properties: {
            header: { maxLength: 50 },
            question: { maxLength: 200 },
            options: { items: { required: ['label'] } },
          },
        },
      },
    },
  });
});
