import Anthropic from '@anthropic-ai/sdk';
import type { UIMessage } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectAskBack, createAskUserStore } from 'react-ask-user/core';
import { askUser } from 'react-ask-user/dialects';
import { createAskUserBroker, createAskUserTool } from 'react-ask-user/server';
import { serveProvider } from './helpers/loop-providers.js';
import { asked } from './helpers/person.js';
import { reply } from './loops/ai-sdk-reply.js';
import { replyWith } from './loops/reply.js';

const QUESTIONS = [{ question: 'Which database?', options: ['PostgreSQL', 'SQLite'] }, { question: 'Which name?' }];

describe('a model replies to what the user asks about a question [R-ASKBACK]', () => {
  /** A model that says this, and a flow whose user asks it about the first question. */
  async function start(...said: readonly object[]) {
    const api = await serveProvider({ path: /^\/v1\/messages$/ }, said);
    onTestFinished(api.close);
    const client = new Anthropic({ baseURL: api.url, apiKey: 'key', maxRetries: 0 });
    const parsed = askUser.parse({ questions: QUESTIONS }, { requestId: 'r1' });
    if (!parsed.ok) throw new Error('The questions are not valid.');
    const request = parsed.value;
    const call = { type: 'tool_use', id: 'call_1', name: 'ask_user', input: { questions: QUESTIONS } } as const;
    const chat: Anthropic.MessageParam[] = [
      { role: 'user', content: 'Set up a service.' },
      { role: 'assistant', content: [call] },
    ];
    const store = createAskUserStore(request, {});
    onTestFinished(connectAskBack(store, replyWith(client, chat, request)).stop);
    const questionId = request.questions[0]!.id;
    store.dispatch({ type: 'setAskBack', questionId, text: 'How many orders fit?' });
    store.dispatch({ type: 'askBack', questionId, key: 'k1' });
    const exchange = () => store.getState().drafts[0]?.exchanges?.[0];
    return { api, chat, exchange };
  }

  it('in a loop of yours, with the chat before the call, which stays as it is', async () => {
    const { api, chat, exchange } = await start({ type: 'message', content: [{ type: 'text', text: 'Millions.' }] });
    await expect.poll(exchange).toMatchObject({ status: 'replied', reply: 'Millions.' });
    const { messages } = api.bodies[0]!;
    expect(messages.map(({ role }) => role)).toEqual(['user', 'user']);
    expect(messages.at(-1)?.content).toMatch(/Which database\?.*SQLite[^]*The user asks: How many orders fit\?$/);
    expect(chat).toHaveLength(2);
  });

  it('in the tool of the tutorial, whose page shows the queue', async () => {
    const api = await serveProvider({ path: /^\/v1\/messages$/ }, [
      { type: 'message', content: [{ type: 'text', text: 'Millions.' }] },
    ]);
    onTestFinished(api.close);
    const client = new Anthropic({ baseURL: api.url, apiKey: 'key', maxRetries: 0 });
    const messages: Anthropic.MessageParam[] = [
      { role: 'user', content: 'Set up a service.' },
      { role: 'assistant', content: [] },
    ];
    const broker = createAskUserBroker();
    const ask = createAskUserTool({
      transport: broker,
      onAskBack: (exchange, details) => replyWith(client, messages, details.request)(exchange, details),
    });
    const done = ask.run([{ id: 'call_1', name: 'ask_user', input: { questions: QUESTIONS } }], {
      conversationId: 'c1',
    });
    const [request] = await asked(broker);
    const questionId = request!.questions[0]!.id;
    await broker.askBack(request!.requestId, { questionId, text: 'How many orders fit?', key: 'k1' });
    await expect
      .poll(() => broker.exchanges(request!.requestId))
      .toMatchObject([{ status: 'replied', reply: 'Millions.' }]);
    await broker.cancel(request!.requestId);
    await done;
  });

  it('in a loop of yours, and can be asked again if the model fails', async () => {
    const { exchange } = await start();
    await expect.poll(exchange).toMatchObject({ status: 'failed', text: 'How many orders fit?' });
  });
});

describe('the route of the AI SDK that replies [R-ASKBACK]', () => {
  const messages: UIMessage[] = [
    { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Set up a service.' }] },
    {
      id: 'm2',
      role: 'assistant',
      parts: [
        { type: 'tool-ask_user', toolCallId: 'c1', state: 'input-available', input: { questions: QUESTIONS } },
      ] as UIMessage['parts'],
    },
  ];
  const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
  const model = new MockLanguageModelV3({
    doGenerate: async () => ({
      content: [{ type: 'text', text: 'Millions.' }],
      finishReason: { unified: 'stop', raw: undefined },
      usage: { inputTokens: tokens, outputTokens: { total: 1, text: 1, reasoning: 0 } },
      warnings: [],
    }),
  });
  const post = (body: object) =>
    reply(model, new Request('http://localhost/api/ask-back', { method: 'POST', body: JSON.stringify(body) }));
  const asking = { messages, toolCallId: 'c1', questionId: 'q1', text: 'How many orders fit?' };

  it('asks the model about the question of the open call, which it does not send', async () => {
    const response = await post(asking);
    expect([response.status, await response.text()]).toEqual([200, 'Millions.']);
    const { prompt } = model.doGenerateCalls[0]!;
    expect(prompt.map(({ role }) => role).filter((role) => role !== 'assistant')).toEqual(['user', 'user']);
    expect(JSON.stringify(prompt)).not.toContain('tool-call');
    expect(JSON.stringify(prompt.at(-1))).toMatch(/Which database\?.*The user asks: How many orders fit\?/);
  });

  it.each([{ questionId: 'q9' }, { toolCallId: 'c9' }])('refuses %j', async (changed) => {
    expect((await post({ ...asking, ...changed })).status).toBe(400);
  });
});
