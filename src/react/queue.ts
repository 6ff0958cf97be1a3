import type { AskUserResult } from '../core/answer/types.js';
import type { AskUserClient, AskUserClientState, Connection, Delivery, EndedRequest } from '../host/client/types.js';

export type QueuedRequest = AskUserClientState['requests'][number];

/** The request that has the place, and how it ended once it has. */
export interface Shown {
  readonly request: QueuedRequest;
  readonly ending?: EndedRequest | undefined;
  /** Another for each client, and where the same request has the place twice in a row: its host did not know it for a while. */
  readonly turn: number;
}

export interface QueueState {
  readonly shown: Shown | undefined;
  /** How many others wait for an answer. */
  readonly waiting: number;
  /** Who asks next, where that is somebody else. */
  readonly next: string | undefined;
  readonly connection: Connection;
  /** How it ended, where the dialog does not know that from its own delivery. */
  readonly outside: AskUserResult | undefined;
  /** What was last sent is more than the host takes at once. */
  readonly tooLarge: boolean;
}

/** What was sent was refused because it had ended: how it did is heard of within this time, or not at all. */
const HEARD_MS = 3000;

const refusal = (error: unknown) =>
  ({ ok: false, code: 'offline', message: error instanceof Error ? error.message : String(error) }) as const;

const idOf = ({ request }: QueuedRequest): string => request.requestId;

const waits = ({ state }: QueuedRequest): boolean => state === 'awaiting_user_response';

/**
 * Which of a client's requests has the place: the first, until it has ended. Own endings make room at once; another's
 * stays to be read until `leave`.
 */
export interface Queue {
  getState(): QueueState;
  getInitialState(): QueueState;
  subscribe(listener: () => void): () => void;
  /** Delivers what the person made of a request. Resolves to what the flow has to know of it. */
  send(
    request: QueuedRequest,
    result: AskUserResult,
    deliver: () => Promise<Delivery>,
  ): Promise<{ ok: boolean; code?: string; message?: string }>;
  /** It has ended here, whatever the client knows of it. */
  end(ending: EndedRequest): void;
  /** What was shown has been read. */
  leave(): void;
  /** What was shown has nothing in it that anybody would miss: the next one may have its place. */
  makeRoom(): void;
  /** The endings that nobody was told of yet; each once. */
  takeEnded(): readonly EndedRequest[];
}

let turns = 0;

export function createQueue(client: AskUserClient): Queue {
  const listeners = new Set<() => void>();
  /** What has ended here, until the client knows it, too; from then on it sees to it that nothing comes back. */
  const over = new Set<string>();
  let untold: EndedRequest[] = [];
  let shown: Shown | undefined;
  let last: string | undefined;
  let turn = ++turns;
  /** What was last sent from here, unless the host has refused it. */
  let sent: string | undefined;
  /** What was last sent and refused as too large. */
  let tooLarge: string | undefined;
  let seen: AskUserClientState | undefined;
  let state: QueueState | undefined;

  function finish(request: QueuedRequest, ending: EndedRequest): void {
    untold.push(ending);
    shown = { request, ending, turn };
  }

  /** What has become of the request that is shown. */
  function follow({ request, ending }: Shown, { requests, endings }: AskUserClientState): void {
    const { instanceId } = request;
    const ended = endings.find((one) => one.request.instanceId === instanceId);
    // All that can still become of it: its agent did not get it.
    if (ending && ending.reached !== false && ended?.reached === false)
      shown = { request, ending: { ...ending, reached: false }, turn };
    if (ending) return;
    const live = requests.find((one) => one.instanceId === instanceId);
    if (ended) finish(request, ended);
    else if (live) shown = live === request ? shown : { request: live, turn };
    // Dismissed: nobody waited for it.
    else if (!waits(request)) shown = undefined;
    else finish(request, { request, result: { status: 'aborted', reason: 'unknown' }, own: false });
  }

  function look(now: AskUserClientState): QueueState {
    for (const id of over) if (!now.requests.some(({ instanceId }) => instanceId === id)) over.delete(id);
    if (shown) follow(shown, now);
    const open = now.requests.filter((one) => !over.has(one.instanceId));
    if (!shown || shown.ending?.own) {
      // Nothing that can be answered waits behind what can't.
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
    // One that has ended, or is not shown any more, has no place to give up.
    const { instanceId } = ending.request;
    if (now?.ending || now?.request.instanceId !== instanceId) return;
    over.add(instanceId);
    finish(ending.request, ending);
    changed();
  };

  /** Resolves once the client has told how a request ended, or it has taken too long. */
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
      const delivery = await deliver().catch((error: unknown) => refusal(error));
      if (delivery.ok) {
        end({ request, result, own: true });
        return delivery;
      }
      const { code, message } = delivery;
      tooLarge = code === 'too_large' ? instanceId : undefined;
      // The host may hear of its agent again: what was entered is not to end with this attempt.
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
      const id = idOf(shown.request);
      shown = undefined;
      client.dismiss(id);
      changed();
    },
    makeRoom() {
      if (shown?.ending) return queue.leave();
      // An agent that is gone may come back; it is shown again when nothing else waits.
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
