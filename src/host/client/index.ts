import type { Exchange } from '../../core/flow/types.js';
import { toFailure, type Send } from './retrying-fetch.js';
import { guard, safely } from '../guard.js';
import { CLIENT_HEADER } from '../wire.js';
import { createDeliveries, makeClientId } from './deliveries.js';
import { AskBackError, createExchangeLoader, endedExchange, postExchange } from './exchanges.js';
import { createLookups } from './lookups.js';
import { SPREAD } from './backoff.js';
import { INITIAL, INITIAL_STATE, reduce, type ClientAction } from './state.js';
import { createStream } from './stream.js';
import type { AskUserClient, AskUserClientOptions } from './types.js';

export type {
  AskUserClient,
  AskUserClientOptions,
  AskUserClientState,
  ConnectionStatus,
  DeliveryResult,
  SettledRequest,
} from './types.js';

/** @throws {TypeError} If the id is not a string, or contains a lone surrogate, which no URL can contain. */
function encodeId(id: unknown): string {
  try {
    if (typeof id === 'string') return encodeURIComponent(id);
  } catch {}
  throw new TypeError('`conversationId` is invalid. Pass a string of valid Unicode.');
}

/** Time that a connection stays open without subscribers, in milliseconds, so that a remount does not reconnect. */
const GRACE = 1_000;

/**
 * Creates the client of a handler. It connects while it has subscribers, and reconnects automatically. It requires a
 * `fetch` that streams responses.
 *
 * @throws {TypeError} If `url` is not a non-empty string, or if `conversationId` is not a string or not valid Unicode.
 * @example
 * const client = createAskUserClient({ url: '/ask-user' });
 * const unsubscribe = client.subscribe(() => render(client.getState().requests));
 */
export function createAskUserClient(options: AskUserClientOptions): AskUserClient {
  const { url, conversationId, headers: given, credentials } = options;
  const { fetch = (...args) => globalThis.fetch(...args), random = Math.random } = options;
  const onError = safely(options.onError ?? (() => {}));
  if (typeof url !== 'string' || url === '')
    throw new TypeError(
      'createAskUserClient: `url` is missing. Pass the URL of your handler, such as { url: "/ask-user" }.',
    );
  const [address = '', ...rest] = url.split('?');
  const narrowed = conversationId !== undefined && `conversationId=${encodeId(conversationId)}`;
  const base = address.replace(/\/+$/, '');
  const search = [rest.join('?'), narrowed].filter(Boolean).join('&');

  const listeners = new Set<{ readonly listener: () => void }>();
  const closing = new AbortController();
  const clientId = makeClientId();
  let model = INITIAL;
  let watching:
    | {
        readonly lookUp: ReturnType<typeof createLookups>;
        readonly load: ReturnType<typeof createExchangeLoader>;
        stop(): void;
      }
    | undefined;
  let grace: ReturnType<typeof setTimeout> | undefined;

  const send: Send = async (path, init) => {
    const headers = new Headers(typeof given === 'function' ? await given() : given);
    for (const [name, value] of Object.entries(init.headers ?? {})) headers.set(name, value);
    headers.set(CLIENT_HEADER, clientId);
    const query = search && `${path.includes('?') ? '&' : '?'}${search}`;
    return fetch(`${base}${path}${query}`, { ...init, headers, ...(credentials && { credentials }) });
  };

  function tell(message: ClientAction): void {
    const before = model.view;
    model = reduce(model, message);
    // The server has handled a delivery, so it may serve the events, too, such as after the user has signed in again.
    if (message.type === 'over') stream.retry();
    // After a server restart, many clients receive a snapshot at once. Spread their lookups.
    watching?.lookUp(model.unresolvedIds, message.type === 'snapshot' ? SPREAD : 0);
    watching?.load(model);
    if (model.view === before) return;
    for (const { listener } of [...listeners]) {
      guard(listener, onError);
    }
  }

  const deliver = createDeliveries({ send, random, onError, signal: closing.signal, dispatch: tell, clientId });
  const stream = createStream({
    open(lastEventId, signal) {
      const headers = {
        accept: 'text/event-stream',
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      };
      return send('/events', { headers, signal });
    },
    onMessage: tell,
    onConnection: (connection) => tell({ type: 'connection', connection }),
    onError,
    random,
  });

  function watch(): void {
    clearTimeout(grace);
    if (watching || closing.signal.aborted) return;
    const controller = new AbortController();
    const { signal } = controller;
    watching = {
      lookUp: createLookups({ send, random, onError, signal, dispatch: tell }),
      load: createExchangeLoader({ send, random, onError, signal, dispatch: tell }),
      stop: () => controller.abort(),
    };
    stream.start();
  }

  function leave(): void {
    clearTimeout(grace);
    stream.stop();
    watching?.stop();
    watching = undefined;
  }

  /**
   * Returns the instance in the state: the pending one, or else the newest settled one. With it, a late delivery does
   * not settle a newer instance.
   */
  function shown(requestId: string): string | undefined {
    const { requests, settled } = model.view;
    const all = [...settled.map(({ request }) => request), ...requests];
    return all.findLast(({ request }) => request.requestId === requestId)?.instanceId;
  }

  function subscribe(listener: () => void): () => void {
    const entry = { listener };
    listeners.add(entry);
    watch();
    return () => {
      if (!listeners.delete(entry) || listeners.size || closing.signal.aborted) return;
      grace = setTimeout(() => {
        leave();
        tell({ type: 'connection', connection: 'connecting' });
      }, GRACE);
    };
  }

  return {
    getState: () => model.view,
    getInitialState: () => INITIAL_STATE,
    subscribe,
    async askBack(requestId, { key, questionId, text }, { instanceId = shown(requestId), signal: stop } = {}) {
      if (instanceId === undefined) throw new AskBackError(toFailure('unknown'));
      const ends: (() => void)[] = [];
      const stopping = new AbortController();
      const { signal } = stopping;
      const abort = () => stopping.abort();
      for (const one of [closing.signal, stop]) {
        if (one?.aborted) abort();
        one?.addEventListener('abort', abort);
        ends.push(() => one?.removeEventListener('abort', abort));
      }
      try {
        const body = { key, questionId, text, instanceId };
        const revision = await postExchange(requestId, body, { send, random, onError, signal });
        const ended = await new Promise<Exchange | null>((resolve) => {
          const look = () => {
            const now = signal.aborted ? null : endedExchange(model, { instanceId, key, revision });
            if (now !== undefined) resolve(now);
          };
          ends.push(subscribe(look));
          signal.addEventListener('abort', look);
          look();
        });
        if (ended?.reply !== undefined) return ended.reply;
        throw new AskBackError(toFailure(ended ? 'not_offered' : 'unknown'));
      } finally {
        for (const end of ends) end();
      }
    },
    answer: (requestId, replies, { instanceId = shown(requestId) } = {}) =>
      deliver(requestId, 'answer', { replies, instanceId }),
    cancel: (requestId, { reason, instanceId = shown(requestId) } = {}) =>
      deliver(requestId, 'cancel', { reason, instanceId }),
    decline: (requestId, { reason, discuss, about, replies, instanceId = shown(requestId) } = {}) =>
      deliver(requestId, 'decline', { reason, discuss, about, replies, instanceId }),
    dismiss: (requestId) => tell({ type: 'dismissed', requestId }),
    reconnect: () => stream.retry(),
    close() {
      closing.abort();
      leave();
      tell({ type: 'connection', connection: 'closed' });
    },
  };
}
