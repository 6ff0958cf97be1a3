import { isRecord } from '../../core/guards.js';
import type { Change } from './change.js';
import { placeOf, type RequestData } from './rules.js';
import type { StoredRecord } from './types.js';

export const REQUEST = 'request';

/** Value of a record. A new one has no `from`: its lease counts from the time that the store has noted. */
export type RequestValue = Omit<RequestData, 'lease'> & {
  readonly lease: Omit<RequestData['lease'], 'from'> & { readonly from?: number };
};

const isOpened = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value['instanceId'] === 'string' &&
  typeof value['conversationId'] === 'string' &&
  isRecord(value['request']) &&
  typeof value['request']['requestId'] === 'string' &&
  Array.isArray(value['request']['questions']);

const isValue = (value: unknown): value is RequestValue =>
  isRecord(value) &&
  isOpened(value['opened']) &&
  isRecord(value['lease']) &&
  Array.isArray(value['lease']['waiters']) &&
  (value['settlement'] === undefined || (isRecord(value['settlement']) && isRecord(value['settlement']['result'])));

export const isReadable = ({ value }: StoredRecord): boolean => isValue(value);

const hasStart = (value: RequestValue): value is RequestData => value.lease.from !== undefined;

/** @throws {Error} If the value was changed by others. */
export function dataOf({ id, value, writtenAt }: StoredRecord): RequestData {
  if (isValue(value)) return hasStart(value) ? value : { ...value, lease: { ...value.lease, from: writtenAt } };
  throw new Error(`The stored question "${id}" was changed and cannot be read. Restore or delete its row or key.`);
}

export function toChange(data: RequestData, isChange: boolean): Change {
  const { list, at } = placeOf(data);
  return { list, at, conversationId: data.opened.conversationId, value: data, isChange };
}
