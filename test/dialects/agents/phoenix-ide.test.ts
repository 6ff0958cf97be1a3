import { describe, expect, it } from 'vitest';
import { detectDialect, getLosses, phoenixIde } from '../../../src/dialects/index.js';
import { ENDINGS, HOSTILE, issuesOf, run, valueOf, warningsOf } from '../helpers.js';

const LIBRARY = {
  question: 'Which library?',
  header: 'Library',
  options: [
    { label: 'lodash', preview: 'import _ from' },
    { label: 'date-fns', description: 'small' },
  ],
};
const PARTS = {
  question: 'Which parts?',
  header: 'Parts',
  options: [{ label: 'Auth' }, { label: 'Mail, SMS' }, { label: 'Search' }],
  multiSelect: true,
};
const INPUT = { questions: [LIBRARY, PARTS] };
const STATE = { type: 'awaiting_user_response', tool_use_id: 'toolu_1', ...INPUT };
const SKIPPED = { selected: [], skipped: true } as const;

describe('phoenixIde returns the body of /respond, and its text byte for byte [R-RESULT]', () => {
  it.each([
    [
      'labels, a preview and notes',
      [{ selected: [0], notes: 'only for dates' }, { selected: [0, 2] }],
      {
        answers: { 'Which library?': 'lodash', 'Which parts?': 'Auth, Search' },
        annotations: { 'Which library?': { preview: 'import _ from', notes: 'only for dates' } },
      },
      'Here are my answers:\n"Which library?" = "lodash" selected preview:\nimport _ from user notes: only for dates\n"Which parts?" = "Auth, Search"',
    ],
    [
      'custom text with a selected option',
      [
        { selected: [], custom: 'none' },
        { selected: [2], custom: 'logs' },
      ],
      { answers: { 'Which library?': 'none', 'Which parts?': 'Search, logs' } },
      'Here are my answers:\n"Which library?" = "none"\n"Which parts?" = "Search, logs"',
    ],
    [
      'a skipped question with notes',
      [{ selected: [1] }, { ...SKIPPED, notes: 'later' }],
      { answers: { 'Which library?': 'date-fns' }, annotations: { 'Which parts?': { notes: 'later' } } },
      'Here are my answers:\n"Which library?" = "date-fns"\nThe user skipped, and chose no option for: "Which parts?" user notes: later.',
    ],
    [
      'only skipped questions',
      [SKIPPED, SKIPPED],
      { answers: {} },
      'The user skipped, and chose no option for: "Which library?", "Which parts?".',
    ],
  ] as const)('for %s', (name, replies, body, text) => {
    const { wire, text: read, result, request } = run(phoenixIde, INPUT, ...replies);
    expect(wire).toStrictEqual(body);
    expect(read).toBe(text);
    expect(valueOf(phoenixIde.parseResult(wire, request))).toEqual(result);
    // Phoenix reads the notes of answers only.
    const lost = name === 'a skipped question with notes' ? ['answers[1].notes'] : [];
    expect(getLosses(phoenixIde, result, request).map(({ path }) => path)).toEqual(lost);
  });

  it('but cannot represent labels that a comma makes ambiguous', () => {
    const options = [{ label: 'a' }, { label: 'b' }, { label: 'a, b' }];
    const { wire, result, request } = run(phoenixIde, { ...PARTS, options }, { selected: [0, 1] });
    expect(wire.answers).toEqual({ 'Which parts?': 'a, b' });
    expect(getLosses(phoenixIde, result, request).map(({ path }) => path)).toEqual(['answers[0]']);
    const twins = run(phoenixIde, { ...LIBRARY, options: ['x', 'x'] }, { selected: [1] });
    expect(getLosses(phoenixIde, twins.result, twins.request)).toHaveLength(1);
  });

  it('with own properties for equal texts and `__proto__` [R-ID]', () => {
    const questions = ['__proto__', 'q', 'q'].map((question) => ({ ...LIBRARY, question }));
    const { wire } = run(phoenixIde, { questions }, { selected: [1] }, { selected: [0] }, { selected: [1] });
    expect(Object.entries(wire.answers)).toEqual([
      ['__proto__', 'date-fns'],
      ['q', 'lodash'],
      ['q (2)', 'date-fns'],
    ]);
    expect(warningsOf(phoenixIde.parse({ questions }))).toEqual([
      'questions[2].question: duplicate',
      'questions[2].question: duplicate_key',
    ]);
  });

  it('without a preview for a multi-select question', () => {
    const question = { ...PARTS, options: [{ label: 'a', preview: '1' }, { label: 'b' }] };
    expect(run(phoenixIde, question, { selected: [0] }).wire).toStrictEqual({ answers: { 'Which parts?': 'a' } });
  });
});

describe('phoenixIde for an unanswered request [R-RESULT] [R-NOPHANTOM]', () => {
  const request = valueOf(phoenixIde.parse(INPUT));

  it.each(ENDINGS)('formats $status', (ending) => {
    const message = phoenixIde.toModelText(ending, request);
    const reason = 'reason' in ending && ending.reason ? { reason: ending.reason } : {};
    const wire = phoenixIde.formatResult(ending, request);
    expect(wire).toStrictEqual({ status: ending.status, message, ...reason });
    expect(message).toContain('Nobody answered and no option was chosen.');
    expect(message.startsWith('I declined to answer those questions. Please proceed using your own judgment.')).toBe(
      ending.status === 'declined',
    );
    const back = valueOf(phoenixIde.parseResult(wire, request));
    expect(back).toEqual(ending.status === 'invalid' ? { status: 'invalid', issues: [] } : ending);
  });

  it.each([undefined, 'declined', {}, { status: 'lost' }, { answers: 'a' }])('refuses the result %j', (wire) => {
    expect(issuesOf(phoenixIde.parseResult(wire, request))).toEqual([': type']);
  });
});

describe('phoenixIde.parse [R-PARSE]', () => {
  it.each([
    ['the input', INPUT],
    ['the state', STATE],
    ['an event', { type: 'state_change', state: STATE }],
    ['JSON text', JSON.stringify({ state: STATE })],
  ])('reads %s', (_name, input) => {
    const request = valueOf(phoenixIde.parse(input, { strict: true }));
    expect(request.questions).toMatchObject([{ question: 'Which library?', header: 'Library' }, PARTS]);
    expect(request.raw).toBe(input);
  });

  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(phoenixIde.parse(input)).length).toBeGreaterThan(0);
  });

  it('warns about violations of its limits, and refuses them if strict [R-LIMITS]', () => {
    const questions = [{ ...PARTS, header: 'thirteen char', options: [{ label: 'a', preview: 'p' }, 'a'] }];
    const limits = ['questions[0].header: too_long', 'questions[0].options[1]: duplicate'];
    const previews = ['questions[0].options[0].preview: preview'];
    expect(warningsOf(phoenixIde.parse({ questions }))).toEqual([...limits, ...previews]);
    expect(issuesOf(phoenixIde.parse({ questions }, { strict: true }))).toEqual(limits);
    const short = [{ ...PARTS, options: [{ label: 'a', preview: 'p' }, 'b'] }];
    expect(issuesOf(phoenixIde.parse({ questions: short }, { strict: true }))).toEqual(previews);
    expect(warningsOf(phoenixIde.formatRequest(valueOf(phoenixIde.parse({ questions: short }))))).toEqual([
      'questions[0].options[0].preview: lost',
    ]);
  });
});

describe('phoenixIde detection', () => {
  it.each([
    [STATE, true],
    [{ type: 'state_change', state: STATE }, true],
    [{ type: 'awaiting_user_response' }, false],
    [INPUT, false],
    [{ type: 'ask_user', ...INPUT }, false],
    ['', false],
  ])('returns for %j: %s', (input, expected) => expect(phoenixIde.matches(input)).toBe(expected));

  it('detects its state', () => {
    expect(detectDialect(STATE)).toEqual({ ok: true, dialect: phoenixIde });
  });
});

it('phoenixIde.formatRequest writes the fields that its tool requires', () => {
  const request = valueOf(phoenixIde.parse({ question: 'q', options: ['a', 'b'], context: 'why' }));
  expect(phoenixIde.formatRequest(request)).toMatchObject({
    ok: true,
    warnings: [{ code: 'lost', path: 'questions[0].context' }],
    value: { questions: [{ question: 'q', header: 'Question 1', options: [{ label: 'a' }, { label: 'b' }] }] },
  });
});

it('phoenixIde.tool has the name and the bounds of the tool [R-TOOL]', () => {
  expect(phoenixIde.tool).toMatchObject({ name: 'ask_user_question' });
  expect(phoenixIde.tool.inputSchema.properties?.['questions']).toMatchObject({
    minItems: 1,
    maxItems: 4,
    items: {
      required: ['question', 'header', 'options'],
      properties: { header: { maxLength: 12 }, options: { minItems: 2, maxItems: 4, items: { required: ['label'] } } },
    },
  });
});
