import { askUserReducer } from '../../../src/core/flow/reducer.js';
import { createInitialState } from '../../../src/core/flow/state.js';
import { describe, expect, it } from 'vitest';
import { detectDialect, getLosses, mcpElicitation } from '../../../src/dialects/index.js';
import { ENDINGS, HOSTILE, issuesOf, run, valueOf, warningsOf } from '../helpers.js';

const requestedSchema = {
  type: 'object',
  required: ['db', 'features', 'backup'],
  properties: {
    db: {
      type: 'string',
      title: 'Database',
      description: 'Which database?',
      oneOf: [
        { const: 'pg', title: 'PostgreSQL' },
        { const: 'sqlite', title: 'SQLite' },
      ],
      default: 'pg',
    },
    region: { type: 'string', enum: ['eu', 'us'] },
    features: {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      items: {
        anyOf: [
          { const: 'auth', title: 'Auth' },
          { const: 'search', title: 'Search' },
        ],
      },
    },
    backup: { type: 'boolean', default: true },
    replicas: { type: 'integer', minimum: 1, maximum: 5 },
    email: { type: 'string', format: 'email' },
  },
};
const params = { mode: 'form', message: 'Before I provision, a few questions', requestedSchema };
const skipped = { selected: [], skipped: true } as const;
const RESULT = 'react-ask-user/result';

describe('mcpElicitation accepts with values by property [R-RESULT]', () => {
  const inputs = {
    'its parameters': params,
    'JSON text': JSON.stringify(params),
    'a JSON-RPC request': { jsonrpc: '2.0', id: 0, method: 'elicitation/create', params },
    "an absent mode, and ACP's fields": { ...params, mode: undefined, sessionId: 's', toolCallId: 't' },
    "the Claude Agent SDK's request": { serverName: 'provisioner', ...params },
  };

  it.each(Object.entries(inputs))('for %s', (_name, input) => {
    const { wire, text, request } = run(
      mcpElicitation,
      input,
      { selected: [1] },
      skipped,
      { selected: [1, 0] },
      { selected: [1] },
      { selected: [], custom: '3' },
      { selected: [], custom: 'a@b.co', notes: 'or by phone' },
    );
    expect(request.questions[0]?.context).toBe('Before I provision, a few questions\n\nDefault: PostgreSQL');
    expect(wire).toStrictEqual({
      action: 'accept',
      content: { db: 'sqlite', features: ['auth', 'search'], backup: false, replicas: 3, email: 'a@b.co' },
      _meta: { [RESULT]: { notes: { email: 'or by phone' } } },
    });
    expect(text).toBe(
      '{"action":"accept","content":{"db":"sqlite","features":["auth","search"],"backup":false,"replicas":3,"email":"a@b.co"},' +
        '"notes":{"email":"or by phone"}}\nThe user skipped, and chose no option for: "region".',
    );
  });

  it('and asks the message as the question if the only property has no text', () => {
    const one = { message: 'Your name?', requestedSchema: { properties: { name: { type: 'string' } } } };
    expect(valueOf(mcpElicitation.parse(one)).questions).toStrictEqual([
      {
        id: 'name',
        question: 'Your name?',
        options: [],
        multiSelect: false,
        constraints: { required: false, allowNotes: false },
      },
    ]);
  });

  it('and omits the optional properties that were left blank [R-BLANK]', () => {
    const kinds = [
      { type: 'string' },
      { type: 'string', format: 'email', minLength: 3 },
      { type: 'integer', minimum: 1 },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'string', enum: ['a', 'b'] },
      { type: 'string', oneOf: [{ const: 'x', title: 'X' }] },
      { type: 'array', minItems: 2, items: { type: 'string', enum: ['a', 'b', 'c'] } },
      { type: 'string', format: 'date' },
      { type: 'string', pattern: '^x' },
    ];
    const optional = kinds.map((kind, i) => [`optional${i}`, kind] as const);
    const requestedSchema = {
      type: 'object',
      properties: { name: { type: 'string' }, ...Object.fromEntries(optional) },
      required: ['name'],
    };
    const request = valueOf(mcpElicitation.parse({ message: 'Sign up', requestedSchema }));
    const state = [{ type: 'setCustom', questionId: 'name', text: 'Ada' } as const, { type: 'submit' } as const].reduce(
      askUserReducer,
      createInitialState(request),
    );
    expect(state.phase).toBe('submitting');
    const wire = mcpElicitation.formatResult(state.result!, request);
    expect(wire).toStrictEqual({ action: 'accept', content: { name: 'Ada' } });
    expect(valueOf(mcpElicitation.parseResult(wire, request))).toEqual(state.result);
  });

  it('and asks to accept a form without properties', () => {
    const { wire, request } = run(
      mcpElicitation,
      { message: 'Deploy?', requestedSchema: { type: 'object', properties: {} } },
      { selected: [0] },
    );
    expect(request.questions).toMatchObject([{ question: 'Deploy?', options: [{ label: 'Accept' }] }]);
    expect(wire).toStrictEqual({ action: 'accept', content: {} });
    expect(valueOf(mcpElicitation.parseResult(wire, request))).toMatchObject({ answers: [{ text: 'Accept' }] });
    expect(mcpElicitation.formatResult({ status: 'answered', answers: [] }, request).action).toBe('cancel');
    expect(mcpElicitation.parse({ message: 'Deploy?', requestedSchema: { properties: {} } })).toMatchObject({
      warnings: [],
    });
  });

  it('and reads descriptions and `_meta` of ACP options', () => {
    const oneOf = [{ const: 'a', title: 'A', description: 'first', _meta: { x: 1 } }];
    const input = {
      sessionId: 's',
      mode: 'form',
      message: 'm',
      requestedSchema: { properties: { k: { type: 'string', title: null, oneOf } } },
    };
    expect(valueOf(mcpElicitation.parse(input)).questions[0]?.options).toEqual([
      { label: 'A', description: 'first', value: 'a' },
    ]);
  });

  it('but never with content that the schema refuses, and explains why', () => {
    const input = { message: 'm', requestedSchema: { properties: { site: { type: 'string', format: 'uri' } } } };
    const { wire, text, request, result } = run(mcpElicitation, input, { selected: [], custom: 'a:#' });
    const issues = [
      {
        code: 'schema',
        path: 'content.site',
        message: 'Must be a URI with a scheme, such as https://example.org.',
      },
    ];
    expect(wire).toStrictEqual({ action: 'cancel', _meta: { [RESULT]: { status: 'invalid', issues } } });
    expect(text).toBe(
      "The user's answer does not fit the form and was not sent. Take no option as chosen.\n" +
        '- content.site: Must be a URI with a scheme, such as https://example.org.',
    );
    expect(getLosses(mcpElicitation, result, request)).toHaveLength(1);
  });
});

describe('mcpElicitation for an unanswered request [R-RESULT]', () => {
  const request = valueOf(mcpElicitation.parse(params));

  it.each(ENDINGS)('formats $status', (ending) => {
    const wire = mcpElicitation.formatResult(ending, request);
    expect(wire.action).toBe(ending.status === 'declined' ? 'decline' : 'cancel');
    expect(valueOf(mcpElicitation.parseResult(wire, request)).status).toBe(ending.status);
    expect(mcpElicitation.toModelText(ending, request)).toContain('no option was chosen');
    const plain = ending.status === 'declined' || ending.status === 'cancelled';
    if (plain && !ending.reason) expect(Object.keys(wire)).toEqual(['action']);
    else expect(wire._meta).toEqual({ [RESULT]: ending });
  });

  it('reads the plain actions of any client', () => {
    expect(mcpElicitation.parseResult({ action: 'decline' }, request)).toMatchObject({ value: { status: 'declined' } });
    expect(mcpElicitation.parseResult({ action: 'cancel' }, request)).toMatchObject({ value: { status: 'cancelled' } });
    for (const wire of [undefined, {}, { action: 'later' }]) {
      expect(issuesOf(mcpElicitation.parseResult(wire, request))).toEqual([': type']);
    }
  });
});

describe('mcpElicitation [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(mcpElicitation.parse(input)).length).toBeGreaterThan(0);
    expect(mcpElicitation.matches(input)).toBe(false);
  });

  it.each<[string, object, string]>([
    ['URL mode', { mode: 'url', message: 'm', url: 'https://a.org', elicitationId: '1' }, 'mode: unsupported'],
    ['another mode', { ...params, mode: '_voice' }, 'mode: unsupported'],
    ['params without a schema', { message: 'm' }, 'requestedSchema: missing'],
    ['a schema that is not an object', { message: 'm', requestedSchema: 'x' }, 'requestedSchema: type'],
  ])('refuses %s', (_name, input, issue) => {
    expect(issuesOf(mcpElicitation.parse(input))).toEqual([issue]);
  });

  it('reads the asker only from the host’s options', () => {
    expect(valueOf(mcpElicitation.parse({ ...params, asker: 'x', serverName: 'y' }))).not.toHaveProperty('asker');
    const options = { requestId: '7', asker: 'provisioner', previewFormat: 'markdown' } as const;
    expect(valueOf(mcpElicitation.parse(params, options))).toMatchObject(options);
  });

  it('warns about a blank question, and refuses it if strict [R-LIMITS]', () => {
    const input = { message: '', requestedSchema: { properties: { k: { type: 'string', title: ' ' } } } };
    expect(warningsOf(mcpElicitation.parse(input))).toEqual(['requestedSchema.properties.k: empty']);
    expect(issuesOf(mcpElicitation.parse(input, { strict: true }))).toEqual(['requestedSchema.properties.k: empty']);
  });

  it('detects its method, or a message with a schema', () => {
    expect(detectDialect(params)).toMatchObject({ ok: true, dialect: { name: 'mcpElicitation' } });
    expect(mcpElicitation.matches({ method: 'elicitation/create' })).toBe(true);
    for (const input of [
      { question: 'q' },
      { message: 'm' },
      { requestedSchema: {} },
      { resultType: 'input_required' },
    ]) {
      expect(mcpElicitation.matches(input)).toBe(false);
    }
  });
});
