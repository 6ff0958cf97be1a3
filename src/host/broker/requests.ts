import type { AskUserResult } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { checkMs, LONGEST_MS } from '../check.js';
import { AskUserError } from '../errors.js';
import { messageOf } from '../guard.js';
import type { NewRequest, LeaseMs, RequestInstance, StoredRequest } from '../store/types.js';
import type { SettleOptions, SettleResult, PendingRequest } from './types.js';

/** Compares plain data. The order of fields and undefined fields do not count. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => isEqual(one, b[i]));
  if (!isRecord(a) || !isRecord(b)) return Object.is(a, b);
  const names = (one: object) => Object.entries(one).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const of = names(a);
  return of.length === names(b).length && of.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]));
}

export const isSameRequest = (a: NewRequest, b: NewRequest): boolean =>
  a.request.requestId === b.request.requestId &&
  a.conversationId === b.conversationId &&
  isEqual(a.request.questions, b.request.questions);

export const isPending = (stored: StoredRequest): stored is StoredRequest & PendingRequest =>
  stored.state !== 'settled';

export const toInstance = ({ state: _state, settlement: _settlement, ...opened }: StoredRequest): RequestInstance =>
  opened;

export function reasonOf({ reason }: AbortSignal): string | undefined {
  if (typeof reason === 'string') return reason;
  return reason instanceof Error && reason.name !== 'AbortError' ? reason.message : undefined;
}

export const withReason = <Status extends 'cancelled' | 'declined' | 'aborted' | 'superseded'>(
  status: Status,
  reason: string | undefined,
) => ({ status, ...(reason !== undefined && { reason }) });

export function withoutSecrets({ questions }: AskUserRequest, result: AskUserResult): AskUserResult {
  const secret = new Set(questions.filter((one) => one.constraints?.secret).map(({ id }) => id));
  if (secret.size === 0 || !('answers' in result) || !result.answers) return result;
  return { ...result, answers: result.answers.filter(({ questionId }) => !secret.has(questionId)) };
}

export interface SettleAttempt extends Pick<SettleOptions, 'idempotencyKey' | 'by'> {
  /** `undefined` if the delivery could not have settled the request. */
  readonly result?: AskUserResult | undefined;
}

/**
 * Returns why a delivery was refused, or `{ ok: true }` if it repeats the delivery that settled the request: same key,
 * same user, same result. Secret answers are never compared, so that the outcome cannot confirm a guess.
 */
export function getLateResult(
  stored: StoredRequest | undefined,
  { result, idempotencyKey, by }: SettleAttempt = {},
): SettleResult {
  if (!stored) return { ok: false, code: 'unknown' };
  const { request, settlement } = stored;
  if (!settlement) return { ok: false, code: 'orphaned' };
  const isRepeated =
    idempotencyKey !== undefined &&
    settlement.idempotencyKey === idempotencyKey &&
    settlement.by === by &&
    result !== undefined &&
    isEqual(withoutSecrets(request, settlement.result), withoutSecrets(request, result));
  return isRepeated ? { ok: true } : { ok: false, code: 'already_resolved' };
}

/** `setTimeout` would fire at once for a negative number or `NaN`. */
export function checkTimeout(timeoutMs: number | undefined): void {
  if (timeoutMs === undefined || (typeof timeoutMs === 'number' && timeoutMs >= 0)) return;
  throw new RangeError(
    `\`timeoutMs\` is ${timeoutMs}, so the user was not asked. Pass milliseconds (0 or more), or omit it for no limit.`,
  );
}

export function checkLease(leaseMs: LeaseMs | undefined): void {
  if (leaseMs === undefined || leaseMs === 'none') return;
  checkMs('leaseMs', leaseMs, LONGEST_MS, ", or 'none' for no limit, or omit it");
}

export const duplicateError = (requestId: string): AskUserError =>
  new AskUserError(
    'duplicate_request',
    `The id "${requestId}" belongs to other questions or to another conversation, so the user was not asked. Use a unique id for each request, or none.`,
  );

export const otherCallbackError = (there: StoredRequest, callback: string): AskUserError =>
  new AskUserError(
    'duplicate_request',
    `The question "${there.request.requestId}" is already open ${there.callback === undefined ? 'without a callback' : `with the callback "${there.callback}"`}, so "${callback}" would not receive its settlement. Settle it first, or open it again without \`callback\`.`,
  );

export const closedError = (isKept: boolean): AskUserError =>
  new AskUserError(
    'closed',
    isKept
      ? 'The host is shutting down. The question stays pending. Ask again with the same id.'
      : 'The host is shutting down, so the user was not asked. Try again later.',
  );

const storeFailed = (message: string, cause?: unknown) => new AskUserError('store_failed', message, [], { cause });

export const storeError = (cause: unknown): AskUserError =>
  storeFailed('The question could not be stored, so the user was not asked. Try again later.', cause);

/** The store did not confirm the outcome of a callback. */
export const outcomeError = (requestId: string, callback: string, cause: unknown): AskUserError =>
  storeFailed(
    `The outcome of the callback "${callback}" at the settlement of "${requestId}" could not be stored: ${messageOf(cause).replace(/\.$/, '')}. This is tried again for up to a minute; if it keeps failing, the callback is called again.`,
    cause,
  );

/** The store refused to settle a request that it reports as pending. */
export const notSettledError = (requestId: string): AskUserError =>
  storeFailed(`The store did not settle the question "${requestId}", although it is pending. Try again.`);

/** The store neither confirmed nor denied that it stored the request. */
export const unsureError = (cause: unknown): AskUserError =>
  storeFailed(
    'The store failed, so the question may or may not be stored. A user may see it until the store is back; then it is withdrawn. Ask again later, with the same id.',
    cause,
  );

/** Error of the broker's `open` if the store does not confirm that it has the request. It may still have it. */
export const openAgainError = (requestId: string, cause?: unknown): AskUserError =>
  storeFailed(
    `The store failed, so the question "${requestId}" may or may not be stored. Open it again with this id. If it is stored, it is returned.`,
    cause,
  );
