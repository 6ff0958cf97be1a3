import type { AskUserResult } from '../../core/answer/types.js';
import type { AskUserClient, AskUserClientState, Connection, Delivery, EndedRequest } from '../../host/client/types.js';

/** A pending request of the client. */
export type QueuedRequest = AskUserClientState['requests'][number];

/** The current request, and its settlement once it has one. */
export interface Shown {
  readonly request: QueuedRequest;
  readonly ending?: EndedRequest | undefined;
  /** React key of the card. It changes with each client, and when the same instance is shown twice in a row. */
  readonly turn: number;
}

/** State of the queue, derived from the client's state. */
export interface QueueState {
  readonly shown: Shown | undefined;
  /** Number of other requests that await an answer. */
  readonly waiting: number;
  /** Asker of the next request, if it differs from the current one. */
  readonly next: string | undefined;
  readonly connection: Connection;
  /** Result of the current request, unless a delivery from here settled it. */
  readonly outside: AskUserResult | undefined;
  /** Whether the host refused the last delivery as too large. */
  readonly tooLarge: boolean;
}

/** How long to wait for the settlement after the host refused a delivery because the request was settled. */
const HEARD_MS = 3000;

const waits = ({ state }: QueuedRequest): boolean => state === 'awaiting_user_response';

/**
 * Shows one of a client's requests at a time. The current request stays until it is settled. If it was settled here,
 * the next one follows at once. Otherwise its settlement stays readable until `leave`.
 */
export interface Queue {
  getState(): QueueState;
  getInitialState(): QueueState;
  subscribe(listener: () => void): () => void;
  /** Delivers the user's result. Resolves to the outcome for the flow store. */
  send(
    request: QueuedRequest,
    result: AskUserResult,
    deliver: () => Promise<Delivery>,
  ): Promise<{ ok: boolean; code?: string; message?: string }>;
  /** Settles the current request here, before the client knows of it. Ignored if another request is current. */
  end(ending: EndedRequest): void;
  /** Dismisses the current request. */
  leave(): void;
  /** Lets the next request follow without the user's action. */
  makeRoom(): void;
  /** Returns the settled requests that were not returned before. */
  takeEnded(): readonly EndedRequest[];
}

let turns = 0;

/** Creates the queue of a client. */
export function createQueue(client: AskUserClient): Queue {
  const listeners = new Set<() => void>();
  /** Instances that were settled here and that the client still lists as pending. */
  const over = new Set<string>();
  let untold: EndedRequest[] = [];
  let shown: Shown | undefined;
  let last: string | undefined;
  let turn = ++turns;
  /** Instance of the last delivery, unless the host refused it. */
  let sent: string | undefined;
  /** Instance of the last delivery, if the host refused it as too large. */
  let tooLarge: string | undefined;
  let seen: AskUserClientState | undefined;
  let state: QueueState | undefined;

  function finish(request: QueuedRequest, ending: EndedRequest): void {
    untold.push(ending);
    shown = { request, ending, turn };
  }

  /** Updates the current request from the client's state. */
  function follow({ request, ending }: Shown, { requests, endings }: AskUserClientState): void {
    const { instanceId } = request;
    const ended = endings.find((one) => one.request.instanceId === instanceId);
    // After a settlement, only this can still change: the agent did not receive it.
    if (ending && ending.reached !== false && ended?.reached === false)
      shown = { request, ending: { ...ending, reached: false }, turn };
    if (ending) return;
    const live = requests.find((one) => one.instanceId === instanceId);
    if (ended) finish(request, ended);
    else if (live) shown = live === request ? shown : { request: live, turn };
    // An orphaned request disappears when it is dismissed.
    else if (!waits(request)) shown = undefined;
    else finish(request, { request, result: { status: 'aborted', reason: 'unknown' }, own: false });
  }

  function look(now: AskUserClientState): QueueState {
    for (const id of over) if (!now.requests.some(({ instanceId }) => instanceId === id)) over.delete(id);
    if (shown) follow(shown, now);
    const open = now.requests.filter((one) => !over.has(one.instanceId));
    if (!shown || shown.ending?.own) {
      // Prefer a request that can be answered to an orphaned one.
      const next = open.find(waits) ?? open[0];
      if (next) {
        if (last === next.instanceId) turn = ++turns;
        last = next.instanceId;
        shown = { request: next, turn };
      }
    }
    const instanceId = shown?.request.instanceId;
    const ending = shown?.ending;
    const others = open.filter((one) => waits(one) && (ending || one.instanceId !== instanceId));
    const next = others[0]?.request.asker;
    return {
      shown,
      waiting: others.length,
      next: next === shown?.request.request.asker ? undefined : next,
      connection: now.connection,
      outside: ending?.own && sent === instanceId ? undefined : ending?.result,
      tooLarge: instanceId !== undefined && tooLarge === instanceId,
    };
  }

  function getState(): QueueState {
    const now = client.getState();
    if (state === undefined || now !== seen) state = look(now);
    seen = now;
    return state;
  }

  function changed(): void {
    state = undefined;
    for (const listener of [...listeners]) listener();
  }

  const end = (ending: EndedRequest): void => {
    const { shown: now } = getState();
    const { instanceId } = ending.request;
    if (now?.ending || now?.request.instanceId !== instanceId) return;
    over.add(instanceId);
    finish(ending.request, ending);
    changed();
  };

  /** Resolves when the client reports the settlement, or after `HEARD_MS`. */
  const heard = (instanceId: string): Promise<void> =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const hear = () => {
        const { shown: now } = getState();
        if (now?.ending || now?.request.instanceId !== instanceId) done();
      };
      const timer = setTimeout(done, HEARD_MS);
      const stop = client.subscribe(hear);
      hear();
    });

  const initial = client.getInitialState();
  const first: QueueState = {
    shown: undefined,
    waiting: 0,
    next: undefined,
    connection: initial.connection,
    outside: undefined,
    tooLarge: false,
  };

  const queue: Queue = {
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
    end,
    async send(request, result, deliver) {
      const { instanceId } = request;
      sent = instanceId;
      const delivery = await deliver().catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        return { ok: false, code: 'offline', message } as const;
      });
      if (delivery.ok) {
        end({ request, result, own: true });
        return delivery;
      }
      const { code, message } = delivery;
      tooLarge = code === 'too_large' ? instanceId : undefined;
      // Keep an orphaned request open: its agent may return.
      const ended = code === 'already_resolved' || code === 'unknown';
      if (ended) {
        await heard(instanceId);
        end({ request, result: { status: 'aborted', reason: code }, own: false });
      }
      if (sent === instanceId) sent = undefined;
      changed();
      return { ok: false, message, ...(ended && { code }) };
    },
    leave() {
      if (!shown) return;
      const { requestId } = shown.request.request;
      shown = undefined;
      client.dismiss(requestId);
      changed();
    },
    makeRoom() {
      if (shown?.ending) return queue.leave();
      // The request is orphaned. It is shown again when no other request waits.
      shown = undefined;
      changed();
    },
    takeEnded() {
      const ended = untold;
      untold = [];
      return ended;
    },
  };
  return queue;
}
