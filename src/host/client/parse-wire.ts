import { readAllow } from '../../core/flow/allow.js';
import { isRecord, isRequest } from '../../core/guards.js';
import type { Exchange } from '../../core/flow/types.js';
import type { AskBackState } from '../store/types.js';
import type { WireSettlement, WireRequest } from '../wire.js';
import type { ClientAction } from './state.js';

const isWireRequest = (value: unknown): value is WireRequest =>
  isRecord(value) &&
  typeof value['instanceId'] === 'string' &&
  typeof value['state'] === 'string' &&
  typeof value['order'] === 'number' &&
  isRequest(value['request']);

const isSettlement = (value: unknown): value is WireSettlement =>
  isRecord(value) &&
  typeof value['requestId'] === 'string' &&
  typeof value['instanceId'] === 'string' &&
  isRecord(value['result']) &&
  typeof value['result']['status'] === 'string';

const parseWireRequest = (value: unknown): WireRequest | undefined =>
  isWireRequest(value)
    ? {
        ...value,
        ...(value.allow !== undefined && { allow: readAllow(value.allow) }),
        ...(value.askBack !== undefined && { askBack: isAskBack(value.askBack) ? value.askBack : undefined }),
      }
    : undefined;

const isExchange = (value: unknown): value is Exchange =>
  isRecord(value) &&
  ['key', 'questionId', 'text', 'status'].every((name) => typeof value[name] === 'string') &&
  (value['reply'] === undefined || typeof value['reply'] === 'string');

const isAskBack = (value: unknown): value is AskBackState =>
  isRecord(value) &&
  typeof value['offered'] === 'boolean' &&
  typeof value['revision'] === 'number' &&
  isRecord(value['counts']);

const exchangesIn = ({ exchanges }: Readonly<Record<string, unknown>>): readonly Exchange[] | undefined =>
  Array.isArray(exchanges) ? exchanges.filter(isExchange) : undefined;

/** Returns the exchanges in a response, unless they are those of another instance. */
export const parseExchanges = (body: unknown, instanceId: string): readonly Exchange[] | undefined =>
  isRecord(body) && body['instanceId'] === instanceId ? exchangesIn(body) : undefined;

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A parsed event. Both `orphaned` and `awaiting_user_response` become `pending`. */
export type StreamEvent =
  | { readonly type: 'snapshot_start' | 'snapshot_end'; readonly heartbeatMs: unknown }
  | Extract<ClientAction, { readonly type: 'pending' | 'settled' | 'exchanges' }>;

/** Returns `undefined` for an unknown name, and `null` if the data does not match the name. */
export function parseEvent(name: string | undefined, data: string): StreamEvent | undefined | null {
  const value = parseJson(data);
  switch (name) {
    case 'snapshot_start':
    case 'snapshot_end':
      return isRecord(value) ? { type: name, heartbeatMs: value['heartbeatMs'] } : null;
    case 'awaiting_user_response':
    case 'orphaned': {
      const request = parseWireRequest(value);
      return request ? { type: 'pending', request } : null;
    }
    case 'asked_back': {
      const { instanceId, askBack } = isRecord(value) ? value : {};
      const exchanges = isRecord(value) ? exchangesIn(value) : undefined;
      return typeof instanceId === 'string' && isAskBack(askBack) && exchanges
        ? { type: 'exchanges', instanceId, askBack, exchanges }
        : null;
    }
    case 'settled':
      return isSettlement(value) ? { type: name, settlement: value } : null;
    default:
      return undefined;
  }
}

function parseSettlement(body: unknown, requestId: string): WireSettlement | undefined {
  const settlement = isRecord(body) ? body['settlement'] : undefined;
  return isSettlement(settlement) && settlement.requestId === requestId ? settlement : undefined;
}

/** The action has neither a request nor a settlement if the server does not know the request. */
export function parseLookup(body: unknown, requestId: string): ClientAction | undefined {
  const settlement = parseSettlement(body, requestId);
  if (settlement) return { type: 'found', requestId, settlement };
  if (!isRecord(body)) return undefined;
  if (body['ok'] === false && body['code'] === 'unknown') return { type: 'found', requestId };
  const request = parseWireRequest(body['request']);
  return request?.request.requestId === requestId ? { type: 'found', requestId, request } : undefined;
}
