import { describe, expect, it } from 'vitest';
import type { AskUserRequest } from '../../../src/core/question/types.js';
import { detectDialect, getLosses, mcpInputRequired } from '../../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, run, valueOf } from '../helpers.js';

const elicit = (message: string, properties: object, required: readonly string[] = []) => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema: { type: 'object', properties, required } },
});
const db = { type: 'string', title: 'Database', oneOf: [{ const: 'pg', title: 'PostgreSQL' }] };
const input = {
  resultType: 'input_required',
  inputRequests: {
    'a/b': elicit('About storage', { c: db }, ['c']),
    a: elicit('About backups', { 'b/c': { type: 'boolean' }, days: { type: 'integer' } }),
  },
  requestState: 'v1.signed',
};
const skipped = { selected: [], skipped: true } as const;
const asked: AskUserRequest = {
  requestId: 'r',
  questions: [{ id: 'q1', question: 'Which?', options: [{ label: 'a' }, { label: 'a' }], multiSelect: false }],
};

describe('mcpInputRequired answers every form of a call [R-RESULT]', () => {
  it.each([
    ['the result', input],
    ['JSON text', JSON.stringify(input)],
    ['a JSON-RPC response', { jsonrpc: '2.0', id: 1, result: input }],
  ])('that was read from %s', (_name, given) => {
    const { request, wire, text } = run(
      mcpInputRequired,
      given,
      { selected: [0], notes: 'n' },
      { selected: [1] },
      skipped,
    );
    expect(request.questions.map(({ id, context }) => [id, context])).toEqual([
      ['a~1b/c', 'About storage'],
      ['a/b/c', 'About backups'],
      ['a/days', undefined],
    ]);
    const inputResponses = {
      'a/b': { action: 'accept', content: { c: 'pg' } },
      a: { action: 'accept', content: { 'b/c': false } },
    };
    expect(wire).toStrictEqual({ inputResponses, requestState: 'v1.signed' });
    expect(text).toBe(`${JSON.stringify(inputResponses)}\nThe user skipped, and chose no option for: "days".`);
    expect(mcpInputRequired.parseResult(wire, request)).toMatchObject({ ok: true, value: { status: 'answered' } });
  });

  it('but loses notes, which getLosses reports', () => {
    const request = valueOf(mcpInputRequired.parse(input));
    const losses = (notes?: string) =>
      getLosses(
        mcpInputRequired,
        answer(request, { selected: [0], ...(notes && { notes }) }, { selected: [0] }, skipped),
        request,
      ).map(({ path }) => path);
    expect(losses('n')).toEqual(['answers[0].notes']);
    expect(losses()).toEqual([]);
  });

  it('and accepts no form if one of them refuses its answer', () => {
    const forms = { a: elicit('m', { site: { type: 'string', format: 'uri' } }), b: elicit('m', { c: db }) };
    const { wire, text } = run(
      mcpInputRequired,
      { resultType: 'input_required', inputRequests: forms },
      { selected: [], custom: 'a:#' },
      { selected: [0] },
    );
    expect(wire).toStrictEqual({ inputResponses: { a: { action: 'cancel' }, b: { action: 'cancel' } } });
    expect(text).toMatch(/was not sent.*\n- inputResponses\.a\.content\.site: Must be a URI .*$/);
  });

  it.each(ENDINGS)('and declines or cancels all of them for $status', (ending) => {
    const request = valueOf(mcpInputRequired.parse(input));
    const action = ending.status === 'declined' ? 'decline' : 'cancel';
    const wire = mcpInputRequired.formatResult(ending, request);
    expect(wire).toStrictEqual({ inputResponses: { 'a/b': { action }, a: { action } }, requestState: 'v1.signed' });
    const status = action === 'decline' ? 'declined' : 'cancelled';
    expect(valueOf(mcpInputRequired.parseResult(wire, request))).toEqual({ status });
    expect(mcpInputRequired.toModelText(ending, request)).toContain('no option was chosen');
  });
});

describe('mcpInputRequired.parseResult', () => {
  const request = valueOf(mcpInputRequired.parse(input));
  const storage = { action: 'accept', content: { c: 'pg' } };
  const read = (a: unknown) => mcpInputRequired.parseResult({ inputResponses: { 'a/b': storage, a } }, request);

  it('reads a cancel of one form, else a decline, as the result of the whole request', () => {
    expect(valueOf(read({ action: 'decline' }))).toEqual({ status: 'declined' });
    expect(valueOf(read({ action: 'cancel' }))).toEqual({ status: 'cancelled' });
  });

  it('refuses a missing form and content that the schema refuses', () => {
    expect(issuesOf(read(undefined))).toEqual(['inputResponses.a.action: type']);
    expect(issuesOf(read({ action: 'accept', content: { days: 'x' } }))).toEqual([
      'inputResponses.a.content.days: schema',
    ]);
    expect(issuesOf(mcpInputRequired.parseResult({}, request))).toEqual([': type']);
  });
});

describe('mcpInputRequired.formatRequest', () => {
  it('writes its questions as one form, whose result the server reads with the request that it wrote', () => {
    const written = valueOf(mcpInputRequired.formatRequest(asked));
    expect(written).toMatchObject({
      resultType: 'input_required',
      inputRequests: { questions: { method: 'elicitation/create', params: { message: 'Which?' } } },
    });
    const { request, wire } = run(mcpInputRequired, written, { selected: [], custom: 'mine' });
    expect(request.questions[0]?.id).toBe('questions/q1');
    expect(wire).toEqual({ inputResponses: { questions: { action: 'accept', content: { q1__other: 'mine' } } } });
    expect(valueOf(mcpInputRequired.parseResult(wire, asked))).toMatchObject({
      status: 'answered',
      answers: [{ questionId: 'q1', custom: 'mine', selected: [] }],
    });
  });

  it('returns the result that was parsed', () => {
    expect(valueOf(mcpInputRequired.formatRequest(valueOf(mcpInputRequired.parse({ result: input }))))).toBe(input);
  });
});

describe('mcpInputRequired [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, given) => {
    expect(issuesOf(mcpInputRequired.parse(given)).length).toBeGreaterThan(0);
    expect(mcpInputRequired.matches(given)).toBe(false);
  });

  it('refuses a request that is not for a user, and names it', () => {
    const sampling = { method: 'sampling/createMessage', params: {} };
    const parsed = mcpInputRequired.parse({ ...input, inputRequests: { ...input.inputRequests, s: sampling, x: 1 } });
    expect(issuesOf(parsed)).toEqual(['inputRequests.s.method: unsupported', 'inputRequests.x.method: unsupported']);
    expect(!parsed.ok && parsed.issues[0]?.message).toContain('"sampling/createMessage"');
  });

  it.each<[string, object, string]>([
    ['a result without input requests', { ...input, inputRequests: {} }, 'inputRequests: missing'],
    ['a complete result', { resultType: 'complete', content: [] }, 'resultType: type'],
    [
      'URL mode',
      { ...input, inputRequests: { u: { method: 'elicitation/create', params: { mode: 'url', message: 'm' } } } },
      'inputRequests.u.params.mode: unsupported',
    ],
    [
      'more questions than can be shown',
      {
        ...input,
        inputRequests: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [i, elicit('m', { c: db, d: db })])),
      },
      'inputRequests: too_many',
    ],
    [
      'more forms than can be shown',
      { ...input, inputRequests: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [i, {}])) },
      'inputRequests: too_many',
    ],
  ])('refuses %s', (_name, given, issue) => {
    expect(issuesOf(mcpInputRequired.parse(given))).toEqual([issue]);
  });

  it('detects its result type', () => {
    expect(detectDialect(input)).toMatchObject({ ok: true, dialect: { name: 'mcpInputRequired' } });
    expect(mcpInputRequired.matches({ result: { resultType: 'complete' } })).toBe(false);
  });
});
