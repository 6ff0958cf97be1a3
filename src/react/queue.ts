import type { AskUserResult } from '../core/answer/types.js';
import type { AskUserClient, AskUserClientState, Connection, Delivery, EndedRequest } from '../host/client/types.js';

export type QueuedRequest = AskUserClientState['requests'][number];

/** The request that has the place, and how it ended once it has. */
export interface Shown {
  readonly request: QueuedRequest;
  readonly ending?: EndedRequest | undefined;
  /** Another, where the same request has the place twice in a row: its host did not know it for a while. */
  readonly turn: number;
}

export interface QueueState {
  readonly shown: Shown | undefined;
  /** How many others wait for an answer. */
  readonly waiting: number;
  readonly connection: Connection;
  /** How it ended, where the dialog does not know that from its own delivery. */
  readonly outside: AskUserResult | undefined;
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
  /** The endings that nobody was told of yet; each once. */
  takeEnded(): readonly EndedRequest[];
}

export function createQueue(client: AskUserClient): Queue {
  const listeners = new Set<() => void>();
  /** What has ended here, until the client knows it, too; from then on it sees to it that nothing comes back. */
  const over = new Set<string>();
  let untold: EndedRequest[] = [];
  let shown: Shown | undefined;
  let last: string | undefined;
  let turn = 0;
  /** What was last sent from here, unless the host has refused it. */
  let sent: string | undefined;
  let seen: AskUserClientState | undefined;
  let state: QueueState | undefined;

  function finish(request: QueuedRequest, ending: EndedRequest): void {
    untold.push(ending);
    shown = { request, ending, turn };
  }

  /** What has become of the request that is shown. */
  function follow({ request, ending }: Shown, { requests, endings }: AskUserClientState): void {
    if (ending) return;
    const id = idOf(request);
    const ended = endings.find((one) => idOf(one.request) === id);
    const live = requests.find((one) => idOf(one) === id);
    if (ended) finish(request, ended);
    else if (live) shown = live === request ? shown : { request: live, turn };
    // Dismissed: nobody waited for it.
    else if (!waits(request)) shown = undefined;
    else finish(request, { request, result: { status: 'aborted', reason: 'unknown' }, own: false });
  }

  function look(now: AskUserClientState): QueueState {
    for (const id of over) if (!now.requests.some((one) => idOf(one) === id)) over.delete(id);
    if (shown) follow(shown, now);
    const open = now.requests.filter((one) => !over.has(idOf(one)));
    if (!shown || shown.ending?.own) {
      // Nothing that can be answered waits behind what can't.
      const next = open.find(waits) ?? open[0];
      if (next) {
        if (last === idOf(next)) turn += 1;
        last = idOf(next);
        shown = { request: next, turn };
      }
    }
    const id = shown && idOf(shown.request);
    const ending = shown?.ending;
    return {
      shown,
      waiting: open.filter((one) => waits(one) && (ending || idOf(one) !== id)).length,
      connection: now.connection,
      outside: ending?.own && sent === id ? undefined : ending?.result,
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
    if (!now || now.ending || idOf(now.request) !== idOf(ending.request)) return;
    over.add(idOf(ending.request));
    finish(ending.request, ending);
    changed();
  };

  /** Resolves once the client has told how a request ended, or it has taken too long. */
  const heard = (id: string): Promise<void> =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const hear = () => {
        const { shown: now } = getState();
        if (!now || now.ending || idOf(now.request) !== id) done();
      };
      const timer = setTimeout(done, HEARD_MS);
      const stop = client.subscribe(hear);
      hear();
    });

  const initial = client.getInitialState();
  const first: QueueState = { shown: undefined, waiting: 0, connection: initial.connection, outside: undefined };

  return {
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
      const id = idOf(request);
      sent = id;
      const delivery = await deliver().catch((error: unknown) => refusal(error));
      if (delivery.ok) {
        end({ request, result, own: true });
        return delivery;
      }
      const { code, message } = delivery;
      // The host may hear of its agent again: what was entered is not to end with this attempt.
      const ended = code === 'already_resolved' || code === 'unknown';
      if (ended) {
        await heard(id);
        end({ request, result: { status: 'aborted', reason: code }, own: false });
      }
      if (sent === id) sent = undefined;
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
    takeEnded() {
      const ended = untold;
      untold = [];
      return ended;
    },
  };
}
