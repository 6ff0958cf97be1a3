import { isRecord } from '../../core/guards.js';
import type { WireRefusal } from '../wire.js';
import { backoff, sleep, unlessAborted } from './pace.js';
import { readJson } from './read.js';
import type { Delivery } from './types.js';

/** How long one attempt may take, in milliseconds. */
const PATIENCE = 10_000;

/** Sends one request to the host; `path` is below its address. */
export type Send = (path: string, init: SendInit) => Promise<Response>;

export interface SendInit {
  readonly method?: 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** What the host said. `body` is `undefined` where it is no JSON. */
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
  /** What the host said as an outcome; `undefined` where it is worth another attempt. */
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

/** The same call until there is an outcome, or the attempts are over: `undefined`. Never rejects. */
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

/** A delivery that was refused, or of which nothing is known. */
export type Failed = Extract<Delivery, { ok: false }>;
type Code = Failed['code'];

const KEPT = 'Nothing that you entered is lost.';
const LATER = `This could not be sent now. ${KEPT} Try again later.`;

/** For the person. What the host says beside its code is for developers. */
const WORDS: Readonly<Record<Code, string>> = {
  offline: `The connection was lost, and it is not certain that this arrived. ${KEPT} Try again.`,
  invalid: `This does not fit the question, so it was not accepted. ${KEPT} Change it and try again.`,
  unauthorized: `You are not signed in any more, so this was not accepted. ${KEPT} Sign in and try again.`,
  forbidden: `You may not answer this question. ${KEPT}`,
  unknown: 'Nobody waits for an answer to this question any more.',
  already_resolved: 'This question has ended already, here or elsewhere.',
  orphaned: 'Whoever asked this is gone, so that an answer would reach nobody.',
  too_large: `This is more than can be sent at once. ${KEPT} Make it shorter and try again.`,
  method: LATER,
  not_json: LATER,
  misdirected: LATER,
  unavailable: LATER,
};

export const failed = (code: Code, issues?: WireRefusal['issues']): Failed => ({
  ok: false,
  code,
  message: WORDS[code],
  ...(issues && { issues }),
});

const isCode = (code: unknown): code is Code => typeof code === 'string' && Object.hasOwn(WORDS, code);

const isIssue = (value: unknown): value is NonNullable<WireRefusal['issues']>[number] =>
  isRecord(value) && ['code', 'path', 'message'].every((name) => typeof value[name] === 'string');

/** Statuses that say enough without the host's own body: a proxy may have sent them. */
const STATUSES: Readonly<Record<number, Code>> = { 401: 'unauthorized', 403: 'forbidden', 413: 'too_large' };

/** What came of a delivery; `undefined` where that is not known. */
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
