import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AskUserResult } from '../../core/answer/types.js';
import type { FlowOptionsInput } from '../../core/flow/types.js';
import { isRecord } from '../../core/guards.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { readJson, sendFile, sendJson, sendLines } from './http.js';
import { readResult } from './read-result.js';
import { createSessions } from './sessions.js';

/** What the page is told: what to ask, and how. */
export interface PageQuestion {
  request: Omit<AskUserRequest, 'raw' | 'metadata'>;
  flow: FlowOptionsInput;
  /** What was entered so far, as the page has written it. */
  draft?: string;
}

/** One question, served on loopback until it is settled. */
export interface QuestionServer {
  /** A new address for one page. Only whoever has it can see and answer the question. */
  address(): string;
  /** Ends the question from outside; pages are told. */
  settle(result: AskUserResult): void;
  /** Resolves when every page has got what was sent to it last. */
  close(): Promise<void>;
}

interface Events {
  /** The one result. */
  settled(result: AskUserResult): void;
  /** A page has redeemed its token. */
  opened(): void;
  /** The last open page has gone, and nothing was answered. */
  left(): void;
}

/** A page that reloads is away for less than this. */
const GONE_MS = 1_500;
const LAST_MS = 1_000;
const LOCAL = '127.0.0.1';
/** Characters of what was entered: it is kept in memory until the question is settled. */
const MAX_DRAFT = 1_000_000;

/** Serves one question to the person's browser. Rejects where no port of the loopback interface can be had. */
export async function serveQuestion(
  { raw: _raw, metadata: _metadata, ...request }: AskUserRequest,
  flow: FlowOptionsInput,
  events: Events,
): Promise<QuestionServer> {
  let draft: string | undefined;
  const question = (): PageQuestion => ({ request, flow, ...(draft !== undefined && { draft }) });
  const sessions = createSessions();
  const pages = new Set<ServerResponse>();
  let result: AskUserResult | undefined;
  let gone: ReturnType<typeof setTimeout> | undefined;

  const settle = (ended: AskUserResult) => {
    if (result) return;
    result = ended;
    clearTimeout(gone);
    for (const page of pages) page.end(`${JSON.stringify({ status: ended.status })}\n`);
    events.settled(ended);
  };

  /** The page's connection: as long as one is there, somebody can see the question. */
  const watch = (response: ServerResponse) => {
    sendLines(response);
    if (result) return response.end(`${JSON.stringify({ status: result.status })}\n`);
    clearTimeout(gone);
    pages.add(response);
    return response.on('close', () => {
      pages.delete(response);
      if (pages.size === 0 && !result) gone = setTimeout(events.left, GONE_MS);
    });
  };

  /** What a page sends: only a whole, valid reply is an answer. */
  const take = (path: string, body: unknown): [number, unknown] => {
    if (result) return [409, { ok: false, code: 'already_resolved', message: 'Already settled.' }];
    const read = readResult(path, body, request, flow);
    if (!read.ok) return [400, { ok: false, code: 'invalid', issues: read.issues }];
    settle(read.value);
    return [200, { ok: true }];
  };

  /** Kept for the next page, should this one be closed. */
  const keep = (body: unknown): [number, unknown] => {
    const text = isRecord(body) ? body['draft'] : undefined;
    if (typeof text !== 'string') return [400, { ok: false, code: 'invalid' }];
    if (text.length > MAX_DRAFT) return [413, { ok: false, code: 'too_large' }];
    draft = text;
    return [200, { ok: true }];
  };

  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    const deny = (status: number, code: string) => sendJson(response, status, { ok: false, code });
    const { method, headers } = message;
    const path = message.url?.split('?')[0] ?? '/';
    // A name that a foreign site has pointed here is not this server.
    if (headers.host !== host && headers.host !== host.replace(LOCAL, 'localhost')) return deny(421, 'host');
    if (method === 'GET' && sendFile(response, path)) return undefined;
    const body = method === 'POST' ? await readJson(message) : undefined;
    if (body === 'too_large') return deny(413, 'too_large');
    if (method === 'POST' && path === '/session') {
      const token = isRecord(body) ? body['token'] : undefined;
      const opened = typeof token === 'string' ? sessions.redeem(token) : 'unknown';
      if (typeof opened === 'string') return deny(403, opened);
      events.opened();
      return sendJson(response, 200, opened);
    }
    if (!sessions.knows(headers.authorization?.replace(/^Bearer /, '') ?? '')) return deny(401, 'session');
    if (method === 'GET' && path === '/question') return sendJson(response, 200, question());
    if (method === 'GET' && path === '/watch') return watch(response);
    if (method === 'POST' && path === '/draft') return sendJson(response, ...keep(body));
    if (method !== 'POST' || !POSTS.includes(path)) return deny(404, 'path');
    return sendJson(response, ...take(path, body));
  };

  const server = createServer((message, response) => {
    handle(message, response).catch(() => response.destroy());
  });
  await listen(server);
  const host = `${LOCAL}:${(server.address() as AddressInfo).port}`;
  return {
    address: () => `http://${host}/#${sessions.issue()}`,
    settle,
    close: () =>
      new Promise((resolve) => {
        clearTimeout(gone);
        server.close(() => resolve());
        // A page that does not read must not keep the command from ending.
        setTimeout(() => server.closeAllConnections(), LAST_MS).unref();
      }),
  };
}

const POSTS: readonly string[] = ['/answer', '/cancel', '/decline'];

const listen = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, LOCAL, resolve);
  });
