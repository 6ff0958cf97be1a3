import { createDeliveries, pathOf } from './deliveries.js';
import { call, type Send } from './calls.js';
import { readLookup } from './read.js';
import { INITIAL, INITIAL_STATE, reduce, type Message } from './state.js';
import { createStream } from './stream.js';
import type { AskUserClient, AskUserClientOptions } from './types.js';

export type {
  AskUserClient,
  AskUserClientOptions,
  AskUserClientState,
  Connection,
  Delivery,
  EndedRequest,
} from './types.js';

/** How long a connection is kept when nobody listens, in milliseconds: a remount is no reason to reconnect. */
const GRACE = 1_000;

/**
 * A browser's connection to the questions that wait at a host's handler. It connects while anybody subscribes, and comes back
 * by itself; runs wherever fetch can read streams.
 *
 * @example
 * const client = createAskUserClient({ url: '/ask-user' });
 * const stop = client.subscribe(() => draw(client.getState().requests));
 */
export function createAskUserClient(options: AskUserClientOptions): AskUserClient {
  const { url, conversationId, headers: given, credentials } = options;
  const { fetch = (...args) => globalThis.fetch(...args), random = Math.random, onError = () => {} } = options;
  if (typeof url !== 'string' || url === '')
    throw new TypeError(
      'createAskUserClient got no `url`, so it has no host to connect to. Give it the address of your handler, as { url: "/ask-user" }.',
    );
  const [address = '', query] = url.split('?', 2);
  const narrowed = conversationId !== undefined && `conversationId=${encodeURIComponent(conversationId)}`;
  const base = address.replace(/\/+$/, '');
  const search = [query, narrowed].filter(Boolean).join('&');

  const listeners = new Set<{ readonly listener: () => void }>();
  const closing = new AbortController();
  const looking = new Set<string>();
  let model = INITIAL;
  /** Aborted when it stops to listen to the host. */
  let watching: AbortController | undefined;
  let grace: ReturnType<typeof setTimeout> | undefined;

  const send: Send = async (path, init) => {
    const headers = new Headers(typeof given === 'function' ? await given() : given);
    for (const [name, value] of Object.entries(init.headers ?? {})) headers.set(name, value);
    return fetch(`${base}${path}${search && `?${search}`}`, { ...init, headers, ...(credentials && { credentials }) });
  };

  function tell(message: Message): void {
    const before = model.view;
    model = reduce(model, message);
    if (watching) for (const requestId of model.missing) void look(requestId, watching.signal);
    if (model.view === before) return;
    for (const { listener } of [...listeners]) {
      try {
        listener();
      } catch (error) {
        onError(error);
      }
    }
  }

  /** How a request ended that is not pending any more, and of whose ending nothing was heard. */
  async function look(requestId: string, signal: AbortSignal): Promise<void> {
    if (looking.has(requestId)) return;
    looking.add(requestId);
    const found = await call<Message | 'refused'>(
      pathOf(requestId),
      {},
      {
        ...{ send, random, onError, signal, attempts: Infinity },
        read: ({ status, body }) =>
          readLookup(body, requestId) ?? (status === 401 || status === 403 ? 'refused' : undefined),
      },
    );
    looking.delete(requestId);
    if (found && found !== 'refused' && !signal.aborted) tell(found);
  }

  const deliver = createDeliveries({ send, random, onError, signal: closing.signal, tell });
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
    watching = new AbortController();
    stream.start();
  }

  function leave(): void {
    clearTimeout(grace);
    stream.stop();
    watching?.abort();
    watching = undefined;
  }

  return {
    getState: () => model.view,
    getInitialState: () => INITIAL_STATE,
    subscribe(listener) {
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
    },
    answer: (requestId, replies) => deliver(requestId, 'answer', { replies }),
    cancel: (requestId, { reason } = {}) => deliver(requestId, 'cancel', { reason }),
    decline: (requestId, { reason } = {}) => deliver(requestId, 'decline', { reason }),
    dismiss: (requestId) => tell({ type: 'dismissed', requestId }),
    reconnect: () => stream.retry(),
    close() {
      if (closing.signal.aborted) return;
      closing.abort();
      leave();
      tell({ type: 'connection', connection: 'closed' });
      listeners.clear();
    },
  };
}
