import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AskUserResult } from '../../core/answer/types.js';
import type { AskUserBroker } from '../../host/broker/types.js';
import { readBody } from '../../host/http/body.js';
import { createAskUserHandler } from '../../host/http/handler.js';
import { isMisdirected } from '../../host/http/origin.js';
import { invalid, json, notFound, refuse } from '../../host/http/responses.js';
import { toNodeListener } from '../../host/node/index.js';
import { createSessions } from './sessions.js';

/** What a page needs besides the request. */
export interface PageSettings {
  readonly softLimit: number | undefined;
  /** The drafts that a page sent last, as it serialized them. */
  readonly draft: string | undefined;
}

export interface PageServerOptions {
  readonly broker: AskUserBroker;
  /** The conversation that the pages may see and answer. */
  readonly conversationId: string;
  readonly softLimit: number | undefined;
  onError(error: unknown): void;
}

export interface PageServer {
  /** Resolves when a page has redeemed its token. */
  readonly opened: Promise<void>;
  /** Resolves when a page could not show the request. */
  readonly unavailable: Promise<Extract<AskUserResult, { status: 'unavailable' }>>;
  /** Creates an address that opens one page. */
  address(): string;
  /** Closes the server once the pages have received the result and disconnected, or after 1 s. */
  close(): Promise<void>;
}

const LOCAL = '127.0.0.1';
/** Milliseconds that pages have to receive the result. A page that does not read must not keep the process alive. */
const LAST_MS = 1_000;
/** Maximum size of a body in bytes. */
const MAX_BODY = 10_000_000;
/** Maximum length of the drafts in UTF-16 code units. They are kept in memory. */
const MAX_DRAFT = 1_000_000;

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

/** The files of the page, by path. They contain no secret, so they need no session. */
const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
};

function fileOf(pathname: string): Response | undefined {
  if (!Object.hasOwn(FILES, pathname)) return undefined;
  const [file, type] = FILES[pathname]!;
  const content = readFileSync(new URL(`./page/${file}`, import.meta.url));
  return new Response(content, { headers: { 'content-type': type, 'cache-control': 'no-store' } });
}

function deferred<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

async function readText(request: Request, name: string): Promise<string | Response> {
  const body = await readBody(request, MAX_BODY);
  if (body instanceof Response) return body;
  const text = body[name];
  return typeof text === 'string' ? text : invalid({ code: 'type', path: name, message: 'Must be a string.' });
}

const listen = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, LOCAL, resolve);
  });

/**
 * Serves the page and the broker's handler on the loopback interface. The handler decides about requests; what only
 * this page has is its files, the exchange of a token for a session, its drafts, and the report that it cannot show the
 * request.
 */
export async function servePage(options: PageServerOptions): Promise<PageServer> {
  const { broker, conversationId, softLimit, onError } = options;
  const opened = deferred<void>();
  const unavailable = deferred<Awaited<PageServer['unavailable']>>();
  // Another site could make its name resolve to this machine.
  const hosts = new Set([LOCAL, 'localhost']);
  const sessions = createSessions();
  let draft: string | undefined;

  const isKnown = ({ headers }: Request) => sessions.knows(headers.get('authorization')?.replace(/^Bearer /, '') ?? '');
  const handler = createAskUserHandler(broker, {
    basePath: '/ask-user',
    authorize: (request) => (isKnown(request) ? { conversations: [conversationId] } : null),
    hosts: [...hosts],
    maxBodyBytes: MAX_BODY,
    onError,
  });

  async function openSession(request: Request): Promise<Response> {
    const token = await readText(request, 'token');
    if (token instanceof Response) return token;
    const redeemed = sessions.redeem(token);
    if (typeof redeemed === 'string') return json({ ok: false, code: redeemed }, 403);
    opened.resolve();
    return json(redeemed);
  }

  /** Stores the drafts for the next page, in case this one closes. */
  async function keepDraft(request: Request): Promise<Response> {
    const text = await readText(request, 'draft');
    if (text instanceof Response) return text;
    if (text.length > MAX_DRAFT) return refuse('too_large', `The drafts exceed ${MAX_DRAFT} characters.`);
    draft = text;
    return json({ ok: true });
  }

  async function endUnavailable(request: Request): Promise<Response> {
    const reason = await readText(request, 'reason');
    if (reason instanceof Response) return reason;
    unavailable.resolve({ status: 'unavailable', reason });
    return json({ ok: true });
  }

  async function respond(request: Request): Promise<Response> {
    if (isMisdirected(request, hosts)) return refuse('misdirected', `This page is only at http://${LOCAL}.`);
    if (!URL.canParse(request.url)) return notFound();
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/ask-user/')) return handler(request);
    const file = request.method === 'GET' && fileOf(pathname);
    if (file) return file;
    const call = `${request.method} ${pathname}`;
    if (call === 'POST /session') return openSession(request);
    if (!isKnown(request)) return refuse('unauthorized', 'Open the address that the command has printed.');
    if (call === 'GET /page.json') return json({ softLimit, draft } satisfies PageSettings);
    if (call === 'POST /draft') return keepDraft(request);
    if (call === 'POST /unavailable') return endUnavailable(request);
    return notFound();
  }

  const listener = toNodeListener(async (request) => {
    const response = await respond(request);
    for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
    return response;
  });

  const server = createServer(listener);
  let openResponses = 0;
  let onIdle = () => {};
  server.on('request', (_, response) => {
    openResponses += 1;
    response.on('close', () => {
      openResponses -= 1;
      if (openResponses === 0) onIdle();
    });
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    opened: opened.promise,
    unavailable: unavailable.promise,
    address: () => `http://${LOCAL}:${port}/#${sessions.issue()}`,
    close: () =>
      new Promise((resolve) => {
        onIdle = () => {
          clearTimeout(last);
          server.close(() => resolve());
          server.closeAllConnections();
        };
        const last = setTimeout(onIdle, LAST_MS);
        if (openResponses === 0) onIdle();
      }),
  };
}
