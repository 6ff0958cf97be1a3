import type { Change, RequestStore, StoredRequest } from '../store/types.js';
import type { BrokerEvent, SubscribeOptions } from './types.js';

/** Endings that can be told again to someone who was away. */
const REMEMBERED = 1_000;
/** Ids that are over for good: a read that was under way for long must not bring one back. */
const TERMINAL = 10_000;

type Listener = (event: BrokerEvent) => void;
type Unnumbered<E> = E extends BrokerEvent ? Omit<E, 'id'> : never;
type SettledEvent = Extract<BrokerEvent, { type: 'settled' }>;

export interface BoardOptions {
  store: RequestStore;
  now: () => number;
  /** The conversations of the requests that someone here waits for. */
  waiting: () => readonly string[];
  /** A request has ended. May be called more than once for one. */
  onSettled: (stored: StoredRequest) => void;
  onError: (error: unknown) => void;
}

/** What has been told of which request: turns the states of a store into events, each transition once. */
export interface Board {
  subscribe(listener: Listener, options?: SubscribeOptions): () => void;
  /** Reads one request and tells what has changed. */
  refresh(requestId: string): Promise<void>;
  /** Reads all that anybody here follows: what changed without a word, or whose word was missed. */
  reconcile(): Promise<void>;
  close(): void;
}

const idsOf = ({ conversationId }: SubscribeOptions = {}): ReadonlySet<string> | undefined =>
  conversationId === undefined
    ? undefined
    : new Set(typeof conversationId === 'string' ? [conversationId] : conversationId);

/** Keeps the newest. */
function trim(kept: Map<string, unknown> | Set<string>, size: number): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= size) return;
    kept.delete(oldest);
  }
}

const numberOf = (eventId: string): number => Number(eventId.slice(eventId.indexOf('.') + 1));

export function createBoard({ store, now, waiting, onSettled, onError }: BoardOptions): Board {
  const instance = crypto.randomUUID().slice(0, 8);
  const subscriptions = new Set<{ listener: Listener; ids: ReadonlySet<string> | undefined }>();
  const told = new Map<string, StoredRequest>();
  const endings = new Map<string, SettledEvent>();
  const terminal = new Set<string>();
  let sequence = 0;

  function emit<E extends BrokerEvent>(conversationId: string, unnumbered: Unnumbered<E>): E {
    const event = { id: `${instance}.${++sequence}`, ...unnumbered } as unknown as E;
    for (const { listener, ids } of [...subscriptions]) {
      if (ids && !ids.has(conversationId)) continue;
      try {
        listener(event);
      } catch (error) {
        onError(error);
      }
    }
    return event;
  }

  function publish(stored: StoredRequest): void {
    const { settlement, ...asked } = stored;
    const { conversationId, state } = asked;
    const { requestId } = asked.request;
    if (settlement) onSettled(stored);
    if (terminal.has(requestId)) return;
    if (settlement) {
      told.delete(requestId);
      trim(terminal.add(requestId), TERMINAL);
      endings.set(requestId, emit<SettledEvent>(conversationId, { type: 'settled', asked, settlement }));
      trim(endings, REMEMBERED);
    } else if (state !== 'settled' && told.get(requestId)?.state !== state) {
      told.set(requestId, stored);
      emit(conversationId, { type: state, pending: { ...asked, state } });
    }
  }

  async function refresh(requestId: string): Promise<void> {
    const stored = await store.get(requestId);
    if (stored) return publish(stored);
    const lost = told.get(requestId);
    if (!lost) return undefined;
    const result = { status: 'connectionLost', reason: 'The question is no longer kept.' } as const;
    return publish({ ...lost, state: 'settled', settlement: { result, settledAt: now() } });
  }

  /** The conversations that matter here; `undefined` for all. */
  function scope(): ReadonlySet<string> | undefined {
    const followed = new Set(waiting());
    for (const { ids } of subscriptions) {
      if (!ids) return undefined;
      for (const id of ids) followed.add(id);
    }
    return followed;
  }

  async function reconcile(): Promise<void> {
    const followed = scope();
    const there = followed?.size === 0 ? [] : await store.list(followed && [...followed]);
    there.forEach(publish);
    const listed = new Set(there.map(({ request }) => request.requestId));
    for (const [requestId, { conversationId }] of [...told]) {
      if (followed && !followed.has(conversationId)) told.delete(requestId);
      else if (!listed.has(requestId)) await refresh(requestId);
    }
  }

  const isFollowed = (conversationId: string) => scope()?.has(conversationId) ?? true;

  const unwatch = store.watch((change?: Change) => {
    const read = change ? isFollowed(change.conversationId) && refresh(change.requestId) : reconcile();
    if (read) read.catch(onError);
  });

  return {
    refresh,
    reconcile,
    subscribe(listener, options) {
      const ids = idsOf(options);
      const subscription = { listener, ids };
      subscriptions.add(subscription);
      const { since } = options ?? {};
      if (since?.startsWith(`${instance}.`)) {
        const missed = [...endings.values()].filter((event) => numberOf(event.id) > numberOf(since));
        for (const event of missed) if (!ids || ids.has(event.asked.conversationId)) listener(event);
      }
      return () => void subscriptions.delete(subscription);
    },
    close() {
      unwatch();
      subscriptions.clear();
    },
  };
}
