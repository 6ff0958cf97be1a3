import type { AskUserResult } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { AskUserError } from '../errors.js';
import type { AskedRequest, LeaseMs, OpenedRequest, StoredRequest } from '../store/types.js';
import type { EndOptions, Outcome, PendingRequest } from './types.js';

/** Equal as JSON: the order of fields does not count, nor do those that are undefined. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => isEqual(one, b[i]));
  if (!isRecord(a) || !isRecord(b)) return Object.is(a, b);
  const names = (one: object) => Object.entries(one).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const of = names(a);
  return of.length === names(b).length && of.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]));
}

/** The same questions in the same conversation: one id may name both. */
export const isSame = (a: AskedRequest, b: AskedRequest): boolean =>
  a.request.requestId === b.request.requestId &&
  a.conversationId === b.conversationId &&
  isEqual(a.request.questions, b.request.questions);

export const isPending = (stored: StoredRequest): stored is StoredRequest & PendingRequest =>
  stored.state !== 'settled';

/** A request as it was opened, without what has become of it. */
export const openedOf = ({ state: _state, settlement: _settlement, ...opened }: StoredRequest): OpenedRequest => opened;

/** Why a signal was aborted, where somebody said so. */
export function reasonOf({ reason }: AbortSignal): string | undefined {
  if (typeof reason === 'string') return reason;
  return reason instanceof Error && reason.name !== 'AbortError' ? reason.message : undefined;
}

export const withReason = <Status extends 'cancelled' | 'declined' | 'aborted' | 'superseded'>(
  status: Status,
  reason: string | undefined,
) => ({ status, ...(reason !== undefined && { reason }) });

/** Returns the result without the answers to secret questions. */
export function withoutSecrets({ questions }: AskUserRequest, result: AskUserResult): AskUserResult {
  const secret = new Set(questions.filter((one) => one.constraints?.secret).map(({ id }) => id));
  if (secret.size === 0 || !('answers' in result) || !result.answers) return result;
  return { ...result, answers: result.answers.filter(({ questionId }) => !secret.has(questionId)) };
}

/** One delivery: the result it would settle the request with, its key, and the user who sent it. */
export interface Sent extends Pick<EndOptions, 'key' | 'by'> {
  /** `undefined` if the delivery could not have settled the request. */
  readonly result?: AskUserResult | undefined;
}

/**
 * Returns why a request did not end: its state, unless this very delivery has ended it before.
 *
 * A delivery is repeated if its key and its user are the same. Secret answers are never compared, so that no outcome says
 * whether a guess at one is right.
 */
export function refusal(stored: StoredRequest | undefined, { result, key, by }: Sent = {}): Outcome {
  if (!stored) return { ok: false, code: 'unknown' };
  const { request, settlement } = stored;
  if (!settlement) return { ok: false, code: 'orphaned' };
  const isRepeated =
    key !== undefined &&
    settlement.key === key &&
    settlement.by === by &&
    result !== undefined &&
    isEqual(withoutSecrets(request, settlement.result), withoutSecrets(request, result));
  return isRepeated ? { ok: true } : { ok: false, code: 'already_resolved' };
}

/** @throws RangeError for what is no time limit: `setTimeout` would take it for none at all, and end the question at once */
export function checkTimeout(timeoutMs: number | undefined): void {
  if (timeoutMs === undefined || timeoutMs >= 0) return;
  throw new RangeError(
    `timeoutMs is ${timeoutMs}, so nobody was asked. Give the milliseconds that the question may take, or leave it out for no limit.`,
  );
}

/** @throws RangeError */
export function checkUnattended(unattendedMs: number | undefined): void {
  if (unattendedMs === undefined || unattendedMs > 0) return;
  throw new RangeError(`unattendedMs is ${unattendedMs}. Pass a positive number of milliseconds, or omit it.`);
}

/** A hundred years: an engine's clock can be added to it. */
const LONGEST_LEASE_MS = 3_155_760_000_000;

/** @throws RangeError for what is no lease */
export function checkLease(leaseMs: LeaseMs | undefined): void {
  if (leaseMs === undefined || leaseMs === 'none') return;
  if (leaseMs > 0 && leaseMs <= LONGEST_LEASE_MS) return;
  throw new RangeError(
    `leaseMs is ${leaseMs}. Pass a positive number of milliseconds, at most ${LONGEST_LEASE_MS}, or 'none' for no limit, or omit it.`,
  );
}

export const duplicateError = (requestId: string): AskUserError =>
  new AskUserError(
    'duplicate_request',
    `The id "${requestId}" belongs to another question, or to another conversation, so nobody was asked. Give each question an id of its own, or none.`,
  );

export const closedError = (isKept: boolean): AskUserError =>
  new AskUserError(
    'closed',
    isKept
      ? 'The host is shutting down. The question stays open: ask again with the same id.'
      : 'The host is shutting down, so nobody was asked. Try again later.',
  );

const storeFailed = (message: string, cause: unknown) => new AskUserError('store_failed', message, [], { cause });

export const storeError = (cause: unknown): AskUserError =>
  storeFailed('The question could not be kept, so nobody was asked. Try again later.', cause);

/** Neither kept nor not kept, as far as anybody knows. */
export const unsureError = (cause: unknown): AskUserError =>
  storeFailed(
    'Nobody knows whether the question was kept, so that somebody may see it for a while. Nobody waits for an answer, and it is withdrawn as soon as the store is back. Ask again later, as a new question.',
    cause,
  );

/** A detached request that is stored or not, as far as anybody knows. */
export const openAgainError = (requestId: string, cause?: unknown): AskUserError =>
  storeFailed(
    `The store failed, so it is not known whether the question "${requestId}" was stored. Open it again with this id: a question that is there is returned.`,
    cause,
  );
