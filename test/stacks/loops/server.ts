// server.ts
import { createServer } from 'node:http';
import { createAskUserBroker, createAskUserHandler, type AskUserTransport } from 'react-ask-user/host';
import { toNodeListener } from 'react-ask-user/node';

interface Run {
  broker: AskUserTransport;
  conversationId: string;
  prompt: string;
  signal: AbortSignal;
}

/** Creates a server for one user on this machine. */
export function createAgentServer(run: (options: Run) => Promise<string>) {
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
    try {
      return new Response(await run({ broker, conversationId, prompt: await request.text(), signal }));
    } catch (error) {
      return new Response(String(error), { status: 500 });
    }
  };
  return createServer(toNodeListener(handler));
}
