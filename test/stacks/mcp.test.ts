import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CancelledNotificationSchema,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  type ElicitRequestFormParams,
} from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAskUserBroker, createAskUserTool, type AskUserBroker } from 'react-ask-user/server';
import {
  answerElicitation,
  createElicitationTransport,
  elicitationHandler,
  elicitationRequestOptions,
  type ElicitationTransportOptions,
} from 'react-ask-user/mcp';
import { createTestServer } from '../helpers/http-server.js';
import { ENDINGS } from '../dialects/helpers.js';
import { outcome, retold, SETUP, textOf } from './helpers/mcp.js';
import { answerIt, asked, inConversation, repliesTo } from './helpers/person.js';
import { startServer } from './helpers/processes.js';

const NO_TIMEOUT = elicitationRequestOptions();

const SCHEMAS = { ElicitRequestSchema, CancelledNotificationSchema };
const conversationId = 'c';
const MINUTES = 60_000;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server with this package. Each of its tools asks. The users of these tests decline at once. */
function setupServer(options: ElicitationTransportOptions = { minHumanMs: 0 }): McpServer {
  const server = new McpServer({ name: 'setup', version: '1.0.0' });
  server.registerTool('setup', {}, async (extra) =>
    retold(await createElicitationTransport(server, extra, options).ask(SETUP)),
  );
  return server;
}

/** A server without this package that asks. */
function strange(params: object, options: object = {}): McpServer {
  const server = new McpServer({ name: 'strange', version: '1.0.0' });
  server.registerTool('setup', {}, async ({ signal }) => {
    const wire = await server.server.elicitInput({ mode: 'form', message: 'm', ...params } as ElicitRequestFormParams, {
      signal,
      ...options,
    });
    return { content: [{ type: 'text', text: JSON.stringify(wire) }] };
  });
  return server;
}

const NAME = { requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } };

const clientOf = (form = {}) =>
  new Client({ name: 'host', version: '1.0.0' }, { capabilities: { elicitation: { form }, sampling: {} } });

/** Connects a server and a client that shows the server's questions. */
async function connected(
  server: McpServer,
  options: Partial<Parameters<typeof answerElicitation>[2]> = {},
  client = clientOf(),
) {
  const broker = createAskUserBroker();
  answerElicitation(client, SCHEMAS, { broker, conversationId, asker: 'Setup', ...options });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  closing.push(() => client.close());
  return { broker, client, call: (o = {}) => client.callTool({ name: 'setup' }, undefined, { ...NO_TIMEOUT, ...o }) };
}

/** Returns the result of the broker's only question. */
async function endOf(broker: AskUserBroker, requestId: string) {
  await expect.poll(async () => (await broker.get(requestId))?.state).toBe('settled');
  return (await broker.get(requestId))?.settlement?.result;
}

describe('stack: mcp', () => {
  it('gives the server’s tool single and multi-select options and text [answered] [R-RESULT]', async () => {
    const { broker, call } = await connected(setupServer());
    const done = call();
    const shown = await answerIt(
      broker,
      { selected: [1] },
      { selected: [0, 2] },
      { selected: [], custom: 'Zoë’s “one”' },
    );
    expect(textOf(await done)).toBe('answered: SQLite, Auth + Mail, Zoë’s “one”');
    expect(shown).toMatchObject({ asker: 'Setup', questions: SETUP.questions.map(({ question }) => ({ question })) });
  });

  it('sends Other in a separate property, instead of an option and next to several [answered] [R-OTHER]', async () => {
    const { broker, call } = await connected(setupServer());
    const done = call();
    await answerIt(
      broker,
      { selected: [], custom: 'Cockroach, "DB"' },
      { selected: [1], custom: 'Billing' },
      { selected: [], custom: 'x' },
    );
    expect(textOf(await done)).toBe('answered: Cockroach, "DB", Search + Billing, x');
  });

  it('asks through the client with a tool for the server’s model [answered]', async () => {
    const server = new McpServer({ name: 'agent', version: '1.0.0' });
    const input = {
      questions: [{ question: 'Which database?', options: [{ label: 'Postgres' }, { label: 'SQLite' }] }],
    };
    server.registerTool('setup', {}, async (extra) => {
      const tool = createAskUserTool({ transport: createElicitationTransport(server, extra) });
      const { content } = await tool.execute(input, { signal: extra.signal });
      return { content: [...content] };
    });
    const { broker, call } = await connected(server);
    const done = call();
    await answerIt(broker, { selected: [1] });
    expect(JSON.parse(textOf(await done))).toMatchObject({ answered: true, answers: [{ answer: 'SQLite' }] });
  });

  it('reports an error of the host to the host and not to the server [trap]', async () => {
    const own = new Error('postgres://app:secret@db');
    const onError = vi.fn();
    const broker = { ask: () => Promise.reject(own) };
    const { call } = await connected(setupServer(), { broker, onError });
    const read = textOf(await call());
    expect(onError.mock.calls).toEqual([[own]]);
    expect(read).toContain('The host could not ask its user.');
    expect(read).not.toContain('secret');

    const alone = clientOf();
    alone.setRequestHandler(ElicitRequestSchema, () => Promise.reject(own));
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const server = strange(NAME);
    await Promise.all([server.connect(theirs), alone.connect(ours)]);
    closing.push(() => alone.close());
    expect(textOf(await alone.callTool({ name: 'setup' }))).toContain('secret');
  });

  it('reports an error of the `signal` function to the host and not to the server [trap]', async () => {
    const own = new Error('postgres://app:secret@db');
    const onError = vi.fn();
    const signal = () => {
      throw own;
    };
    const { call } = await connected(setupServer(), { signal, onError });
    const read = textOf(await call());
    expect(onError.mock.calls).toEqual([[own]]);
    expect(read).toContain('The host could not ask its user.');
    expect(read).not.toContain('secret');
  });

  it('does not ask a question whose id cannot be a property name [trap] [R-ID]', async () => {
    const [first, ...others] = SETUP.questions;
    const server = new McpServer({ name: 'setup', version: '1.0.0' });
    const request = { ...SETUP, questions: [{ ...first!, id: '__proto__' }, ...others] };
    server.registerTool('setup', {}, async (extra) => {
      const result = await createElicitationTransport(server, extra).ask(request);
      return { content: [{ type: 'text', text: JSON.stringify(result) }] };
    });
    const { broker, call } = await connected(server);
    expect(JSON.parse(textOf(await call()))).toMatchObject({
      status: 'invalid',
      issues: [{ path: 'questions[0].id' }],
    });
    expect(await broker.pending()).toEqual([]);
  });

  it.each(['constructor', 'toString'])('asks a question with the id %s [trap] [R-ID]', async (id) => {
    const server = new McpServer({ name: 'setup', version: '1.0.0' });
    server.registerTool('setup', {}, async (extra) => {
      const request = { ...SETUP, questions: SETUP.questions.slice(0, 1).map((one) => ({ ...one, id })) };
      const result = await createElicitationTransport(server, extra).ask(request);
      return { content: [{ type: 'text', text: JSON.stringify(result) }] };
    });
    const { broker, call } = await connected(server);
    const done = call();
    await answerIt(broker, { selected: [], custom: 'keep both' });
    expect(JSON.parse(textOf(await done))).toMatchObject({
      status: 'answered',
      answers: [{ questionId: id, custom: 'keep both' }],
    });
  });

  it('distinguishes a decline and a cancellation and always offers both [declined] [cancelled]', async () => {
    const { broker, call } = await connected(setupServer());
    for (const [end, status] of [
      ['decline', 'declined'],
      ['cancel', 'cancelled'],
    ] as const) {
      const done = call();
      const [shown] = await asked(broker);
      expect((await broker.pending())[0]?.allow?.decline).toBe(true);
      await broker[end](shown!.requestId, { reason: 'not now' });
      expect(JSON.parse(textOf(await done))).toEqual({ status, reason: 'not now' });
    }
  });

  it('requires every answer and supports no discussion [declined] [R-PARTIAL] [R-DISCUSS]', async () => {
    const forms: unknown[] = [];
    for (const options of [{}, { allow: { partial: true, discuss: true } }]) {
      const server = new McpServer({ name: 'setup', version: '1.0.0' });
      server.registerTool('setup', {}, async (extra) =>
        retold(await createElicitationTransport(server, extra, { minHumanMs: 0 }).ask(SETUP, options)),
      );
      const client = clientOf();
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
        forms.push(params);
        return { action: 'accept', content: { q1: 'SQLite' } };
      });
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      await Promise.all([server.connect(theirs), client.connect(ours)]);
      closing.push(() => client.close());
      const said = textOf(await client.callTool({ name: 'setup' }));
      expect(JSON.parse(said)).toMatchObject({ status: 'unavailable' });
    }
    expect(forms).toEqual([forms[0], forms[0]]);
    expect(forms[0]).toMatchObject({ requestedSchema: { required: expect.arrayContaining(['q3']) as string[] } });
  });

  it('sends partial answers if the form allows it, and a discussion as a decline [declined] [R-PARTIAL] [R-DISCUSS]', async () => {
    const text = { type: 'string' };
    const form = { requestedSchema: { type: 'object', properties: { size: text, name: text } } };
    const { broker, call } = await connected(strange(form), { allow: { partial: true, discuss: true } });
    const sent = call();
    await asked(broker);
    const [pending] = await broker.pending();
    expect(pending).toMatchObject({ allow: { partial: true } });
    expect(pending?.allow?.discuss).not.toBe(true);
    await answerIt(broker, { selected: [], custom: '2 GB' }, { selected: [], skipped: true });
    expect(JSON.parse(textOf(await sent))).toEqual({ action: 'accept', content: { size: '2 GB' } });

    const discussed = call();
    const [request] = await asked(broker);
    const [soFar] = repliesTo(request!, { selected: [], custom: '2 GB' });
    const wish = { discuss: true, reason: 'How many users?', replies: [soFar!] };
    expect(await broker.decline(request!.requestId, wish)).toEqual({ ok: true });
    const read = textOf(await discussed);
    expect(JSON.parse(read)).toMatchObject({ action: 'decline' });
    expect(read).toContain('How many users?');
    expect(read).not.toContain('2 GB');
    expect(read).not.toContain('"content"');
  });

  it('sends `superseded` for a chat message to a server with this package [cancelled]', async () => {
    const { broker, call } = await connected(setupServer());
    const done = call();
    await asked(broker);
    await broker.supersede(conversationId, 'the user wrote a message');
    expect(JSON.parse(textOf(await done))).toEqual({ status: 'superseded', reason: 'the user wrote a message' });
  });

  it('withdraws the first question of a connection with its call like any other [aborted] [trap] [R-PAUSE]', async () => {
    const server = setupServer();
    const complaints: Error[] = [];
    server.server.onerror = (error) => complaints.push(error);
    const { broker, call } = await connected(server);
    for (let nth = 0; nth < 2; nth++) {
      const run = new AbortController();
      const done = outcome(call({ signal: run.signal }));
      const [shown] = await asked(broker);
      run.abort('stopped');
      expect(await done).toContain('rejected');
      expect(await endOf(broker, shown!.requestId)).toMatchObject({ status: 'aborted' });
    }
    expect(complaints).toEqual([]);
  });

  it('does not report that the first question was cancelled with the SDK alone [trap]', async () => {
    const client = clientOf();
    const told: boolean[] = [];
    client.setRequestHandler(ElicitRequestSchema, (_request, { signal }) => {
      const nth = told.push(false) - 1;
      return new Promise(() => signal.addEventListener('abort', () => (told[nth] = true)));
    });
    const server = setupServer();
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(theirs), client.connect(ours)]);
    for (let nth = 0; nth < 2; nth++) {
      const run = new AbortController();
      const done = outcome(client.callTool({ name: 'setup' }, undefined, { signal: run.signal }));
      await expect.poll(() => told).toHaveLength(nth + 1);
      run.abort();
      await done;
    }
    await expect.poll(() => told).toEqual([false, true]);
    await client.close();
    expect(told).toEqual([true, true]);
  });

  it('leaves the cancellations of other requests to the SDK [trap]', async () => {
    const server = new McpServer({ name: 'sampler', version: '1.0.0' });
    const client = clientOf();
    const signals: AbortSignal[] = [];
    client.setRequestHandler(CreateMessageRequestSchema, (_request, { signal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    await connected(server, {}, client);
    await server.server.ping();
    const run = new AbortController();
    const sampling = outcome(server.server.createMessage({ messages: [], maxTokens: 1 }, { signal: run.signal }));
    await expect.poll(() => signals).toHaveLength(1);
    run.abort();
    await sampling;
    await expect.poll(() => signals[0]?.aborted).toBe(true);
  });

  it('answers simultaneous questions of two servers and of two calls separately [two]', async () => {
    const broker = createAskUserBroker();
    const one = await connected(setupServer(), { broker, asker: 'One' });
    const other = await connected(setupServer(), { broker, asker: 'Other' });
    const done = [one.call(), one.call(), other.call()];
    const open = await asked(broker, 3);
    expect(open.filter(({ asker }) => asker === 'One')).toHaveLength(2);
    const words = new Map(open.map((request, i) => [request.requestId, `${request.asker} ${i}`]));
    for (const request of [...open].reverse()) {
      const custom = words.get(request.requestId)!;
      const replies = repliesTo(request, { selected: [0] }, { selected: [0] }, { selected: [], custom });
      expect(await broker.answer(request.requestId, replies)).toEqual({ ok: true });
    }
    const texts = (await Promise.all(done)).map(textOf);
    expect(texts.slice(0, 2).sort()).toEqual(['answered: Postgres, Auth, One 0', 'answered: Postgres, Auth, One 1']);
    expect(texts[2]).toBe('answered: Postgres, Auth, Other 2');
  });

  it('withdraws the question with the connection without a cancellation for the server [aborted] [R-NOPHANTOM]', async () => {
    const server = new McpServer({ name: 'setup', version: '1.0.0' });
    const results: unknown[] = [];
    server.registerTool('setup', {}, async () => {
      results.push(await createElicitationTransport(server).ask(SETUP));
      return { content: [] };
    });
    const { broker, client, call } = await connected(server);
    const done = outcome(call());
    const [shown] = await asked(broker);
    await client.close();
    expect(await done).toContain('Connection closed');
    expect(await endOf(broker, shown!.requestId)).toMatchObject({ status: 'aborted' });
    await expect.poll(() => results).toEqual([{ status: 'connectionLost' }]);
  });

  describe('with a slow user', () => {
    const slow = async (server: McpServer, options: { timeout?: number }) => {
      const { broker, client } = await connected(server);
      vi.useFakeTimers();
      const done = outcome(client.callTool({ name: 'setup' }, undefined, options));
      const [shown] = await asked(broker);
      await vi.advanceTimersByTimeAsync(10 * MINUTES);
      const [still] = await broker.pending();
      if (still) {
        const reply = { selected: [], custom: 'at last' };
        const replies = shown!.questions.map(({ options: { length } }) => (length > 0 ? { selected: [0] } : reply));
        await broker.answer(shown!.requestId, repliesTo(shown!, ...replies));
      }
      return done;
    };

    it('waits ten minutes for a user on both sides [trap] [answered]', async () => {
      expect(await slow(setupServer(), NO_TIMEOUT)).toBe('answered: Postgres, Auth, at last');
    });

    it('ends the client’s call after one minute without `elicitationRequestOptions` [trap]', async () => {
      expect(await slow(setupServer(), {})).toMatch(/rejected: .*-32001.*timed out/);
    });

    it('ends the server’s question after one minute without `elicitationRequestOptions` [trap]', async () => {
      expect(await slow(strange(NAME), NO_TIMEOUT)).toMatch(/-32001.*timed out/);
    });

    it('ends the call at once if the timeout exceeds the maximum of a timer [trap]', async () => {
      vi.useFakeTimers();
      const { client } = await connected(setupServer());
      const done = outcome(client.callTool({ name: 'setup' }, undefined, { timeout: NO_TIMEOUT.timeout + 1 }));
      await vi.advanceTimersByTimeAsync(1);
      expect(await done).toMatch(/rejected: .*-32001.*timed out/);
    });

    it('stops its progress reports once the user has answered', async () => {
      vi.useFakeTimers();
      const server = setupServer();
      const { broker, call } = await connected(server);
      const onprogress = vi.fn();
      const done = call({ onprogress });
      await asked(broker);
      await vi.advanceTimersByTimeAsync(2 * MINUTES);
      expect(onprogress).toHaveBeenCalledTimes(2);
      const sent = vi.spyOn(server.server, 'notification');
      await answerIt(broker, { selected: [0] }, { selected: [0] }, { selected: [], custom: 'x' });
      expect(textOf(await done)).toBe('answered: Postgres, Auth, x');
      await vi.advanceTimersByTimeAsync(5 * MINUTES);
      expect(onprogress).toHaveBeenCalledTimes(2);
      expect(sent).not.toHaveBeenCalled();
    });

    it('supports a time limit of a server with this package', async () => {
      const server = new McpServer({ name: 'setup', version: '1.0.0' });
      server.registerTool('setup', {}, async (extra) =>
        retold(await createElicitationTransport(server, extra).ask(SETUP, { timeoutMs: 5 * MINUTES })),
      );
      expect(await slow(server, NO_TIMEOUT)).toBe('{"status":"timedOut"}');
    });
  });

  describe('with an error instead of an answer [R-NOPHANTOM]', () => {
    it('reports a client without forms as unavailable', async () => {
      const server = setupServer();
      const client = new Client({ name: 'bare', version: '1.0.0' });
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      await Promise.all([server.connect(theirs), client.connect(ours)]);
      const said = textOf(await client.callTool({ name: 'setup' }));
      expect(JSON.parse(said)).toEqual({
        status: 'unavailable',
        reason: expect.stringContaining('elicitation') as string,
      });
      await client.close();
    });

    it('reads a response that does not fit the form as unanswered', async () => {
      const server = setupServer();
      const client = clientOf();
      client.setRequestHandler(ElicitRequestSchema, () => ({
        action: 'accept',
        content: { q1: 'Oracle', q2: ['Auth'], q3: 'x' },
      }));
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      await Promise.all([server.connect(theirs), client.connect(ours)]);
      const result = JSON.parse(textOf(await client.callTool({ name: 'setup' }))) as object;
      expect(result).toMatchObject({
        status: 'unavailable',
        reason: expect.stringContaining('requested schema') as string,
      });
      await client.close();
    });

    it('reports a form that cannot be asked as the server’s error', async () => {
      const many = Array.from({ length: 101 }, (_, i) => [`p${i}`, { type: 'string' }] as const);
      const requestedSchema = { type: 'object', properties: Object.fromEntries(many) };
      const { broker, call } = await connected(strange({ requestedSchema }));
      expect(textOf(await call())).toMatch(/-32602: The question was not asked/);
      expect(await broker.pending()).toEqual([]);
    });

    it('reports a host that shuts down or cannot ask', async () => {
      const { broker, call } = await connected(strange(NAME));
      const done = call();
      await asked(broker);
      await broker.close();
      expect(textOf(await done)).toMatch(/-32603: The question was withdrawn. Nobody answered/);
      expect(textOf(await call())).toMatch(/-32603: The host is shutting down/);
    });

    it.each(ENDINGS)('sends $status as a result only if the user caused it', async (ending) => {
      const broker = { ask: async () => ending };
      const said = textOf(await (await connected(strange(NAME), { broker })).call());
      const actions: Record<string, string> = { declined: 'decline', cancelled: 'cancel', superseded: 'cancel' };
      const action = actions[ending.status];
      if (action) expect(JSON.parse(said)).toMatchObject({ action });
      else expect(said).toMatch(ending.status === 'invalid' ? /-32602: .*not asked/ : /-32603: .*Nobody answered/);

      const read = JSON.parse(textOf(await (await connected(setupServer(), { broker })).call())) as object;
      expect(read).toEqual(ending.status === 'invalid' ? { status: 'invalid', issues: [] } : ending);
    });

    it('does not report the host’s time limit as a cancellation', async () => {
      const { broker, call } = await connected(strange(NAME), { timeoutMs: 1 });
      expect(textOf(await call())).toMatch(/-32603: The user did not answer in time/);
      expect(await broker.pending()).toEqual([]);
    });

    it('reads the status at a server with this package', async () => {
      const { broker, call } = await connected(setupServer());
      const done = call();
      await asked(broker);
      await broker.close();
      expect(JSON.parse(textOf(await done))).toEqual({ status: 'aborted', reason: 'The host was shut down.' });
    });
  });

  describe('with a client without a user', () => {
    /** A client that ends every form automatically, `ms` after it was asked. */
    async function headless(action: 'decline' | 'cancel', ms: number, options: ElicitationTransportOptions = {}) {
      let clock = 0;
      const client = clientOf();
      client.setRequestHandler(ElicitRequestSchema, () => ((clock += ms), { action }));
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      const server = setupServer({ now: () => clock, ...options });
      await Promise.all([server.connect(theirs), client.connect(ours)]);
      closing.push(() => client.close());
      return client.callTool({ name: 'setup' }, undefined, NO_TIMEOUT);
    }

    it.each(['decline', 'cancel'] as const)(
      'settles as unavailable if the client ends a form automatically: %s [R-HUMAN]',
      async (action) => {
        const status = action === 'decline' ? 'declined' : 'cancelled';
        expect(JSON.parse(textOf(await headless(action, 37)))).toEqual({
          status: 'unavailable',
          reason: `The client ${status} 37 ms after it was asked, before a user can have seen the question.`,
        });
        expect(JSON.parse(textOf(await headless(action, 299)))).toMatchObject({ status: 'unavailable' });
        expect(JSON.parse(textOf(await headless(action, 300)))).toEqual({ status });
        expect(JSON.parse(textOf(await headless(action, 0, { minHumanMs: 0 })))).toEqual({ status });
      },
    );

    it('settles as unavailable with the real clock [R-HUMAN]', async () => {
      expect(JSON.parse(textOf(await headless('cancel', 0, { now: undefined })))).toMatchObject({
        status: 'unavailable',
      });
    });

    it('does not change an early answer [R-HUMAN]', async () => {
      const client = clientOf();
      const content = { q1: 'Postgres', q2: ['Auth'], q3: 'x' };
      client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content }));
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      await Promise.all([setupServer({ now: () => 0 }).connect(theirs), client.connect(ours)]);
      closing.push(() => client.close());
      expect(textOf(await client.callTool({ name: 'setup' }))).toBe('answered: Postgres, Auth, x');
    });

    it('asks the fallback, whose decline counts [R-HUMAN]', async () => {
      const fallback = createAskUserBroker();
      const done = headless('decline', 20, { fallback: inConversation(fallback) });
      await answerIt(fallback, { selected: [1] }, { selected: [0] }, { selected: [], custom: 'here' });
      expect(textOf(await done)).toBe('answered: SQLite, Auth, here');
      const declined = headless('decline', 20, { fallback: inConversation(fallback) });
      const [shown] = await asked(fallback);
      await fallback.decline(shown!.requestId);
      expect(JSON.parse(textOf(await declined))).toEqual({ status: 'declined' });
    });

    it('asks the fallback if the client has no forms and withdraws the question with the call [R-HUMAN]', async () => {
      const fallback = createAskUserBroker();
      const client = new Client({ name: 'bare', version: '1.0.0' });
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      await Promise.all([setupServer({ fallback: inConversation(fallback) }).connect(theirs), client.connect(ours)]);
      closing.push(() => client.close());
      const run = new AbortController();
      const done = outcome(client.callTool({ name: 'setup' }, undefined, { ...NO_TIMEOUT, signal: run.signal }));
      const [shown] = await asked(fallback);
      run.abort();
      expect(await done).toContain('rejected');
      expect(await endOf(fallback, shown!.requestId)).toMatchObject({ status: 'aborted' });
    });

    it('rejects an invalid time limit, and does not ask [R-PAUSE]', async () => {
      for (const timeoutMs of [-1, Number.NaN]) {
        await expect(createElicitationTransport(setupServer()).ask(SETUP, { timeoutMs })).rejects.toThrow(
          /`timeoutMs` is .*0 or more/,
        );
      }
    });

    it('throws for an invalid time [R-HUMAN]', () => {
      for (const minHumanMs of [-1, Number.NaN]) {
        expect(() => createElicitationTransport(setupServer(), {}, { minHumanMs })).toThrow(
          /`minHumanMs` is .*0 or more/,
        );
      }
    });

    it.each([0, -1, Number.NaN, 2 ** 31])(
      'throws for an interval of %d ms, with which a timer would fire at once',
      (ms) => {
        expect(() => createElicitationTransport(setupServer(), {}, { keepAliveMs: ms })).toThrow(
          /`keepAliveMs` is .*Infinity/,
        );
        const options = { broker: createAskUserBroker(), conversationId, asker: 'Setup', heartbeatMs: ms };
        expect(() => answerElicitation(clientOf(), SCHEMAS, options)).toThrow(/`heartbeatMs` is .*Infinity/);
      },
    );
  });

  it('shows the name of the host or the Claude Agent SDK and never one from the server [trap]', async () => {
    const broker = createAskUserBroker();
    const params = { serverName: 'Bank', message: 'm', ...NAME };
    for (const [request, given, asker] of [
      [{ method: 'elicitation/create', params }, undefined, undefined],
      [{ method: 'elicitation/create', params }, 'Setup', 'Setup'],
      [params, undefined, 'Bank'],
    ] as const) {
      const signal = AbortSignal.timeout(5_000);
      const done = elicitationHandler({ broker, conversationId, asker: given })(request, { signal });
      const shown = await answerIt(broker, { selected: [], custom: 'x' });
      expect(shown.asker).toBe(asker);
      expect(await done).toEqual({ action: 'accept', content: { name: 'x' } });
    }
  });

  it('sends no defaults for omitted fields, unlike the SDK with `applyDefaults` [trap]', async () => {
    const properties = { name: { type: 'string' }, backup: { type: 'boolean', default: true } };
    const server = () => strange({ requestedSchema: { type: 'object', properties } });
    const said = async (form: object) => {
      const { broker, call } = await connected(server(), {}, clientOf(form));
      const done = call();
      const [shown] = await asked(broker);
      const [name, backup] = shown!.questions.map(({ id }) => id);
      await broker.answer(shown!.requestId, [
        { questionId: name!, selected: [], custom: 'x' },
        { questionId: backup!, selected: [], skipped: true },
      ]);
      return JSON.parse(textOf(await done)) as unknown;
    };
    expect(await said({})).toEqual({ action: 'accept', content: { name: 'x' } });
    expect(await said({ applyDefaults: true })).toEqual({ action: 'accept', content: { name: 'x', backup: true } });
  });

  describe('with a server in a separate process', () => {
    const deploy = (client: Client) => client.callTool({ name: 'deploy' }, undefined, NO_TIMEOUT);

    it('sends the answer on stdio and withdraws the question when the server exits [answered] [aborted]', async () => {
      const script = new URL('./servers/mcp.mjs', import.meta.url).pathname;
      const transport = new StdioClientTransport({ command: process.execPath, args: [script] });
      const broker = createAskUserBroker();
      const client = clientOf();
      answerElicitation(client, SCHEMAS, { broker, conversationId, asker: 'Deployer' });
      await client.connect(transport);
      const done = deploy(client);
      await answerIt(broker, { selected: [1] }, { selected: [0, 2] }, { selected: [], custom: 'bakery.example' });
      expect(textOf(await done)).toBe('SQLite, Auth and Mail, bakery.example');
      const lost = outcome(deploy(client));
      const [shown] = await asked(broker);
      process.kill(transport.pid!, 'SIGKILL');
      expect(await lost).toContain('Connection closed');
      expect(await endOf(broker, shown!.requestId)).toMatchObject({ status: 'aborted' });
    });

    it('detects a lost server over HTTP and ends its call and question [trap]', async () => {
      const broker = createAskUserBroker();
      const alone = createAskUserBroker();
      const server = await startServer('mcp.mjs', 'http');
      closing.push(server.kill);
      const calls = await Promise.all(
        [
          { broker, heartbeatMs: 20 },
          { broker: alone, heartbeatMs: Infinity },
        ].map(async (options) => {
          const client = clientOf();
          closing.push(() => client.close());
          answerElicitation(client, SCHEMAS, { conversationId, asker: 'Deployer', ...options });
          await client.connect(new StreamableHTTPClientTransport(server.url));
          return { client, done: outcome(deploy(client)) };
        }),
      );
      const [[shown], [other]] = await Promise.all([asked(broker), asked(alone)]);
      await server.kill();
      expect(await calls[0]!.done).toContain('Connection closed');
      expect(await endOf(broker, shown!.requestId)).toMatchObject({ status: 'aborted' });
      // The SDK alone does not detect it.
      await expect(calls[1]!.client.ping()).rejects.toThrow('fetch failed');
      expect((await alone.get(other!.requestId))?.state).toBe('awaiting_user_response');
      const replies = repliesTo(other!, { selected: [0] }, { selected: [0] }, { selected: [], custom: 'x' });
      expect(await alone.answer(other!.requestId, replies)).toEqual({ ok: true });
      expect(await Promise.race([calls[1]!.done, calls[1]!.client.ping().catch(() => 'open')])).toBe('open');
    });
  });

  describe('over Streamable HTTP', () => {
    /** A server without a separate stream for its questions: only calls have a stream. */
    async function overHttp(ask: (server: McpServer, extra: object) => Promise<object>, requestInit: RequestInit = {}) {
      const server = new McpServer({ name: 'setup', version: '1.0.0' });
      server.registerTool('setup', {}, async (extra) => ({
        content: [{ type: 'text', text: JSON.stringify(await ask(server, extra)) }],
      }));
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => crypto.randomUUID() });
      await server.connect(transport as never);
      const http = createTestServer((request, response) => {
        if (request.method === 'GET') response.writeHead(405).end();
        else void transport.handleRequest(request, response);
      }).listen(0, '127.0.0.1');
      await once(http, 'listening');
      closing.push(() => (http.closeAllConnections(), http.close()));
      const broker = createAskUserBroker();
      const client = clientOf();
      answerElicitation(client, SCHEMAS, { broker, conversationId, asker: 'Setup' });
      const { port } = http.address() as AddressInfo;
      const url = new URL(`http://127.0.0.1:${port}`);
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit }) as never);
      closing.push(() => client.close());
      return { broker, client, call: () => client.callTool({ name: 'setup' }, undefined, NO_TIMEOUT) };
    }

    it('sends a question on the stream of its call [answered] [trap]', async () => {
      const { broker, call } = await overHttp((server, extra) => createElicitationTransport(server, extra).ask(SETUP));
      const done = call();
      await answerIt(broker, { selected: [0] }, { selected: [1] }, { selected: [], custom: 'x' });
      expect(JSON.parse(textOf(await done))).toMatchObject({
        status: 'answered',
        answers: [{ answer: 'Postgres' }, {}, {}],
      });
    });

    it('loses a question without the call’s id [trap]', async () => {
      const { broker, call } = await overHttp((server) =>
        createElicitationTransport(server).ask(SETUP, { timeoutMs: 200 }),
      );
      const shown = vi.fn();
      broker.subscribe(shown);
      expect(JSON.parse(textOf(await call()))).toEqual({ status: 'timedOut' });
      expect(shown).not.toHaveBeenCalled();
    });

    it('does not detect a client that disappears, so a limit ends the question', async () => {
      const results: unknown[] = [];
      const { broker, client, call } = await overHttp(async (server, extra) => {
        const result = await createElicitationTransport(server, extra).ask(SETUP, { timeoutMs: 200 });
        results.push(result);
        return result;
      });
      const done = outcome(call());
      const [shown] = await asked(broker);
      await client.close();
      expect(await done).toContain('Connection closed');
      expect(await endOf(broker, shown!.requestId)).toMatchObject({ status: 'aborted' });
      await expect.poll(() => results).toEqual([{ status: 'timedOut' }]);
    });

    it('keeps a silent stream open, while `fetch` alone closes it and loses the answer [trap]', async () => {
      // Node's default with one second instead of five minutes.
      const { constructor: Agent } = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1')) as {
        constructor: new (options: object) => object;
      };
      const hasty = () => ({ dispatcher: new Agent({ bodyTimeout: 1_000 }) }) as RequestInit;
      const ask = (keepAliveMs: number) => (server: McpServer, extra: object) =>
        createElicitationTransport(server, extra, { keepAliveMs }).ask(SETUP);
      const [kept, alone] = await Promise.all([overHttp(ask(200), hasty()), overHttp(ask(Infinity), hasty())]);
      const dropped = new Promise<Error>((resolve) => (alone.client.onerror = resolve));
      const keptOne = vi.fn();
      kept.client.onerror = keptOne;
      const done = [kept.call(), alone.call()] as const;
      done[1].catch(() => undefined);
      await Promise.all([asked(kept.broker), asked(alone.broker)]);
      expect((await dropped).message).toContain('terminated');
      for (const { broker } of [kept, alone]) {
        await answerIt(broker, { selected: [0] }, { selected: [1] }, { selected: [], custom: 'x' });
      }
      expect(JSON.parse(textOf(await done[0]))).toMatchObject({ status: 'answered' });
      expect(keptOne).not.toHaveBeenCalled();
      // The server has received the answer in the meantime, and the client has not.
      await alone.client.ping();
      expect(await Promise.race([done[1], alone.client.ping().then(() => 'open')])).toBe('open');
    });
  });
});
