import { describe, expect, it } from 'vitest';
import { askUserQuestion, detectDialect, getLosses, piQuestionnaire } from '../../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, run, valueOf, warningsOf } from '../helpers.js';

const ASK = {
  questions: [
    {
      id: 'scope',
      label: 'Scope',
      prompt: 'How much?',
      options: [
        { value: 'all', label: 'Everything' },
        { value: 'part', label: 'This, and that', description: 'less' },
      ],
    },
    { id: 'name', prompt: 'Which name?', options: [{ value: 'a', label: 'A' }] },
  ],
};
const ECHO = [
  { ...ASK.questions[0], allowOther: true },
  { ...ASK.questions[1], label: 'Q2', allowOther: true },
];
const one = (fields: object) => ({
  questions: [
    {
      id: 'x',
      prompt: 'Which?',
      options: [
        { value: '1', label: 'a' },
        { value: '2', label: 'b' },
      ],
      ...fields,
    },
  ],
});
const skipped = { selected: [], skipped: true } as const;

describe('piQuestionnaire returns the details and the text of its tool [R-RESULT]', () => {
  it('for an option and for custom text', () => {
    const { wire, text } = run(piQuestionnaire, ASK, { selected: [1] }, { selected: [], custom: ' Zoë ' });
    expect(wire).toStrictEqual({
      questions: ECHO,
      answers: [
        { id: 'scope', value: 'part', label: 'This, and that', wasCustom: false, index: 2 },
        { id: 'name', value: ' Zoë ', label: ' Zoë ', wasCustom: true },
      ],
      cancelled: false,
    });
    expect(text).toBe('Scope: user selected: 2. This, and that\nQ2: user wrote:  Zoë ');
  });

  it('without skipped questions, which the model text names', () => {
    const { request, result, wire, text } = run(piQuestionnaire, ASK, { selected: [0] }, skipped);
    expect(wire.answers).toStrictEqual([
      { id: 'scope', value: 'all', label: 'Everything', wasCustom: false, index: 1 },
    ]);
    expect(text).toBe('Scope: user selected: 1. Everything\nThe user skipped, and chose no option for: "Which name?".');
    expect(valueOf(piQuestionnaire.parseResult(wire, request))).toEqual(result);
    expect(run(piQuestionnaire, one({}), skipped).text).toBe('The user skipped, and chose no option for: "Which?".');
  });

  it('with notes only in the model text', () => {
    const { request, result, text } = run(piQuestionnaire, one({}), { selected: [0], notes: 'for now' });
    expect(text).toBe('Q1: user selected: 1. a (user notes: for now)');
    expect(getLosses(piQuestionnaire, result, request)).toMatchObject([{ code: 'lost', path: 'answers[0].notes' }]);
  });

  it.each(ENDINGS)('as cancelled for $status, which the model text states', (ending) => {
    const request = valueOf(piQuestionnaire.parse(ASK));
    expect(piQuestionnaire.formatResult(ending, request)).toStrictEqual({
      questions: ECHO,
      answers: [],
      cancelled: true,
    });
    const text = piQuestionnaire.toModelText(ending, request);
    expect(text.startsWith('User cancelled the questionnaire. Nobody answered and no option was chosen.')).toBe(
      ending.status === 'cancelled',
    );
    expect(getLosses(piQuestionnaire, ending, request)).toHaveLength(Number(ending.status !== 'cancelled'));
  });
});

describe('piQuestionnaire distinguishes equal texts [R-ID]', () => {
  it.each([
    [
      'labels',
      [
        { value: '1', label: 'a' },
        { value: '2', label: 'a' },
      ],
    ],
    [
      'values',
      [
        { value: '1', label: 'a' },
        { value: '1', label: 'b' },
      ],
    ],
    [
      'options',
      [
        { value: '1', label: 'a' },
        { value: '1', label: 'a' },
      ],
    ],
  ])('with equal %s, by index', (_name, options) => {
    const { request, result, wire } = run(piQuestionnaire, one({ options }), { selected: [1] });
    expect(wire.answers).toMatchObject([{ index: 2, label: options[1]?.label, value: options[1]?.value }]);
    expect(valueOf(piQuestionnaire.parseResult(wire, request))).toEqual(result);
    expect(getLosses(piQuestionnaire, result, request)).toEqual([]);
  });

  it('by question id, and by `wasCustom` if custom text equals a label', () => {
    const input = { questions: ['__proto__', 'b'].map((id) => ({ ...one({}).questions[0], id })) };
    const { request, result, wire } = run(piQuestionnaire, input, { selected: [0] }, { selected: [], custom: 'a' });
    expect(wire.answers.map(({ id, wasCustom }) => [id, wasCustom])).toEqual([
      ['__proto__', false],
      ['b', true],
    ]);
    expect(valueOf(piQuestionnaire.parseResult(wire, request))).toEqual(result);
  });
});

describe('piQuestionnaire.parse [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(piQuestionnaire.parse(input)).length).toBeGreaterThan(0);
  });

  it('accepts what the schema of the tool accepts, as JSON text too', () => {
    for (const input of [ASK, JSON.stringify(ASK), { questions: JSON.stringify(ASK.questions) }]) {
      const parsed = piQuestionnaire.parse(input, { strict: true });
      expect(warningsOf(parsed)).toEqual([]);
      expect(valueOf(parsed).questions[0]).toEqual({
        id: 'scope',
        header: 'Scope',
        question: 'How much?',
        options: ASK.questions[0]?.options,
        multiSelect: false,
      });
    }
  });

  it('reads the values of options in JSON text, and uses the label of an option without a value', () => {
    const options = [{ value: '1', label: 'a' }, { label: 'b' }, 'c'];
    const { questions } = valueOf(piQuestionnaire.parse(one({ options: JSON.stringify(options) })));
    expect(questions[0]?.options.map(({ value }) => value)).toEqual(['1', 'b', 'c']);
  });

  it.each([true, 'true'])('reads multiSelect %j as single-select, with a warning [R-SINGLE]', (multiSelect) => {
    const parsed = piQuestionnaire.parse(one({ multiSelect }), { strict: true });
    expect(warningsOf(parsed)).toContain('questions[0].multiSelect: dropped');
    expect(valueOf(parsed).questions[0]?.multiSelect).toBe(false);
  });

  it.each([
    ['`allowOther: false`', { allowOther: false }, { allowCustom: false }],
    ['`allowOther: true`', { allowOther: true }, undefined],
    ['`allowOther: false` without options', { allowOther: false, options: [] }, undefined],
  ])('reads %s', (_name, fields, constraints) => {
    expect(valueOf(piQuestionnaire.parse(one(fields))).questions[0]?.constraints).toEqual(constraints);
  });
});

describe('piQuestionnaire.formatRequest', () => {
  it('writes what parse reads', () => {
    const asked = one({ label: 'L', allowOther: false });
    expect(piQuestionnaire.formatRequest(valueOf(piQuestionnaire.parse(asked)))).toEqual({
      ok: true,
      value: asked,
      warnings: [],
    });
  });

  it('uses the label as the value of an option without a value, and warns about losses', () => {
    const question = {
      question: 'Q?',
      header: 'H',
      multiSelect: true,
      options: [{ label: 'a', preview: 'p' }, { label: 'b' }],
    };
    const written = piQuestionnaire.formatRequest(valueOf(askUserQuestion.parse({ questions: [question] })));
    expect(valueOf(written)).toEqual({
      questions: [
        {
          id: 'q1',
          prompt: 'Q?',
          label: 'H',
          options: [
            { value: 'a', label: 'a' },
            { value: 'b', label: 'b' },
          ],
        },
      ],
    });
    expect(warningsOf(written)).toEqual(['questions[0].multiSelect: lost', 'questions[0].options[0].preview: lost']);
  });
});

describe('piQuestionnaire.parseResult', () => {
  const request = valueOf(piQuestionnaire.parse(ASK));

  it('reads an answer without an index by its value', () => {
    const answers = [
      { id: 'name', value: 'a' },
      { id: 'scope', value: 'all', index: 9 },
    ];
    const expected = answer(request, { selected: [0] }, { selected: [0] });
    expect(valueOf(piQuestionnaire.parseResult({ answers, cancelled: false }, request))).toEqual(expected);
  });

  it.each([undefined, null, 'x', {}, { answers: {} }])('refuses %j', (wire) => {
    expect(issuesOf(piQuestionnaire.parseResult(wire, request))).toEqual([': type']);
  });
});

describe('detectDialect', () => {
  it('detects piQuestionnaire by its prompts', () => {
    expect(detectDialect(ASK)).toEqual({ ok: true, dialect: piQuestionnaire });
  });

  it.each([
    [{ questions: [] }],
    [{ questions: [{ prompt: 'p' }] }],
    [{ questions: [{ question: 'q', options: [] }] }],
    [7],
  ])('does not detect piQuestionnaire in %j', (input) => {
    expect(piQuestionnaire.matches(input)).toBe(false);
  });
});

it('piQuestionnaire.tool has the fields of `questionnaire` [R-TOOL]', () => {
  const { name, inputSchema } = piQuestionnaire.tool;
  const item = inputSchema.properties?.['questions']?.items;
  expect(name).toBe('questionnaire');
  expect(Object.keys(item?.properties ?? {})).toEqual(['id', 'label', 'prompt', 'options', 'allowOther']);
  expect(item?.required).toEqual(['id', 'prompt', 'options']);
  expect(item?.properties?.['options']?.items?.required).toEqual(['value', 'label']);
});
