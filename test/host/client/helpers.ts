import { afterEach, beforeEach, expect, vi } from 'vitest';
import { createAskUserClient, type AskUserClient, type AskUserClientOptions } from '../../../src/host/client/index.js';
import type { WireSettlement, WireRequest } from '../../../src/host/wire.js';
import {
  createAskUserBroker,
  createAskUserHandler,
  type AskUserBroker,
  type AskUserHandlerOptions,
  type BrokerOptions,
} from '../../../src/host/index.js';
import { makeRequest } from '../helpers.js';

export const URL_OF_HOST = 'https://host.test/ask-user';

/** Lets all pending work run, and advances fake timers by `ms`. */
export const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

export function useFakeTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
}

/** Uses fake timers in every test of the file, and asserts that no timer is left. */
export function inFakeTime(): void {
  beforeEach(useFakeTime);
  afterEach(() => {
    expect(vi.getTimerCount(), 'timers that are left').toBe(0);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

export const noop = (): void => {};

const { raw: _raw, ...ASKED } = makeRequest('r1');

export const wireRequest = (
  requestId: string,
  order: number,
  state: WireRequest['state'] = 'awaiting_user_response',
): WireRequest => ({
  request: { ...ASKED, requestId },
  instanceId: `${requestId}#1`,
  conversationId: 'c1',
  askedAt: 1,
  state,
  order,
});

export const wireEnding = (requestId: string, given: Partial<WireSettlement> = {}): WireSettlement => ({
  requestId,
  instanceId: `${requestId}#1`,
  conversationId: 'c1',
  result: { status: 'cancelled' },
  settledAt: 2,
  ...given,
});

/** Formats one event as it is sent. */
export const event = (name: string, data: unknown, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

export const snapshot = (requests: readonly WireRequest[] = [], endings: readonly WireSettlement[] = [], id?: string) =>
  [
    event('snapshot_start', {}, id),
    ...endings.map((one) => event('settled', one, id)),
    ...requests.map((one) => event(one.state, one, id)),
    event('snapshot_end', {}, id),
  ].join('');

/** A stream that the test writes to. */
export interface TestStream {
  readonly response: Response;
  readonly request: { readonly url: string; readonly headers: Headers };
  readonly signal: AbortSignal;
  readonly isCancelled: () => boolean;
  write(text: string | Uint8Array): void;
  end(): void;
  fail(): void;
}

export interface ScriptedHost {
  readonly fetch: NonNullable<AskUserClientOptions['fetch']>;
  /** The connections to `events`, oldest first. */
  readonly streams: TestStream[];
  /** All other calls. */
  readonly calls: {
    readonly method: string;
    readonly path: string;
    readonly key: string | null;
    readonly body: unknown;
  }[];
}

type Answered = Response | Promise<Response>;

/**
 * Creates a host whose responses the test provides. Without a script its streams stay open for the test to write to.
 */
export function createScriptedHost(
  script: {
    events?: (nth: number) => Answered | undefined;
    call?: (call: ScriptedHost['calls'][number], nth: number) => Answered;
  } = {},
): ScriptedHost {
  const streams: TestStream[] = [];
  const calls: ScriptedHost['calls'] = [];
  let connections = 0;
  return {
    streams,
    calls,
    fetch: async (url, init) => {
      const headers = new Headers(init.headers);
      const path = url.slice(URL_OF_HOST.length);
      if (!path.startsWith('/events')) {
        const call = {
          method: init.method ?? 'GET',
          path,
          key: headers.get('idempotency-key'),
          body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
        };
        calls.push(call);
        return (
          (await script.call?.(call, calls.length)) ?? Response.json({ ok: false, code: 'unknown' }, { status: 404 })
        );
      }
      const scripted = await script.events?.(++connections);
      if (scripted) return scripted;
      const stream = createTestStream(url, headers, init.signal!);
      streams.push(stream);
      return stream.response;
    },
  };
}

function createTestStream(url: string, headers: Headers, signal: AbortSignal): TestStream {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => void (controller = given),
    cancel: () => void (cancelled = true),
  });
  const encoder = new TextEncoder();
  return {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    request: { url, headers },
    signal,
    isCancelled: () => cancelled,
    write: (text) => controller.enqueue(typeof text === 'string' ? encoder.encode(text) : text),
    end: () => controller.close(),
    fail: () => controller.error(new TypeError('network error')),
  };
}

/** Creates a client without randomness, and records the errors that it reports. */
export function connectTo(host: Pick<ScriptedHost, 'fetch'>, options: Partial<AskUserClientOptions> = {}) {
  const errors: unknown[] = [];
  const client = createAskUserClient({
    url: URL_OF_HOST,
    random: () => 0,
    onError: (error) => errors.push(error),
    ...options,
    fetch: host.fetch,
  });
  return { client, errors };
}

/** Returns what a client shows, in short form. */
export const shown = (client: AskUserClient) => {
  const { connection, requests, settled } = client.getState();
  return {
    connection,
    requests: requests.map(({ request }) => request.requestId),
    endings: settled.map(({ request, result, by, isLocal }) =>
      [request.request.requestId, result.status, by ?? '-', isLocal ? 'own' : 'not own'].join(' '),
    ),
  };
};

export interface RealHost {
  broker: AskUserBroker;
  /** The header `x-user` names the user. */
  readonly fetch: NonNullable<AskUserClientOptions['fetch']>;
  /** Starts a new process behind the same address. */
  restart(options?: BrokerOptions): Promise<void>;
}

/** Creates the real broker behind the real handler, without a socket between them. */
export function createRealHost(options: BrokerOptions = {}, more: Partial<AskUserHandlerOptions> = {}): RealHost {
  let shutDown = new AbortController();
  const start = (given: BrokerOptions) => {
    const broker = createAskUserBroker(given);
    shutDown = new AbortController();
    const handler = createAskUserHandler(broker, {
      basePath: '/ask-user',
      authorize: ({ headers }) => ({ conversations: ['c1', 'c2'], user: headers.get('x-user') ?? undefined }),
      signal: shutDown.signal,
      ...more,
    });
    return { broker, handler };
  };
  let { broker, handler } = start(options);
  return {
    get broker() {
      return broker;
    },
    fetch: (url, init) => handler(new Request(url, init)),
    async restart(given = options) {
      shutDown.abort();
      await broker.close();
      ({ broker, handler } = start(given));
    },
  };
}

export type Fetch = RealHost['fetch'];

/** Returns a fetch that sends the given user. */
export const as =
  (user: string, fetch: Fetch): Fetch =>
  (url, init) => {
    const headers = new Headers(init.headers);
    headers.set('x-user', user);
    return fetch(url, { ...init, headers });
  };

/** Returns the ids of all requests that the client ever showed as pending. No instance may be shown twice. */
export function sightings(client: AskUserClient): ReadonlySet<string> {
  const seen = new Set<string>();
  client.subscribe(() => {
    const { requests, settled } = client.getState();
    for (const { request } of requests) seen.add(request.requestId);
    const instances = [...requests, ...settled.map((one) => one.request)].map(({ instanceId }) => instanceId);
    expect(new Set(instances).size, `each once: ${instances.join()}`).toBe(instances.length);
  });
  return seen;
}
