import type { AskedRequest, LeaseMs, RequestStore, StoredRequest } from '../store/types.js';
import { duplicateError, isSame, openAgainError } from './requests.js';

export interface DetachedOptions {
  readonly store: RequestStore;
  /** Reads a request, and tells what has changed. */
  readonly refresh: (requestId: string) => Promise<StoredRequest | undefined>;
}

/**
 * Stores a request that no caller waits for, or returns the one that is there.
 *
 * @throws AskUserError `duplicate_request`, `store_failed`
 */
export async function openDetached(
  asked: AskedRequest,
  leaseMs: LeaseMs,
  { store, refresh }: DetachedOptions,
): Promise<StoredRequest> {
  const { requestId } = asked.request;
  let stored: StoredRequest | undefined;
  try {
    stored = (await store.open(asked, { leaseMs })) ?? (await refresh(requestId));
  } catch (cause) {
    throw openAgainError(requestId, cause);
  }
  if (!stored) throw openAgainError(requestId);
  if (!isSame(stored, asked)) throw duplicateError(requestId);
  return stored;
}
