import type { Issue } from '../core/question/issues.js';
import type { Settlement } from './store/types.js';

/**
 * Why nobody was asked, or an ending that is an error in the tool's family.
 *
 * - `sub_agent`: a sub-agent asked. Only a parent conversation can.
 * - `invalid_schema`: the input breaks a rule of the tool; `issues` say which.
 * - `invalid_result`: the broker gave something that is no result of the request; `issues` say why.
 * - `missing_conversation`: a broker was asked without a `conversationId`, so no client would show the question.
 * - `unsupported_tool`: the family's own code for a host that can't ask, and for an ending without an answer.
 * - `duplicate_request`: the id belongs to another question, or to another conversation.
 * - `store_failed`: the question could not be kept, or nobody knows whether it was, and it is withdrawn later; `cause` says why.
 * - `closed`: the broker was closed. With a durable store the question stays open: ask again with the same id.
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

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What asking rejects with. Its message is for the model: it says what happened and what to do. */
export class AskUserError extends Error {
  readonly code: AskUserErrorCode;
  /** What is wrong with the input; empty for anything else. */
  readonly issues: readonly Issue[];

  constructor(code: AskUserErrorCode, message: string, issues: readonly Issue[] = [], options?: ErrorOptions) {
    super(message, options);
    this.name = 'AskUserError';
    this.code = code;
    this.issues = issues;
  }
}

/**
 * A request was settled while its agent was leaving it, and the agent went on without the result: it was aborted, or its time was up, and the
 * store did not answer in time. `onError` of the broker gets it, so that the host can tell the agent, or the user.
 */
export class AbandonedError extends Error {
  readonly requestId: string;
  /** What the store has: usually a user's answers. */
  readonly settlement: Settlement;

  constructor(requestId: string, settlement: Settlement) {
    super(
      `The question "${requestId}" was settled as "${settlement.result.status}", but its agent had gone on before the store said so. Give it the result in \`settlement\`, or tell the user that it was not used.`,
    );
    this.name = 'AbandonedError';
    this.requestId = requestId;
    this.settlement = settlement;
  }
}

export interface CallbackErrorOptions {
  readonly requestId: string;
  readonly callback: string;
  readonly attempt: number;
  /** `undefined` if there is no next attempt. */
  readonly inMs: number | undefined;
  readonly cause: unknown;
}

/** A callback failed to take a settlement; `cause` says why. `onError` of the broker gets it. */
export class CallbackError extends Error {
  readonly requestId: string;
  readonly callback: string;
  readonly attempt: number;
  /** The settlement was parked: the callback gets it again only after `retryCallback`. */
  readonly isParked: boolean;

  constructor({ requestId, callback, attempt, inMs, cause }: CallbackErrorOptions) {
    const why = messageOf(cause).replace(/\.$/, '');
    super(
      `Attempt ${attempt} of the callback "${callback}" at the settlement of "${requestId}" failed: ${why}. ${
        inMs === undefined
          ? `The settlement is parked. Call retryCallback(${JSON.stringify(requestId)}) once the cause is mended.`
          : `The next attempt follows in ${Math.ceil(inMs / 1_000)} s.`
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

/** Clients follow conversations. */
export const missingConversationError = (): AskUserError =>
  new AskUserError(
    'missing_conversation',
    'The call has no `conversationId`, so the user was not asked and no option was chosen. ' +
      'No client would have shown the question, and the call would have waited forever. Pass `conversationId` to `execute` or `ask`.',
  );

/** A sub-agent runs without a person in front of it. */
export const subAgentError = (): AskUserError =>
  new AskUserError(
    'sub_agent',
    'Only a parent conversation can ask the user. Go on with what you know, and leave the question to your parent.',
  );
