import { createAskUserBroker, type AskUserBroker } from 'react-ask-user/server';
import { createMemoryStore } from 'react-ask-user/store';
import { bridgeOpencode, type BridgeOpencodeOptions } from 'react-ask-user/opencode';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { answerIt, asked, repliesTo } from '../stacks/helpers/person.js';
import { BOTH, ONE, POLL, startOpencode, type Opencode } from './helpers/opencode.js';

const conversationId = 'c';
const NOBODY = 'reached no agent';
type Bridged = Extract<Parameters<typeof bridgeOpencode>[0], { readonly question: unknown }>;

/** Filters the events. */
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

  /** Creates a bridge for a test, with the errors that it reported. */
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

  /** The client with replaced methods. */
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

  /** Asserts the result of a question. */
  const ended = async (broker: AskUserBroker, requestId: string, reason: string) => {
    const result = async () => (await broker.get(requestId))?.settlement?.result;
    // A starting server may not answer a connection or a call. The bridge gives each up after about 30 s.
    await expect.poll(result, { ...POLL, timeout: 120_000 }).toEqual({ status: 'aborted', reason });
  };

  it('continues with an option, with several, and with custom text next to them [answered] [R-OTHER]', async () => {
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

  it('continues without an answer [declined]', async () => {
    const { broker } = bridge();
    const { words } = await server.session(BOTH);
    const [request] = await asked(broker);
    await broker.decline(request!.requestId);
    await expect.poll(words, POLL).toBe(told('"Which database?"="Unanswered", "Which parts?"="Unanswered"'));
  });

  it('ends the turn [cancelled]', async () => {
    const { broker, delivered } = bridge();
    const { calls, words, idle } = await server.session(ONE);
    const [request] = await asked(broker);
    await broker.cancel(request!.requestId);
    await delivered();
    await idle();
    expect(await calls()).toMatchObject([{ status: 'error', error: 'The user dismissed this question' }]);
    expect(await words()).toBeUndefined();
  });

  it('withdraws the question of an aborted turn and removes it from opencode’s list [aborted] [trap]', async () => {
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

  it('keeps the question of an aborted turn without the bridge and accepts an answer that reaches no agent [trap]', async () => {
    const { id, calls, words } = await server.session(ONE);
    await expect.poll(server.open, POLL).toHaveLength(1);
    await server.client.session.abort({ sessionID: id });
    await expect.poll(calls, POLL).toMatchObject([{ status: 'error' }]);
    const [requestID = ''] = await server.open();
    const { response } = await server.client.question.reply({ requestID, answers: [['SQLite']] });
    expect(response?.status).toBe(200);
    expect(await words()).toBeUndefined();
  });

  it('rejects a question that was aborted while no bridge ran without asking it [aborted] [trap]', async () => {
    const { id, calls } = await server.session(ONE);
    await expect.poll(server.open, POLL).toHaveLength(1);
    await server.client.session.abort({ sessionID: id });
    await expect.poll(calls, POLL).toMatchObject([{ status: 'error' }]);
    expect(await server.open()).toHaveLength(1);
    const { broker } = bridge();
    await expect.poll(server.open, POLL).toEqual([]);
    expect(broker.lastEventId()).toMatch(/\.0$/);
  });

  it('withdraws the question of a deleted session [aborted]', async () => {
    const { broker } = bridge();
    const { id } = await server.session(ONE);
    const [request] = await asked(broker);
    await server.client.session.delete({ sessionID: id });
    await ended(broker, request!.requestId, 'The turn has ended.');
    await expect.poll(server.open, POLL).toEqual([]);
  });

  it('answers two sessions and two calls of one session separately [two]', async () => {
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

  it('asks questions that were open before the bridge [reload]', async () => {
    const { words } = await server.session(ONE);
    await expect.poll(server.open, POLL).toHaveLength(1);
    const { broker } = bridge();
    await answerIt(broker, { selected: [0] });
    await expect.poll(words, POLL).toBe(told('"Which database?"="SQLite"'));
  });

  it('leaves a question to the next bridge with the same or another broker [reload] [R-NOPHANTOM]', async () => {
    const { words } = await server.session(ONE);
    const first = bridge();
    const [request] = await asked(first.broker);
    await first.close();
    expect(await first.broker.pending()).toEqual([]);
    expect(await server.open()).toHaveLength(1);

    const second = bridge({ broker: first.broker });
    const [again] = await asked(first.broker);
    expect(again?.requestId).toBe(`${request?.requestId}.2`);
    // The host shuts down, and its broker settles the request. The user did not cancel.
    await first.broker.close();
    await second.delivered();
    await second.close();
    expect(await server.open()).toHaveLength(1);

    const third = bridge();
    await answerIt(third.broker, { selected: [1] });
    await expect.poll(words, POLL).toBe(told('"Which database?"="Postgres"'));
    expect([...first.errors, ...second.errors, ...third.errors]).toEqual([]);
  });

  it('withdraws a question that another client answered or dismissed [trap]', async () => {
    const { broker } = bridge();
    for (const how of ['reply', 'reject'] as const) {
      await server.session(ONE);
      const [request] = await asked(broker);
      const requestID = request!.requestId;
      await server.client.question[how]({ requestID, answers: [['SQLite']] });
      await ended(broker, requestID, 'It was settled in another opencode client.');
    }
  });

  it('reports a second answer to the host, which gets a 404 from opencode alone [trap]', async () => {
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

  it('reports an answer to an aborted turn to the host without sending it [trap]', async () => {
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
        // The event is late.
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

  it('sends an answer again that was not delivered [trap]', async () => {
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

  it('recovers from a connection and a call that are never answered [trap]', async () => {
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

  it('asks again if a question could not be stored [trap]', async () => {
    const store = createMemoryStore();
    let isFull = true;
    const broker = createAskUserBroker({
      store: {
        ...store,
        insert: async (...args) => (isFull ? Promise.reject(new Error('full')) : store.insert(...args)),
      },
    });
    const { errors } = bridge({ broker });
    const { words } = await server.session(ONE);
    await expect.poll(() => errors, POLL).toMatchObject([{ code: 'store_failed' }]);
    isFull = false;
    await answerIt(broker, { selected: [0] });
    await expect.poll(words, POLL).toBe(told('"Which database?"="SQLite"'));
  });

  it('reports a question that cannot be asked to the host, and does not dismiss it [trap] [R-NOPHANTOM]', async () => {
    const { broker, errors } = bridge();
    await server.session({ questions: [] });
    await expect
      .poll(() => errors, POLL)
      .toMatchObject([{ message: expect.stringContaining('cannot be asked') as string }]);
    expect(await server.open()).toHaveLength(1);
    expect(await broker.pending()).toEqual([]);
  });

  it('ignores sessions of other hosts [trap]', async () => {
    const { broker } = bridge({ conversationId: async () => undefined });
    const { words } = await server.session(ONE);
    await expect.poll(server.open, POLL).toHaveLength(1);
    const [requestID = ''] = await server.open();
    await server.client.question.reply({ requestID, answers: [['Postgres']] });
    await expect.poll(words, POLL).toBe(told('"Which database?"="Postgres"'));
    expect(broker.lastEventId()).toMatch(/\.0$/);
  });

  it('gives the agent a message that supersedes the question [trap]', async () => {
    const { broker, delivered } = bridge();
    const { say, words } = await server.session(ONE);
    await asked(broker);
    await broker.supersede(conversationId, 'The user wrote instead.');
    await delivered();
    await say('Never mind.');
    await expect.poll(words, POLL).toBe('Told: The user dismissed this question');
  });

  it('ignores a message that is sent before the question is settled without the bridge [trap]', async () => {
    const { say, words, idle } = await server.session(ONE);
    await expect.poll(server.open, POLL).toHaveLength(1);
    const [requestID = ''] = await server.open();
    await say('Never mind.');
    await server.client.question.reject({ requestID });
    await idle();
    expect(await words()).toBeUndefined();
  });

  it('withdraws questions that a server lost and asks those of the next one [reload] [trap] [R-NOPHANTOM]', async () => {
    const { broker, errors } = bridge();
    const lost = await server.session(ONE);
    const [request] = await asked(broker);
    const late = await server.session(ONE);
    const [, answered] = await asked(broker, 2);
    await server.kill();
    // The user can still answer, because the state of the server is unknown.
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
