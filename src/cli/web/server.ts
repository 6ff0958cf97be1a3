import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AskUserResult } from '../../core/answer/types.js';
import type { FlowOptionsInput } from '../../core/flow/types.js';
import { isBlank, isRecord } from '../../core/guards.js';
import type { ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { checkReplies, checkSoFar } from '../../host/broker/check-replies.js';
import { readJson, sendFile, sendJson, sendLines } from './http.js';
import { createSessions } from './sessions.js';

export interface PageQuestion {
  request: Omit<AskUserRequest, 'raw' | 'metadata'>;
  flow: FlowOptionsInput;
  /** The drafts that a page sent last, as it serialized them. */
  draft?: string;
}

export interface QuestionServer {
  /** Creates an address that opens one page. */
  address(): string;
  /** Settles the request and notifies the open pages. No effect if it is already settled. */
  settle(result: AskUserResult): void;
  /** Closes the server. Open responses have up to 1 s to finish. */
  close(): Promise<void>;
}

interface Events {
  /** Called once, with the result. */
  settled(result: AskUserResult): void;
  /** Called when a page has redeemed its token. */
  opened(): void;
  /** Called 1.5 s after the last open page has closed, if there is no result and no page has opened since. */
  left(): void;
}

/** Milliseconds after which a missing page counts as closed. */
const GONE_MS = 1_500;
/** Milliseconds that open connections have to finish when the server closes. */
const LAST_MS = 1_000;
const LOCAL = '127.0.0.1';
/** Maximum length of the drafts in UTF-16 code units. They are kept in memory. */
const MAX_DRAFT = 1_000_000;

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

  const settle = (settled: AskUserResult) => {
    if (result) return;
    result = settled;
    clearTimeout(gone);
    for (const page of pages) page.end(`${JSON.stringify({ status: settled.status })}\n`);
    events.settled(settled);
  };

  /** Keeps the connection to a page open, to send it the final status and to notice when the last page closes. */
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

  const take = (path: string, body: unknown): [number, unknown] => {
    if (result) return [409, { ok: false, code: 'already_resolved', message: 'Already settled.' }];
    const read = readResult(path, body, request, flow);
    if (!read.ok) return [400, { ok: false, code: 'invalid', issues: read.issues }];
    settle(read.value);
    return [200, { ok: true }];
  };

  /** Stores the drafts for the next page, in case this one closes. */
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
    // Refuse other host names, which a foreign site could point to this server.
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
        // A page that does not read its response must not keep the process alive.
        setTimeout(() => server.closeAllConnections(), LAST_MS).unref();
      }),
  };
}

const POSTS: readonly string[] = ['/answer', '/cancel', '/decline', '/unavailable'];

const listen = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, LOCAL, resolve);
  });

const notOffered = {
  ok: false,
  issues: [{ code: 'not_allowed', path: '', message: 'Is not allowed for this request.' }],
} as const;

/** Parses the result that the page sends to a path: `/answer`, `/cancel`, `/decline` or `/unavailable`. */
export function readResult(
  path: string,
  body: unknown,
  request: AskUserRequest,
  flow: FlowOptionsInput,
): ParseResult<AskUserResult> {
  const { replies, reason, discuss } = isRecord(body) ? body : {};
  const taken = (result: AskUserResult): ParseResult<AskUserResult> => ({ ok: true, value: result, warnings: [] });
  if (path === '/cancel') return taken({ status: 'cancelled' });
  if (path === '/unavailable')
    return taken({ status: 'unavailable', reason: typeof reason === 'string' ? reason : '' });
  if (path === '/answer') {
    const built = checkReplies(request, replies, flow.allow);
    return built.ok ? taken({ status: 'answered', answers: built.value }) : built;
  }
  if (discuss !== true) return flow.allow?.decline ? taken({ status: 'declined' }) : notOffered;
  if (!flow.allow?.discuss) return notOffered;
  const soFar = checkSoFar(request, replies ?? []);
  if (!soFar.ok) return soFar;
  const message = typeof reason === 'string' && !isBlank(reason) && { reason };
  return taken({ status: 'declined', ...message, discuss: true, answers: soFar.value });
}
