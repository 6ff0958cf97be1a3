import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as InMemoryTransportV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { CancelledNotificationSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import {
  Client,
  InMemoryTransport,
  StreamableHTTPClientTransport,
  type ClientOptions,
} from '@modelcontextprotocol/client';
import { createMcpHandler, inputRequired, McpServer, type ServerOptions } from '@modelcontextprotocol/server';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseRequest, type AskUserRequest } from 'react-ask-user/core';
import { askUserQuestion } from 'react-ask-user/dialects';
import { createAskUserBroker } from 'react-ask-user/server';
import { createMemoryStore } from 'react-ask-user/store';
import { answerElicitation as answerElicitationV1, elicitationRequestOptions } from 'react-ask-user/mcp';
import {
  answerElicitation,
  requestInput,
  callToolWithElicitation,
  mcpAskTool,
  type RequestInputOptions,
  type PendingCall,
} from 'react-ask-user/mcp/v2';
import { outcome, retold, SETUP, textOf } from './helpers/mcp.js';
import { answerIt, asked, inConversation, repliesTo } from './helpers/person.js';
import { startProgram, startServer } from './helpers/processes.js';
import { buildProgram } from './helpers/program.js';

const NO_TIMEOUT = elicitationRequestOptions();

const conversationId = 'c';
const FORMS = { elicitation: { form: {} } };
const PINNED = { mode: { pin: '2026-07-28' } } as const;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0).reverse()) await close();
});

function confirm(question: string): AskUserRequest {
  const parsed = parseRequest([{ question, options: ['Yes', 'No'] }]);
  if (!parsed.ok) throw new Error('no request');
  return parsed.value;
}
type Asked = [request: AskUserRequest, options?: RequestInputOptions];

const [STAGE, DROP] = [confirm('Deploy to staging?'), confirm('Drop the database?')];

/** Questions that tools ask one after the other, with their keys. */
const IN_TURN: Readonly<Record<string, readonly [Asked, Asked]>> = {
  unnamed: [[STAGE], [DROP]],
  named: [
    [STAGE, { key: 'one' }],
    [STAGE, { key: 'two' }],
  ],
  mixed: [
    [STAGE, { key: 'one' }],
    [DROP, { key: 'one' }],
  ],
};

/** A server with this package, which stores nothing. The users of these tests decline at once. */
function setupServer(
  options: ServerOptions = {},
  human: Parameters<typeof mcpAskTool>[0] = { minHumanMs: 0 },
): McpServer {
  const server = new McpServer({ name: 'setup', version: '1.0.0' }, options);
  server.registerTool('setup', {}, (ctx) => {
    const { pending, result } = requestInput(ctx, SETUP, human);
    return pending ?? retold(result);
  });
  for (const [name, [one, other]] of Object.entries(IN_TURN)) {
    server.registerTool(name, {}, (ctx) => {
      const known = ctx.mcpReq.requestState<string>();
      const first = known === undefined ? requestInput(ctx, ...one) : undefined;
      if (first?.pending) return first.pending;
      const requestState = known ?? textOf(retold(first!.result));
      const { pending, result } = requestInput(ctx, other[0], { ...other[1], requestState });
      return pending ?? { content: [{ type: 'text', text: `${requestState}; ${textOf(retold(result))}` }] };
    });
  }
  server.registerTool(...mcpAskTool(human));
  server.registerTool(...mcpAskTool({ ...human, tool: askUserQuestion.tool }));
  return server;
}

const clientOf = (options: ClientOptions = {}) =>
  new Client({ name: 'host', version: '1.0.0' }, { capabilities: FORMS, ...options });

/** A 2026-07-28 client. Each of its requests is a separate HTTP request. */
async function modern(client = clientOf({ versionNegotiation: PINNED }), make = setupServer): Promise<Client> {
  const handler = createMcpHandler(() => make());
  const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
  await client.connect(new StreamableHTTPClientTransport(new URL('http://setup.test/mcp'), { fetch }));
  closing.push(() => client.close());
  return client;
}

/** A 2025-11-25 client on a persistent connection. */
async function legacy(client = clientOf(), server = setupServer()): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  closing.push(() => client.close());
  return client;
}

function answering(client: Client, options: Partial<Parameters<typeof answerElicitation>[1]> = {}) {
  const broker = createAskUserBroker();
  answerElicitation(client, { broker, conversationId, asker: 'Setup', ...options });
  return { broker, call: (o = {}) => client.callTool({ name: 'setup' }, { ...NO_TIMEOUT, ...o }) };
}

const REPLIES = [{ selected: [1] }, { selected: [0, 2] }, { selected: [], custom: 'Zoë’s “one”' }] as const;

describe('stack: mcp-v2', () => {
  describe.each([
    ['2026-07-28', modern],
    ['2025-11-25', legacy],
  ])('%s', (version, connect) => {
    it('gives the server’s tool single and multi-select options and text [answered] [R-RESULT]', async () => {
      const client = await connect();
      const { broker, call } = answering(client);
      const done = call();
      const shown = await answerIt(broker, ...REPLIES);
      expect(textOf(await done)).toBe('answered: SQLite, Auth + Mail, Zoë’s “one”');
      expect(shown.asker).toBe('Setup');
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
    });

    it('supports Other instead of an option and next to several options [answered] [R-OTHER]', async () => {
      const { broker, call } = answering(await connect());
      const done = call();
      await answerIt(
        broker,
        { selected: [], custom: 'Cockroach, "DB"' },
        { selected: [1], custom: 'Billing' },
        { selected: [], custom: 'x' },
      );
      expect(textOf(await done)).toBe('answered: Cockroach, "DB", Search + Billing, x');
    });

    it('distinguishes a decline and a cancellation and always offers both [declined] [cancelled]', async () => {
      const { broker, call } = answering(await connect());
      for (const [end, status] of [
        ['decline', 'declined'],
        ['cancel', 'cancelled'],
      ] as const) {
        const done = call();
        const [shown] = await asked(broker);
        expect((await broker.pending())[0]?.allow?.decline).toBe(true);
        await broker[end](shown!.requestId);
        expect(JSON.parse(textOf(await done))).toEqual({ status });
      }
    });

    it('sends `cancel` for a chat message, with the status for servers that read it [cancelled]', async () => {
      const { broker, call } = answering(await connect());
      const done = call();
      await asked(broker);
      await broker.supersede(conversationId, 'the user wrote a message');
      // Since 2026-07-28 a response contains only the action.
      expect(JSON.parse(textOf(await done))).toEqual(
        version === '2025-11-25'
          ? { status: 'superseded', reason: 'the user wrote a message' }
          : { status: 'cancelled' },
      );
    });

    it('withdraws the question of an aborted call, including the first of a connection [aborted] [R-PAUSE]', async () => {
      const { broker, call } = answering(await connect());
      const run = new AbortController();
      const done = outcome(call({ signal: run.signal }));
      const [shown] = await asked(broker);
      run.abort('stopped');
      expect(await done).toContain('rejected');
      await expect.poll(async () => (await broker.get(shown!.requestId))?.settlement?.result.status).toBe('aborted');
    });

    it('withdraws the question of a closed client [aborted] [trap]', async () => {
      const client = clientOf(version === '2025-11-25' ? {} : { versionNegotiation: PINNED });
      const own = vi.fn();
      client.onclose = own;
      const { broker, call } = answering(client);
      await connect(client);
      const done = outcome(call());
      const [shown] = await asked(broker);
      await client.close();
      expect(await done).toMatch(/rejected: .*(closed|withdrawn)/);
      await expect.poll(async () => (await broker.get(shown!.requestId))?.settlement?.result.status).toBe('aborted');
      expect(own).toHaveBeenCalledOnce();
    });

    it('answers two simultaneous calls separately [two]', async () => {
      const { broker, call } = answering(await connect());
      const done = [call(), call()];
      for (const [i, request] of (await asked(broker, 2)).entries()) {
        const replies = repliesTo(request, { selected: [0] }, { selected: [i] }, { selected: [], custom: `no ${i}` });
        expect(await broker.answer(request.requestId, replies)).toEqual({ ok: true });
      }
      const texts = (await Promise.all(done)).map(textOf);
      expect(new Set(texts)).toEqual(new Set(['answered: Postgres, Auth, no 0', 'answered: Postgres, Search, no 1']));
    });

    it('answers two consecutive questions of one call separately [two] [R-NOPHANTOM]', async () => {
      const client = await connect();
      const { broker } = answering(client);
      const done = client.callTool({ name: 'unnamed' }, NO_TIMEOUT);
      await answerIt(broker, { selected: [0] });
      const shown = await answerIt(broker, { selected: [1] });
      expect(shown.questions[0]?.question).toBe('Drop the database?');
      expect(textOf(await done)).toBe('answered: Yes; answered: No');
    });

    it('gives one form two keys and never answers another form under a key [two] [R-NOPHANTOM]', async () => {
      const client = await connect();
      const { broker } = answering(client);
      const twice = client.callTool({ name: 'named' }, NO_TIMEOUT);
      await answerIt(broker, { selected: [0] });
      await answerIt(broker, { selected: [1] });
      expect(textOf(await twice)).toBe('answered: Yes; answered: No');
      const mixed = client.callTool({ name: 'mixed' }, NO_TIMEOUT);
      await answerIt(broker, { selected: [0] });
      expect(textOf(await mixed)).toBe(
        'answered: Yes; {"status":"unavailable","reason":"The answer with the key \\"one\\" belongs to another form."}',
      );
    });

    it('does not send the host’s time limit as a cancellation [R-NOPHANTOM]', async () => {
      const { call } = answering(await connect(), { timeoutMs: 1 });
      const said = await outcome(call());
      // Since 2026-07-28 the client's call rejects, and the server receives nothing.
      expect(said).toMatch(
        version === '2026-07-28'
          ? /^rejected: The user did not answer in time/
          : /failed: The user did not answer in time/,
      );
    });

    it('asks a model’s call of the server’s ask tool [answered]', async () => {
      const client = await connect();
      const { broker } = answering(client);
      const { tools } = await client.listTools();
      expect(tools.find(({ name }) => name === 'ask_user')?.inputSchema.required).toEqual(['questions']);
      const options = [
        { label: 'Postgres', description: 'a server' },
        { label: 'SQLite', description: 'a file' },
      ];
      const questions = [{ question: 'Which database?', header: 'Database', multiSelect: false, options }];
      for (const [name, text] of [
        ['ask_user', /"answer":"SQLite"/],
        ['ask_user_question', /SQLite/],
      ] as const) {
        const done = client.callTool({ name, arguments: { questions } }, NO_TIMEOUT);
        await answerIt(broker, { selected: [1] });
        expect(textOf(await done)).toMatch(text);
      }
    });

    it('does not show an invalid call of a model [R-NOPHANTOM]', async () => {
      const client = await connect();
      const { broker } = answering(client);
      const result = await client.callTool({ name: 'ask_user_question', arguments: { questions: [] } }, NO_TIMEOUT);
      expect(result.isError).toBe(true);
      expect(await broker.pending()).toEqual([]);
    });

    it('sends an error instead of a cancellation if the host shuts down [R-NOPHANTOM]', async () => {
      const { broker, call } = answering(await connect());
      const done = outcome(call());
      await asked(broker);
      await broker.close();
      expect(await done).toMatch(/The question was withdrawn\. Nobody answered/);
    });

    it('reads a response that does not fit the form as unanswered [R-NOPHANTOM]', async () => {
      const client = await connect();
      client.setRequestHandler('elicitation/create', () => ({
        action: 'accept',
        content: { q1: 'Oracle', q2: ['Auth'], q3: 'x' },
      }));
      const result = JSON.parse(textOf(await client.callTool({ name: 'setup' }))) as object;
      expect(result).toMatchObject({
        status: 'unavailable',
        reason: expect.stringContaining('does not fit this form') as string,
      });
    });
  });

  describe.each([
    [
      '2026-07-28',
      (server: () => McpServer, client: ClientOptions) =>
        modern(clientOf({ ...client, versionNegotiation: PINNED }), server),
    ],
    ['2025-11-25', (server: () => McpServer, client: ClientOptions) => legacy(clientOf(client), server())],
  ] as const)('with a client of %s without a user', (_, connect) => {
    /** Returns the tool's text for a client that ends every form automatically, `ms` after it was asked. */
    async function headless(
      action: 'decline' | 'cancel',
      ms: number,
      human: Parameters<typeof mcpAskTool>[0] = {},
      name = 'setup',
    ) {
      let clock = 1_763_800_000_000.25;
      const client = await connect(() => setupServer({}, { now: () => clock, ...human }), {});
      client.setRequestHandler('elicitation/create', () => ((clock += ms), { action }));
      const questions = [{ question: 'Deploy?', options: [{ label: 'Yes' }, { label: 'No' }] }];
      return textOf(await client.callTool({ name, ...(name !== 'setup' && { arguments: { questions } }) }, NO_TIMEOUT));
    }

    it.each(['decline', 'cancel'] as const)(
      'settles as unavailable if the client ends a form automatically: %s [R-HUMAN]',
      async (action) => {
        const status = action === 'decline' ? 'declined' : 'cancelled';
        expect(JSON.parse(await headless(action, 37))).toEqual({
          status: 'unavailable',
          reason: `The client ${status} 37 ms after it was asked, before a user can have seen the question.`,
        });
        expect(JSON.parse(await headless(action, 299))).toMatchObject({ status: 'unavailable' });
        expect(JSON.parse(await headless(action, 300))).toEqual({ status });
        expect(JSON.parse(await headless(action, 0, { minHumanMs: 0 }))).toEqual({ status });
        expect(JSON.parse(await headless(action, 0, { now: undefined }))).toMatchObject({ status: 'unavailable' });
      },
    );

    it('gives a model’s call the reason or the fallback’s result [R-HUMAN]', async () => {
      expect(await headless('cancel', 5, {}, 'ask_user')).toContain('The question could not be shown to the user.');
      const fallback = createAskUserBroker();
      const done = headless('cancel', 5, { fallback: inConversation(fallback) }, 'ask_user');
      await answerIt(fallback, { selected: [1] });
      expect(JSON.parse(await done)).toMatchObject({ answered: true, answers: [{ answer: 'No' }] });
    });
  });

  describe('with the time in the key of a question', () => {
    const askedAt = (now: number, options: RequestInputOptions = {}) => {
      const { pending } = requestInput({ mcpReq: {} }, STAGE, { ...options, now: () => now });
      return Object.keys(pending!.inputRequests)[0]!;
    };
    const read = (responses: Record<string, unknown>, now: number, options: RequestInputOptions = {}) =>
      requestInput({ mcpReq: { inputResponses: responses } }, STAGE, { ...options, now: () => now });

    it('lets a decline count if the clocks of two processes differ [R-HUMAN]', () => {
      const key = askedAt(5_000);
      expect(read({ [key]: { action: 'decline' } }, 5_100).result).toMatchObject({ status: 'unavailable' });
      expect(read({ [key]: { action: 'decline' } }, 4_999).result).toEqual({ status: 'declined' });
    });

    it('reads the last of two answers to one form and asks again for a key without a time [R-HUMAN]', () => {
      const [first, second] = [askedAt(1_000), askedAt(9_000)];
      const responses = { [first]: { action: 'cancel' }, [second]: { action: 'decline' } };
      expect(read(responses, 10_000).result).toEqual({ status: 'declined' });
      expect(read({ [first.split('@')[0]!]: { action: 'cancel' } }, 9_000).pending).toBeDefined();
    });

    it('throws for an invalid time [R-HUMAN]', () => {
      expect(() => requestInput({ mcpReq: {} }, STAGE, { minHumanMs: -1 })).toThrow(/`minHumanMs` is -1/);
      expect(() => mcpAskTool({ minHumanMs: Number.NaN })).toThrow(/`minHumanMs` is NaN/);
    });
  });

  describe('a client without forms', () => {
    const bare = () => clientOf({ capabilities: {}, versionNegotiation: PINNED });

    it('is unavailable to a tool with this package [trap] [R-NOPHANTOM]', async () => {
      const client = await modern(bare());
      expect(JSON.parse(textOf(await client.callTool({ name: 'setup' })))).toEqual({
        status: 'unavailable',
        reason: 'The client of this server does not support forms.',
      });
    });

    it('fails the call with the SDK alone [trap]', async () => {
      const client = await modern(bare(), () => {
        const server = new McpServer({ name: 'setup', version: '1.0.0' });
        const question = inputRequired.elicit({ message: 'm', requestedSchema: { type: 'object', properties: {} } });
        server.registerTool('setup', {}, () => inputRequired({ inputRequests: { question } }));
        return server;
      });
      expect(await outcome(client.callTool({ name: 'setup' }))).toMatch(
        /rejected: .*do not declare the required capability/,
      );
    });
  });

  it('reports that a server without connections cannot ask a 2025 client [R-NOPHANTOM]', async () => {
    const client = await modern(clientOf());
    const { broker, call } = answering(client);
    expect(textOf(await call())).toContain('cannot receive server-to-client requests');
    expect(await broker.pending()).toEqual([]);
  });

  describe('with a slow user', () => {
    const HOUR = 3_600_000;

    async function slow(client: Client, options: object): Promise<string> {
      const { broker, call } = answering(client, { heartbeatMs: Infinity });
      vi.useFakeTimers();
      const done = outcome(options === NO_TIMEOUT ? call() : client.callTool({ name: 'setup' }, options));
      const [shown] = await asked(broker);
      await vi.advanceTimersByTimeAsync(HOUR);
      if ((await broker.pending()).length > 0) await broker.answer(shown!.requestId, repliesTo(shown!, ...REPLIES));
      return done;
    }
    const SAID = 'answered: SQLite, Auth + Mail, Zoë’s “one”';

    it('does not count the user’s time since 2026-07-28', async () => {
      expect(await slow(await modern(), {})).toBe(SAID);
    });

    it('needs `PATIENT` on both sides with 2025 clients [trap] [answered]', async () => {
      const server = setupServer({ inputRequired: { roundTimeoutMs: NO_TIMEOUT.timeout } });
      expect(await slow(await legacy(clientOf(), server), NO_TIMEOUT)).toBe(SAID);
    });

    it('has no timeout in `callAsking` with a 2025 server [answered]', async () => {
      const server = setupServer({ inputRequired: { roundTimeoutMs: NO_TIMEOUT.timeout } });
      const client = await legacy(clientOf({ inputRequired: { autoFulfill: false } }), server);
      const { broker } = answering(client, { heartbeatMs: Infinity });
      vi.useFakeTimers();
      const via = { broker, conversationId, asker: 'Setup' };
      const done = outcome(callToolWithElicitation(client, { id: 'call-1', name: 'setup' }, via));
      await asked(broker);
      await vi.advanceTimersByTimeAsync(HOUR);
      await answerIt(broker, ...REPLIES);
      expect(await done).toBe(SAID);
    });

    it('ends the call after one minute and the question after ten without `PATIENT` [trap]', async () => {
      expect(await slow(await legacy(), {})).toMatch(/rejected: Request timed out/);
      vi.useRealTimers();
      expect(await slow(await legacy(), NO_TIMEOUT)).toMatch(/failed: Request timed out/);
    });
  });

  it('leaves the question of a closed client open since 2026-07-28 without this package [trap]', async () => {
    const client = await modern();
    let signal: AbortSignal | undefined;
    client.setRequestHandler('elicitation/create', (_request, ctx) => {
      ({ signal } = ctx.mcpReq);
      return new Promise(() => undefined);
    });
    void outcome(client.callTool({ name: 'setup' }));
    await expect.poll(() => signal).toBeDefined();
    await client.close();
    expect(signal?.aborted).toBe(false);
  });

  it('asks for an SDK 2 server through an SDK 1 client [answered]', async () => {
    const client = new ClientV1({ name: 'host', version: '1.0.0' }, { capabilities: FORMS });
    const broker = createAskUserBroker();
    const schemas = { ElicitRequestSchema, CancelledNotificationSchema };
    answerElicitationV1(client, schemas, { broker, conversationId, asker: 'Setup' });
    const [ours, theirs] = InMemoryTransportV1.createLinkedPair();
    await Promise.all([setupServer().connect(theirs as never), client.connect(ours)]);
    closing.push(() => client.close());
    const done = client.callTool({ name: 'setup' }, undefined, NO_TIMEOUT);
    await answerIt(broker, ...REPLIES);
    expect(textOf(await done)).toBe('answered: SQLite, Auth + Mail, Zoë’s “one”');
  });

  describe('with a stored call', () => {
    const call = { id: 'call-1', name: 'deploy', arguments: { shop: 'bakery' } };

    async function clientOn(url: URL): Promise<Client> {
      const client = clientOf({ versionNegotiation: PINNED, inputRequired: { autoFulfill: false } });
      await client.connect(new StreamableHTTPClientTransport(url));
      closing.push(() => client.close());
      return client;
    }
    let b: Awaited<ReturnType<typeof startServer>>;
    beforeAll(async () => (b = await startServer('mcp-v2.mjs', 'B')));
    afterAll(() => b.kill());

    it('continues after the processes of the server and the host have ended [reload] [answered]', async () => {
      const program = await buildProgram(new URL('./helpers/mcp-host.ts', import.meta.url));
      const a = await startServer('mcp-v2.mjs', 'A');
      closing.push(program.remove, a.kill);
      const host = startProgram(program.path, String(a.url));
      closing.push(host.kill);
      const kept = JSON.stringify(await host.told('pending'));
      expect(await host.told('asked')).toEqual(['Which database?']);
      await Promise.all([host.kill(), a.kill()]);

      const other = startProgram(program.path, String(b.url), kept);
      closing.push(other.kill);
      expect(await other.told('asked')).toEqual(['Which database?']);
      other.tell({ selected: [1] });
      expect(await other.told('pending')).toMatchObject({ id: 'call-1', round: 2 });
      expect(await other.told('asked')).toEqual(['Which name?']);
      other.tell({ selected: [], custom: 'Zoë’s “one”' });
      expect(textOf((await other.told('result')) as object)).toBe('bakery: SQLite called Zoë’s “one”, asked by A');
    });

    it('attaches a repeated call to its question or answer [reload]', async () => {
      const { url } = b;
      const store = createMemoryStore();
      const via = { conversationId, asker: 'Deployer' };
      const first = createAskUserBroker({ store });
      void outcome(callToolWithElicitation(await clientOn(url), call, { ...via, broker: first }));
      await answerIt(first, { selected: [0] });
      await expect.poll(async () => (await first.pending())[0]?.request.requestId).toBe('call-1/2');
      const second = createAskUserBroker({ store });
      const done = callToolWithElicitation(await clientOn(url), call, { ...via, broker: second });
      await answerIt(second, { selected: [], custom: 'two' });
      expect(textOf(await done)).toBe('bakery: Postgres called two, asked by B');
    });

    it('attaches a repeated call to its question that was asked at another time [reload] [R-HUMAN]', async () => {
      const broker = createAskUserBroker();
      let clock = 1_000;
      const make = () => setupServer({}, { now: () => (clock += 1_000) });
      const client = () =>
        modern(clientOf({ versionNegotiation: PINNED, inputRequired: { autoFulfill: false } }), make);
      const via = { broker, conversationId, asker: 'Setup' };
      const first = callToolWithElicitation(await client(), { id: 'again', name: 'setup' }, via);
      const [shown] = await asked(broker);
      const second = callToolWithElicitation(await client(), { id: 'again', name: 'setup' }, via);
      await expect.poll(() => clock).toBe(3_000);
      await answerIt(broker, ...REPLIES);
      const told = 'answered: SQLite, Auth + Mail, Zoë’s “one”';
      expect([textOf(await first), textOf(await second)]).toEqual([told, told]);
      expect(shown!.questions[0]!.id).toMatch(/^questions-[0-9a-f]{16}\/q1$/);
    });

    it('sends a decline and a cancellation to the tool, which continues [declined] [cancelled]', async () => {
      const { url } = b;
      const broker = createAskUserBroker();
      for (const [end, said] of [
        ['decline', 'decline'],
        ['cancel', 'cancel'],
      ] as const) {
        const id = `call-${end}`;
        const done = callToolWithElicitation(
          await clientOn(url),
          { ...call, id },
          { broker, conversationId, asker: 'Deployer' },
        );
        await asked(broker);
        await broker[end](id);
        expect(textOf(await done)).toBe(`bakery: ${said}, asked by B`);
      }
    });

    describe('with a server that is still working', () => {
      const later = () => inputRequired({ requestState: 'later' });

      /** `busy` is ready after this many calls, `asks` asks in the second call, `endless` always asks. */
      async function working(after: number, autoFulfill = false) {
        let calls = 0;
        const capabilities = { ...FORMS, sampling: {} };
        const options = { capabilities, versionNegotiation: PINNED, inputRequired: { autoFulfill } };
        const client = await modern(clientOf(options), () => {
          const server = setupServer();
          server.registerTool('busy', {}, ({ mcpReq }) =>
            ++calls > after && mcpReq.requestState() === 'later'
              ? { content: [{ type: 'text', text: 'done' }] }
              : later(),
          );
          server.registerTool('asks', {}, (ctx) => {
            if (++calls === 1) return later();
            const { pending, result } = requestInput(ctx, STAGE);
            return pending ?? retold(result);
          });
          server.registerTool('endless', {}, () => requestInput({ mcpReq: {} }, STAGE).pending!);
          server.registerTool('sampling', {}, () =>
            inputRequired({ inputRequests: { s: inputRequired.createMessage({ messages: [], maxTokens: 1 }) } }),
          );
          return server;
        });
        const broker = createAskUserBroker();
        const called = (name: string, more: { signal?: AbortSignal; onPending?: (one: PendingCall) => void } = {}) =>
          outcome(
            callToolWithElicitation(
              client,
              { id: name, name },
              { broker, conversationId, asker: 'Setup', maxRounds: 1, ...more },
            ),
          );
        return { broker, client, called, calls: () => calls };
      }

      it('repeats the call at growing intervals without counting rounds [trap]', async () => {
        const { called, calls } = await working(40);
        const rounds = new Set<number>();
        vi.useFakeTimers();
        const done = called('busy', { onPending: ({ round }) => void rounds.add(round) });
        await vi.advanceTimersByTimeAsync(250 + 500 + 1_000 + 2_000 + 4_000);
        expect(calls()).toBe(6);
        await vi.advanceTimersByTimeAsync(200_000);
        expect(await done).toBe('done');
        expect(rounds).toEqual(new Set([0]));
      });

      it('counts a question after a wait as the first round [answered]', async () => {
        const { broker, called } = await working(0);
        const done = called('asks');
        expect((await answerIt(broker, { selected: [1] })).requestId).toBe('asks');
        expect(await done).toBe('answered: No');
      });

      it('counts each wait and fails after ten with the SDK alone [trap]', async () => {
        const { client, calls } = await working(40, true);
        vi.useFakeTimers();
        const done = outcome(client.callTool({ name: 'busy' }));
        await vi.advanceTimersByTimeAsync(200_000);
        expect(await done).toMatch(/rejected: .*still required input after 10 rounds/);
        expect(calls()).toBe(11);
      });

      it('ends the wait at once with the run [aborted] [trap]', async () => {
        const { called, calls } = await working(Infinity);
        const run = new AbortController();
        vi.useFakeTimers();
        const done = called('busy', { signal: run.signal });
        await vi.advanceTimersByTimeAsync(20_000);
        const before = calls();
        const timers = vi.getTimerCount();
        run.abort(new Error('stopped'));
        // At once, since Node’s `fetch` can set timers for idle connections of earlier tests.
        expect(vi.getTimerCount()).toBe(timers - 1);
        expect(await done).toBe('rejected: stopped');
        await vi.advanceTimersByTimeAsync(20_000);
        expect(calls()).toBe(before);
      });

      it('rejects for a server that asks forever or for other input', async () => {
        const { broker, called } = await working(0);
        const done = called('endless');
        await answerIt(broker, { selected: [0] });
        expect(await done).toBe('rejected: The tool endless still asks after 1 rounds. Set `maxRounds` to allow more.');
        expect(await called('sampling')).toMatch(/rejected: The question was not asked.*Answer it in the client/s);
      });
    });

    it('sends nothing to the server for a question that the user did not settle [aborted] [R-NOPHANTOM]', async () => {
      const { url } = b;
      const broker = createAskUserBroker();
      const run = new AbortController();
      const client = await clientOn(url);
      const calls = vi.spyOn(client, 'callTool');
      const via = { broker, conversationId, asker: 'Deployer', signal: run.signal };
      const stopped = outcome(callToolWithElicitation(client, call, via));
      await asked(broker);
      run.abort('stopped');
      expect(await stopped).toMatch(/rejected: The question was withdrawn.* Reason: "stopped"/);
      expect((await broker.get('call-1'))?.settlement?.result).toEqual({ status: 'aborted', reason: 'stopped' });
      expect(calls).toHaveBeenCalledOnce();
    });
  });
});
