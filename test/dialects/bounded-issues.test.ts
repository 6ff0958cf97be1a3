import { describe, expect, it } from 'vitest';
import type { Issue, ParseResult } from '../../src/core/question/issues.js';
import { parseRequest } from '../../src/core/question/parse-request.js';
import { DIALECTS, detectDialect, pilotDeck, type AgentDialect } from '../../src/dialects/index.js';
import { createAskUserTool } from '../../src/host/tool.js';
import { EXAMPLES } from './examples.js';
import { valueOf } from './helpers.js';

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
/** More than 64 kB of JSON in a single text. */
const LONG = '中"\u0000'.repeat(6_000);

/** Returns the issues, and asserts that there are at most 50 entries and 64 kB. */
function issuesOf(parsed: ParseResult<unknown>): readonly Issue[] {
  const issues = parsed.ok ? parsed.warnings : parsed.issues;
  expect(issues.length).toBeLessThanOrEqual(50);
  expect(new TextEncoder().encode(JSON.stringify(issues)).length).toBeLessThanOrEqual(64_000);
  return issues;
}

const options = (count: number) =>
  times(count, (i) => ({ label: LONG + (i % 7), preview: '<script>', description: 1, value: i }));
const properties = (key: (i: number) => string) =>
  Object.fromEntries(
    times(150, (i) => [key(i), { type: 'string', not: {}, const: 1, allOf: [], minLength: 9, maxLength: 1 }]),
  );
const form = (key: (i: number) => string) => ({
  message: 'm',
  requestedSchema: { type: 'object', properties: properties(key), required: ['none'] },
});
const short = times(100, (i) => ({
  id: 'same',
  question: 'same',
  prompt: 'same',
  header: 'x'.repeat(30),
  options: times(100, (j) => ({ label: `${j % 7}`, preview: '<script>', description: 1, value: j + i })),
}));

const INPUTS: readonly (readonly [string, unknown])[] = [
  ['questions that break every rule', { questions: short }],
  ['steps that break every rule', { steps: short, question: short, items: short }],
  ['very long texts', { questions: times(4, () => ({ question: LONG, header: LONG, id: LONG, options: options(4) })) }],
  ['one question with very long texts', { question: LONG, options: options(20), title: LONG }],
  ['a form that cannot be filled in', form((i) => `p${i}`)],
  ['a form with long names', form((i) => LONG + i)],
  [
    'forms with long names',
    {
      resultType: 'input_required',
      inputRequests: Object.fromEntries(
        times(20, (i) => [LONG + i, { method: 'elicitation/create', params: form((j) => `${i} ${j}`) }]),
      ),
    },
  ],
  [
    'interrupts without a question',
    {
      type: 'interrupt',
      interrupts: times(100, (i) => ({ id: LONG + i, responseSchema: { properties: properties(String) } })),
    },
  ],
  ['interrupts with the same id', { type: 'interrupt', interrupts: times(100, () => ({ id: LONG, message: 'm' })) }],
  ['JSON text', JSON.stringify({ questions: short })],
];

describe.each(INPUTS)('%s', (_name, input) => {
  it.each(DIALECTS)('produce at most 50 issues and 64 kB in $name [R-PARSE]', (dialect) => {
    for (const strict of [false, true]) issuesOf(dialect.parse(input, { strict }));
  });
});

describe('a result that breaks every rule', () => {
  const LISTS = Array<string>(1000).fill(LONG);
  const LONG_IDS = times(100, (i) => LONG + i);
  const wires = (dialect: AgentDialect, keys: readonly string[]): unknown[] => {
    const answers = Object.fromEntries(keys.map((key) => [key, LONG]));
    return [
      { action: 'accept', content: answers },
      { inputResponses: { questions: { action: 'accept', content: answers } } },
      { answers },
      { answers: keys.map(() => ({ selected: LISTS, answer: LISTS })) },
      times(100, () => ({ interruptId: LONG, status: LONG })),
      LONG,
      dialect.name,
    ];
  };

  it.each(EXAMPLES)(
    'produces at most 50 issues and 64 kB in $dialect: $what [R-RESULT]',
    ({ dialect: name, input }) => {
      const dialect = DIALECTS.find((one) => one.name === name)!;
      const request = valueOf(dialect.parse(input));
      const big = { ...request, questions: LONG_IDS.map((id) => ({ ...request.questions[0]!, id })) };
      for (const asked of [request, big]) {
        const keys = asked.questions.flatMap(({ id, question, header = '' }) => [id, question, header]);
        for (const wire of wires(dialect, keys)) issuesOf(dialect.parseResult(wire, asked));
        issuesOf(dialect.formatRequest(asked));
      }
    },
  );
});

describe('validateInput', () => {
  it.each([
    { questions: times(2, () => ({ question: LONG, header: 'h', options: [] })) },
    { questions: [{ question: LONG, header: LONG, options: options(2) }] },
    { questions: [{ question: 'q', header: 'h', options: options(3) }] },
  ])('quotes only a part of what a model wrote: %# [R-TOOL]', async (input) => {
    const checked = await createAskUserTool({ spec: pilotDeck.tool }).validateInput(input);
    if (checked.ok) return expect.unreachable();
    const [issue] = issuesOf({ ok: false, issues: checked.issues });
    expect(issue?.message.length).toBeLessThanOrEqual(1000);
    // The end of the message states what to correct.
    expect(issue?.message).toMatch(/options$|unique: |chars$|tag|fragment/);
  });
});

describe('lists in JSON text', () => {
  /** Returns how many characters are passed to JSON.parse, per character of the input. */
  function parsesOf(input: { questions: string }): number {
    const { parse } = JSON;
    let characters = 0;
    JSON.parse = (text: string) => {
      characters += text.length;
      return parse(text);
    };
    try {
      detectDialect(input);
      for (const dialect of DIALECTS) dialect.parse(input);
    } finally {
      JSON.parse = parse;
    }
    return characters / input.questions.length;
  }

  const text = (questions: number, header: string) =>
    JSON.stringify(
      times(questions, (i) => ({
        question: `q${i}`,
        header,
        options: JSON.stringify(times(100, (j) => ({ label: `o${j}` }))),
      })),
    );

  it('are not parsed again for each issue [R-PARSE]', () => {
    const broken = { questions: text(40, 'a header that no tool takes, since it is far too long for its tab') };
    const parsed = parseRequest(broken, { limits: pilotDeck.tool.dialect.limits });
    expect(issuesOf(parsed).length).toBeGreaterThan(39);
    // Each list is parsed a few times: to detect the dialect, to read the request, and to name the paths.
    expect(parsesOf(broken)).toBeLessThan(10 * DIALECTS.length);
  });
});
