import { advance, phaseOf, type InstancePhase, type PublishedPhase } from '../lifecycle.js';
import type { Exchange } from '../../core/flow/types.js';
import type { AskBackState } from '../store/types.js';
import type { WireSettlement, WireRequest } from '../wire.js';
import type { AskUserClientState, ConnectionStatus, SettledRequest } from './types.js';

const MAX_SETTLED = 50;
/** Limits the memory of a client that runs for long. */
const MAX_REMEMBERED = 2_000;

/** State of a client: the public view and its memory. */
export interface ClientModel {
  readonly view: AskUserClientState;
  /** Phases of the settled instances, by instance id. */
  readonly settledInstances: ReadonlyMap<string, PublishedPhase>;
  /** Instance ids of the orphaned requests that the user has dismissed. */
  readonly dismissed: ReadonlySet<string>;
  /** For which state of the exchanges the view has the texts, by instance id. */
  readonly exchangesAt: ReadonlyMap<string, AskBackState>;
  /** Request ids of the shown requests that must be looked up, because they may not be pending any more. */
  readonly unresolvedIds: ReadonlySet<string>;
}

export type ClientAction =
  /** All pending requests, and missed settlements. */
  | {
      readonly type: 'snapshot';
      readonly requests: readonly WireRequest[];
      readonly settlements: readonly WireSettlement[];
    }
  | { readonly type: 'pending'; readonly request: WireRequest }
  | { readonly type: 'settled'; readonly settlement: WireSettlement }
  /** A request that was looked up: pending, settled, or unknown to the server. */
  | {
      readonly type: 'found';
      readonly requestId: string;
      readonly request?: WireRequest;
      readonly settlement?: WireSettlement;
    }
  /** Exchanges that have changed, or all exchanges of a request, and the state that they belong to. */
  | {
      readonly type: 'exchanges';
      readonly instanceId: string;
      readonly askBack: AskBackState;
      readonly exchanges: readonly Exchange[];
      /** Whether these are all of the request. @default false */
      readonly isWhole?: boolean;
    }
  /** An event of an unknown request was skipped. */
  | { readonly type: 'skipped' }
  /** A delivery succeeded, or was refused because the state of the request has changed. */
  | { readonly type: 'over'; readonly requestId: string }
  | { readonly type: 'connection'; readonly connection: ConnectionStatus }
  | { readonly type: 'dismissed'; readonly requestId: string };

export const INITIAL_STATE: AskUserClientState = { connection: 'connecting', requests: [], exchanges: {}, settled: [] };

export const INITIAL: ClientModel = {
  view: INITIAL_STATE,
  settledInstances: new Map(),
  dismissed: new Set(),
  exchangesAt: new Map(),
  unresolvedIds: new Set(),
};

const idOf = ({ request }: WireRequest): string => request.requestId;
const instanceOf = ({ instanceId }: WireRequest): string => instanceId;

function including(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return set.has(id) ? set : new Set([...set, id].slice(-MAX_REMEMBERED));
}

function excluding(set: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  if (!ids.some((id) => set.has(id))) return set;
  const rest = new Set(set);
  for (const id of ids) rest.delete(id);
  return rest;
}

function observePhase(model: ClientModel, instanceId: string, phase: InstancePhase): ClientModel {
  const before = model.settledInstances.get(instanceId);
  const incoming = advance(before, { phase, read: 0 });
  if (incoming === before) return model;
  return {
    ...model,
    settledInstances: new Map([...model.settledInstances, [instanceId, incoming] as const].slice(-MAX_REMEMBERED)),
  };
}

const reuseIfEqual = <T>(before: readonly T[], after: readonly T[]): readonly T[] =>
  before.length === after.length && after.every((item, i) => item === before[i]) ? before : after;

function withView(model: ClientModel, changes: Partial<AskUserClientState>): ClientModel {
  const { view } = model;
  const connection = changes.connection ?? view.connection;
  const requests = reuseIfEqual(view.requests, changes.requests ?? view.requests);
  const settlements = reuseIfEqual(view.settled, (changes.settled ?? view.settled).slice(-MAX_SETTLED));
  const exchanges = changes.exchanges ?? view.exchanges;
  const same =
    connection === view.connection &&
    requests === view.requests &&
    exchanges === view.exchanges &&
    settlements === view.settled;
  return same ? model : { ...model, view: { connection, requests, exchanges, settled: settlements } };
}

const isAt = (a: AskBackState | undefined, b: AskBackState): boolean =>
  a?.revision === b.revision && a.offered === b.offered;

const hasNone = ({ counts }: AskBackState): boolean => Object.keys(counts).length === 0;

/** Returns the pending requests whose exchanges have to be loaded. */
export const unloaded = ({ view, exchangesAt }: ClientModel): readonly WireRequest[] =>
  view.requests.filter(
    ({ instanceId, askBack }) => askBack && !hasNone(askBack) && !isAt(exchangesAt.get(instanceId), askBack),
  );

/** Takes over exchanges: those that have changed, or all of a request whose exchanges are not known. */
function addExchanges(
  model: ClientModel,
  { instanceId, askBack, exchanges, isWhole = false }: Extract<ClientAction, { type: 'exchanges' }>,
): ClientModel {
  const { view, exchangesAt } = model;
  const request = view.requests.find((one) => one.instanceId === instanceId);
  const before = request?.askBack;
  if (!request || (before && before.revision > askBack.revision)) return model;
  const isSame = before !== undefined && isAt(before, askBack);
  // What was loaded belongs to an earlier state, so it is loaded again.
  if (isWhole && !isSame) return model;
  const requests = isSame ? view.requests : view.requests.map((one) => (one === request ? { ...one, askBack } : one));
  const known = exchangesAt.get(instanceId);
  // Otherwise, other changes are missing, and everything is loaded.
  const isNext = before === undefined || hasNone(before) || (known !== undefined && isAt(known, before));
  if (!isNext && !isWhole) return withView(model, { requests });
  const others = (view.exchanges[instanceId] ?? []).filter((one) => !exchanges.some(({ key }) => key === one.key));
  return withView(withMemory(model, { exchangesAt: new Map(exchangesAt).set(instanceId, askBack) }), {
    requests,
    exchanges: { ...view.exchanges, [instanceId]: [...others, ...exchanges] },
  });
}

/** Forgets the exchanges of requests that are not pending any more. */
function forgetExchanges(model: ClientModel): ClientModel {
  const pending = new Set(model.view.requests.map(instanceOf));
  const isGone = (id: string) => !pending.has(id);
  if (![...model.exchangesAt.keys()].some(isGone)) return model;
  return withView(
    { ...model, exchangesAt: new Map([...model.exchangesAt].filter(([id]) => !isGone(id))) },
    { exchanges: Object.fromEntries(Object.entries(model.view.exchanges).filter(([id]) => !isGone(id))) },
  );
}

function withMemory(model: ClientModel, changes: Partial<Omit<ClientModel, 'view'>>): ClientModel {
  const next = { ...model, ...changes };
  return (Object.keys(next) as (keyof ClientModel)[]).every((name) => next[name] === model[name]) ? model : next;
}

const byOrder = (a: WireRequest, b: WireRequest): number =>
  a.order - b.order || (idOf(a) < idOf(b) ? -1 : Number(idOf(a) > idOf(b)));

const LOST = {
  result: { status: 'connectionLost', reason: 'The server no longer has this question.' },
  isLocal: false,
} as const;

function applyPending(before: ClientModel, incoming: readonly WireRequest[]): ClientModel {
  const open = new Map(
    incoming.filter((one) => !before.settledInstances.has(one.instanceId)).map((one) => [idOf(one), one]),
  );
  const known = new Set([...open.values()].map(instanceOf));
  const replaced = before.view.requests.filter((one) => open.has(idOf(one)) && !known.has(one.instanceId));
  const model = replaced.reduce(supersedeInstance, before);
  const revived = [...open.values()].filter(({ state }) => state !== 'orphaned').map(instanceOf);
  const dismissed = excluding(model.dismissed, revived);
  const shown = new Map(model.view.requests.map((one) => [idOf(one), one]));
  for (const [id, one] of open) {
    const same = JSON.stringify(shown.get(id)) === JSON.stringify(one);
    if (!same && !dismissed.has(one.instanceId)) shown.set(id, one);
  }
  return withView(withMemory(model, { dismissed, unresolvedIds: excluding(model.unresolvedIds, [...open.keys()]) }), {
    requests: [...shown.values()].sort(byOrder),
    // A lookup that did not find the request had marked it as lost.
    settled: model.view.settled.filter((one) => !known.has(one.request.instanceId)),
  });
}

function addSettled(
  model: ClientModel,
  request: WireRequest,
  settlement: Omit<SettledRequest, 'request'>,
): ClientModel {
  const { requests, settled } = model.view;
  const missing = requests.includes(request) ? excluding(model.unresolvedIds, [idOf(request)]) : model.unresolvedIds;
  return withView(withMemory(model, { unresolvedIds: missing }), {
    requests: requests.filter((one) => one !== request),
    settled: [...settled.filter((one) => one.request.instanceId !== request.instanceId), { request, ...settlement }],
  });
}

/** Settles an instance that a newer one has replaced. Its result is unknown. */
const supersedeInstance = (model: ClientModel, request: WireRequest): ClientModel =>
  addSettled(observePhase(model, request.instanceId, 'lost'), request, LOST);

function settle(model: ClientModel, settlement: WireSettlement): ClientModel {
  const { instanceId, result, by, own = false, reached } = settlement;
  const next = observePhase(model, instanceId, phaseOf(settlement));
  if (next === model) return model;
  const seen = [...model.view.requests, ...model.view.settled.map(({ request }) => request)];
  const request = seen.find((one) => one.instanceId === instanceId);
  return request
    ? addSettled(next, request, {
        result,
        ...(by !== undefined && { by }),
        isLocal: own,
        ...(reached === false && { reached }),
      })
    : next;
}

function markUnresolved(model: ClientModel, incoming: readonly WireRequest[]): ClientModel {
  const there = new Set(incoming.map(instanceOf));
  const vanished = model.view.requests.filter((one) => !there.has(one.instanceId)).map(idOf);
  const missing = vanished.every((id) => model.unresolvedIds.has(id)) ? model.unresolvedIds : new Set(vanished);
  return withMemory(model, { unresolvedIds: missing });
}

export const reduce = (model: ClientModel, message: ClientAction): ClientModel => forgetExchanges(step(model, message));

function step(model: ClientModel, message: ClientAction): ClientModel {
  switch (message.type) {
    case 'snapshot': {
      const { requests, settlements } = message;
      return markUnresolved(applyPending(settlements.reduce(settle, model), requests), requests);
    }
    case 'skipped':
      return markUnresolved(model, []);
    case 'pending':
      return applyPending(model, [message.request]);
    case 'exchanges':
      return addExchanges(model, message);
    case 'settled':
      return settle(model, message.settlement);
    case 'found': {
      const { requestId, request, settlement } = message;
      const known = settlement ? settle(model, settlement) : model;
      const lost = known.view.requests.find((one) => idOf(one) === requestId);
      // This lookup or a newer event has resolved it.
      if (!lost || !known.unresolvedIds.has(requestId)) return known;
      return request ? applyPending(known, [request]) : addSettled(known, lost, LOST);
    }
    case 'over': {
      const isShown = model.view.requests.some((one) => idOf(one) === message.requestId);
      return isShown ? withMemory(model, { unresolvedIds: including(model.unresolvedIds, message.requestId) }) : model;
    }
    case 'connection':
      return withView(model, { connection: message.connection });
    case 'dismissed': {
      const { requestId } = message;
      const { requests, settled } = model.view;
      const orphan = requests.find((one) => idOf(one) === requestId && one.state === 'orphaned');
      const missing = excluding(model.unresolvedIds, [requestId]);
      const next = orphan
        ? withMemory(model, { unresolvedIds: missing, dismissed: including(model.dismissed, orphan.instanceId) })
        : model;
      return withView(next, {
        requests: requests.filter((one) => one !== orphan),
        settled: settled.filter(({ request }) => idOf(request) !== requestId),
      });
    }
  }
}
