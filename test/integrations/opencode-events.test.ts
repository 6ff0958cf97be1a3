import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAskUserBroker, type AskUserTransport } from 'react-ask-user/server';
import { bridgeOpencode, type OpencodeBridge } from 'react-ask-user/opencode';
import type { AskUserResult } from '../../src/core/answer/types.js';
import type { OpencodeClient, OpencodeQuestion } from '../../src/integrations/opencode/types.js';

const QUESTION = { question: 'Which?', header: 'Which', options: [{ label: 'A', description: 'a' }] };
const asked = (properties: unknown) => ({ type: 'question.asked', properties });

let bridge: OpencodeBridge | undefined;
afterEach(() => bridge?.close());

/** Creates a server of another version that sends these events and then stays silent. */
function serverWith(events: readonly unknown[], listed: readonly OpencodeQuestion[] = []): OpencodeClient {
  const nothing = async () => ({ data: undefined });
  return {
    event: {
      async subscribe(_, { signal }) {
        async function* stream() {
          yield* events;
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        }
        return { stream: stream() };
      },
    },
    question: { list: async () => ({ data: listed }), reply: nothing, reject: nothing },
    session: { status: async () => ({ data: { s1: { type: 'busy' } } }), message: nothing },
  };
}

describe('a question that opencode sends', () => {
  it.each<[string, unknown]>([
    ['no properties', undefined],
    ['no id', { sessionID: 's1', questions: [QUESTION] }],
    ['an id that is a number', { id: 1, sessionID: 's1', questions: [QUESTION] }],
    ['no session', { id: 'q1', questions: [QUESTION] }],
  ])('is reported and not asked if it has %s, and the next one is asked [R-PARSE]', async (_, properties) => {
    const broker = createAskUserBroker();
    const onError = vi.fn<(error: unknown) => void>();
    const next = { id: 'q2', sessionID: 's1', questions: [QUESTION] };
    const client = serverWith([asked(properties), asked(next)]);
    bridge = bridgeOpencode(client, { broker, conversationId: () => 'c1', onError });
    await expect
      .poll(async () => (await broker.pending()).map(({ request }) => request.requestId), { timeout: 10_000 })
      .toEqual(['q2']);
    expect(onError.mock.calls).toEqual([
      [expect.objectContaining({ message: expect.stringContaining('the user was not asked') })],
    ]);
  });
});

describe('a question that was withdrawn while opencode waits', () => {
  const question = { id: 'q1', sessionID: 's1', questions: [QUESTION] };

  /** Creates a transport whose first requests were withdrawn, and records the request ids. */
  function withdrawn(times: number, reason?: string) {
    const ids: string[] = [];
    const broker: AskUserTransport = {
      async ask({ requestId }) {
        ids.push(requestId);
        if (ids.length > times) return { status: 'declined' };
        return reason === undefined ? { status: 'aborted' } : { status: 'aborted', reason };
      },
    };
    return { ids, broker };
  }

  it.each([undefined, 'Another text'])(
    'is asked again with a new id, independent of the reason: %j',
    async (reason) => {
      const { ids, broker } = withdrawn(2, reason);
      const reply = vi.fn(async () => ({ data: true }));
      const server = serverWith([asked(question)]);
      const client = { ...server, question: { ...server.question, reply } };
      bridge = bridgeOpencode(client, { broker, conversationId: () => 'c1' });
      await expect.poll(() => reply.mock.calls, { timeout: 10_000 }).toHaveLength(1);
      expect(ids).toEqual(['q1', 'q1.2', 'q1.3']);
    },
  );

  it('is left to the next bridge after 20 requests', async () => {
    const { ids, broker } = withdrawn(Infinity);
    const reject = vi.fn(async () => ({ data: true }));
    const server = serverWith([asked(question)]);
    bridge = bridgeOpencode(
      { ...server, question: { ...server.question, reject } },
      { broker, conversationId: () => 'c1' },
    );
    await expect.poll(() => ids.length, { timeout: 10_000 }).toBe(20);
    await bridge.close();
    expect([ids.length, reject.mock.calls]).toEqual([20, []]);
  });
});

describe('a question that no user has seen', () => {
  const result = (status: AskUserResult['status']) => ({ status, reason: 'It broke', issues: [] }) as AskUserResult;

  it.each(['unavailable', 'invalid', 'connectionLost'] as const)(
    'stays open at opencode instead of being dismissed, and is reported: %s [R-NOPHANTOM]',
    async (status) => {
      const reject = vi.fn(async () => ({ data: true }));
      const onError = vi.fn<(error: unknown) => void>();
      const server = serverWith([asked({ id: 'q1', sessionID: 's1', questions: [QUESTION] })]);
      const client = { ...server, question: { ...server.question, reject } };
      const broker = { ask: async () => result(status) };
      bridge = bridgeOpencode(client, { broker, conversationId: () => 'c1', onError });
      await expect.poll(() => onError.mock.calls.map(String)).toEqual([expect.stringContaining('q1')]);
      await bridge.delivered();
      expect(reject).not.toHaveBeenCalled();
    },
  );

  it.each(['cancelled', 'timedOut', 'superseded'] as const)(
    'is rejected if the user or the host ends it: %s',
    async (status) => {
      const reject = vi.fn(async () => ({ data: true }));
      const server = serverWith([asked({ id: 'q1', sessionID: 's1', questions: [QUESTION] })]);
      const client = { ...server, question: { ...server.question, reject } };
      bridge = bridgeOpencode(client, { broker: { ask: async () => result(status) }, conversationId: () => 'c1' });
      await expect.poll(() => reject.mock.calls).toHaveLength(1);
    },
  );

  it.each(['before', 'after'])('is removed from opencode if its turn ended %s that was known', async (when) => {
    const reject = vi.fn(async (_: unknown) => ({ data: true }));
    const onError = vi.fn();
    let release = () => undefined as void;
    const released = new Promise<void>((resolve) => (release = resolve));
    const ended = { type: 'session.deleted', properties: { sessionID: 's1' } };
    const server = serverWith([asked({ id: 'q1', sessionID: 's1', questions: [QUESTION] })]);
    const event = {
      async subscribe(_: unknown, { signal }: { signal: AbortSignal }) {
        async function* stream() {
          yield asked({ id: 'q1', sessionID: 's1', questions: [QUESTION] });
          if (when === 'after') await released;
          yield ended;
          release();
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        }
        return { stream: stream() };
      },
    };
    const broker = {
      async ask() {
        if (when === 'before') await released;
        return result('unavailable');
      },
    };
    const client = { ...server, event, question: { ...server.question, reject } };
    bridge = bridgeOpencode(client, { broker, conversationId: () => 'c1', onError });
    await expect.poll(() => onError.mock.calls.length).toBe(1);
    if (when === 'after') expect(reject).not.toHaveBeenCalled();
    release();
    await expect.poll(() => reject.mock.calls.map(([sent]) => sent)).toEqual([{ requestID: 'q1' }]);
  });
});

describe('a result that arrives when the bridge is closed', () => {
  it.each([
    ['answered', 'reply'],
    ['cancelled', 'reject'],
  ] as const)('is sent to opencode, which still waits: %s', async (status, method) => {
    const broker = createAskUserBroker();
    const slow: AskUserTransport = {
      async ask(request) {
        const result = await broker.ask(request, { conversationId: 'c1' });
        void bridge?.close();
        return result;
      },
    };
    const send = vi.fn(async () => ({ data: true }));
    const onError = vi.fn();
    const server = serverWith([asked({ id: 'q1', sessionID: 's1', questions: [QUESTION] })]);
    const client = { ...server, question: { ...server.question, [method]: send } };
    bridge = bridgeOpencode(client, { broker: slow, conversationId: () => 'c1', onError });
    await expect.poll(() => broker.pending(), { timeout: 10_000 }).toHaveLength(1);
    const questionId = (await broker.pending())[0]!.request.questions[0]!.id;
    if (status === 'answered') await broker.answer('q1', [{ questionId, selected: [0] }]);
    else await broker.cancel('q1');
    await bridge.close();
    expect(send.mock.calls).toHaveLength(1);
    expect(onError.mock.calls).toEqual([]);
  });
});

describe('a question that opencode sends in a way that the bridge cannot answer', () => {
  const form = {
    id: 'frm_1',
    sessionID: 's1',
    title: 'Questions',
    metadata: { kind: 'question', tool: { messageID: 'm', id: 'c' } },
    mode: 'form',
    fields: [
      {
        key: 'q0',
        title: 'Storage',
        description: 'Which storage?',
        type: 'string',
        options: [{ value: 'SQL', label: 'SQL', description: 'Fast' }],
        custom: true,
      },
    ],
  };
  const question = { id: 'que_1', sessionID: 's1', questions: [QUESTION] };
  const tool = { messageID: 'm', callID: 'c' };
  const next = { id: 'q2', sessionID: 's1', questions: [QUESTION] };

  /** Returns the messages of the errors until the bridge asks the next question, and the ids of what it asks. */
  async function reported(events: readonly unknown[], listed: readonly OpencodeQuestion[] = []) {
    const broker = createAskUserBroker();
    const onError = vi.fn<(error: unknown) => void>();
    const conversationId = (sessionID: string) => (sessionID === 's1' ? 'c1' : undefined);
    bridge = bridgeOpencode(serverWith([...events, asked(next)], listed), { broker, conversationId, onError });
    const ids = async () => (await broker.pending()).map(({ request }) => request.requestId);
    await expect.poll(ids, { timeout: 10_000 }).toContain('q2');
    return { messages: onError.mock.calls.map(([error]) => String(error)), ids: await ids() };
  }

  it.each<[string, unknown]>([
    ['a form', { type: 'form.created', properties: { form } }],
    ['a form in the field data', { type: 'form.created', data: { form } }],
    ['a form of no session', { type: 'form.created', properties: { form: { ...form, sessionID: 'global' } } }],
    ['a form that is not an object', { type: 'form.created', properties: { form: 'x' } }],
    ['a newer question alone', { type: 'question.v2.asked', properties: question }],
    ['a newer question in the field data', { type: 'question.v2.asked', data: question }],
  ])('is reported, and the next one is asked: %s [R-NOPHANTOM]', async (_, event) => {
    const { messages, ids } = await reported([event]);
    expect(messages).toEqual([expect.stringContaining('this bridge cannot answer')]);
    expect(ids).toEqual(['q2']);
  });

  it.each<[string, readonly unknown[], readonly OpencodeQuestion[]]>([
    ['a form of another session', [{ type: 'form.created', data: { form: { ...form, sessionID: 's9' } } }], []],
    [
      'a newer question of another session',
      [{ type: 'question.v2.asked', data: { ...question, sessionID: 's9' } }],
      [],
    ],
    ['a newer question that was asked', [asked(question), { type: 'question.v2.asked', data: question }], []],
    ['a newer question that is listed', [{ type: 'question.v2.asked', data: question }], [question]],
    [
      'a newer question whose call is listed',
      [{ type: 'question.v2.asked', data: { ...question, id: 'other', tool } }],
      [{ ...question, tool }],
    ],
  ])('is not reported if it is no concern of the bridge, or asked in the older way: %s', async (_, events, listed) => {
    expect((await reported(events, listed)).messages).toEqual([]);
  });
});
