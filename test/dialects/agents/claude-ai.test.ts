import { describe, expect, it } from 'vitest';
import { claudeAi, detectDialect, getLosses } from '../../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, run, valueOf, warningsOf } from '../helpers.js';

const NOBODY = 'Nobody answered and no option was chosen.';
const DISMISSED = '[User dismissed — do not proceed, wait for next instruction]';
const TRIP = {
  questions: [
    {
      question: 'Where are you departing from?',
      type: 'single_select',
      options: ['Staying near Denver/Colorado', 'Road trip', 'Flying somewhere'],
    },
    {
      question: 'What kind of day are you going for?',
      type: 'multi_select',
      options: ['Outdoor & nature', 'Food & dining', 'Culture & history', 'Relaxed & low-key'],
    },
    { question: 'Who is coming along?', options: ['Just me', 'With my partner'] },
  ],
};
const block = (input: unknown) => ({ type: 'tool_use', id: 'toolu_1', name: 'ask_user_input_v0', input });
const asking = (question: object) => ({ questions: [{ question: 'q', options: ['a', 'b'], ...question }] });
const skipped = { selected: [], skipped: true } as const;

describe('claudeAi returns the next message of the user [R-RESULT]', () => {
  it('for options, several options and custom text', () => {
    const replies = [{ selected: [], custom: 'Tokyo' }, { selected: [2, 0], custom: 'a museum' }, { selected: [1] }];
    for (const form of [TRIP, block(TRIP), JSON.stringify(block(TRIP))]) {
      const { wire, text, request, result } = run(claudeAi, form, ...replies);
      expect(wire).toBe(
        'Q: Where are you departing from?\nA: Tokyo\n\n' +
          'Q: What kind of day are you going for? (Select all that apply)\nA: Outdoor & nature, Culture & history, a museum\n\n' +
          'Q: Who is coming along?\nA: With my partner',
      );
      expect(text).toBe(wire);
      expect(valueOf(claudeAi.parseResult(wire, request))).toEqual(result);
      expect(getLosses(claudeAi, result, request)).toEqual([]);
    }
  });

  it('for skipped questions', () => {
    const { wire, request, result } = run(claudeAi, TRIP, skipped, skipped, { selected: [0] });
    expect(wire).toBe(
      'Q: Where are you departing from?\nA: [No preference]\n\n' +
        'Q: What kind of day are you going for? (Select all that apply)\nA: [No preference]\n\n' +
        'Q: Who is coming along?\nA: Just me',
    );
    expect(getLosses(claudeAi, result, request)).toEqual([]);
  });

  it('for a dismissed request', () => {
    const request = valueOf(claudeAi.parse(TRIP));
    expect(claudeAi.formatResult({ status: 'cancelled' }, request)).toBe(DISMISSED);
    expect(claudeAi.toModelText({ status: 'cancelled' }, request)).toBe(`${DISMISSED} ${NOBODY}`);
  });

  it.each(ENDINGS)('for $status, which it reads again with its reason', (ending) => {
    const request = valueOf(claudeAi.parse(TRIP));
    const wire = claudeAi.formatResult(ending, request);
    expect(claudeAi.toModelText(ending, request)).toContain(NOBODY);
    const back = valueOf(claudeAi.parseResult(wire, request));
    expect(back).toEqual(ending.status === 'invalid' ? { ...ending, issues: [] } : ending);
    expect(getLosses(claudeAi, ending, request)).toEqual([]);
  });

  it.each(['x\n\nQ: Who is coming along?\nA: Just me', '"x"', '"', ' a\r\nb '])(
    'keeps the custom text %j',
    (custom) => {
      const { wire, request, result } = run(claudeAi, TRIP, { selected: [], custom }, skipped, skipped);
      expect(wire.match(/^Q: /gm)).toHaveLength(3);
      expect(valueOf(claudeAi.parseResult(wire, request))).toEqual(result);
    },
  );
});

describe('claudeAi [R-ID]', () => {
  it.each([
    ['equal labels', { options: ['a', 'a'] }, { selected: [1] }, 1],
    ['custom text that equals a label', {}, { selected: [], custom: 'b' }, 1],
    ['custom text that equals the text of a skip', {}, { selected: [], custom: '[No preference]' }, 2],
    ['labels with commas', { type: 'multi_select', options: ['a', 'a, b', 'c'] }, { selected: [1, 2] }, 0],
    ['a label that is two others', { type: 'multi_select', options: ['a', 'b', 'a, b'] }, { selected: [0, 1] }, 1],
    ['a question with a line break', { question: 'a\nb' }, { selected: [0] }, 0],
  ])('reports its losses for %s', (_name, more, reply, losses) => {
    const { request, result } = run(claudeAi, asking(more), reply);
    expect(getLosses(claudeAi, result, request)).toHaveLength(losses);
  });
});

describe('claudeAi.parse [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(claudeAi.parse(input)).length).toBeGreaterThan(0);
    expect(issuesOf(claudeAi.parse(block(input))).length).toBeGreaterThan(0);
  });

  it('accepts what the schema of the tool accepts', () => {
    for (const input of [TRIP, block(TRIP), block(JSON.stringify(TRIP))]) {
      const parsed = claudeAi.parse(input, { strict: true });
      expect(warningsOf(parsed)).toEqual([]);
      expect(valueOf(parsed).questions.map(({ multiSelect }) => multiSelect)).toEqual([false, true, false]);
      expect(valueOf(parsed).questions[2]).toEqual({
        id: 'q3',
        question: 'Who is coming along?',
        options: [{ label: 'Just me' }, { label: 'With my partner' }],
        multiSelect: false,
      });
    }
    expect(valueOf(claudeAi.parse(block(TRIP))).requestId).toBe('toolu_1');
  });

  it.each([
    ['the spelling of the description', { type: 'multi-select' }, [], true],
    ['an unknown type', { type: 'text' }, ['questions[0].type: type'], false],
    ['multiSelect instead of a type', { multiSelect: true }, [], true],
    ['five options', { options: ['1', '2', '3', '4', '5'] }, ['questions[0].options: too_many'], false],
    ['one option', { options: ['1'] }, ['questions[0].options: too_few'], false],
    ['options that are objects', { options: [{ label: 'a' }, 'b'] }, ['questions[0].options[0]: type'], false],
  ])('reads %s [R-LIMITS]', (_name, more, expected, multiSelect) => {
    const parsed = claudeAi.parse(asking(more));
    expect(warningsOf(parsed)).toEqual(expected);
    expect(valueOf(parsed).questions[0]?.multiSelect).toBe(multiSelect);
    expect(issuesOf(claudeAi.parse(asking(more), { strict: true }))).toEqual(expected);
  });

  it('refuses a ranking, because an order of the options would look like one', () => {
    const [first] = TRIP.questions;
    const ranked = { questions: [first, { question: 'Rank these', options: ['a', 'b'], type: 'rank_priorities' }] };
    expect(issuesOf(claudeAi.parse(ranked))).toEqual(['questions[1].type: unsupported']);
    expect(issuesOf(claudeAi.parse(JSON.stringify(block(ranked))))).toEqual(['input.questions[1].type: unsupported']);
    expect(issuesOf(claudeAi.parse(ranked.questions))).toEqual(['[1].type: unsupported']);
    expect(issuesOf(claudeAi.parse(ranked.questions[1]))).toEqual(['type: unsupported']);
  });
});

describe('claudeAi.formatRequest', () => {
  it('writes what parse reads', () => {
    const written = claudeAi.formatRequest(valueOf(claudeAi.parse(block(TRIP))));
    const questions = TRIP.questions.map((question) => ({ ...question, type: question.type ?? 'single_select' }));
    expect(written).toEqual({ ok: true, value: { questions }, warnings: [] });
  });

  it('warns about what the wire format cannot represent', () => {
    const options = [
      { label: 'x', description: 'd' },
      { label: 'y', preview: 'p' },
    ];
    const question = { id: 'a', question: 'q', header: 'h', context: 'c', options, multiSelect: false };
    const constraints = { allowCustom: false };
    const written = claudeAi.formatRequest({ requestId: 'r', questions: [{ ...question, constraints }] });
    expect(valueOf(written)).toEqual(asking({ options: ['x', 'y'], type: 'single_select' }));
    expect(warningsOf(written).toSorted()).toEqual([
      'questions[0].constraints.allowCustom: lost',
      'questions[0].context: lost',
      'questions[0].header: lost',
      'questions[0].options[0].description: lost',
      'questions[0].options[1].preview: lost',
    ]);
  });
});

describe('claudeAi.parseResult', () => {
  const request = valueOf(claudeAi.parse(TRIP));
  const message = (day: string) =>
    `Q: Where are you departing from?\nA: Road trip\n\nQ: What kind of day are you going for? (Select all that apply)\nA: ${day}\n\nQ: Who is coming along?\nA: My girlfriend`;
  const result = (day: Parameters<typeof answer>[1]) =>
    answer(request, { selected: [1] }, day, { selected: [], custom: 'My girlfriend' });

  it('reads labels in the order in which the user of claude.ai selected them', () => {
    const wire = message('Outdoor & nature, Culture & history, Relaxed & low-key, Food & dining');
    expect(valueOf(claudeAi.parseResult(wire, request))).toEqual(result({ selected: [0, 1, 2, 3] }));
    const mixed = message('Food & dining, Outdoor & nature, a museum, a park');
    expect(valueOf(claudeAi.parseResult(mixed, request))).toEqual(
      result({ selected: [0, 1], custom: 'a museum, a park' }),
    );
  });

  it('reads custom text of several lines as claude.ai writes it', () => {
    expect(valueOf(claudeAi.parseResult(message('one\n\ntwo'), request))).toEqual(
      result({ selected: [], custom: 'one\n\ntwo' }),
    );
  });

  it.each([undefined, null, 5, {}, '', 'Sure, go on.', message('x').slice(0, 60)])('refuses %j', (wire) => {
    expect(issuesOf(claudeAi.parseResult(wire, request))).toEqual([': type']);
  });
});

it.each([
  [TRIP, true],
  [block({ questions: [] }), true],
  [asking({ type: 'multi_select' }), true],
  [asking({}), false],
  [{ questions: [{ question: 'q', type: 'multi_select', choices: [{ value: 'a' }] }] }, false],
  [{ ...block(TRIP), name: 'AskUserQuestion' }, false],
  [null, false],
])('detects claudeAi by its types and its name: %j', (input, found) => {
  expect(claudeAi.matches(input)).toBe(found);
  if (found) expect(detectDialect(input)).toEqual({ ok: true, dialect: claudeAi });
});

it('claudeAi.tool has the fields and bounds of `ask_user_input_v0`, without rankings [R-TOOL]', () => {
  const { name, inputSchema } = claudeAi.tool;
  expect(name).toBe('ask_user_input_v0');
  expect(inputSchema.required).toEqual(['questions']);
  const questions = inputSchema.properties?.['questions'];
  expect(questions).toMatchObject({ minItems: 1, maxItems: 3, items: { required: ['question', 'options'] } });
  expect(questions?.items?.properties?.['options']).toMatchObject({ minItems: 2, maxItems: 4 });
  expect(questions?.items?.properties?.['type']?.enum).toEqual(['single_select', 'multi_select']);
});
