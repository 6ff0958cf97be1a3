import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAskUserBroker } from 'react-ask-user/server';
import { createPostgresStore } from 'react-ask-user/postgres';
import { findPostgres } from '../../scripts/lib/databases.mjs';
import { isSkipped, lacking } from '../servers/database-server.js';
import { useFollowedRun } from './helpers/followed-run.js';
import { PROVIDERS, serveProvider } from './helpers/loop-providers.js';
import { answerIt } from './helpers/person.js';
import { ONE } from './helpers/questions.js';

const LONG = 60_000;
const found = findPostgres();
const [anthropic] = PROVIDERS;
const CALLS = anthropic!.calls([{ id: 'call_1', input: ONE }]);

interface Chat {
  messages: { content: string | { text?: string }[] }[];
  done: boolean;
}

/** A browser of one user, which keeps its cookie when the server restarts at another address. */
function createBrowser(cookie = '') {
  const send = (url: string, path: string, init?: RequestInit) =>
    fetch(url + path, { ...init, headers: { 'content-type': 'application/json', cookie } });
  return {
    async open(url: string): Promise<Chat> {
      const response = await send(url, '/chat');
      const header = response.headers.get('set-cookie');
      if (header) expect(header).toMatch(/^session=[\da-f-]{36}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      cookie = header?.split(';')[0] ?? cookie;
      return (await response.json()) as Chat;
    },
    cookie: () => cookie,
    say: async (url: string, body: string) => (await send(url, '/chat', { method: 'POST', body })).status,
    async pending(url: string): Promise<number | string[]> {
      const response = await send(url, '/ask-user/requests');
      if (!response.ok) return response.status;
      const { requests } = (await response.json()) as { requests: { request: { requestId: string } }[] };
      return requests.map(({ request }) => request.requestId);
    },
    async answer(url: string, requestId: string, selected: number): Promise<number> {
      const body = JSON.stringify({ replies: [{ questionId: 'q1', selected: [selected] }] });
      const path = `/ask-user/requests/${encodeURIComponent(requestId)}/answer`;
      return (await send(url, path, { method: 'POST', body })).status;
    },
  };
}

describe.skipIf(isSkipped(found))(`the server of the guide${lacking(found, 'PostgreSQL')}`, () => {
  const { start, getPool } = useFollowedRun(
    new URL('./helpers/agent-server-child.ts', import.meta.url),
    (at) => new pg.Pool(at),
  );

  async function serve(modelUrl: string) {
    const node = start({ runId: '', model: { url: modelUrl, folder: '' } });
    return { url: String(await node.told('value')), kill: node.kill };
  }

  /** Starts a server and a chat whose model asks twice under the same id. */
  async function startChat() {
    const api = await serveProvider(anthropic!, [CALLS, CALLS, anthropic!.text('Deployed.')]);
    onTestFinished(api.close);
    const server = await serve(api.url);
    const ana = createBrowser();
    expect(await ana.open(server.url)).toEqual({ messages: [], done: true });
    expect(await ana.say(server.url, 'Deploy it.')).toBe(202);
    await expect.poll(() => ana.pending(server.url)).toHaveLength(1);
    const [requestId] = (await ana.pending(server.url)) as string[];
    const [conversationId, ...call] = requestId!.split('/');
    expect(call).toEqual(['1', 'call_1']);
    return { api, server, ana, ids: [requestId!, `${conversationId}/3/call_1`] as const };
  }

  /** Answers the second question, and waits for the end of the chat. */
  async function finish(url: string, { api, ana, ids }: Awaited<ReturnType<typeof startChat>>) {
    // The model repeats the id of its call in the next message. This is another question.
    await expect.poll(() => ana.pending(url)).toEqual([ids[1]]);
    expect(api.bodies).toHaveLength(2);
    expect(anthropic!.outputs(api.bodies[1]!)).toMatchObject([{ id: 'call_1', text: expect.stringContaining('"No"') }]);
    expect(await ana.answer(url, ids[1], 0)).toBe(200);
    await expect.poll(async () => (await ana.open(url)).done).toBe(true);
    expect((await ana.open(url)).messages.at(-1)?.content).toEqual([{ type: 'text', text: 'Deployed.' }]);
    expect(api.bodies).toHaveLength(3);
  }

  it(
    'asks the user once and calls the model once more if it is killed while the question is pending [R-DURABLE]',
    async () => {
      const chat = await startChat();
      const { api, server, ana, ids } = chat;
      await server.kill();
      const second = await serve(api.url);
      await expect.poll(() => ana.pending(second.url)).toEqual([ids[0]]);
      expect(await ana.answer(second.url, ids[0], 1)).toBe(200);
      await finish(second.url, chat);
      await second.kill();

      const third = await serve(api.url);
      expect((await ana.open(third.url)).done).toBe(true);
      expect(await ana.pending(third.url)).toEqual([]);
      expect(api.bodies).toHaveLength(3);
    },
    LONG,
  );

  it(
    'gives the model a message that the user writes while a question is pending',
    async () => {
      const chat = await startChat();
      const { api, server, ana, ids } = chat;
      expect(await ana.say(server.url, 'Stop, and explain.')).toBe(202);
      await expect.poll(() => ana.pending(server.url)).toEqual([ids[1]]);
      expect(anthropic!.outputs(api.bodies[1]!)).toMatchObject([
        { id: 'call_1', text: expect.stringMatching(/superseded.*The user wrote: Stop, and explain\./) },
      ]);
      expect(await ana.answer(server.url, ids[1], 0)).toBe(200);
      await expect.poll(async () => (await ana.open(server.url)).done).toBe(true);
    },
    LONG,
  );

  it(
    'continues with an answer that came while no server was running [R-DURABLE]',
    async () => {
      const chat = await startChat();
      await chat.server.kill();
      const broker = createAskUserBroker({ store: createPostgresStore({ pool: getPool() }) });
      onTestFinished(() => broker.close());
      await answerIt(broker, { selected: [1] });
      await finish((await serve(chat.api.url)).url, chat);
    },
    LONG,
  );

  it(
    'shows a question only to the session that it belongs to, and never takes an id that a client chose [R-AUTH]',
    async () => {
      const chat = await startChat();
      const { server, ana, ids } = chat;
      const [conversationId] = ids[0].split('/');
      expect(await createBrowser().pending(server.url)).toBe(401);
      expect(await createBrowser().say(server.url, 'Deploy it.')).toBe(401);
      expect(await createBrowser(`session=${conversationId}`).pending(server.url)).toBe(401);
      expect(await createBrowser(`${ana.cookie()}x`).pending(server.url)).toBe(401);
      const ben = createBrowser('session=planted');
      expect(await ben.open(server.url)).toEqual({ messages: [], done: true });
      const cookie = ben.cookie();
      expect(cookie).not.toContain('planted');
      await ben.open(server.url);
      expect(ben.cookie()).toBe(cookie);
      expect(await ben.pending(server.url)).toEqual([]);
      expect(await ben.answer(server.url, ids[0], 0)).toBe(404);
      expect(await ana.answer(server.url, ids[0], 1)).toBe(200);
      await finish(server.url, chat);
    },
    LONG,
  );
});
