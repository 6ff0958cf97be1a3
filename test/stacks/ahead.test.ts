import Anthropic from '@anthropic-ai/sdk';
import { MockLanguageModelV3 } from 'ai/test';
import { simulateReadableStream, type UIMessage } from 'ai';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createAskUserBroker } from 'react-ask-user/server';
import { createPostgresStore } from 'react-ask-user/postgres';
import { findPostgres } from '../../scripts/lib/databases.mjs';
import { createPostgresFor, isSkipped, lacking, postgresAt, type Server } from '../servers/database-server.js';
import { respond } from './loops/ahead-ai-sdk.js';
import { say } from './loops/ahead.js';
import { createInbox } from './loops/inbox.js';
import { PROVIDERS, serveProvider } from './helpers/loop-providers.js';
import { answerIt, asked } from './helpers/person.js';

const found = findPostgres();
const [anthropic] = PROVIDERS;
const CALL = { questions: [{ question: 'Which port?' }, { question: 'Which host?' }] };
const PORT = [
  { selected: [], custom: '8080' },
  { selected: [], skipped: true as const },
];

describe.skipIf(isSkipped(found))(`the samples in which the agent goes on${lacking(found, 'PostgreSQL')}`, () => {
  let server: Server;
  let pool: pg.Pool;
  beforeAll(async () => {
    server = createPostgresFor(async (at) => {
      const one = new pg.Pool(at);
      await one.query('select 1').finally(() => one.end());
    });
    await server.start();
    pool = new pg.Pool(postgresAt(server.dir));
  }, 60_000);
  afterAll(async () => {
    await pool?.end();
    await server?.remove();
  });

  /** A process of the host. */
  async function start() {
    const broker = createAskUserBroker({ store: createPostgresStore({ pool }) });
    onTestFinished(() => broker.close());
    return { broker, inbox: await createInbox(pool, broker) };
  }

  /** Waits until the inbox has the answers of a chat. */
  async function received(chat: string): Promise<void> {
    const count = async () => (await pool.query('select id from answers where chat = $1', [chat])).rows.length;
    await expect.poll(count).toBe(1);
  }

  it('in a loop: the turn ends without the answer, which comes once with the next message, also after a restart', async () => {
    const calls = anthropic!.calls([{ id: 'call_1', input: CALL }]) as { content: { name: string }[] };
    calls.content[0]!.name = 'ask_user_later';
    const texts = ['I go on.', 'Port 8080 it is.', 'Again.', 'Done.'].map((text) => anthropic!.text(text));
    const api = await serveProvider(anthropic!, [calls, ...texts]);
    onTestFinished(api.close);
    const client = new Anthropic({ baseURL: api.url, apiKey: 'key' });
    const first = await start();
    const messages: Anthropic.MessageParam[] = [];
    const chat = { ...first, conversationId: 'loop', messages };
    expect(await say(client, chat, { id: 'm1', text: 'Set it up.' })).toBe('I go on.');
    const { content } = api.bodies[1]!.messages.at(-1)!;
    expect(content[0]!.content![0]!.text).toMatch(/^\{"accepted":true\}\n/);
    expect(await asked(first.broker)).toMatchObject([{ requestId: 'loop/2/call_1', blocking: false }]);

    await first.broker.close();
    const second = await start();
    await answerIt(second.broker, ...PORT);
    await received('loop');
    const next = { ...chat, ...second };
    expect(await say(client, next, { id: 'm2', text: 'And now?' })).toBe('Port 8080 it is.');
    const sent = api.bodies[2]!.messages.at(-1)!.content as unknown as string;
    expect(sent).toMatch(/"answer":"8080"[^]*\nThe user has not answered yet: "Which host\?"\.\n\nAnd now\?$/);

    // The host repeats a message that it could not store, and sends the next one.
    messages.splice(-2);
    expect(await say(client, next, { id: 'm2', text: 'And now?' })).toBe('Again.');
    expect(api.bodies[3]!.messages.at(-1)!.content).toBe(sent);
    expect(await say(client, next, { id: 'm3', text: 'Go on.' })).toBe('Done.');
    expect(api.bodies[4]!.messages.at(-1)!.content).toBe('Go on.');
  });

  it('with the AI SDK: the stream goes on, and the answer is part of the next message of the user', async () => {
    const usage = {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    };
    const finish = (unified: 'stop' | 'tool-calls') => ({
      type: 'finish' as const,
      finishReason: { unified, raw: undefined },
      usage,
    });
    const prompts: unknown[] = [];
    const model = new MockLanguageModelV3({
      doStream: async ({ prompt }) => {
        prompts.push(prompt);
        const chunks =
          prompts.length === 1
            ? [
                {
                  type: 'tool-call' as const,
                  toolCallId: 'call_1',
                  toolName: 'ask_user_later',
                  input: JSON.stringify(CALL),
                },
                finish('tool-calls'),
              ]
            : [
                { type: 'text-start' as const, id: 't' },
                { type: 'text-delta' as const, id: 't', delta: `Turn ${prompts.length}.` },
                { type: 'text-end' as const, id: 't' },
                finish('stop'),
              ];
        return {
          stream: simulateReadableStream({ chunks: [{ type: 'stream-start' as const, warnings: [] }, ...chunks] }),
        };
      },
    });
    const stored = new Map<string, UIMessage[]>();
    const chats = {
      load: async (id: string) => stored.get(id) ?? [],
      save: async (id: string, messages: UIMessage[]) => stored.set(id, messages),
    };
    const first = await start();
    const post = async (host: Awaited<ReturnType<typeof start>>, id: string, text: string) => {
      const message = { id, role: 'user', parts: [{ type: 'text', text }] };
      const body = JSON.stringify({ id: 'chat', message });
      const response = await respond(new Request('http://localhost/api/chat', { method: 'POST', body }), {
        ...host,
        model,
        chats,
      });
      return response.text();
    };
    expect(await post(first, 'm1', 'Set it up.')).toContain('Turn 2.');
    expect(JSON.stringify(prompts[1])).toContain('Go on without the answers');
    await answerIt(first.broker, ...PORT);
    await received('chat');
    await first.broker.close();
    const second = await start();
    expect(await post(second, 'm2', 'And now?')).toContain('Turn 3.');
    // The page repeats a message whose request has failed.
    expect(await post(second, 'm2', 'And now?')).toContain('Turn 4.');
    expect(await post(second, 'm3', 'Go on.')).toContain('Turn 5.');
    const user = stored.get('chat')!.filter(({ role }) => role === 'user');
    expect(user.map(({ id, parts }) => [id, parts.map((one) => (one.type === 'text' ? one.text : ''))])).toEqual([
      ['m1', ['Set it up.']],
      ['m2', [expect.stringContaining('"answer":"8080"'), 'And now?']],
      ['m3', ['Go on.']],
    ]);
    expect(JSON.stringify(prompts[4]).match(/8080/g)).toHaveLength(1);
  });
});
