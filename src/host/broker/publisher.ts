import { guard } from '../guard.js';
import { phaseOf } from '../lifecycle.js';
import type { Requests } from '../store/requests.js';
import type { NewRequest, StoreChange, LeaseMs, Settlement, StoredRequest } from '../store/types.js';
import { fullReadEvery } from './heartbeat.js';
import { createSettledEventLog } from './settled-events.js';
import { createPublishedState } from './published-state.js';
import { createReconciler } from './reconciler.js';
import { shownExchanges } from './ask-back.js';
import { isEqual, isPending, isSameRequest, toInstance } from './requests.js';
import type { BrokerEvent, PendingRequest, SubscribeOptions } from './types.js';
import type { Waiters } from './waiters.js';

const LOST = { status: 'connectionLost', reason: 'The question is no longer kept.' } as const;

type Listener = (event: BrokerEvent) => void;

export interface PublisherOptions {
  readonly requests: Requests;
  readonly now: () => number;
  readonly waiters: Waiters;
  readonly owner: string;
  readonly leaseMs: LeaseMs;
  readonly beatMs: number;
  readonly onError: (error: unknown) => void;
}

/** Turns the changes of a store into events. */
export interface Publisher {
  subscribe(listener: Listener, options?: SubscribeOptions): () => void;
  lastEventId(): string;
  /** Reads the pending requests. Publishes those that are new or changed in followed conversations. */
  list(conversationIds?: readonly string[]): Promise<readonly PendingRequest[]>;
  /** Reads one request and publishes its change, if any. */
  refresh(requestId: string): Promise<StoredRequest | undefined>;
  /** Reads one request. Publishes its change only if the request is known here. */
  readCurrent(requestId: string): Promise<StoredRequest | undefined>;
  /** Publishes changes of followed conversations that the store did not notify of. */
  reconcile(): Promise<void>;
  /** Publishes a settlement that this process has stored. `stored` is the request as it was read before, if it was. */
  onSettledHere(requestId: string, settlement: Settlement, stored?: StoredRequest): Promise<void>;
  /** Forgets the published settlements of a conversation. */
  forget(conversationId: string): void;
  close(): void;
}

/** `undefined` stands for all conversations. */
export const idsOf = ({ conversationId }: SubscribeOptions = {}): ReadonlySet<string> | undefined =>
  conversationId === undefined
    ? undefined
    : new Set(typeof conversationId === 'string' ? [conversationId] : conversationId);

const numberOf = (eventId: string): number => Number(eventId.slice(eventId.indexOf('.') + 1));

export function createPublisher({ requests, now, waiters, onError, leaseMs, beatMs }: PublisherOptions): Publisher {
  const instance = crypto.randomUUID().slice(0, 8);
  const subscriptions = new Set<{ listener: Listener; ids: ReadonlySet<string> | undefined }>();
  const published = createPublishedState();
  const endings = createSettledEventLog();
  let sequence = 0;
  let reads = 0;

  const lastEventId = () => `${instance}.${sequence}`;

  const hear = (listener: Listener, event: BrokerEvent) => guard(() => listener(event), onError);

  function emit(conversationId: string, event: BrokerEvent): void {
    for (const one of [...subscriptions]) {
      if (subscriptions.has(one) && (one.ids?.has(conversationId) ?? true)) hear(one.listener, event);
    }
  }

  const nextId = () => {
    sequence += 1;
    return lastEventId();
  };

  function resume(ended: NewRequest, { result }: Settlement): void {
    for (const waiter of waiters.forRequest(ended.request.requestId)) {
      if (waiter.isStored && isSameRequest(waiter.asked, ended)) waiter.resolve(result);
    }
  }

  function publishSettled(stored: StoredRequest, settlement: Settlement): void {
    const type = published.isSettled(stored) ? 'unreached' : 'settled';
    if (!published.markSettled(stored, phaseOf(settlement), reads)) return;
    const event = { id: nextId(), type, request: toInstance(stored), settlement } as const;
    endings.add(event);
    emit(stored.conversationId, event);
  }

  const publishLost = (known: StoredRequest) => publishSettled(known, { result: LOST, settledAt: now() });

  /** The store has this instance, so it has lost other instances of the id: settle those as lost. */
  function replaceInstance(stored: StoredRequest): void {
    const { requestId } = stored.request;
    for (const waiter of waiters.forRequest(requestId)) {
      if (waiter.isStored && !isSameRequest(waiter.asked, stored)) waiter.resolve(LOST);
    }
    const before = published.get(requestId);
    if (before && before.instanceId !== stored.instanceId) publishLost(before);
  }

  function settleAndPublish(stored: StoredRequest, settlement: Settlement): void {
    resume(stored, settlement);
    publishSettled(stored, settlement);
  }

  function publishState(stored: StoredRequest, read: number): void {
    if (published.isStale(stored, read)) return;
    replaceInstance(stored);
    if (stored.settlement) return settleAndPublish(stored, stored.settlement);
    if (!isPending(stored)) return;
    const ending = published.wasSettledBefore(stored, read) ? endings.of(stored) : undefined;
    if (ending) return resume(stored, ending);
    const { requestId } = stored.request;
    const before = published.get(requestId);
    if (published.recordPending(stored, read)) {
      emit(stored.conversationId, { id: nextId(), type: stored.state, request: stored });
    } else if (before && published.get(requestId) === stored) publishExchanges(before, stored);
    for (const waiter of waiters.forRequest(requestId)) {
      if (waiter.isStored && isSameRequest(waiter.asked, stored)) waiter.onRead(stored);
    }
  }

  function publishExchanges(before: StoredRequest, stored: PendingRequest): void {
    if (before === stored || isEqual(before.askBack, stored.askBack)) return;
    const known = shownExchanges(requests, before);
    const exchanges = shownExchanges(requests, stored).filter((one) => !known.some((other) => isEqual(one, other)));
    emit(stored.conversationId, { id: nextId(), type: 'asked_back', request: stored, exchanges });
  }

  async function refresh(requestId: string, onlyKnown = false): Promise<StoredRequest | undefined> {
    const read = ++reads;
    // Capture before reading: a request that is known now but absent afterwards is lost.
    const known = published.get(requestId);
    const waiting = waiters.forRequest(requestId).filter(({ isStored }) => isStored);
    const stored = await requests.get(requestId);
    if (!known && waiting.length === 0 && (onlyKnown || !stored)) return stored;
    if (stored) publishState(stored, read);
    else {
      for (const waiter of waiting) waiter.resolve(LOST);
      if (known) publishLost(known);
    }
    return stored;
  }

  async function readCurrent(requestId: string): Promise<StoredRequest | undefined> {
    const stored = await refresh(requestId, true);
    if (!stored || !isPending(stored) || !published.isSettled(stored)) return stored;
    // The broker has published the settlement before or during the read, so the pending state is outdated.
    const settlement = endings.of(stored);
    return settlement ? { ...stored, state: 'settled', settlement } : requests.get(requestId);
  }

  const isFollowed = (conversationId: string) =>
    waiters.hasConversation(conversationId) || [...subscriptions].some(({ ids }) => ids?.has(conversationId) ?? true);

  /** Returns the followed conversations; `undefined` for all. */
  function scope(): readonly string[] | undefined {
    const followed = new Set(waiters.conversations());
    for (const { ids } of subscriptions) {
      if (!ids) return undefined;
      for (const id of ids) followed.add(id);
    }
    return [...followed];
  }

  async function list(conversationIds?: readonly string[]): Promise<readonly PendingRequest[]> {
    const read = ++reads;
    const listed = (await requests.list(conversationIds)).filter(isPending);
    for (const one of listed) if (isFollowed(one.conversationId)) publishState(one, read);
    return listed.filter((one) => !published.isSettled(one));
  }

  const reconciler = createReconciler({
    requests,
    fullReadEvery() {
      const open = published.all().filter(({ state }) => state !== 'orphaned');
      return fullReadEvery(beatMs, [leaseMs, ...open.map((one) => one.leaseMs)]);
    },
    scope,
    list,
    known: () => new Set([...waiters.ids(), ...published.all().map(({ request }) => request.requestId)]),
    async refreshMissing(requestId) {
      const conversationId = published.get(requestId)?.conversationId ?? waiters.getStored(requestId)?.conversationId;
      if (conversationId === undefined) return;
      if (isFollowed(conversationId)) await refresh(requestId);
      else published.forget(requestId);
    },
    nextRead: () => ++reads,
    onRead(stored, read) {
      const { requestId } = stored.request;
      const isKnown = published.get(requestId) ?? waiters.getStored(requestId);
      if (isFollowed(stored.conversationId) && (isKnown || isPending(stored))) publishState(stored, read);
    },
  });

  const unwatch = requests.watch((change?: StoreChange) => {
    const { requestId = '', conversationId = '' } = change ?? {};
    if (!change) reconciler.readAll().catch(onError);
    else if (isFollowed(conversationId) || published.get(requestId)) refresh(requestId).catch(onError);
  }, onError);

  return {
    lastEventId,
    list,
    refresh,
    readCurrent,
    reconcile: reconciler.reconcile,
    async onSettledHere(requestId, settlement, stored) {
      const known = stored ?? published.get(requestId);
      if (known) return settleAndPublish(known, settlement);
      const asked = waiters.getStored(requestId);
      if (asked) resume(asked, settlement);
      await refresh(requestId);
      return undefined;
    },
    subscribe(listener, options) {
      const ids = idsOf(options);
      const subscription = { listener, ids };
      subscriptions.add(subscription);
      const { since } = options ?? {};
      if (since?.startsWith(`${instance}.`)) {
        const missed = endings.replay(
          ({ id, request: asked }) => numberOf(id) > numberOf(since) && (ids?.has(asked.conversationId) ?? true),
        );
        for (const event of missed) hear(listener, event);
      }
      return () => void subscriptions.delete(subscription);
    },
    forget: endings.forget,
    close() {
      reconciler.close();
      unwatch();
      subscriptions.clear();
    },
  };
}
