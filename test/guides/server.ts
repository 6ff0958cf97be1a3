// server.ts
import { askUserTool } from 'react-ask-user/dialects';
import { createAskUserBroker, createAskUserHandler, createAskUserTool } from 'react-ask-user/host';

const broker = createAskUserBroker();

/** The conversations of each session. If your app has a login, read both from there. */
const sessions = new Map<string, string[]>();
const sessionOf = ({ headers }: Request) => /(?:^|; )session=([\w-]+)/.exec(headers.get('cookie') ?? '')?.[1] ?? '';

/** Call this when you serve the page, and send the cookie. The ids are never those that a client chooses. */
export function openSession(request: Request) {
  const sent = sessionOf(request);
  const session = sessions.has(sent) ? sent : crypto.randomUUID();
  const conversations = sessions.get(session) ?? [crypto.randomUUID()];
  sessions.set(session, conversations);
  return { conversations, cookie: `session=${session}; Path=/; HttpOnly; Secure; SameSite=Lax` };
}

/** Mount this at /ask-user. docs/http.md shows Node, Express, Hono and Next.js. */
export const handler = createAskUserHandler(broker, {
  basePath: '/ask-user',
  authorize: (request) => {
    const conversations = sessions.get(sessionOf(request));
    return conversations ? { conversations } : null;
  },
});

const tool = createAskUserTool({ tool: askUserTool, broker });

/**
 * Call this from your agent loop. Resolves with the text for the model when the request is settled. `index` is that of the
 * message with the call, because some models repeat the ids of their calls.
 */
export async function runTool(
  call: { id: string; input: unknown },
  { conversationId, index, signal }: { conversationId: string; index: number; signal: AbortSignal },
) {
  const toolCallId = `${conversationId}/${index}/${call.id}`;
  const { content } = await tool.execute(call.input, { conversationId, toolCallId, signal });
  return content[0].text;
}
