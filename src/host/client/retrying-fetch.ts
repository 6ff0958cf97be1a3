import { isRecord } from '../../core/guards.js';
import type { WireRefusal } from '../wire.js';
import { unlessAborted } from '../../core/unless-aborted.js';
import { sleep } from '../time.js';
import { backoff } from './backoff.js';
import { parseJson } from './parse-wire.js';
import type { DeliveryResult, Refusal } from './types.js';

const TIMEOUT_MS = 10_000;

/** Sends one HTTP request. `path` is relative to the handler's URL. */
export type Send = (path: string, init: SendInit) => Promise<Response>;

export interface SendInit {
  readonly method?: 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** `body` is `undefined` if the response is not JSON. */
export interface WireResponse {
  readonly status: number;
  readonly redirected: boolean;
  readonly body: unknown;
}

export interface RetryOptions<T> {
  readonly send: Send;
  readonly random: () => number;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
  readonly attempts: number;
  /** Reads a response. Returns `undefined` to retry. */
  readonly parse: (said: WireResponse) => T | undefined;
}

async function attempt(send: Send, path: string, init: SendInit, outer: AbortSignal): Promise<WireResponse> {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  const late = () => controller.abort(new Error(`The server did not respond within ${TIMEOUT_MS} ms.`));
  const timer = setTimeout(late, TIMEOUT_MS);
  outer.addEventListener('abort', abort);
  const work = async () => {
    const response = await send(path, { ...init, signal });
    const { status, redirected } = response;
    return { status, redirected, body: parseJson(await response.text()) };
  };
  try {
    return await unlessAborted(work(), signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', abort);
  }
}

/**
 * Retries a call until `parse` returns a value. Resolves to `undefined` after the last attempt, or if the signal is
 * aborted. Never rejects.
 */
export async function fetchWithRetry<T>(
  path: string,
  init: SendInit,
  options: RetryOptions<T>,
): Promise<T | undefined> {
  const { send, random, onError, signal, attempts, parse } = options;
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      const outcome = parse(await attempt(send, path, init, signal));
      if (outcome !== undefined) return outcome;
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    if (failures + 1 >= attempts) break;
    await sleep(backoff(failures, random), signal);
  }
  return undefined;
}

export type FailedDelivery = Extract<DeliveryResult, { ok: false }>;
type Code = FailedDelivery['code'];

const NOTHING_LOST = 'Your input is kept.';
const TRY_LATER = `This could not be sent. ${NOTHING_LOST} Try again later.`;

/** Messages for the user. The server's `message` is for developers. */
const MESSAGES: Readonly<Record<Code, string>> = {
  offline: `The connection was lost, so this may not have arrived. ${NOTHING_LOST} Try again.`,
  invalid: `This does not match the question, so it was not accepted. ${NOTHING_LOST} Change it and try again.`,
  unauthorized: `You are no longer signed in, so this was not accepted. ${NOTHING_LOST} Sign in and try again.`,
  forbidden: `You are not allowed to answer this question. ${NOTHING_LOST}`,
  unknown: 'No one is waiting for an answer to this question.',
  already_resolved: 'This question was already settled, here or elsewhere.',
  orphaned: 'The agent has stopped. No one is waiting for this answer.',
  not_offered: 'The agent cannot reply now.',
  too_large: `This is too long to send. ${NOTHING_LOST} Shorten it and try again.`,
  method: TRY_LATER,
  not_json: TRY_LATER,
  misdirected: `The server does not accept the address of this page, so this was not accepted. ${NOTHING_LOST}`,
  unavailable: TRY_LATER,
};

export const toFailure = (code: Code, issues?: WireRefusal['issues']): FailedDelivery => ({
  ok: false,
  code,
  message: MESSAGES[code],
  ...(issues && { issues }),
});

const isCode = (code: unknown): code is Code => typeof code === 'string' && Object.hasOwn(MESSAGES, code);

const isIssue = (value: unknown): value is NonNullable<WireRefusal['issues']>[number] =>
  isRecord(value) && ['code', 'path', 'message'].every((name) => typeof value[name] === 'string');

/** Refusals by status. Their responses may be those of a proxy, without a code. */
export const REFUSALS: Readonly<Record<number, Refusal>> = {
  401: 'unauthorized',
  403: 'forbidden',
  421: 'misdirected',
};

/** Codes by status, for responses without a known code. */
const STATUSES: Readonly<Record<number, Code>> = { ...REFUSALS, 413: 'too_large' };

/** Reads the result of a delivery; `undefined` if it is unknown. */
export function parseDelivery({ status, redirected, body }: WireResponse): DeliveryResult | undefined {
  if (isRecord(body) && status < 300 && body['ok'] === true) return { ok: true };
  // The response of a proxy may contain the code of another system, such as `unknown`, but without `ok`.
  if (isRecord(body) && status >= 400 && body['ok'] === false && isCode(body['code'])) {
    const { code, issues } = body;
    return toFailure(code, Array.isArray(issues) ? issues.filter(isIssue) : undefined);
  }
  if (redirected) return toFailure('unauthorized');
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return isFinal ? toFailure(STATUSES[status] ?? 'unavailable') : undefined;
}
