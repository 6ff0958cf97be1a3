import type { AnsweredOutput, EndedOutput } from '../../core/answer/output.js';
import type { AskUserResult, Reply } from '../../core/answer/types.js';
import type { ConfirmCancel, StateReducer } from '../../core/flow/types.js';
import type { AskUserRequest } from '../../core/question/types.js';
import type { Dialect } from '../../dialects/types.js';
import type { AskUserEvent } from '../events.js';
import type { DraftStorage } from '../saved-drafts.js';
import type { CollapsedDetails } from './collapsed-state.js';

/** What comes with every result. */
export interface ResultDetails {
  /** The lossless result. */
  result: AskUserResult;
  /** What a broker takes, by position: of the answers, or of the answers so far of a decline with `discuss`; else empty. */
  replies: readonly Reply[];
  request: AskUserRequest;
}

/**
 * `A` is what the dialect makes of an answered request, `E` of every other ending; without a dialect, the shape of the
 * `ask_user` tool.
 *
 * A handler may return a promise: until it resolves, the dialog says "Sending" and takes no edits. Rejecting or
 * throwing, or resolving to `{ ok: false, code?, message? }`, brings every field back, with the error and a retry.
 */
export interface UseAskUserOptions<A = AnsweredOutput, E = EndedOutput> {
  /** Called with the answers, at most once accepted. */
  onSubmit?: ((wire: A, details: ResultDetails) => unknown) | undefined;
  /** Called with every other ending that the user makes: cancelled, declined. */
  onCancel?: ((wire: E, details: ResultDetails) => unknown) | undefined;
  /** Called once, after commit, where nothing could be asked (`invalid`) or shown (`unavailable`); the agent is to be told. */
  onInvalid?: ((wire: E, details: ResultDetails) => void) | undefined;
  /** How the agent writes requests and reads results. @default the `ask_user` tool */
  dialect?: Dialect<A, E> | undefined;
  /** A new id starts afresh; the same id keeps what was entered. */
  requestId?: string | undefined;
  /** Who asks. Never taken from the model's text. */
  asker?: string | undefined;
  /** The model is still writing the questions. @default false */
  streaming?: boolean | undefined;
  /** An ending from outside, or of long ago; calls neither `onSubmit` nor `onCancel`. */
  result?: AskUserResult | undefined;
  /** Length of an answer's text, in Unicode code points, above which submitting asks first. @default 2000 */
  softLimit?: number | undefined;
  /** When cancelling asks first. @default 'auto' */
  confirmCancel?: ConfirmCancel | undefined;
  /** Offers to skip single questions; one with `constraints.required` goes by that instead. @default false */
  allowSkip?: boolean | undefined;
  /** Offers to decline the whole request. @default false */
  allowDecline?: boolean | undefined;
  /**
   * Offers to send the answers so far from Review, once at least one question is answered: the others go as skipped. Not offered
   * while an answer is invalid, if an unanswered question is `required`, or if the dialect can't represent a skipped question.
   * @default false
   */
  allowPartial?: boolean | undefined;
  /**
   * Offers to discuss the questions before answering: `onCancel` gets a `declined` result with `discuss: true`, the message as `reason` and
   * the `answers` so far. Not offered if the dialect can't represent it. @default false
   */
  allowDiscuss?: boolean | undefined;
  /** A click, Space or a digit on an option of a single choice does what the primary button does; an arrow key never. @default false */
  advanceOnChoose?: boolean | undefined;
  /** Folded into one line. Give it to steer that yourself, together with `onCollapsedChange`. */
  collapsed?: boolean | undefined;
  /** @default false */
  defaultCollapsed?: boolean | undefined;
  /** About to be folded or unfolded; `details.cancel()` keeps it as it is. */
  onCollapsedChange?: ((collapsed: boolean, details: CollapsedDetails) => void) | undefined;
  /**
   * Where what was entered is kept over a reload, under the request's id, until the request is settled. Needs a
   * `requestId`. `sessionStorage` behind `{ get, set, remove }`, or anything like it.
   * @default none: a request that was interrupted starts again
   */
  draftStorage?: DraftStorage | undefined;
  /** The one override of the flow: sees `{ action, changes }`, returns the state that is to be. */
  stateReducer?: StateReducer | undefined;
  /**
   * Reports what the user did, in order and each once, after React has committed it. An event contains positions, counts and the
   * `requestId`, never a text of the agent or the user. If the handler throws or rejects, the error is reported as an uncaught one and the
   * card works on.
   * @default none
   */
  onEvent?: ((event: AskUserEvent) => unknown) | undefined;
}

/** The options as they are typed inside; the two public faces give them the dialect's types. */
export type AnyOptions = UseAskUserOptions<unknown, unknown>;
