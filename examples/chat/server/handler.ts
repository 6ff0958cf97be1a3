import { safeValidateUIMessages, type LanguageModel } from 'ai';
import type { ChatMessage } from '../shared/chat-message.js';
import { runAgent } from './agent.js';
import { isSameOrigin, plain, readBounded } from './http.js';
import { servePage, type Page } from './page-files.js';

/** Bytes of one chat request. A long conversation is a few tens of kilobytes. */
const MAX_BODY = 1_000_000;

export interface HandlerOptions {
  model: LanguageModel;
  page: Page;
  onError: (error: unknown) => void;
}

/** The whole server as one Web-standard function, so that it runs on any host that speaks `Request` and `Response`. */
export function createHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url);
    try {
      if (pathname === '/api/chat') return await chat(request, options);
      return servePage(options.page, request, pathname);
    } catch (error) {
      options.onError(error);
      return plain(500, 'Something went wrong on the server.');
    }
  };
}

async function chat(request: Request, { model, onError }: HandlerOptions): Promise<Response> {
  if (request.method !== 'POST') return plain(405, 'Send a POST request.', { allow: 'POST' });
  if (!isSameOrigin(request)) return plain(403, 'This chat can only be used from its own page.');
  if (!/^application\/json\b/.test(request.headers.get('content-type') ?? '')) return plain(415, 'Send JSON.');
  const body = await readBounded(request, MAX_BODY);
  if (body === undefined) return plain(413, `A request may have up to ${MAX_BODY} bytes.`);
  const messages = await readMessages(body);
  if (!messages) return plain(400, 'Send {"messages": […]} with at least one message.');
  return runAgent({ model, messages, signal: request.signal, onError });
}

async function readMessages(body: string): Promise<ChatMessage[] | undefined> {
  try {
    const { messages } = Object(JSON.parse(body)) as { messages?: unknown };
    const checked = await safeValidateUIMessages<ChatMessage>({ messages });
    return checked.success ? checked.data : undefined;
  } catch {
    return undefined;
  }
}
