import type { Issue } from '../core/question/issues.js';
import { messageOf } from './guard.js';
import type { Settlement } from './store/types.js';

/**
 * Code of an `AskUserError`.
 *
 * - `sub_agent`: A sub-agent asked. Only a parent conversation can ask the user.
 * - `invalid_schema`: The input, the request or `context.answers` is invalid. See `issues`.
 * - `invalid_result`: The transport returned an invalid result for the request. See `issues`.
 * - `missing_conversation`: A broker was called without a `conversationId`, or with one that is not a string, so no
 *   client would show the request.
 * - `unsupported_tool`: The host could not ask its user, or the request is unanswered and the tool has
 *   `throwsUnanswered`.
 * - `duplicate_request`: The id belongs to other questions or to another conversation, or is pending without this
 *   callback.
 * - `store_failed`: The store did not confirm that it stored or settled the request. `cause` is the store's error, if
 *   any.
 * - `closed`: The broker was closed. A request that a durable store already has stays pending: ask again with the same
 *   id.
 */
export type AskUserErrorCode =
  | 'sub_agent'
  | 'invalid_schema'
  | 'invalid_result'
  | 'missing_conversation'
  | 'unsupported_tool'
  | 'duplicate_request'
  | 'store_failed'
  | 'closed';

/** Error with its reason as `code`. You can return its message to the model. */
export class AskUserError extends Error {
  readonly code: AskUserErrorCode;
  /** Issues of `invalid_schema` and `invalid_result`; empty for other codes. */
  readonly issues: readonly Issue[];

  constructor(code: AskUserErrorCode, message: string, issues: readonly Issue[] = [], options?: ErrorOptions) {
    super(message, options);
    this.name = 'AskUserError';
    this.code = code;
    this.issues = issues;
  }
}

/**
 * Passed to the broker's `onError` if a request was settled, but its agent went on without the result. That can happen
 * if the call was aborted or timed out, and the store failed or did not confirm the withdrawal within 5 s. It can also
 * happen if the call rejected with `store_failed`. Pass the result to the agent, or inform the user.
 */
export class AbandonedError extends Error {
  readonly requestId: string;
  /** The stored settlement. */
  readonly settlement: Settlement;

  constructor(requestId: string, settlement: Settlement) {
    super(
      `The question "${requestId}" was settled as "${settlement.result.status}", but its agent went on before the store confirmed it. Pass the result in \`settlement\` to the agent, or inform the user that it was not used.`,
    );
    this.name = 'AbandonedError';
    this.requestId = requestId;
    this.settlement = settlement;
  }
}

/** Options of the constructor of `CallbackError`. */
export interface CallbackErrorOptions {
  readonly requestId: string;
  readonly callback: string;
  readonly attempt: number;
  /** Milliseconds until the next attempt; `undefined` if the settlement is parked. */
  readonly inMs: number | undefined;
  readonly cause: unknown;
}

/** Passed to the broker's `onError` if an attempt of a registered callback failed. See `cause`. */
export class CallbackError extends Error {
  readonly requestId: string;
  readonly callback: string;
  readonly attempt: number;
  /** Whether this failure parks the settlement. The callback then receives it again only after `retryCallback`. */
  readonly isParked: boolean;

  constructor({ requestId, callback, attempt, inMs, cause }: CallbackErrorOptions) {
    const why = messageOf(cause).replace(/\.$/, '');
    super(
      `Attempt ${attempt} of the callback "${callback}" at the settlement of "${requestId}" failed: ${why}. ${
        inMs === undefined
          ? `The settlement is parked. Call retryCallback(${JSON.stringify(requestId)}) after you fixed the cause.`
          : `The next attempt starts in ${Math.ceil(inMs / 1_000)} s.`
      }`,
      { cause },
    );
    this.name = 'CallbackError';
    this.requestId = requestId;
    this.callback = callback;
    this.attempt = attempt;
    this.isParked = inMs === undefined;
  }
}

export const missingConversationError = (): AskUserError =>
  new AskUserError(
    'missing_conversation',
    'The call has no `conversationId`, so the user was not asked and no option was chosen. ' +
      'No client would have shown the question, and the call would have waited forever. Pass `conversationId` to `execute` or `ask`.',
  );

export const subAgentError = (): AskUserError =>
  new AskUserError(
    'sub_agent',
    'Only a parent conversation can ask the user. Continue with what you know, or leave the question to the parent.',
  );
