import { createAskUserBroker, createMemoryStore, type AskUserBroker } from 'react-ask-user/host';
import { bridgeOpencode, type BridgeOpencodeOptions } from 'react-ask-user/opencode';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { answerIt, asked, repliesTo } from '../stacks/helpers/person.js';
import { BOTH, ONE, POLL, startOpencode, type Opencode } from './helpers/opencode.js';

const conversationId = 'c';
const NOBODY = 'reached no agent';
type Bridged = Parameters<typeof bridgeOpencode>[0];

/** Some of the events alone. */
async function* only<E extends { type: string }>(stream: AsyncIterable<E>, types: readonly string[]) {
  for await (const event of stream) if (types.includes(event.type)) yield event;
}

const told = (text: string) =>
  `Told: User has answered your questions: ${text}. You can now continue with the user's answers in mind.`;

describe('stack: opencode', { timeout: 90_000 }, () => {
  let server: Opencode;
  beforeAll(async () => {
    server = await startOpencode();
  }, 180_000);
  afterAll(() => server.stop());

  const closes: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closes.splice(0).reverse()) await close();
    for (const requestID of await server.open()) await server.client.question.reject({ requestID });
  });

  /** A bridge of its own for a test, and what it told the host. */
  function bridge(options: Partial<BridgeOpencodeOptions> = {}, client: Bridged = server.client) {
    const broker = createAskUserBroker();
    const errors: unknown[] = [];
    const made = bridgeOpencode(client, {
      broker,
      conversationId: () => conversationId,
      onError: (error) => errors.push(error),
      ...options,
    });
    closes.push(() => broker.close(), made.close);
    return { ...made, broker, errors };
  }

  /** The client with something else in the place of what it does. */
  const clientWith = ({
    question,
    event,
  }: {
    question?: Partial<Bridged['question']>;
    event?: Bridged['event'];
  }): Bridged => {
    const { client } = server;
    return {
      event: event ?? { subscribe: (...args) => client.event.subscribe(...args) },
      session: {
        status: (...args) => client.session.status(...args),
        message: (...args) => client.session.message(...args),
      },
      question: {
        list: (...args) => client.question.list(...args),
        reply: (...args) => client.question.reply(...args),
        reject: (...args) => client.question.reject(...args),
        ...question,
      },
    };
  };

  /** How a question ends. */
  const ended = async (broker: AskUserBroker, requestId: string, reason: string) => {
    const result = async () => (await broker.get(requestId))?.settlement?.result;
    // A server that begins may leave a connection and a call without a word: the bridge gives up each after half a minute.
    await expect.poll(result, { ...POLL, timeout: 120_000 }).toEqual({ status: 'aborted', reason });
  };

  it('[answered] [R-OTHER] goes on with an option, with several, and with own words beside them', async () => {
    const { broker, errors } = bridge();
    const one = await server.session(BOTH);
    await expect.poll(server.open, POLL).toHaveLength(1);
    const [id] = await server.open();
    const request = await answerIt(broker, { selected: [1] }, { selected: [0, 1], custom: 'Chat' });
    expect(request.requestId).toBe(id);
    await expect
      .poll(one.words, POLL)
      .toBe(told('"Which database?"="Postgres", "Which parts?"="Auth, Mail, SMS, Chat"'));
    expect(await server.open()).toEqual([]);

    const other = await server.session(ONE);
    await answerIt(broker, { selected: [], custom: 'CockroachDB, ours' });
    await expect.poll(other.words, POLL).toBe(told('"Which database?"="CockroachDB, ours"'));
    expect(errors).toEqual([]);
  });

  it('[declined] goes on unanswered', async () => {
    const { broker } = bridge();
    const { words } = await server.session(BOTH);
    const [request] = await asked(broker);
    await broker.decline(request!.requestId);
    await expect.poll(words, POLL).toBe(told('"Which database?"="Unanswered", "Which parts?"="Unanswered"'));
  });

  it('[cancelled] ends the turn', async () => {
    const { broker, delivered } = bridge();
    const { calls, words, idle } = await server.session(ONE);
    const [request] = await asked(broker);
    await broker.cancel(request!.requestId);
    await delivered();
    await idle();
    expect(await calls()).toMatchObject([{ status: 'error', error: 'The user dismissed this question' }]);
    expect(await words()).toBeUndefined();
  });

  it('[aborted] [trap] withdraws the question of an aborted turn, and takes it from opencode’s list', async () => {
    const { broker, errors } = bridge();
    const { id, calls } = await server.session(ONE);
    const [request] = await asked(broker);
    await server.client.session.abort({ sessionID: id });
    await ended(broker, request!.requestId, 'The turn has ended.');
    expect(await broker.answer(request!.requestId, repliesTo(request!, { selected: [0] }))).toEqual({
      ok: false,
      code: 'already_resolved',
    });
    await expect.poll(server.open, POLL).toEqual([]);
    await expect.poll(calls, POLL).toMatchObject([{ status: 'error', error: 'Tool execution aborted' }]);
    expect(errors).toEqual([]);
  });

  it('[trap] alone, opencode keeps the question of an aborted turn, and takes an answer that reaches nobody', async () => {
    const { id, calls, words } = await server.session(ONE);
    await expect.poll(server.open, POLL).toHaveLength(1);
    await server.client.session.abort({ sessionID: id });
    await expect.poll(calls, POLL).toMatchObject([{ status: 'error' }]);
    const [requestID = ''] = await server.open();
    const { response } = await server.client.question.reply({ requestID, answers: [['SQLite']] });
    expect(response?.status).toBe(200);
    expect(await words()).toBeUndefined();
  });

  it('[aborted] [trap] rejects what was aborted while no bridge was there, and asks nobody', async () => {
    const { id, calls } = await server.session(ONE);
    await expect.poll(server.open, POLL).toHaveLength(1);
    await server.client.session.abort({ sessionID: id });
    await expect.poll(calls, POLL).toMatchObject([{ status: 'error' }]);
    expect(await server.open()).toHaveLength(1);
    const { broker } = bridge();
    await expect.poll(server.open, POLL).toEqual([]);
    expect(broker.lastEventId()).toMatch(/\.0$/);
  });

  it('[aborted] withdraws the question of a session that is deleted', async () => {
    const { broker } = bridge();
    const { id } = await server.session(ONE);
    const [request] = await asked(broker);
    await server.client.session.delete({ sessionID: id });
    await ended(broker, request!.requestId, 'The turn has ended.');
    await expect.poll(server.open, POLL).toEqual([]);
  });

  it('[two] gives two sessions, and two calls of one, each its own answer', async () => {
    const ids = new Map<string, string>();
    const { broker } = bridge({ conversationId: (sessionID) => ids.get(sessionID) ?? sessionID });
    const [one, two] = await Promise.all([server.session(ONE), server.session(ONE, BOTH)]);
    const requests = await asked(broker, 3);
    expect((await broker.pending(one.id)).length).toBe(1);
    expect((await broker.pending(two.id)).length).toBe(2);
    for (const request of [...requests].reverse()) {
      const [, second] = request.questions;
      const mine = request.metadata?.['sessionID'] === one.id;
      const first = { selected: mine ? [1] : [0] };
      await broker.answer(request.requestId, repliesTo(request, first, ...(second ? [{ selected: [2] }] : [])));
    }
    await expect.poll(one.words, POLL).toBe(told('"Which database?"="Postgres"'));
    await expect.poll(two.words, POLL).toContain('"Which database?"="SQLite"');
    expect(await two.words()).toContain('"Which parts?"="Search"');
  });

  it('[reload] asks what was open before the bridge was', async () => {
    const { words } = await server.session(ONE);
    await expect.poll(server.open, POLL).toHaveLength(1);
    const { broker } = bridge();
    await answerIt(broker, { selected: [0] });
    await expect.poll(words, POLL).toBe(told('"Which database?"="SQLite"'));
  });

  it('[reload] [R-NOPHANTOM] leaves a question to the next bridge, of the same broker or of another', async () => {
    const { words } = await server.session(ONE);
    const first = bridge();
    const [request] = await asked(first.broker);
    await first.close();
    expect(await first.broker.pending()).toEqual([]);
    expect(await server.open()).toHaveLength(1);

    const second = bridge({ broker: first.broker });
    const [again] = await asked(first.broker);
    expect(again?.requestId).toBe(`${request?.requestId}.2`);
    // The host is shut down: its broker ends what it asked, which is nobody's cancellation.
    await first.broker.close();
    await second.delivered();
    await second.close();
    expect(await server.open()).toHaveLength(1);

    const third = bridge();
    await answerIt(third.broker, { selected: [1] });
    await expect.poll(words, POLL).toBe(told('"Which database?"="Postgres"'));
    expect([...first.errors, ...second.errors, ...third.errors]).toEqual([]);
  });

  it('[trap] withdraws what another client has answered, or dismissed', async () => {
    const { broker } = bridge();
    for (const how of ['reply', 'reject'] as const) {
      await server.session(ONE);
      const [request] = await asked(broker);
      const requestID = request!.requestId;
      await server.client.question[how]({ requestID, answers: [['SQLite']] });
      await ended(broker, requestID, 'It was settled in another opencode client.');
    }
  });

  it('[trap] tells the host of an answer that came second; alone, the second reply is a 404', async () => {
    const { question } = server.client;
    const statuses: unknown[] = [];
    const reply: Bridged['question']['reply'] = async (parameters) => {
      const first = await question.reply({ ...parameters, answers: [['SQLite']] });
      const second = await question.reply(parameters);
      statuses.push(first.response?.status, second.response?.status);
      return second;
    };
    const { broker, errors } = bridge({}, clientWith({ question: { reply } }));
    const { words } = await server.session(ONE);
    await answerIt(broker, { selected: [1] });
    await expect.poll(words, POLL).toBe(told('"Which database?"="SQLite"'));
    await expect.poll(() => errors, POLL).toMatchObject([{ message: expect.stringContaining(NOBODY) as string }]);
    expect(statuses).toEqual([200, 404]);
  });

  it('[trap] does not send an answer to a turn that was aborted meanwhile, and tells the host', async () => {
    const replies: unknown[] = [];
    const { broker, errors } = bridge(
      {},
      clientWith({
        question: {
          reply: (parameters) => {
            replies.push(parameters);
            return server.client.question.reply(parameters);
          },
        },
        // The word of it is late.
        event: {
          async subscribe(...args) {
            const { stream } = await server.client.event.subscribe(...args);
            return { stream: only(stream, ['server.connected', 'question.asked']) };
          },
        },
      }),
    );
    const { id, calls } = await server.session(ONE);
    await asked(broker);
    await server.client.session.abort({ sessionID: id });
    await expect.poll(calls, POLL).toMatchObject([{ status: 'error' }]);
    await answerIt(broker, { selected: [0] });
    await expect.poll(() => errors, POLL).toMatchObject([{ message: expect.stringContaining(NOBODY) as string }]);
    await expect.poll(server.open, POLL).toEqual([]);
    expect(replies).toEqual([]);
  });

  it('[trap] hands an answer over again that did not arrive', async () => {
    let times = 0;
    const reply: Bridged['question']['reply'] = async (parameters) => {
      times += 1;
      if (times === 1) throw new TypeError('fetch failed');
      return server.client.question.reply(parameters);
    };
    const { broker, errors } = bridge({}, clientWith({ question: { reply } }));
    const { words } = await server.session(ONE);
    await answerIt(broker, { selected: [1] });
    await expect.poll(words, POLL).toBe(told('"Which database?"="Postgres"'));
    expect(errors).toMatchObject([{ message: 'fetch failed' }]);
    expect(times).toBe(2);
  });

  it('[trap] comes back from a connection, and from a call, that is never answered', async () => {
    const { words } = await server.session(ONE);
    await expect.poll(server.open, POLL).toHaveLength(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    closes.push(async () => vi.useRealTimers());
    const silent = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      });
    const tried = { subscribe: 0, list: 0 };
    const { broker, errors } = bridge(
      {},
      clientWith({
        event: {
          async subscribe(parameters, options) {
            tried.subscribe += 1;
            return tried.subscribe === 1 ? silent(options.signal) : server.client.event.subscribe(parameters, options);
          },
        },
        question: {
          list(parameters, options) {
            tried.list += 1;
            return tried.list === 1 ? silent(options.signal) : server.client.question.list(parameters, options);
          },
        },
      }),
    );
    await vi.advanceTimersByTimeAsync(26_000);
    await vi.waitFor(() => expect(tried).toEqual({ subscribe: 2, list: 1 }), { timeout: 20_000 });
    await vi.advanceTimersByTimeAsync(32_000);
    vi.useRealTimers();
    await answerIt(broker, { selected: [1] });
    await expect.poll(words, POLL).toBe(told('"Which database?"="Postgres"'));
    expect(errors).toHaveLength(2);
  });

  it('[trap] asks again where a question could not be kept', async () => {
    const store = createMemoryStore();
    let isFull = true;
    const broker = createAskUserBroker({
      store: { ...store, open: async (...args) => (isFull ? Promise.reject(new Error('full')) : store.open(...args)) },
    });
    const { errors } = bridge({ broker });
    const { words } = await server.session(ONE);
    await expect.poll(() => errors, POLL).toMatchObject([{ code: 'store_failed' }]);
    isFull = false;
    await answerIt(broker, { selected: [0] });
    await expect.poll(words, POLL).toBe(told('"Which database?"="SQLite"'));
  });

  it('[trap] rejects what can’t be asked, and tells the host why', async () => {
    const { broker, errors } = bridge();
    const { calls } = await server.session({ questions: [] });
    await expect.poll(calls, POLL).toMatchObject([{ status: 'error', error: 'The user dismissed this question' }]);
    expect(errors).toMatchObject([{ message: expect.stringContaining('cannot be asked') as string }]);
    expect(await broker.pending()).toEqual([]);
  });

  it('[trap] leaves sessions alone that are not the host’s', async () => {
    const { broker } = bridge({ conversationId: async () => undefined });
    const { words } = await server.session(ONE);
    await expect.poll(server.open, POLL).toHaveLength(1);
    const [requestID = ''] = await server.open();
    await server.client.question.reply({ requestID, answers: [['Postgres']] });
    await expect.poll(words, POLL).toBe(told('"Which database?"="Postgres"'));
    expect(broker.lastEventId()).toMatch(/\.0$/);
  });

  it('[trap] has a message read that takes the question’s place', async () => {
    const { broker, delivered } = bridge();
    const { say, words } = await server.session(ONE);
    await asked(broker);
    await broker.supersede(conversationId, 'The user wrote instead.');
    await delivered();
    await say('Never mind.');
    await expect.poll(words, POLL).toBe('Told: The user dismissed this question');
  });

  it('[trap] alone, a message that is sent before the question is ended is not read', async () => {
    const { say, words, idle } = await server.session(ONE);
    await expect.poll(server.open, POLL).toHaveLength(1);
    const [requestID = ''] = await server.open();
    await say('Never mind.');
    await server.client.question.reject({ requestID });
    await idle();
    expect(await words()).toBeUndefined();
  });

  it('[reload] [trap] [R-NOPHANTOM] withdraws what a server has lost, and asks what the next one has', async () => {
    const { broker, errors } = bridge();
    const lost = await server.session(ONE);
    const [request] = await asked(broker);
    const late = await server.session(ONE);
    const [, answered] = await asked(broker, 2);
    await server.kill();
    // The person is still at it; nothing is known of the server.
    await expect.poll(() => errors, POLL).toHaveLength(1);
    expect(await broker.pending()).toHaveLength(2);
    await broker.answer(answered!.requestId, repliesTo(answered!, { selected: [0] }));
    await expect.poll(() => errors, POLL).toHaveLength(2);
    await server.restart();
    await ended(broker, request!.requestId, 'opencode no longer has the question.');
    expect([await lost.words(), await late.words()]).toEqual([undefined, undefined]);
    expect(errors).toHaveLength(2);

    const next = await server.session(ONE);
    await answerIt(broker, { selected: [0] });
    await expect.poll(next.words, POLL).toBe(told('"Which database?"="SQLite"'));
  }, 180_000);
});
