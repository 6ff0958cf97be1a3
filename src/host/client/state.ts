import { advance, phaseOf, type Phase, type Told } from '../lifecycle.js';
import type { WireEnding, WireRequest } from '../wire.js';
import type { AskUserClientState, Connection, EndedRequest } from './types.js';

/** Maximum number of settled requests in the state. */
const SHOWN = 50;
/** Number of settled instances to retain. */
const REMEMBERED = 2_000;

/** State of a client: the public view, and the memory that keeps it correct. */
export interface Model {
  readonly view: AskUserClientState;
  /** Phases of the settled instances, by instance id. A settled instance never returns. */
  readonly over: ReadonlyMap<string, Told>;
  /** Ids of the orphaned instances that the user has dismissed. */
  readonly dismissed: ReadonlySet<string>;
  /** Ids of the shown requests that must be looked up, because they may not be pending any more. */
  readonly missing: ReadonlySet<string>;
}

/** Input of `reduce`, from the server or the user. */
export type Message =
  /** All pending requests. A request that is not in it is settled. */
  | { readonly type: 'snapshot'; readonly requests: readonly WireRequest[]; readonly endings: readonly WireEnding[] }
  /** One request is pending, or orphaned. */
  | { readonly type: 'pending'; readonly request: WireRequest }
  | { readonly type: 'settled'; readonly ending: WireEnding }
  /** A request that was looked up: pending, settled, or unknown to the server. */
  | {
      readonly type: 'found';
      readonly requestId: string;
      readonly request?: WireRequest;
      readonly ending?: WireEnding;
    }
  /** An event of an unknown request was skipped. */
  | { readonly type: 'skipped' }
  /** A delivery succeeded, or was refused because the state of the request has changed. */
  | { readonly type: 'over'; readonly requestId: string }
  | { readonly type: 'connection'; readonly connection: Connection }
  | { readonly type: 'dismissed'; readonly requestId: string };

export const INITIAL_STATE: AskUserClientState = { connection: 'connecting', requests: [], endings: [] };

export const INITIAL: Model = {
  view: INITIAL_STATE,
  over: new Map(),
  dismissed: new Set(),
  missing: new Set(),
};

const idOf = ({ request }: WireRequest): string => request.requestId;
const instanceOf = ({ instanceId }: WireRequest): string => instanceId;

function including(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return set.has(id) ? set : new Set([...set, id].slice(-REMEMBERED));
}

function excluding(set: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  if (!ids.some((id) => set.has(id))) return set;
  const rest = new Set(set);
  for (const id of ids) rest.delete(id);
  return rest;
}

/** Records a phase of an instance. Returns the same model if it is not new. */
function hear(model: Model, instanceId: string, phase: Phase): Model {
  const before = model.over.get(instanceId);
  const told = advance(before, { phase, read: 0 });
  if (told === before) return model;
  return { ...model, over: new Map([...model.over, [instanceId, told] as const].slice(-REMEMBERED)) };
}

/** Returns `before` if the items are the same. */
const kept = <T>(before: readonly T[], after: readonly T[]): readonly T[] =>
  before.length === after.length && after.every((item, i) => item === before[i]) ? before : after;

/** Returns a model with another view; the same model if nothing changes. */
function showing(model: Model, changes: Partial<AskUserClientState>): Model {
  const { view } = model;
  const connection = changes.connection ?? view.connection;
  const requests = kept(view.requests, changes.requests ?? view.requests);
  const endings = kept(view.endings, (changes.endings ?? view.endings).slice(-SHOWN));
  const same = connection === view.connection && requests === view.requests && endings === view.endings;
  return same ? model : { ...model, view: { connection, requests, endings } };
}

/** Returns a model with another memory; the same model if nothing changes. */
function knowing(model: Model, changes: Partial<Omit<Model, 'view'>>): Model {
  const next = { ...model, ...changes };
  return (Object.keys(next) as (keyof Model)[]).every((name) => next[name] === model[name]) ? model : next;
}

const byOrder = (a: WireRequest, b: WireRequest): number =>
  a.order - b.order || (idOf(a) < idOf(b) ? -1 : Number(idOf(a) > idOf(b)));

const GONE = {
  result: { status: 'connectionLost', reason: 'The server no longer has this question.' },
  own: false,
} as const;

/** Adds or updates pending requests in the view. */
function show(before: Model, told: readonly WireRequest[]): Model {
  const open = new Map(told.filter((one) => !before.over.has(one.instanceId)).map((one) => [idOf(one), one]));
  const known = new Set([...open.values()].map(instanceOf));
  const replaced = before.view.requests.filter((one) => open.has(idOf(one)) && !known.has(one.instanceId));
  const model = replaced.reduce(replace, before);
  const revived = [...open.values()].filter(({ state }) => state !== 'orphaned').map(instanceOf);
  const dismissed = excluding(model.dismissed, revived);
  const shown = new Map(model.view.requests.map((one) => [idOf(one), one]));
  for (const [id, one] of open) {
    const same = JSON.stringify(shown.get(id)) === JSON.stringify(one);
    if (!same && !dismissed.has(one.instanceId)) shown.set(id, one);
  }
  return showing(knowing(model, { dismissed, missing: excluding(model.missing, [...open.keys()]) }), {
    requests: [...shown.values()].sort(byOrder),
    // A request that the server did not know for a while is not settled.
    endings: model.view.endings.filter((one) => !known.has(one.request.instanceId)),
  });
}

/** Moves a request to the settled ones. */
function end(model: Model, request: WireRequest, ending: Omit<EndedRequest, 'request'>): Model {
  const { requests, endings } = model.view;
  const missing = requests.includes(request) ? excluding(model.missing, [idOf(request)]) : model.missing;
  return showing(knowing(model, { missing }), {
    requests: requests.filter((one) => one !== request),
    endings: [...endings.filter((one) => one.request.instanceId !== request.instanceId), { request, ...ending }],
  });
}

/** Settles an instance that a newer one has replaced. Its result is unknown. */
const replace = (model: Model, request: WireRequest): Model =>
  end(hear(model, request.instanceId, 'lost'), request, GONE);

function settle(model: Model, ending: WireEnding): Model {
  const { instanceId, result, by, own = false, reached } = ending;
  const next = hear(model, instanceId, phaseOf(ending));
  if (next === model) return model;
  const seen = [...model.view.requests, ...model.view.endings.map(({ request }) => request)];
  const request = seen.find((one) => one.instanceId === instanceId);
  return request
    ? end(next, request, { result, ...(by !== undefined && { by }), own, ...(reached === false && { reached }) })
    : next;
}

/** Marks the shown requests that are not pending on the server as missing. */
function compare(model: Model, told: readonly WireRequest[]): Model {
  const there = new Set(told.map(instanceOf));
  const vanished = model.view.requests.filter((one) => !there.has(one.instanceId)).map(idOf);
  const missing = vanished.every((id) => model.missing.has(id)) ? model.missing : new Set(vanished);
  return knowing(model, { missing });
}

/** Reduces one message. Pure and total. Returns the same model if nothing changes. */
export function reduce(model: Model, message: Message): Model {
  switch (message.type) {
    case 'snapshot': {
      const { requests, endings } = message;
      return compare(show(endings.reduce(settle, model), requests), requests);
    }
    case 'skipped':
      return compare(model, []);
    case 'pending':
      return show(model, [message.request]);
    case 'settled':
      return settle(model, message.ending);
    case 'found': {
      const { requestId, request, ending } = message;
      const known = ending ? settle(model, ending) : model;
      const lost = known.view.requests.find((one) => idOf(one) === requestId);
      // A newer event has arrived since the lookup.
      if (!lost || !known.missing.has(requestId)) return known;
      return request ? show(known, [request]) : end(known, lost, GONE);
    }
    case 'over': {
      const isShown = model.view.requests.some((one) => idOf(one) === message.requestId);
      return isShown ? knowing(model, { missing: including(model.missing, message.requestId) }) : model;
    }
    case 'connection':
      return showing(model, { connection: message.connection });
    case 'dismissed': {
      const { requestId } = message;
      const { requests, endings } = model.view;
      const orphan = requests.find((one) => idOf(one) === requestId && one.state === 'orphaned');
      const missing = excluding(model.missing, [requestId]);
      const next = orphan
        ? knowing(model, { missing, dismissed: including(model.dismissed, orphan.instanceId) })
        : model;
      return showing(next, {
        requests: requests.filter((one) => one !== orphan),
        endings: endings.filter(({ request }) => idOf(request) !== requestId),
      });
    }
  }
}
