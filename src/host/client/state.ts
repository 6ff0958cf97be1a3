import type { WireEnding, WireRequest } from '../wire.js';
import type { AskUserClientState, Connection, EndedRequest } from './types.js';

/** Endings that are shown. */
const SHOWN = 50;
/** Ids of requests that are over for good, and names of own deliveries: the newest. */
const REMEMBERED = 2_000;

/** What a client knows: what it shows, and what it has to remember so that nothing of that is wrong. */
export interface Model {
  readonly view: AskUserClientState;
  /** Ids of requests that have settled. Nothing brings one back. */
  readonly over: ReadonlySet<string>;
  /** The keys of this client's deliveries, by which it knows its own endings. */
  readonly keys: ReadonlySet<string>;
  /** Ids of orphaned requests that are not to be shown. */
  readonly dismissed: ReadonlySet<string>;
  /** Ids of shown requests of which is not known whether they are still pending: to be looked up. */
  readonly missing: ReadonlySet<string>;
}

/** Whatever a client hears of, from the host or from its own user. */
export type Message =
  /** All that is pending. What is not in it has ended. */
  | { readonly type: 'snapshot'; readonly requests: readonly WireRequest[]; readonly endings: readonly WireEnding[] }
  /** One request is pending, or orphaned. */
  | { readonly type: 'pending'; readonly request: WireRequest }
  | { readonly type: 'settled'; readonly ending: WireEnding }
  /** A request that was looked up: pending, or unknown to the host. */
  | { readonly type: 'found'; readonly requestId: string; readonly request?: WireRequest }
  /** A delivery of this client is on its way. */
  | { readonly type: 'sent'; readonly key: string }
  /** A delivery was told that the request is over, in whatever way. */
  | { readonly type: 'over'; readonly requestId: string }
  | { readonly type: 'connection'; readonly connection: Connection }
  | { readonly type: 'dismissed'; readonly requestId: string };

export const INITIAL_STATE: AskUserClientState = { connection: 'connecting', requests: [], endings: [] };

export const INITIAL: Model = {
  view: INITIAL_STATE,
  over: new Set(),
  keys: new Set(),
  dismissed: new Set(),
  missing: new Set(),
};

const idOf = ({ request }: WireRequest): string => request.requestId;
const endedIdOf = ({ request }: EndedRequest): string => idOf(request);

function including(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return set.has(id) ? set : new Set([...set, id].slice(-REMEMBERED));
}

function excluding(set: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  if (!ids.some((id) => set.has(id))) return set;
  const rest = new Set(set);
  for (const id of ids) rest.delete(id);
  return rest;
}

/** The same array, where the items are the same. */
const kept = <T>(before: readonly T[], after: readonly T[]): readonly T[] =>
  before.length === after.length && after.every((item, i) => item === before[i]) ? before : after;

/** The model with other things to show; the same object where they are the same. */
function showing(model: Model, changes: Partial<AskUserClientState>): Model {
  const { view } = model;
  const connection = changes.connection ?? view.connection;
  const requests = kept(view.requests, changes.requests ?? view.requests);
  const endings = kept(view.endings, (changes.endings ?? view.endings).slice(-SHOWN));
  const same = connection === view.connection && requests === view.requests && endings === view.endings;
  return same ? model : { ...model, view: { connection, requests, endings } };
}

/** The model with other things to remember; the same object where they are the same. */
function knowing(model: Model, changes: Partial<Omit<Model, 'view'>>): Model {
  const next = { ...model, ...changes };
  return (Object.keys(next) as (keyof Model)[]).every((name) => next[name] === model[name]) ? model : next;
}

const byOrder = (a: WireRequest, b: WireRequest): number =>
  a.order - b.order || (idOf(a) < idOf(b) ? -1 : Number(idOf(a) > idOf(b)));

/** Shows requests as the host has them now, beside the others. */
function show(model: Model, told: readonly WireRequest[]): Model {
  const { view, over } = model;
  const open = told.filter((one) => !over.has(idOf(one)));
  const ids = new Set(open.map(idOf));
  const revived = open.filter(({ state }) => state !== 'orphaned').map(idOf);
  const dismissed = excluding(model.dismissed, revived);
  const shown = new Map(view.requests.map((one) => [idOf(one), one]));
  for (const one of open) {
    const same = JSON.stringify(shown.get(idOf(one))) === JSON.stringify(one);
    if (!same && !dismissed.has(idOf(one))) shown.set(idOf(one), one);
  }
  return showing(knowing(model, { dismissed, missing: excluding(model.missing, [...ids]) }), {
    requests: [...shown.values()].sort(byOrder),
    // What was unknown to the host, and is known to it again, has not ended.
    endings: view.endings.filter((one) => !ids.has(endedIdOf(one))),
  });
}

/** Puts a request that was seen among the endings. */
function end(model: Model, requestId: string, ending: Omit<EndedRequest, 'request'>): Model {
  const { requests, endings } = model.view;
  const request = [...requests, ...endings.map((one) => one.request)].find((one) => idOf(one) === requestId);
  if (!request) return model;
  return showing(knowing(model, { missing: excluding(model.missing, [requestId]) }), {
    requests: requests.filter((one) => one !== request),
    endings: [...endings.filter((one) => endedIdOf(one) !== requestId), { request, ...ending }],
  });
}

function settle(model: Model, { requestId, result, by, key }: WireEnding): Model {
  if (model.over.has(requestId)) return model;
  const over = including(model.over, requestId);
  const own = key !== undefined && model.keys.has(key);
  return end(knowing(model, { over }), requestId, { result, ...(by !== undefined && { by }), own });
}

/** Whatever the view shows beyond what the host has told: ended, and how is not known yet. */
function compare(model: Model, told: readonly WireRequest[]): Model {
  const ids = new Set(told.map(idOf));
  const vanished = model.view.requests.map(idOf).filter((id) => !ids.has(id));
  const missing = vanished.every((id) => model.missing.has(id)) ? model.missing : new Set(vanished);
  return knowing(model, { missing });
}

const GONE = {
  result: { status: 'connectionLost', reason: 'The host does not know this question any more.' },
} as const;

/** Pure and total. What changes nothing gives the same object. */
export function reduce(model: Model, message: Message): Model {
  switch (message.type) {
    case 'snapshot': {
      const { requests, endings } = message;
      return compare(show(endings.reduce(settle, model), requests), requests);
    }
    case 'pending':
      return show(model, [message.request]);
    case 'settled':
      return settle(model, message.ending);
    case 'found': {
      const { requestId, request } = message;
      // Told of it since then: what was read is old.
      if (!model.missing.has(requestId)) return model;
      return request ? show(model, [request]) : end(model, requestId, { ...GONE, own: false });
    }
    case 'sent':
      return knowing(model, { keys: including(model.keys, message.key) });
    case 'over': {
      const isShown = model.view.requests.some((one) => idOf(one) === message.requestId);
      return isShown ? knowing(model, { missing: including(model.missing, message.requestId) }) : model;
    }
    case 'connection':
      return showing(model, { connection: message.connection });
    case 'dismissed': {
      const { requestId } = message;
      const { requests, endings } = model.view;
      const orphan = requests.some((one) => idOf(one) === requestId && one.state === 'orphaned');
      const missing = excluding(model.missing, [requestId]);
      const next = orphan ? knowing(model, { missing, dismissed: including(model.dismissed, requestId) }) : model;
      return showing(next, {
        requests: orphan ? requests.filter((one) => idOf(one) !== requestId) : requests,
        endings: endings.filter((one) => endedIdOf(one) !== requestId),
      });
    }
  }
}
