import { describe, expect, it } from 'vitest';
import type { AskUserRequest } from '../../../src/core/index.js';
import { createTestBackend, makeRequest, settleDown, startBroker } from '../helpers.js';

const [Q] = makeRequest('r1').questions as [AskUserRequest['questions'][number]];
const request = (fields: object): AskUserRequest => ({ requestId: 'r1', questions: [Q], ...fields });

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

describe('a request that cannot be answered [R-PAUSE]', () => {
  const wrong: [string, object, string, string][] = [
    ['without a question', { questions: [] }, 'too_few', 'questions'],
    ['with questions that are not an array', { questions: { 0: Q } }, 'type', 'questions'],
    ['without any questions', { questions: undefined }, 'missing', 'questions'],
    ['with null as a question', { questions: [Q, null] }, 'type', 'questions[1]'],
    ['with two equal question ids', { questions: [Q, { ...Q, question: 'And now?' }] }, 'duplicate', 'questions[1].id'],
    ['with a number as a question id', { questions: [{ ...Q, id: 1 }] }, 'type', 'questions[0].id'],
    ['without a question id', { questions: [{ ...Q, id: undefined }] }, 'missing', 'questions[0].id'],
    ['without options', { questions: [{ ...Q, options: undefined }] }, 'missing', 'questions[0].options'],
    ['with text as its options', { questions: [{ ...Q, options: 'ab' }] }, 'type', 'questions[0].options'],
    ['with `secret` beside its constraints', { questions: [{ ...Q, secret: true }] }, 'unknown', 'questions[0].secret'],
    ['with `input` beside its constraints', { questions: [{ ...Q, input: 'url' }] }, 'unknown', 'questions[0].input'],
    [
      'that is multi-select without options',
      { questions: [{ ...Q, options: [], multiSelect: true }] },
      'type',
      'questions[0].multiSelect',
    ],
    [
      'with more than the dialog shows',
      { questions: [{ ...Q, options: [{ label: 'x'.repeat(2001) }] }] },
      'too_long',
      'questions[0].options[0].label',
    ],
    ['with ".." as the request id', { requestId: '..' }, 'id', 'requestId'],
    ['with an unpaired surrogate in the request id', { requestId: 'r\uD83D' }, 'id', 'requestId'],
    ['with a BigInt', { metadata: { run: 1n } }, 'not_json', 'metadata'],
    ['with a cycle', { metadata: cyclic }, 'not_json', 'metadata'],
    ['with a number as the request id', { requestId: 7 }, 'type', 'requestId'],
    ['with a hole in its questions', { questions: Object.assign([], { 1: Q }) }, 'type', 'questions[0]'],
    ['with a number as its text', { questions: [{ ...Q, question: 7 }] }, 'type', 'questions[0].question'],
    ['with a number as its header', { questions: [{ ...Q, header: 5 }] }, 'type', 'questions[0].header'],
    ['with a text as `multiSelect`', { questions: [{ ...Q, multiSelect: 'no' }] }, 'type', 'questions[0].multiSelect'],
    ['with a text as an option', { questions: [{ ...Q, options: ['a'] }] }, 'type', 'questions[0].options[0]'],
    ['with null as an option', { questions: [{ ...Q, options: [null] }] }, 'type', 'questions[0].options[0]'],
    [
      'with an object as a label',
      { questions: [{ ...Q, options: [{ label: {} }] }] },
      'type',
      'questions[0].options[0].label',
    ],
    [
      'with a number as a preview',
      { questions: [{ ...Q, options: [{ label: 'A', preview: 1 }] }] },
      'type',
      'questions[0].options[0].preview',
    ],
    ['with a text as constraints', { questions: [{ ...Q, constraints: 'none' }] }, 'type', 'questions[0].constraints'],
    [
      'with a text as `constraints.secret`',
      { questions: [{ ...Q, constraints: { secret: 'yes' } }] },
      'type',
      'questions[0].constraints.secret',
    ],
    [
      'with an unknown format of its text',
      { questions: [{ ...Q, constraints: { input: 'color' } }] },
      'type',
      'questions[0].constraints.input',
    ],
    ['with a number as the asker', { asker: 7 }, 'type', 'asker'],
    ['with an unknown format of its previews', { previewFormat: 'pdf' }, 'type', 'previewFormat'],
    [
      'with an unknown rule for notes',
      { questions: [{ ...Q, constraints: { allowNotes: 'never' } }] },
      'type',
      'questions[0].constraints.allowNotes',
    ],
    ['with a list as metadata', { metadata: [] }, 'type', 'metadata'],
    [
      'with a field that throws',
      { questions: [Object.defineProperty({ ...Q }, 'header', { get: () => BigInt('x') })] },
      'not_json',
      '',
    ],
  ];
  it.each(wrong)('settles as invalid: one %s', async (_, fields, code, path) => {
    const store = createTestBackend().connect();
    const { broker, events, errors } = startBroker({ store });
    const result = await broker.ask(request(fields), { conversationId: 'c1' });
    expect(result).toMatchObject({ status: 'invalid', issues: [{ code, path }] });
    expect([store.calls.open, events, errors]).toEqual([0, [], []]);
    await broker.close();
  });

  it('does not include one with null for an absent field, as databases store it, or with an unknown field', async () => {
    const { broker } = startBroker();
    const given = { metadata: null, later: cyclic, questions: [{ ...Q, header: null, constraints: cyclic }] };
    const result = broker.ask(request(given), { conversationId: 'c1' });
    await expect.poll(() => broker.pending()).toHaveLength(1);
    expect((await broker.get('r1'))?.request).toStrictEqual({
      requestId: 'r1',
      questions: [{ ...Q, constraints: {} }],
    });
    await broker.cancel('r1');
    expect(await result).toEqual({ status: 'cancelled' });
    await broker.close();
  });

  it('does not include one with any value in `raw`, or with a question without options', async () => {
    const { broker } = startBroker();
    const result = broker.ask(request({ raw: { big: 1n, cyclic }, questions: [{ ...Q, options: [] }] }), {
      conversationId: 'c1',
    });
    await settleDown();
    expect(await broker.answer('r1', [{ questionId: Q.id, selected: [], custom: 'So.' }])).toEqual({ ok: true });
    expect(await result).toMatchObject({ status: 'answered' });
  });

  it.each([undefined, null, 'Go on?', []])('settles as invalid: %j instead of a request', async (none) => {
    const { broker } = startBroker();
    const options = { conversationId: 'c1' };
    const result = { issues: [{ code: 'type', path: '', message: 'Must be a request object.' }] };
    expect(await broker.ask(none as never, options)).toEqual({ status: 'invalid', ...result });
    expect(await broker.open(none as never, options)).toEqual({ ok: false, code: 'invalid', ...result });
  });
});

describe('an agent that is not an object, or an asker that is not a string [R-PAUSE]', () => {
  it.each([
    [{ agent: 'Scout' }, 'agent'],
    [{ asker: 5 }, 'asker'],
  ])('settles its request as invalid: %j', async (options, path) => {
    const { broker } = startBroker();
    const result = await broker.ask(request({}), { conversationId: 'c1', ...(options as object) });
    expect(result).toMatchObject({ status: 'invalid', issues: [{ code: 'type', path }] });
  });
});

describe('a request without an id [R-PAUSE]', () => {
  it.each([{}, { requestId: undefined }, { requestId: null }, { requestId: '' }, { requestId: 'ask-user' }])(
    'receives a new id at each call: %j',
    async (id) => {
      const { broker } = startBroker();
      const open = async () => {
        const result = await broker.open({ ...id, questions: [Q] } as AskUserRequest, { conversationId: 'c1' });
        return result.ok ? result.opened.request.requestId : result;
      };
      const ids = [await open(), await open()];
      expect(ids).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), expect.stringMatching(/^[\da-f-]{36}$/)]);
      expect(ids[0]).not.toBe(ids[1]);
    },
  );

  it.each(['\ud800', '', '..'])('is invalid if `nextId` returns an id that no URL can contain: %j', async (id) => {
    const { broker } = startBroker({ nextId: () => id });
    const result = await broker.ask({ questions: [Q] } as unknown as AskUserRequest, { conversationId: 'c1' });
    expect(result).toMatchObject({ status: 'invalid', issues: [{ code: 'id', path: 'requestId' }] });
  });
});

describe('a call without a conversation [R-PAUSE]', () => {
  it.each([5, null, {}, undefined])('is refused before anything is stored: %j', async (conversationId) => {
    const store = createTestBackend().connect();
    const { broker } = startBroker({ store });
    const options = { conversationId } as never;
    const refused = { code: 'missing_conversation' };
    await expect(broker.ask(request({}), options)).rejects.toMatchObject(refused);
    await expect(broker.open(request({}), options)).rejects.toMatchObject(refused);
    await expect(broker.ask(request({}), undefined as never)).rejects.toMatchObject(refused);
    await expect(broker.open(request({}), undefined as never)).rejects.toMatchObject(refused);
    expect(store.calls.open).toBe(0);
    await broker.close();
  });
});

describe('the host’s request object [R-PAUSE]', () => {
  it.each([
    ['in memory', () => undefined],
    ['in a durable store', () => createTestBackend().connect()],
  ])('can be modified after the call without a change of the question or a lost result (%s)', async (_, connect) => {
    const store = connect();
    const { broker } = startBroker({ ...(store && { store }) });
    const raw = { any: 1 };
    const mine = structuredClone(makeRequest('r1'));
    const agent = { id: 'a1' };
    const allow = { skip: true };
    const result = broker.ask({ ...mine, raw, metadata: { run: 7 } }, { conversationId: 'c1', agent, allow });
    Object.assign(mine.questions[0]!, { question: 'Changed?' });
    agent.id = 'changed';
    allow.skip = false;
    await expect.poll(() => broker.pending()).toHaveLength(1);
    const stored = await broker.get('r1');
    expect(stored).toMatchObject({
      agent: { id: 'a1' },
      allow: { skip: true },
      request: { metadata: { run: 7 }, questions: [{ question: 'Which database?' }] },
    });
    if (!store) expect(stored?.request.raw).toBe(raw);
    await broker.answer('r1', [{ questionId: Q.id, selected: [0] }]);
    expect(await result).toMatchObject({ status: 'answered', answers: [{ answer: 'PostgreSQL' }] });
    await broker.close();
  });
});
