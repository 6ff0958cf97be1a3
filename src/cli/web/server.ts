import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  /** The drafts that pages have sent, by their keys, as the pages serialized them. */
  readonly drafts: Readonly<Record<string, string>>;
}

export interface PageServerOptions {
  readonly broker: AskUserBroker;
  /** The conversation that the pages may see and answer. */
  readonly conversationId: string;
  readonly softLimit: number | undefined;
  /** Where the drafts of the pages are kept, by their keys. */
  readonly drafts: Map<string, string>;
  onError(error: unknown): void;
  /** Called when a page has redeemed its token. */
  onOpened(): void;
  /** Called when a page could not show a request. */
  onUnavailable(reason: string, requestId: string): void;
  /** Called when the number of open pages has changed. */
  onPages?(): void;
}

export interface PageServer {
  /** Whether a page is connected. */
  isOpen(): boolean;
  /** Whether the user can see a page, as far as the pages have told. */
  isVisible(): boolean;
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
/** Maximum length of all drafts in UTF-16 code units. They are kept in memory. */
const MAX_DRAFTS = 1_000_000;

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

const SCRIPT = 'text/javascript; charset=utf-8';
/** The files of the page, by path. They contain no secret, so they need no session. */
const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', SCRIPT],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
};
/** Path of the messages of a language, which stand beside the script. */
const LANGUAGE = /^\/[a-z]{2}\.js$/;

function fileOf(pathname: string): Response | undefined {
  const listed = Object.hasOwn(FILES, pathname) && FILES[pathname];
  const [file, type] = listed || [LANGUAGE.test(pathname) ? pathname.slice(1) : undefined, SCRIPT];
  const url = file !== undefined && new URL(`./page/${file}`, import.meta.url);
  if (!url || !existsSync(url)) return undefined;
  return new Response(readFileSync(url), { headers: { 'content-type': type, 'cache-control': 'no-store' } });
}

/** Reads texts of a JSON body. */
async function readTexts<Name extends string>(
  request: Request,
  ...names: readonly Name[]
): Promise<Readonly<Record<Name, string>> | Response> {
  const body = await readBody(request, MAX_BODY);
  if (body instanceof Response) return body;
  const wrong = names.find((name) => typeof body[name] !== 'string');
  if (wrong !== undefined) return invalid({ code: 'type', path: wrong, message: 'Must be a string.' });
  return body as Readonly<Record<Name, string>>;
}

const listen = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, LOCAL, resolve);
  });

/**
 * Serves the page and the broker's handler on the loopback interface. The handler decides about requests; what only
 * this page has is its files, the exchange of a token for a session, its drafts, whether it is visible, and the report
 * that it cannot show a request.
 */
export async function servePage(options: PageServerOptions): Promise<PageServer> {
  const { broker, conversationId, softLimit, drafts, onError } = options;
  // Another site could make its name resolve to this machine.
  const hosts = new Set([LOCAL, 'localhost']);
  const sessions = createSessions();
  const visible = new Set<string>();
  let openPages = 0;

  const sessionOf = ({ headers }: Request) => headers.get('authorization')?.replace(/^Bearer /, '') ?? '';
  const isKnown = (request: Request) => sessions.knows(sessionOf(request));
  const handler = createAskUserHandler(broker, {
    basePath: '/ask-user',
    authorize: (request) => (isKnown(request) ? { conversations: [conversationId] } : null),
    hosts: [...hosts],
    maxBodyBytes: MAX_BODY,
    onError,
  });

  async function openSession(request: Request): Promise<Response> {
    const body = await readTexts(request, 'token');
    if (body instanceof Response) return body;
    const redeemed = sessions.redeem(body.token);
    if (typeof redeemed === 'string') return json({ ok: false, code: redeemed }, 403);
    options.onOpened();
    return json(redeemed);
  }

  /** Stores a draft for the next page, in case this one closes. An empty text removes it. */
  async function keepDraft(request: Request): Promise<Response> {
    const body = await readTexts(request, 'key', 'draft');
    if (body instanceof Response) return body;
    const { key, draft } = body;
    const others = [...drafts].filter(([other]) => other !== key).map(([other, text]) => other.length + text.length);
    if (others.reduce((sum, length) => sum + length, key.length + draft.length) > MAX_DRAFTS) {
      return refuse('too_large', `The drafts exceed ${MAX_DRAFTS} characters.`);
    }
    if (draft) drafts.set(key, draft);
    else drafts.delete(key);
    return json({ ok: true });
  }

  async function keepVisible(request: Request): Promise<Response> {
    const body = await readTexts(request, 'visible');
    if (body instanceof Response) return body;
    if (body.visible === 'visible') visible.add(sessionOf(request));
    else visible.delete(sessionOf(request));
    return json({ ok: true });
  }

  async function endUnavailable(request: Request): Promise<Response> {
    const body = await readTexts(request, 'reason', 'requestId');
    if (body instanceof Response) return body;
    options.onUnavailable(body.reason, body.requestId);
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
    if (call === 'GET /page.json')
      return json({ softLimit, drafts: Object.fromEntries(drafts) } satisfies PageSettings);
    if (call === 'POST /draft') return keepDraft(request);
    if (call === 'POST /visible') return keepVisible(request);
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
  server.on('request', ({ url = '' }, response) => {
    const isPage = url.startsWith('/ask-user/events');
    const count = (step: 1 | -1) => {
      openResponses += step;
      if (!isPage) return;
      openPages += step;
      if (openPages === 0) visible.clear();
      options.onPages?.();
    };
    count(1);
    response.on('close', () => {
      count(-1);
      if (openResponses === 0) onIdle();
    });
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    isOpen: () => openPages > 0,
    isVisible: () => visible.size > 0,
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
