import { createAskUserHandler } from 'react-ask-user/server';
import { AGENT_IDS, AGENTS, type AgentId } from '../../shared/agents.js';
import { isId } from '../../shared/shared-chat.js';
import { isSameOrigin, plain, readJsonBody } from '../http.js';
import { questionsOf } from './ask-tool.js';
import type { Conversation } from './conversation.js';
import type { SharedChats } from './shared-chats.js';
import { streamTranscript } from './transcript-stream.js';

const BASE = '/api/shared/';
const QUESTIONS = '/api/shared/questions';
/** Maximum size of a request, in bytes. */
const MAX_BODY = 100_000;
/** Maximum length of a window's name, in UTF-16 code units. */
const MAX_NAME = 40;

function conversationOf({ headers }: Request): string | undefined {
  const [scheme, id = ''] = (headers.get('authorization') ?? '').split(' ');
  return scheme === 'Bearer' && isId(id) ? id : undefined;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const isAgent = (value: unknown): value is AgentId => typeof value === 'string' && Object.hasOwn(AGENTS, value);

/**
 * Creates the API of the shared conversations:
 *
 * ```
 * GET  /api/shared/transcript      streams the conversation, one line of JSON per change
 * POST /api/shared/messages        { id, text, agent, skips } sends a message to an agent
 * POST /api/shared/run             { agent } starts an agent again
 * POST /api/shared/stop            {} stops every agent
 *      /api/shared/questions/…     the broker's events and answers, see `createAskUserHandler`
 * ```
 */
export function createSharedApi(chats: SharedChats, onError: (error: unknown) => void) {
  const questions = createAskUserHandler(chats.broker, {
    basePath: QUESTIONS,
    authorize(request) {
      const id = conversationOf(request);
      if (id === undefined) return null;
      return { conversations: AGENT_IDS.map((agent) => questionsOf(id, agent)), user: windowOf(request) };
    },
    onError,
  });

  async function act(request: Request, action: string, conversation: Conversation): Promise<Response> {
    const read = await readJsonBody(request, MAX_BODY);
    if (!read.ok) return read.response;
    const { agent, id, text, skips } = Object(read.value) as Partial<Record<string, unknown>>;
    if (action === 'stop') {
      chats.stop(conversation, windowOf(request));
      return done();
    }
    if (!isAgent(agent)) return plain(400, `Send {"agent": …}, one of: ${AGENT_IDS.join(', ')}.`);
    if (action === 'run') {
      chats.start(conversation, agent);
      return done();
    }
    if (typeof text !== 'string' || !text.trim()) return plain(400, 'Send {"text": …} with a non-empty string.');
    if (typeof id !== 'string' || !isId(id)) return plain(400, 'Send {"id": …}, a new random UUID for each message.');
    if (skips !== undefined && !isTexts(skips))
      return plain(400, 'Send {"skips": […]} with the ids of questions, or omit it.');
    await chats.say(conversation, { id, agent, text: text.trim(), by: windowOf(request), skips });
    return done();
  }

  return async (request: Request, path: string): Promise<Response> => {
    if (!isSameOrigin(request)) return plain(403, 'This chat can only be used from its own page.');
    if (path.startsWith(`${QUESTIONS}/`)) return questions(request);
    const id = conversationOf(request);
    if (id === undefined) return plain(401, 'Send the conversation’s id as a bearer token.');
    const action = path.slice(BASE.length);
    if (action === 'transcript') {
      if (request.method !== 'GET') return plain(405, 'Send a GET request.', { allow: 'GET' });
      const conversation = chats.open(id);
      const stream = streamTranscript(conversation, () => chats.close(conversation));
      return new Response(stream, { headers: { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' } });
    }
    if (!['messages', 'run', 'stop'].includes(action)) return plain(404, 'There is nothing here.');
    return act(request, action, chats.open(id));
  };
}

const done = () => new Response(null, { status: 204 });

/** Returns the window's name for the other windows. It is only displayed, and grants no access. */
const windowOf = ({ headers }: Request): string | undefined =>
  decodeName(headers.get('x-window') ?? '').slice(0, MAX_NAME) || undefined;

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
