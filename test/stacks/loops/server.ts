import { createServer } from 'node:http';
import type Anthropic from '@anthropic-ai/sdk';
import { createAskUserBroker, createAskUserHandler } from 'react-ask-user/host';
import { toNodeListener } from 'react-ask-user/node';
import { run } from './anthropic.js';

/** A server for one user on this machine: `createAgentServer(new Anthropic()).listen(3000)`. */
export function createAgentServer(client: Anthropic) {
  const broker = createAskUserBroker();
  const conversationId = 'demo';
  const askUser = createAskUserHandler(broker, {
    basePath: '/ask-user',
    hosts: ['localhost'], // Any port. Other hosts are refused, because there is no session.
    authorize: () => ({ conversations: [conversationId] }),
  });
  const handler = async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/ask-user/')) return askUser(request);
    if (pathname !== '/chat' || request.method !== 'POST') return new Response(null, { status: 404 });
    const { signal } = request; // Aborts when the page leaves: the question is then withdrawn.
    return new Response(await run(client, { broker, conversationId, prompt: await request.text(), signal }));
  };
  return createServer(toNodeListener(handler));
}
