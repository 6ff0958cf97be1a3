import { isRecord } from '../../core/guards.js';
import type { WireRefusal } from '../wire.js';
import { backoff, sleep, unlessAborted } from './backoff.js';
import { readJson } from './parse-wire.js';
import type { Delivery } from './types.js';

/** Time limit of one attempt, in milliseconds. */
const PATIENCE = 10_000;

/** Sends one HTTP request. `path` is relative to the handler's URL. */
export type Send = (path: string, init: SendInit) => Promise<Response>;

export interface SendInit {
  readonly method?: 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** A response of the server. `body` is `undefined` if it is not JSON. */
export interface Said {
  readonly status: number;
  readonly redirected: boolean;
  readonly body: unknown;
}

export interface CallOptions<T> {
  readonly send: Send;
  readonly random: () => number;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
  readonly attempts: number;
  /** Reads a response. Returns `undefined` to retry. */
  readonly read: (said: Said) => T | undefined;
}

async function attempt(send: Send, path: string, init: SendInit, outer: AbortSignal): Promise<Said> {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  const timer = setTimeout(abort, PATIENCE);
  outer.addEventListener('abort', abort);
  const work = async () => {
    const response = await send(path, { ...init, signal });
    const { status, redirected } = response;
    return { status, redirected, body: readJson(await response.text()) };
  };
  try {
    return await unlessAborted(work(), signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', abort);
  }
}

/** Retries a call until `read` returns a value. Resolves to `undefined` after the last attempt. Never rejects. */
export async function call<T>(path: string, init: SendInit, options: CallOptions<T>): Promise<T | undefined> {
  const { send, random, onError, signal, attempts, read } = options;
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      const outcome = read(await attempt(send, path, init, signal));
      if (outcome !== undefined) return outcome;
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    if (failures + 1 >= attempts) break;
    await sleep(backoff(failures, random), signal);
  }
  return undefined;
}

/** A delivery that was refused, or whose outcome is unknown. */
export type Failed = Extract<Delivery, { ok: false }>;
type Code = Failed['code'];

const KEPT = 'Your input is kept.';
const LATER = `This could not be sent. ${KEPT} Try again later.`;

/** Messages for the user. The server's `message` is for developers. */
const WORDS: Readonly<Record<Code, string>> = {
  offline: `The connection was lost, so this may not have arrived. ${KEPT} Try again.`,
  invalid: `This does not match the question, so it was not accepted. ${KEPT} Change it and try again.`,
  unauthorized: `You are no longer signed in, so this was not accepted. ${KEPT} Sign in and try again.`,
  forbidden: `You are not allowed to answer this question. ${KEPT}`,
  unknown: 'No one is waiting for an answer to this question.',
  already_resolved: 'This question was already settled, here or elsewhere.',
  orphaned: 'The agent has stopped. No one is waiting for this answer.',
  too_large: `This is too long to send. ${KEPT} Shorten it and try again.`,
  method: LATER,
  not_json: LATER,
  misdirected: LATER,
  unavailable: LATER,
};

/** Returns a failed delivery with its message for the user. */
export const failed = (code: Code, issues?: WireRefusal['issues']): Failed => ({
  ok: false,
  code,
  message: WORDS[code],
  ...(issues && { issues }),
});

const isCode = (code: unknown): code is Code => typeof code === 'string' && Object.hasOwn(WORDS, code);

const isIssue = (value: unknown): value is NonNullable<WireRefusal['issues']>[number] =>
  isRecord(value) && ['code', 'path', 'message'].every((name) => typeof value[name] === 'string');

/** Codes of statuses without a known body, which a proxy may have sent. */
const STATUSES: Readonly<Record<number, Code>> = { 401: 'unauthorized', 403: 'forbidden', 413: 'too_large' };

/** Reads the result of a delivery; `undefined` if it is unknown. */
export function readDelivery({ status, redirected, body }: Said): Delivery | undefined {
  if (isRecord(body) && status < 300 && body['ok'] === true) return { ok: true };
  if (isRecord(body) && status >= 400 && isCode(body['code'])) {
    const { code, issues } = body;
    return failed(code, Array.isArray(issues) ? issues.filter(isIssue) : undefined);
  }
  if (redirected) return failed('unauthorized');
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return isFinal ? failed(STATUSES[status] ?? 'unavailable') : undefined;
}
