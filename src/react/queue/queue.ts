import type { AskUserResult } from '../../core/answer/types.js';
import type { Exchange } from '../../core/flow/types.js';
import type {
  AskUserClient,
  AskUserClientState,
  ConnectionStatus,
  DeliveryResult,
  SettledRequest,
} from '../../host/client/types.js';
import type { DraftStorage } from '../drafts/saved-drafts.js';
import { countRound, nextRound, type Round } from './rounds.js';

export type QueuedRequest = AskUserClientState['requests'][number];
export type RefusalCode = Extract<DeliveryResult, { ok: false }>['code'];

export interface CurrentRequest {
  readonly request: QueuedRequest;
  readonly settlement?: SettledRequest | undefined;
  /** Its place among the requests of its conversation that were answered here. */
  readonly round: Round;
  /** React key of the card. It changes with each client, and when the same instance is shown twice in a row. */
  readonly generation: number;
}

export interface QueueState {
  readonly current?: CurrentRequest | undefined;
  /** Number of other requests that await an answer. */
  readonly waitingCount: number;
  /** Number of other requests whose agents do not wait. They are shown only when the user opens them. */
  readonly aheadCount: number;
  /** Asker of the next request, if it differs from that of the current request. */
  readonly next?: string | undefined;
  readonly connection: ConnectionStatus;
  /** What users have asked the agent about the questions of the current request. */
  readonly exchanges?: readonly Exchange[] | undefined;
  /** Result of the current request, unless a delivery from here settled it. */
  readonly externalResult?: AskUserResult | undefined;
}

/**
 * Time in milliseconds to wait for the settlement after the host refused a delivery, because the request is settled or
 * unknown.
 */
const SETTLE_WAIT_MS = 3000;

const isAwaiting = ({ state }: QueuedRequest): boolean => state === 'awaiting_user_response';

export const isAhead = ({ request }: QueuedRequest): boolean => request.blocking === false;

/**
 * Shows one of a client's requests at a time. After a settlement by this client, the next request follows at once.
 * Another settlement stays readable until `dismiss` or `yieldToNext`.
 */
export interface Queue {
  getState(): QueueState;
  getInitialState(): QueueState;
  subscribe(listener: () => void): () => void;
  /** Delivers the user's result. Resolves to the outcome for the flow store, with a code instead of a message. */
  send(
    request: QueuedRequest,
    result: AskUserResult,
    deliver: () => Promise<DeliveryResult>,
  ): Promise<{ ok: true } | { ok: false; code?: RefusalCode; cause?: unknown }>;
  /** Settles the current request here, before the client knows of it. */
  settle(settlement: SettledRequest): void;
  dismiss(): void;
  /** Shows the next request whose agent does not wait, unless another one can be answered now. */
  openAhead(): void;
  /** Puts the current request away, whose agent does not wait. Returns `false` while its answer is on its way. */
  putAway(): boolean;
  /** Lets the next request follow without the user's action. */
  yieldToNext(): void;
  /** Drafts, unaccepted answers and rounds, if the host stores none. Per client, because another client may be of another user. */
  readonly drafts: DraftStorage;
  /** Keeps the rounds in the storage of the host, if it has one. */
  keepIn(storage: DraftStorage | undefined): void;
  /** Returns the settled requests that were not returned before. */
  takeSettled(): readonly SettledRequest[];
}

function createMemoryStorage(): DraftStorage {
  const texts = new Map<string, string>();
  return {
    get: (key) => texts.get(key),
    set: (key, text) => void texts.set(key, text),
    remove: (key) => void texts.delete(key),
  };
}

let generations = 0;

export function createQueue(client: AskUserClient, storage?: DraftStorage): Queue {
  const listeners = new Set<() => void>();
  /** Instances that were settled here and that the client still lists as pending. */
  const settledHere = new Set<string>();
  let opensAhead = false;
  let unreported: SettledRequest[] = [];
  let current: CurrentRequest | undefined;
  let lastInstanceId: string | undefined;
  let generation = ++generations;
  /** Instance of the last delivery, unless it failed. */
  let inFlight: string | undefined;
  let seen: AskUserClientState | undefined;
  let state: QueueState | undefined;

  const drafts = createMemoryStorage();
  let rounds = storage ?? drafts;

  function setSettled(now: Pick<CurrentRequest, 'request' | 'round'>, settlement: SettledRequest): void {
    unreported.push(settlement);
    current = { ...now, settlement, generation };
    const { result } = settlement;
    if (!settlement.isLocal || result.status !== 'answered') return;
    const given = result.answers.filter(({ skipped }) => !skipped).length;
    countRound(rounds, now.request.conversationId, given);
  }

  function updateCurrent(now: CurrentRequest, { requests, settled }: AskUserClientState): void {
    const { request, settlement, round } = now;
    const { instanceId } = request;
    const reported = settled.find((one) => one.request.instanceId === instanceId);
    // After a settlement, only this can still change: the agent did not receive it.
    if (settlement && settlement.reached !== false && reported?.reached === false)
      current = { request, round, settlement: { ...settlement, reached: false }, generation };
    if (settlement) return;
    const pending = requests.find((one) => one.instanceId === instanceId);
    if (reported) setSettled(now, reported);
    else if (pending) current = pending === request ? current : { request: pending, round, generation };
    // An orphaned request disappears when it is dismissed.
    else if (!isAwaiting(request)) current = undefined;
    else setSettled(now, { request, result: { status: 'aborted', reason: 'unknown' }, isLocal: false });
  }

  function derive(now: AskUserClientState): QueueState {
    for (const id of settledHere) if (!now.requests.some(({ instanceId }) => instanceId === id)) settledHere.delete(id);
    if (current) updateCurrent(current, now);
    // A closed client delivers no answer, so it has no others to go on to.
    const open = now.connection === 'closed' ? [] : now.requests.filter((one) => !settledHere.has(one.instanceId));
    if (!current || current.settlement?.isLocal) {
      const waiting = open.filter((one) => !isAhead(one));
      // Prefer a request that can be answered to an orphaned one.
      const next = waiting.find(isAwaiting) ?? (opensAhead ? open.find(isAhead) : undefined) ?? waiting[0];
      opensAhead = false;
      if (next) {
        if (lastInstanceId === next.instanceId) generation = ++generations;
        lastInstanceId = next.instanceId;
        current = { request: next, round: nextRound(rounds, next.conversationId), generation };
      }
    }
    const instanceId = current?.request.instanceId;
    const settlement = current?.settlement;
    const rest = open.filter((one) => isAwaiting(one) && (settlement || one.instanceId !== instanceId));
    const others = rest.filter((one) => !isAhead(one));
    const next = others[0]?.request.asker;
    return {
      current,
      waitingCount: others.length,
      aheadCount: rest.length - others.length,
      next: next === current?.request.request.asker ? undefined : next,
      connection: now.connection,
      exchanges: instanceId === undefined ? undefined : now.exchanges[instanceId],
      externalResult: settlement?.isLocal && inFlight === instanceId ? undefined : settlement?.result,
    };
  }

  function getState(): QueueState {
    const now = client.getState();
    if (state === undefined || now !== seen) state = derive(now);
    seen = now;
    return state;
  }

  function notify(): void {
    state = undefined;
    for (const listener of [...listeners]) listener();
  }

  const settle = (settlement: SettledRequest): void => {
    const { current: now } = getState();
    const { instanceId } = settlement.request;
    if (now?.settlement || now?.request.instanceId !== instanceId) return;
    settledHere.add(instanceId);
    setSettled({ ...now, request: settlement.request }, settlement);
    notify();
  };

  /** Resolves when the request is settled or no longer current, or after `SETTLE_WAIT_MS`. */
  const whenSettled = (instanceId: string): Promise<void> =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const check = () => {
        const { current: now } = getState();
        if (now?.settlement || now?.request.instanceId !== instanceId) done();
      };
      const timer = setTimeout(done, SETTLE_WAIT_MS);
      const stop = client.subscribe(check);
      check();
    });

  const initial = client.getInitialState();
  const first: QueueState = {
    waitingCount: 0,
    aheadCount: 0,
    connection: initial.connection,
  };

  const queue: Queue = {
    drafts,
    keepIn(latest) {
      rounds = latest ?? drafts;
    },
    getState,
    getInitialState: () => first,
    subscribe(listener) {
      listeners.add(listener);
      const stop = client.subscribe(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    settle,
    async send(request, result, deliver) {
      const { instanceId } = request;
      inFlight = instanceId;
      const delivery: { ok: true } | { ok: false; code: RefusalCode; cause?: unknown } = await deliver().catch(
        (cause: unknown) => ({ ok: false, code: 'offline', cause }) as const,
      );
      if (delivery.ok) {
        settle({ request, result, isLocal: true });
        return delivery;
      }
      const { code, cause } = delivery;
      // Keep an orphaned request open, and do not return its code: its agent may return.
      const isSettled = code === 'already_resolved' || code === 'unknown';
      if (isSettled) {
        await whenSettled(instanceId);
        settle({ request, result: { status: 'aborted', reason: code }, isLocal: false });
      }
      if (inFlight === instanceId) inFlight = undefined;
      notify();
      return { ok: false, ...(code !== 'orphaned' && { code }), cause };
    },
    dismiss() {
      if (!current) return;
      const { instanceId, request } = current.request;
      current = undefined;
      // The client dismisses by request ID. Keep another orphaned instance of it, which was not shown yet.
      const isUnseen = (one: QueuedRequest) =>
        one.request.requestId === request.requestId && one.instanceId !== instanceId && !isAwaiting(one);
      if (!client.getState().requests.some(isUnseen)) client.dismiss(request.requestId);
      notify();
    },
    openAhead() {
      if (current && !current.settlement && isAwaiting(current.request)) return;
      opensAhead = true;
      if (current?.settlement) queue.dismiss();
      else {
        current = undefined;
        notify();
      }
    },
    putAway() {
      // Its answer is on its way, and may come back with an error.
      if (current?.request.instanceId === inFlight) return false;
      current = undefined;
      notify();
      return true;
    },
    yieldToNext() {
      if (current?.settlement) return queue.dismiss();
      // The request is orphaned. It is shown again when no other request waits.
      current = undefined;
      notify();
    },
    takeSettled() {
      const taken = unreported;
      unreported = [];
      return taken;
    },
  };
  return queue;
}
