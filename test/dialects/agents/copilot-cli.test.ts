import { describe, expect, it } from 'vitest';
import { copilotCli, detectDialect, getLosses } from '../../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, NO_METADATA, run, valueOf, warningsOf } from '../helpers.js';

const NOBODY = 'Nobody answered and no option was chosen.';
const AUTOPILOT =
  'The user is not available to respond and will review your work later. Work autonomously and make good decisions.';
const skipped = { selected: [], skipped: true } as const;

const colors = { question: 'Please pick one of the following options:', choices: ['Red', 'Blue'] };
const open = { question: 'What is your favorite color?' };
const asked = (data: object) => ({
  type: 'user_input.requested',
  id: 'e1',
  data: { requestId: 'r1', toolCallId: 'call_1', ...data },
});
const DISMISSED = { answer: '', wasFreeform: false, dismissed: true };

const properties = {
  database: { type: 'string', title: 'Database engine', enum: ['PostgreSQL', 'MySQL'], default: 'PostgreSQL' },
  region: {
    type: 'string',
    title: 'Region',
    oneOf: [
      { const: 'eu-1', title: 'Europe' },
      { const: 'us-1', title: 'US' },
    ],
  },
  parts: {
    type: 'array',
    title: 'Parts',
    description: 'Which parts should I build first?',
    items: {
      anyOf: [
        { const: 'auth', title: 'Sign in' },
        { const: 'mail', title: 'Mail' },
      ],
    },
  },
  cache: { type: 'boolean', title: 'Cache', default: false },
  port: { type: 'integer', title: 'Port' },
  name: { type: 'string', title: 'Name' },
};
const form = { message: 'Some settings of the project', requestedSchema: { properties } };
const requested = (more: object = {}) => ({
  type: 'elicitation.requested',
  id: 'e2',
  data: {
    requestId: 'r2',
    toolCallId: 'call_2',
    message: form.message,
    requestedSchema: { type: 'object', properties },
    ...more,
  },
});
const only = (property: object, message = 'What do you want?') => ({
  message,
  requestedSchema: { properties: { only: property } },
});

describe('copilotCli answers a question as `onUserInputRequest` does [R-RESULT]', () => {
  it.each([
    ['an option', colors, { selected: [1] }, { answer: 'Blue', wasFreeform: false }, 'User selected: Blue'],
    [
      'custom text',
      colors,
      { selected: [], custom: 'teal' },
      { answer: 'teal', wasFreeform: true },
      'User responded: teal',
    ],
    [
      'custom text that equals a label',
      colors,
      { selected: [], custom: 'Red' },
      { answer: 'Red', wasFreeform: true },
      'User responded: Red',
    ],
    [
      'text',
      open,
      { selected: [], custom: ' a\nb ' },
      { answer: ' a\nb ', wasFreeform: true },
      'User responded:  a\nb ',
    ],
  ])('for %s', (_name, input, reply, wire, text) => {
    for (const source of [input, asked(input), JSON.stringify(asked(input)), { sessionId: 's', ...input }]) {
      const done = run(copilotCli, source, reply);
      expect(done.wire).toStrictEqual(wire);
      expect(done.text).toBe(text);
      expect(valueOf(copilotCli.parseResult(done.wire, done.request))).toEqual(done.result);
      expect(getLosses(copilotCli, done.result, done.request)).toEqual([]);
    }
  });

  it('for a skipped question, which reads like a dismissed one', () => {
    const { wire, text, request, result } = run(copilotCli, colors, skipped);
    expect(wire).toStrictEqual(DISMISSED);
    expect(text).toBe(`User skipped question.\nThe user skipped, and chose no option for: "${colors.question}".`);
    expect(getLosses(copilotCli, result, request)).toHaveLength(1);
  });

  it.each(ENDINGS)('for $status', (ending) => {
    const request = valueOf(copilotCli.parse(asked(colors)));
    expect(copilotCli.formatResult(ending, request)).toStrictEqual(DISMISSED);
    const text = copilotCli.toModelText(ending, request);
    expect(text).toContain(NOBODY);
    expect(text.startsWith(`User skipped question. ${NOBODY}`)).toBe(ending.status === 'cancelled');
  });

  it('reads the answer of the autopilot as unavailable, because nobody was asked', () => {
    const request = valueOf(copilotCli.parse(colors));
    const read = copilotCli.parseResult({ answer: AUTOPILOT, wasFreeform: true }, request);
    expect(valueOf(read)).toEqual({ status: 'unavailable', reason: AUTOPILOT });
  });
});

describe('copilotCli answers a form as `onElicitationRequest` does [R-RESULT]', () => {
  const replies = [
    { selected: [1] },
    { selected: [0] },
    { selected: [0], custom: 'x' },
    { selected: [0] },
    { selected: [], custom: '8080' },
    { selected: [], custom: 'app' },
  ];
  const content = { database: 'MySQL', region: 'eu-1', parts: ['auth', 'x'], cache: true, port: 8080, name: 'app' };

  it('for options, several options, a boolean, a number and text', () => {
    for (const source of [form, requested(), JSON.stringify(requested())]) {
      const { wire, text, request, result } = run(copilotCli, source, ...replies);
      expect(wire).toStrictEqual({ action: 'accept', content });
      expect(text).toBe('User responded: database=MySQL, region=eu-1, parts=auth, x, cache=true, port=8080, name=app');
      expect(valueOf(copilotCli.parseResult(wire, request))).toEqual(result);
      expect(getLosses(copilotCli, result, request)).toEqual([]);
    }
  });

  it('for custom text in every field', () => {
    const { wire, request, result } = run(
      copilotCli,
      form,
      ...Object.keys(properties).map((key) => ({ selected: [], custom: `my ${key}` })),
    );
    expect(wire).toStrictEqual({
      action: 'accept',
      content: {
        database: 'my database',
        region: 'my region',
        parts: ['my parts'],
        cache: 'my cache',
        port: 'my port',
        name: 'my name',
      },
    });
    expect(valueOf(copilotCli.parseResult(wire, request))).toEqual(result);
  });

  it('without skipped questions', () => {
    const { wire, text, request, result } = run(copilotCli, form, { selected: [0] }, ...Array(5).fill(skipped));
    expect(wire).toStrictEqual({ action: 'accept', content: { database: 'PostgreSQL' } });
    expect(text).toMatch(/^User responded: PostgreSQL\nThe user skipped, and chose no option for: "Region", /);
    expect(getLosses(copilotCli, result, request)).toEqual([]);
    const nothing = run(copilotCli, form, ...Array(6).fill(skipped));
    expect(nothing.wire).toStrictEqual({ action: 'accept', content: {} });
    expect(nothing.text).toMatch(/^User accepted but provided no values\.\nThe user skipped/);
  });

  it.each(['1.50', '0x10', '1e3', ' 5', 'Infinity'])('keeps the notation of %j in a field of a number', (custom) => {
    const request = valueOf(copilotCli.parse(only({ type: 'number' })));
    const result = answer(request, { selected: [], custom });
    expect(copilotCli.formatResult(result, request)).toStrictEqual({ action: 'accept', content: { only: custom } });
    expect(getLosses(copilotCli, result, request)).toEqual([]);
  });

  it('writes a text that could look like another field as JSON', () => {
    const pasted = 'x, region=us-1';
    const done = run(copilotCli, form, { selected: [], custom: pasted }, { selected: [0] }, ...Array(4).fill(skipped));
    expect(done.text).toContain(String.raw`database="x, region\u003dus-1", region=eu-1`);
    expect(run(copilotCli, only({ type: 'string' }), { selected: [], custom: pasted }).text).toBe(
      `User responded: ${pasted}`,
    );
  });

  it.each(ENDINGS)('for $status', (ending) => {
    const request = valueOf(copilotCli.parse(requested()));
    const action = ending.status === 'declined' ? 'decline' : 'cancel';
    expect(copilotCli.formatResult(ending, request)).toStrictEqual({ action });
    const text = copilotCli.toModelText(ending, request);
    expect(text).toContain(NOBODY);
    expect(text).not.toContain('not available to respond');
    expect(text.startsWith(`User cancelled the request. ${NOBODY}`)).toBe(ending.status === 'cancelled');
  });
});

describe('copilotCli.parse [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(copilotCli.parse(input)).length).toBeGreaterThan(0);
    for (const type of ['user_input.requested', 'elicitation.requested']) {
      expect(issuesOf(copilotCli.parse({ type, data: input })).length).toBeGreaterThan(0);
    }
    expect(issuesOf(copilotCli.parse({ message: 'm', requestedSchema: input })).length).toBeGreaterThan(0);
  });

  it('reads the choices of a question, and the ids of its event', () => {
    for (const input of [colors, asked(colors)]) {
      const parsed = copilotCli.parse(input, { strict: true });
      expect(warningsOf(parsed)).toEqual([]);
      expect(valueOf(parsed).questions).toEqual([
        { id: 'q1', question: colors.question, options: [{ label: 'Red' }, { label: 'Blue' }], multiSelect: false },
      ]);
    }
    expect(valueOf(copilotCli.parse(asked(colors)))).toMatchObject({
      requestId: 'r1',
      metadata: { requestId: 'r1', toolCallId: 'call_1' },
    });
    expect(valueOf(copilotCli.parse(asked(colors), { requestId: 'mine' })).requestId).toBe('mine');
    expect(valueOf(copilotCli.parse(colors))).not.toHaveProperty('metadata');
  });

  it.each(['allow_freeform', 'allowFreeform'])('reads `%s`', (name) => {
    const constraintsOf = (input: object) => valueOf(copilotCli.parse(input)).questions[0]?.constraints;
    expect(constraintsOf({ ...colors, [name]: false })).toEqual({ allowCustom: false });
    expect(constraintsOf({ ...colors, [name]: true })).toBeUndefined();
    expect(constraintsOf({ ...open, [name]: false })).toBeUndefined();
  });

  it('reads every field of a form as a question without constraints', () => {
    for (const input of [form, requested()]) {
      const parsed = copilotCli.parse(input, { strict: true });
      expect(warningsOf(parsed)).toEqual([]);
      expect(valueOf(parsed).questions).toEqual([
        {
          id: 'database',
          question: 'Database engine',
          header: 'Database engine',
          context: 'Some settings of the project\n\nDefault: PostgreSQL',
          options: [
            { label: 'PostgreSQL', value: 'PostgreSQL' },
            { label: 'MySQL', value: 'MySQL' },
          ],
          multiSelect: false,
        },
        {
          id: 'region',
          question: 'Region',
          header: 'Region',
          options: [
            { label: 'Europe', value: 'eu-1' },
            { label: 'US', value: 'us-1' },
          ],
          multiSelect: false,
        },
        {
          id: 'parts',
          question: 'Which parts should I build first?',
          header: 'Parts',
          options: [
            { label: 'Sign in', value: 'auth' },
            { label: 'Mail', value: 'mail' },
          ],
          multiSelect: true,
        },
        {
          id: 'cache',
          question: 'Cache',
          header: 'Cache',
          context: 'Default: No',
          options: [
            { label: 'Yes', value: 'true' },
            { label: 'No', value: 'false' },
          ],
          multiSelect: false,
        },
        { id: 'port', question: 'Port', header: 'Port', options: [], multiSelect: false },
        { id: 'name', question: 'Name', header: 'Name', options: [], multiSelect: false },
      ]);
    }
    expect(valueOf(copilotCli.parse(requested()))).toMatchObject({
      requestId: 'r2',
      metadata: { requestId: 'r2', toolCallId: 'call_2' },
    });
  });

  it('takes the message of a form with one field as its question', () => {
    const input = only({ type: 'string', title: 'Database', enum: ['a', 'b'] }, 'Which database should I use?');
    expect(valueOf(copilotCli.parse(input)).questions[0]).toMatchObject({
      question: 'Which database should I use?',
      header: 'Database',
    });
  });

  it.each([
    ['several questions', { questions: [colors, open] }, ['questions: too_many']],
    [
      'a form without fields',
      { message: 'm', requestedSchema: { properties: {} } },
      ['requestedSchema.properties: missing'],
    ],
    ['a form of an MCP server', requested({ elicitationSource: 'github' }), ['data.elicitationSource: unsupported']],
    ['a URL', requested({ mode: 'url', url: 'https://example.com' }), ['data.mode: unsupported']],
  ])('refuses %s', (_name, input, issues) => {
    expect(issuesOf(copilotCli.parse(input))).toEqual(issues);
  });

  it.each([
    ['choices that are objects', { ...colors, choices: [{ label: 'a' }, 'b'] }, ['choices[0]: type']],
    ['several answers to a question', { ...colors, multiSelect: true }, ['multiSelect: dropped']],
  ])('warns about %s [R-LIMITS]', (_name, input, warnings) => {
    expect(warningsOf(copilotCli.parse(input))).toEqual(warnings);
  });
});

describe('copilotCli.formatRequest', () => {
  it('writes a form that parse reads', () => {
    const questions = [
      {
        id: 'db',
        question: 'Which database?',
        header: 'DB',
        context: 'For tests.',
        options: [{ label: 'a' }, { label: 'a' }],
        multiSelect: false,
      },
      { id: 'parts', question: 'Which parts?', options: [{ label: 'x', value: 'v' }], multiSelect: true },
      { id: 'why', question: 'Why?', options: [], multiSelect: false },
    ];
    const written = copilotCli.formatRequest({ requestId: 'r', questions });
    expect(written).toEqual({
      ok: true,
      value: {
        message: 'For tests.',
        requestedSchema: {
          properties: {
            db: {
              type: 'string',
              title: 'DB',
              description: 'Which database?',
              oneOf: [
                { const: 'a', title: 'a' },
                { const: 'a (2)', title: 'a' },
              ],
            },
            parts: { type: 'array', description: 'Which parts?', items: { anyOf: [{ const: 'v', title: 'x' }] } },
            why: { type: 'string', description: 'Why?' },
          },
        },
      },
      warnings: [],
    });
    const request = valueOf(copilotCli.parse(valueOf(written)));
    expect(request.questions.map(({ id, question, header, context }) => [id, question, header, context])).toEqual([
      ['db', 'Which database?', 'DB', 'For tests.'],
      ['parts', 'Which parts?', undefined, undefined],
      ['why', 'Why?', undefined, undefined],
    ]);
    const result = answer(request, { selected: [1] }, { selected: [0] }, { selected: [], custom: 'so' });
    const wire = { action: 'accept', content: { db: 'a (2)', parts: ['v'], why: 'so' } };
    expect(copilotCli.formatResult(result, request)).toStrictEqual(wire);
    expect(getLosses(copilotCli, result, request)).toEqual([]);
    // The same output for the request that was written.
    const own = { requestId: 'r', questions };
    expect(valueOf(copilotCli.parseResult(wire, own))).toMatchObject({
      answers: [{ selected: [{ index: 1 }] }, {}, {}],
    });
  });

  it('warns about what the wire format cannot represent', () => {
    const options = [{ label: 'x', description: 'd', preview: 'p' }];
    const question = { id: 'a', question: 'q', options, multiSelect: false };
    const questions = [
      { ...question, header: 'a header', constraints: { allowCustom: false } },
      { ...question, id: 'b', question: ' ', context: 'c' },
    ];
    const written = copilotCli.formatRequest({ requestId: 'r', questions, metadata: { a: 1 } });
    expect(warningsOf(written).toSorted()).toEqual([
      'metadata: lost',
      'questions[0].constraints.allowCustom: lost',
      'questions[0].header: lost',
      'questions[0].options[0].description: lost',
      'questions[0].options[0].preview: lost',
      'questions[1].context: lost',
      'questions[1].options[0].description: lost',
      'questions[1].options[0].preview: lost',
      'questions[1].question: empty',
    ]);
    expect(written.ok && written.warnings).toContainEqual(NO_METADATA);
  });
});

describe('copilotCli.parseResult', () => {
  const one = valueOf(copilotCli.parse(colors));
  const several = valueOf(copilotCli.parse(form));

  it.each([
    ['a label', one, { answer: 'Red', wasFreeform: false }, answer(one, { selected: [0] })],
    ['a dismissed question', one, DISMISSED, { status: 'cancelled' }],
    ['a declined form', several, { action: 'decline' }, { status: 'declined' }],
    ['a cancelled form', several, { action: 'cancel' }, { status: 'cancelled' }],
    [
      'a number as text',
      several,
      { action: 'accept', content: { port: 8080, other: 'x' } },
      answer(several, skipped, skipped, skipped, skipped, { selected: [], custom: '8080' }, skipped),
    ],
  ])('reads %s', (_name, request, wire, result) => {
    expect(valueOf(copilotCli.parseResult(wire, request))).toEqual(result);
  });

  it.each([undefined, null, 'Red', {}, { answer: 5 }, { action: 'later' }])('refuses %j', (wire) => {
    expect(issuesOf(copilotCli.parseResult(wire, one))).toEqual([': type']);
  });

  it('refuses the answer to one question for a form of several', () => {
    expect(issuesOf(copilotCli.parseResult({ answer: 'x', wasFreeform: true }, several))).toEqual([': type']);
  });
});

it.each([
  [colors, true],
  [{ ...open, allow_freeform: false }, true],
  [asked(open), true],
  [form, true],
  [requested(), true],
  [open, false],
  [{ ...form, requestedSchema: { type: 'object', properties } }, false],
  [{ type: 'user_input.completed', data: colors }, false],
  [null, false],
])('detects copilotCli by its names and its events: %j', (input, found) => {
  expect(copilotCli.matches(input)).toBe(found);
  if (found) expect(detectDialect(input)).toEqual({ ok: true, dialect: copilotCli });
});

it('copilotCli.tool has the fields of the form of `ask_user` [R-TOOL]', () => {
  const { name, inputSchema } = copilotCli.tool;
  expect(name).toBe('ask_user');
  expect(inputSchema.required).toEqual(['message', 'requestedSchema']);
  const schema = inputSchema.properties?.['requestedSchema'];
  expect(schema).toMatchObject({ required: ['properties'], additionalProperties: false });
  const fields = schema?.properties?.['properties']?.additionalProperties;
  const variants = typeof fields === 'object' ? (fields.anyOf ?? []) : [];
  expect(
    variants.map(({ required, properties: all = {} }) => [all['type']?.const ?? all['type']?.enum, required]),
  ).toEqual([
    ['string', ['type', 'enum']],
    ['string', ['type', 'oneOf']],
    ['array', ['type', 'items']],
    ['array', ['type', 'items']],
    ['boolean', ['type']],
    ['string', ['type']],
    [['number', 'integer'], ['type']],
  ]);
});
