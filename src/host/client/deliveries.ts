import { FINAL_CODES } from '../../core/flow/final-codes.js';
import { KEY_HEADER } from '../wire.js';
import { fetchWithRetry, toFailure, parseDelivery, type RetryOptions } from './retrying-fetch.js';
import { sleep } from '../time.js';
import { backoff } from './backoff.js';
import type { ClientAction } from './state.js';
import type { DeliveryResult } from './types.js';

const ATTEMPTS = 3;
/** Maximum number of deliveries whose keys are retained, so that resending one uses the same key. */
const REMEMBERED = 200;

export interface DeliveriesOptions extends Pick<
  RetryOptions<DeliveryResult>,
  'send' | 'random' | 'onError' | 'signal'
> {
  readonly dispatch: (message: ClientAction) => void;
  /** Secret of the client, and the start of its idempotency keys. */
  readonly clientId: string;
}

export const pathOf = (requestId: string): string => `/requests/${encodeURIComponent(requestId)}`;

/**
 * Insecure contexts lack `randomUUID`, but have `getRandomValues`. In runtimes without `crypto`, the secret is
 * guessable.
 */
export function makeClientId(): string {
  const bytes = globalThis.crypto?.getRandomValues?.(new Uint8Array(16));
  const parts = bytes
    ? Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    : Array.from({ length: 4 }, () => Math.random().toString(36).slice(2));
  return parts.join('');
}

/**
 * Creates a function that delivers the user's input and never rejects. Resending one of the last `REMEMBERED` inputs
 * uses the same key, so that the server recognizes it.
 */
export function createDeliveries({ dispatch, clientId, ...options }: DeliveriesOptions) {
  const keys = new Map<string, string>();
  let made = 0;
  const underWay = new Map<string, Promise<DeliveryResult>>();

  function keyOf(submission: string): string {
    const key = keys.get(submission) ?? `${clientId}.${++made}`;
    keys.delete(submission);
    keys.set(submission, key);
    for (const oldest of keys.keys()) {
      if (keys.size <= REMEMBERED) break;
      keys.delete(oldest);
    }
    return key;
  }

  async function attempt(path: string, body: string, key: string): Promise<DeliveryResult> {
    const headers = { 'content-type': 'application/json', [KEY_HEADER]: key };
    let unavailable: DeliveryResult | undefined;
    const delivery = await fetchWithRetry<DeliveryResult>(
      path,
      { method: 'POST', headers, body },
      {
        ...options,
        attempts: ATTEMPTS,
        parse(said) {
          const read = parseDelivery(said);
          unavailable = read && said.status >= 500 ? read : undefined;
          return unavailable ? undefined : read;
        },
      },
    );
    return delivery ?? unavailable ?? toFailure('offline');
  }

  async function deliver(requestId: string, path: string, body: string, key: string): Promise<DeliveryResult> {
    const { random, signal } = options;
    let outcome = await attempt(path, body, key);
    if (!outcome.ok && outcome.code === 'orphaned') {
      // After an outage, the server may receive this before it has renewed its lease. Retry once.
      await sleep(backoff(0, random), signal);
      if (!signal.aborted) outcome = await attempt(path, body, key);
    }
    if (outcome.ok || FINAL_CODES.includes(outcome.code)) dispatch({ type: 'over', requestId });
    return outcome;
  }

  return function send(
    requestId: string,
    action: 'answer' | 'cancel' | 'decline',
    entered: unknown,
  ): Promise<DeliveryResult> {
    let path: string;
    let body: string;
    try {
      path = `${pathOf(requestId)}/${action}`;
      body = JSON.stringify(entered);
    } catch (error) {
      options.onError(error);
      return Promise.resolve(toFailure('invalid'));
    }
    const submission = `${path} ${body}`;
    const there = underWay.get(submission);
    if (there) return there;
    const delivery = deliver(requestId, path, body, keyOf(submission)).finally(() => underWay.delete(submission));
    underWay.set(submission, delivery);
    return delivery;
  };
}
