import { safeValidateUIMessages, type LanguageModel } from 'ai';
import type { ChatMessage } from '../shared/chat-message.js';
import { runAgent } from './agent.js';
import { replyTo } from './ask-back.js';
import { plain, readJsonBody } from './http.js';
import { servePage, type Page } from './page-files.js';
import { createSharedApi } from './shared-chat/api.js';
import type { SharedChats } from './shared-chat/shared-chats.js';

/** Maximum size of a chat request, in bytes. A long conversation takes a few tens of kilobytes. */
const MAX_BODY = 1_000_000;

export interface HandlerOptions {
  model: LanguageModel;
  page: Page;
  /** Conversations of `/shared`. If omitted, the server has no API for them. */
  sharedChats?: SharedChats;
  onError: (error: unknown) => void;
}

/** Creates the whole server as one Web-standard function, so that it runs on any host with `Request` and `Response`. */
export function createHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  const shared = options.sharedChats && createSharedApi(options.sharedChats, options.onError);
  return async (request) => {
    const { pathname } = new URL(request.url);
    try {
      if (pathname === '/api/chat') return await chat(request, options);
      if (pathname === '/api/ask-back') return await askBack(request, options);
      if (shared && pathname.startsWith('/api/shared/')) return await shared(request, pathname);
      // Both paths serve the same page, which reads the path itself.
      return servePage(options.page, request, pathname === '/shared' ? '/' : pathname);
    } catch (error) {
      options.onError(error);
      return plain(500, 'Something went wrong on the server.');
    }
  };
}

async function chat(request: Request, { model, onError }: HandlerOptions): Promise<Response> {
  const read = await readJsonBody(request, MAX_BODY);
  if (!read.ok) return read.response;
  const messages = await readMessages(read.value);
  if (!messages) return plain(400, 'Send {"messages": […]} with at least one message.');
  return runAgent({ model, messages, signal: request.signal, onError });
}

/** Replies to a user who asks about an open question. */
async function askBack(request: Request, { model }: HandlerOptions): Promise<Response> {
  const read = await readJsonBody(request, MAX_BODY);
  if (!read.ok) return read.response;
  const { question, text } = Object(read.value) as { question?: unknown; text?: unknown };
  const messages = await readMessages(read.value);
  if (!messages || typeof question !== 'string' || typeof text !== 'string') {
    return plain(400, 'Send {"messages": […], "question": "…", "text": "…"}.');
  }
  return plain(200, await replyTo({ model, messages, question, text, signal: request.signal }));
}

async function readMessages(body: unknown): Promise<ChatMessage[] | undefined> {
  const { messages } = Object(body) as { messages?: unknown };
  const checked = await safeValidateUIMessages<ChatMessage>({ messages });
  return checked.success ? checked.data : undefined;
}
