import type { AnsweredOutput, UnansweredOutput } from '../../core/answer/output.js';
import type { AskUserResult, Exchange, Reply } from '../../core/answer/types.js';
import type { Allow } from '../../core/flow/allow.js';
import type { ConfirmCancel, OnAskBack, StateReducer } from '../../core/flow/types.js';
import type { AskUserRequest, QuestionInput } from '../../core/question/types.js';
import type { Dialect } from '../../dialects/types.js';
import type { AnswersById } from './by-id.js';
import type { AskUserEvent } from './events.js';
import type { AskUserMessagesInput } from '../../messages/types.js';
import type { DraftStorage } from '../drafts/saved-drafts.js';
import type { CollapsedDetails } from './collapsed.js';

/** Second argument of `onSubmit`, `onCancel` and `onError`. */
export interface ResultDetails<ById = AnswersById> {
  /** Lossless result. */
  result: AskUserResult;
  /**
   * Replies to pass to a broker, in question order: those of the answers, or of the answers so far if the user declined
   * with `discuss`. Otherwise empty.
   */
  replies: readonly Reply[];
  /**
   * Answers by question id, in an object without prototype: those of the answers, or of the answers so far if the user
   * declined with `discuss`. Otherwise empty. If `questions` is a constant, its ids and values are known to TypeScript.
   */
  byId: ById;
  /** Request that the result belongs to. */
  request: AskUserRequest;
  /** What the user asked with `onAskBack`, with the replies. Pass them to `toRecord`. */
  exchanges: readonly Exchange[];
}

/**
 * Options for `useAskUser`, and props of `AskUser.Root` and `AskUserDialog`.
 *
 * `A` is the dialect's output for an answered request, `E` its output for the other statuses. Without a dialect, the
 * output has the shape of the `ask_user` tool's result. `Item` is the type of the questions.
 *
 * `onSubmit` and `onCancel` may return a promise. While it is pending, the dialog accepts no edits. If the handler
 * throws, rejects, or returns or resolves to a `DeliveryFailure`, the input is kept. The dialog then shows an error and a
 * retry. It shows the `message` of a `DeliveryFailure`, but never the text of an error. With the `code`
 * `already_resolved`, `unknown` or `orphaned`, the request is settled as `aborted` instead.
 */
export interface UseAskUserOptions<
  A = AnsweredOutput,
  E = UnansweredOutput,
  Item extends QuestionInput = QuestionInput,
> {
  /** Called with the answers when the user submits them. Called again if the user retries after a failed delivery. */
  onSubmit?: ((output: A, details: ResultDetails<AnswersById<Item>>) => unknown) | undefined;
  /**
   * Called when the user cancels or declines the request, after the confirmation if there is one. Called again if the
   * user retries after a failed delivery. Without `onError`, also called if the request is `invalid` or `unavailable`,
   * so pass `output` or `details.result` to the agent instead of a cancellation.
   */
  onCancel?: ((output: E, details: ResultDetails<Partial<AnswersById<Item>>>) => unknown) | undefined;
  /**
   * Called if the request is `invalid` or cannot be rendered (`unavailable`), at most once per request. Pass the result
   * to the agent. If the handler throws or rejects, the error is reported as an uncaught error.
   *
   * @default onCancel
   */
  onError?: ((output: E, details: ResultDetails<Partial<AnswersById<Item>>>) => unknown) | undefined;
  /**
   * Returns the reply, or a promise of it, when the user asks the agent about a question. With it, each question that is
   * not secret offers "Ask about this", and stays open meanwhile. If it throws, rejects, or there is no text, the user
   * can try again. `details.signal` aborts when the request is settled or replaced, and after five minutes without a
   * reply. The reply is the agent's text. It changes no question and no option, and is cut at 10,000 bytes of UTF-8.
   */
  onAskBack?: OnAskBack | undefined;
  /**
   * What the host knows of the exchanges of this request, such as those of another client. Has an effect only with
   * `onAskBack`. Replaces those with the same keys.
   */
  exchanges?: readonly Exchange[] | undefined;
  /**
   * Identifies the request. A new ID starts over; the same ID keeps what was entered. Without an ID, new questions
   * start over only once the request is settled.
   *
   * @default the ID of `request`
   */
  requestId?: string | undefined;
  /** Display name of who asks. Takes precedence over the `asker` of the request. */
  asker?: string | undefined;
  /** UI texts that replace those in English. May be partial. The hook uses the titles of the confirmations. */
  messages?: AskUserMessagesInput | undefined;
  /**
   * Whether the model is still writing the questions. The last question of an unfinished input is not shown yet, and
   * answers cannot be submitted.
   *
   * @default false
   */
  streaming?: boolean | undefined;
  /**
   * Result of a request that the agent or host settled, or that was settled earlier. Calls neither `onSubmit` nor
   * `onCancel`.
   */
  result?: AskUserResult | undefined;
  /**
   * Length of a custom text, in Unicode code points, above which submitting asks for confirmation.
   *
   * @default 2000
   */
  softLimit?: number | undefined;
  /**
   * When cancelling and declining ask for confirmation.
   * @default 'auto'
   */
  confirmCancel?: ConfirmCancel | undefined;
  /**
   * What the user may do instead of answering every question.
   *
   * @default {}
   */
  allow?: Allow | undefined;
  /**
   * Whether a click, Space or a digit on an option of a single-select question also does what the primary button does.
   * Other does not, nor does an arrow key or Enter that selects an option.
   * @default false
   */
  advanceOnChoose?: boolean | undefined;
  /**
   * Whether the card is collapsed to one line. If it is set, the host controls the state and updates it in
   * `onCollapsedChange`.
   */
  collapsed?: boolean | undefined;
  /**
   * Whether the card is initially collapsed, if `collapsed` is not set. By default, only the card of a request whose
   * agent does not wait (`blocking: false`) is.
   */
  defaultCollapsed?: boolean | undefined;
  /**
   * Called when the card is collapsed or expanded. `details.cancel()` prevents the change, unless `details.reason` is
   * `request`.
   */
  onCollapsedChange?: ((collapsed: boolean, details: CollapsedDetails) => void) | undefined;
  /**
   * Storage for drafts. Under the same `requestId`, drafts and the active tab are restored after a reload or remount.
   * They are removed when the request is settled, except as `invalid`. Requires a `requestId`. Drafts of secret
   * questions are not stored. The drafts of at most 20 requests are kept, for 7 days. For the browser's session, wrap
   * `sessionStorage` as `{ get, set, remove }`. By default, drafts are not stored.
   */
  draftStorage?: DraftStorage | undefined;
  /**
   * Identifies the conversation of the request. Answers that were not accepted are offered to later requests of the same
   * conversation and asker, if their questions are the same. They are kept in `draftStorage`, or without it while the
   * component is mounted. If several users share a storage, include the user. By default, all requests belong to one
   * conversation. `AskUserQueue` takes it from each request.
   */
  conversationId?: string | undefined;
  /**
   * Place of this request among those of a conversation. From the second round on, the title says it. `answered` is the
   * number of answers in the earlier rounds. `AskUserQueue` counts by itself.
   */
  round?: { readonly number: number; readonly answered: number } | undefined;
  /**
   * Intercepts transitions until the request is settled. Receives the state and `{ action, changes }`, and returns the
   * next state.
   */
  stateReducer?: StateReducer | undefined;
  /**
   * Called with each event, after React has committed the change. An event contains no text of the agent or the user.
   * If the handler throws or rejects, the error is reported as an uncaught error and the card keeps working.
   */
  onEvent?: ((event: AskUserEvent) => unknown) | undefined;
}

/** What is asked: `questions`, or else `request`, or else `input`. */
export interface AskUserSource<A = AnsweredOutput, E = UnansweredOutput, Item extends QuestionInput = QuestionInput> {
  /** Questions, as a model or a schema library passes them. A new but equal array changes nothing. */
  questions?: readonly Item[] | undefined;
  /** Request that has been parsed, such as one of a broker. Its content is trusted. */
  request?: AskUserRequest | undefined;
  /** Whole input of a tool call, verbatim. The dialect parses it. */
  input?: unknown;
  /** Converter for the agent's format. Defaults to the format of the `ask_user` tool. */
  dialect?: Dialect<A, E> | undefined;
}

/** Options and source without the dialect's types, as the package uses them internally. */
export type AnyOptions = UseAskUserOptions<unknown, unknown> & AskUserSource<unknown, unknown>;
