import { advance, phaseOf, type Phase, type Told } from '../lifecycle.js';
import type { WireEnding, WireRequest } from '../wire.js';
import type { AskUserClientState, Connection, EndedRequest } from './types.js';

/** Endings that are shown. */
const SHOWN = 50;
/** Settled instances that are remembered: the newest. */
const REMEMBERED = 2_000;

/** What a client knows: what it shows, and what it has to remember so that nothing of that is wrong. */
export interface Model {
  readonly view: AskUserClientState;
  /** What was told of the instances that have ended, by their ids. Nothing brings one back. */
  readonly over: ReadonlyMap<string, Told>;
  /** Ids of the orphaned instances that are not to be shown. */
  readonly dismissed: ReadonlySet<string>;
  /** Request ids of shown requests of which is not known whether they are still pending: to be looked up. */
  readonly missing: ReadonlySet<string>;
}

/** Whatever a client hears of, from the host or from its own user. */
export type Message =
  /** All that is pending. What is not in it has ended. */
  | { readonly type: 'snapshot'; readonly requests: readonly WireRequest[]; readonly endings: readonly WireEnding[] }
  /** One request is pending, or orphaned. */
  | { readonly type: 'pending'; readonly request: WireRequest }
  | { readonly type: 'settled'; readonly ending: WireEnding }
  /** A request that was looked up: pending, ended, or unknown to the host. */
  | {
      readonly type: 'found';
      readonly requestId: string;
      readonly request?: WireRequest;
      readonly ending?: WireEnding;
    }
  /** An event was skipped: nobody knows of which request. */
  | { readonly type: 'skipped' }
  /** A delivery was told that the request is over, in whatever way. */
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

/** The model that has heard one more thing of an instance; the same object if that is no news. */
function hear(model: Model, instanceId: string, phase: Phase): Model {
  const before = model.over.get(instanceId);
  const told = advance(before, { phase, read: 0 });
  if (told === before) return model;
  return { ...model, over: new Map([...model.over, [instanceId, told] as const].slice(-REMEMBERED)) };
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

const GONE = {
  result: { status: 'connectionLost', reason: 'The host does not know this question any more.' },
  own: false,
} as const;

/** Shows requests as the host has them now, beside the others. */
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
    // What was unknown to the host, and is known to it again, has not ended.
    endings: model.view.endings.filter((one) => !known.has(one.request.instanceId)),
  });
}

/** Puts a request that was seen among the endings. */
function end(model: Model, request: WireRequest, ending: Omit<EndedRequest, 'request'>): Model {
  const { requests, endings } = model.view;
  const missing = requests.includes(request) ? excluding(model.missing, [idOf(request)]) : model.missing;
  return showing(knowing(model, { missing }), {
    requests: requests.filter((one) => one !== request),
    endings: [...endings.filter((one) => one.request.instanceId !== request.instanceId), { request, ...ending }],
  });
}

/** Ends an instance that another one of its request id has replaced. How it ended is not known. */
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

/** Whatever the view shows beyond what the host has told: ended, and how is not known yet. */
function compare(model: Model, told: readonly WireRequest[]): Model {
  const there = new Set(told.map(instanceOf));
  const vanished = model.view.requests.filter((one) => !there.has(one.instanceId)).map(idOf);
  const missing = vanished.every((id) => model.missing.has(id)) ? model.missing : new Set(vanished);
  return knowing(model, { missing });
}

/** Pure and total. What changes nothing gives the same object. */
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
      // Told of it since then: what was read is old.
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
