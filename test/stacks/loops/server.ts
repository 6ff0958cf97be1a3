// server.ts
import { createServer } from 'node:http';
import type Anthropic from '@anthropic-ai/sdk';
import type { Pool } from 'pg';
import { createAskUserBroker, createAskUserHandler } from 'react-ask-user/server';
import { toNodeListener } from 'react-ask-user/node';
import { createPostgresStore } from 'react-ask-user/postgres';
import { createChats } from './chats.js';

const sessionOf = ({ headers }: Request) => /(?:^|; )session=([\w-]+)/.exec(headers.get('cookie') ?? '')?.[1] ?? '';

export async function createAgentServer(pool: Pool, client: Anthropic) {
  const broker = createAskUserBroker({ store: createPostgresStore({ pool }) });
  const chats = await createChats(pool, client, broker);
  await chats.resume();

  const askUser = createAskUserHandler(broker, {
    basePath: '/ask-user',
    authorize: async (request) => {
      const chat = await chats.ofSession(sessionOf(request));
      return chat ? { conversations: [chat.id] } : null;
    },
  });

  async function serveChat(request: Request): Promise<Response> {
    const chat = await chats.ofSession(sessionOf(request));
    if (request.method === 'POST') {
      if (!chat) return new Response(null, { status: 401 });
      const text = await request.text();
      if (await chats.say(chat.id, [...chat.messages, { role: 'user', content: text }]))
        return new Response(null, { status: 202 });
      // The chat is running. If it waits for an answer, the model reads the message instead, as the reason.
      const { requestIds } = await broker.supersede(chat.id, `The user wrote: ${text}`);
      return new Response(null, { status: requestIds.length > 0 ? 202 : 409 });
    }
    if (chat) return Response.json({ messages: chat.messages, done: chat.done });
    const cookie = `session=${await chats.openSession()}; Path=/; HttpOnly; Secure; SameSite=Lax`;
    return Response.json({ messages: [], done: true }, { headers: { 'set-cookie': cookie } });
  }

  const serve = (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/ask-user/')) return askUser(request);
    return pathname === '/chat' ? serveChat(request) : new Response(null, { status: 404 });
  };
  return createServer(toNodeListener(serve));
}
