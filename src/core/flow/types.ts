import type { AskUserResult, Exchange } from '../answer/types.js';
import type { AskUserRequest } from '../question/types.js';
import type { Allow } from './allow.js';

export type { Exchange } from '../answer/types.js';

/** An exchange as it is in a draft. */
export interface DraftExchange extends Exchange {
  /** Set if another client asked, so that this is not the user's input here. */
  readonly isElsewhere?: true | undefined;
}

/** The user's input for one question. */
export interface Draft {
  /** Indexes of the selected options, ascending; at most one in a single-select question. */
  readonly selected: readonly number[];
  /** Whether Other is selected. Never `true` in a question without options. */
  readonly other: boolean;
  /** Custom text. In a question with options, it counts only while Other is selected, and is kept otherwise. */
  readonly custom: string;
  /** Remark to attach to the answer. */
  readonly notes: string;
  /** Whether the user skipped the question. */
  readonly skipped: boolean;
  /**
   * Set if `takeRecommended` selected the option. Any edit of the draft removes it. Counts only while the option is the
   * recommended one.
   */
  readonly recommended?: true;
  /** What the user has typed to ask the agent about the question, and not sent. Absent if it is empty. */
  readonly askBack?: string;
  /** What the user has asked about the question, with the replies, oldest first. Absent if there is nothing. */
  readonly exchanges?: readonly DraftExchange[];
}

/**
 * Returns the reply to a question of the user, or a promise of it. If it throws, rejects, or there is no text, the user
 * can try again with the same `exchange.key`, and so after five minutes without a reply. `signal` aborts then, and when
 * the request is settled or replaced.
 */
export type OnAskBack = (exchange: Exchange, details: { readonly signal: AbortSignal }) => unknown;

/**
 * Phase of a flow.
 * - `answering`: the user selects and types.
 * - `confirmingDiscard`: the user has to confirm a cancel or decline (see `ConfirmCancel`), or edits the message of a
 *   discussion.
 * - `confirmingLongAnswer`: an answer is over the soft limit, or a question to the agent is not sent, so the user has to
 *   confirm the submit.
 * - `submitting`: a result is being delivered to the host. Edits and cancelling have no effect.
 * - `settled`: the request has its result. Every action is ignored.
 */
export type Phase = 'answering' | 'confirmingDiscard' | 'confirmingLongAnswer' | 'submitting' | 'settled';

/**
 * When cancelling or declining requires a confirmation.
 * - `auto`: with several questions, if an option is selected or text is typed; with one question, if text is typed.
 * - `multiple`: with several questions only, if an option is selected or text is typed.
 * - `always`: even if nothing is entered.
 */
export type ConfirmCancel = 'auto' | 'multiple' | 'always';

/** What a discussion begins with: its message, and the ID of the question to discuss. */
export interface DiscussionStart {
  readonly reason?: string | undefined;
  readonly about?: string | undefined;
}

/** What the user may ask the agent, and what that changes. Only a host that replies loads them. */
export interface AskBackRules {
  /**
   * `question` is in code points, `exchanges` for each question, `reply` in bytes of UTF-8, and so is `request`: all
   * texts, with the longest reply for each exchange that has none.
   */
  readonly limits: Readonly<Record<'question' | 'exchanges' | 'reply' | 'request', number>>;
  /**
   * Whether what the user has typed to ask about the question at an index can be sent now, or `failed` can be sent again.
   */
  readonly canAsk: (state: AskUserState, index: number, failed?: Exchange) => boolean;
  /**
   * Returns what a discussion begins with. What is typed to ask the agent, and not sent, is its message, unless there is
   * one. If that is about one of several questions, it is the question to discuss, unless there is one. Pure.
   */
  readonly discuss: (state: AskUserState, start: DiscussionStart) => DiscussionStart;
  /** Reduces an action on an exchange. Pure. Returns the same state object if the action has no effect. */
  readonly reduce: (state: AskUserState, action: AskBackAction) => AskUserState;
}

/** Options of a flow, set by the host. */
export interface FlowOptions {
  /**
   * Length of custom text, in Unicode code points, above which submitting requires a confirmation.
   *
   * @default 2000
   */
  readonly softLimit: number;
  /**
   * When cancelling or declining requires a confirmation.
   *
   * @default 'auto'
   */
  readonly confirmCancel: ConfirmCancel;
  /**
   * What the user may do instead of answering every question.
   *
   * @default {}
   */
  readonly allow: Allow;
  /** Rules by which the user may ask the agent about a question, set by `connectAskBack`. By default, that is not offered. */
  readonly askBack?: AskBackRules;
}

/** Flow options as a host passes them. Missing ones have their defaults. */
export type FlowOptionsInput = { readonly [Name in keyof FlowOptions]?: FlowOptions[Name] | undefined };

/** Return value of `onSubmit` and `onCancel` after a failed delivery, or the value of their promise. The input is kept. */
export interface DeliveryFailure {
  readonly ok: false;
  /** Reason for the user, in the user's language. It is shown as text below the error, up to 500 characters of it. */
  readonly message?: string | undefined;
  /**
   * `already_resolved`, `unknown` and `orphaned` settle the request as `aborted`. Other codes have no effect, and are
   * in `state.error`.
   */
  readonly code?: string | undefined;
  /**
   * Whether to offer a retry. With `false`, the user can still change the input and submit it, or cancel.
   *
   * @default true
   */
  readonly retry?: boolean | undefined;
  /** Error that prevented the delivery, in `state.error` for logs and developers. It is never shown. */
  readonly cause?: unknown;
}

/** Error of a delivery that failed or that the host refused. */
export interface DeliveryError extends Omit<DeliveryFailure, 'ok'> {
  /** Reason for the user, `''` without one. The text of a thrown error is not for the user. */
  readonly message: string;
  /** The `cause` of the failure, the thrown value, or the reason of the rejected promise. */
  readonly cause?: unknown;
  /** The result that was not delivered. */
  readonly result: AskUserResult;
}

/** State of a flow. Immutable. */
export interface AskUserState {
  readonly request: AskUserRequest;
  /** Whether the model is still writing the questions. Answers cannot be submitted until it is done. */
  readonly streaming: boolean;
  /** One draft per question, in question order. */
  readonly drafts: readonly Draft[];
  /** Index of the question that is shown. With several questions, `questions.length` is Review. */
  readonly active: number;
  readonly phase: Phase;
  /** Indexes of the questions that are marked as missing or invalid, ascending. */
  readonly missing: readonly number[];
  /** Message of a discussion, as typed so far. */
  readonly message: string;
  /**
   * Whether the user has confirmed the submit. Reset if the user changes custom text, Other, a skip, or a question to the
   * agent.
   */
  readonly longAnswerConfirmed: boolean;
  /** Set if the last submit was partial, so that a confirmation or a retry repeats it as partial. */
  readonly partial?: true;
  /** Set after a failed delivery. */
  readonly error?: DeliveryError;
  /** Set if the final result is not the one that this flow delivered. */
  readonly settledExternally?: true;
  /**
   * In `confirmingDiscard`, the unconfirmed result. In `submitting`, the result to deliver. In `settled`, the final
   * one.
   */
  readonly result?: AskUserResult;
  /** Options of the host, with defaults for missing ones. */
  readonly options: FlowOptions;
}

/** An option by its index, or Other. */
export type OptionRef = number | 'other';

/** Action on an exchange. Has an effect only with `options.askBack`. */
export type AskBackAction =
  /**
   * Asks the agent what is typed, or again what failed under this key. Has an effect only within the
   * limits: one waiting exchange and 20 exchanges for a question, 2,000 code points, and 256,000 bytes of
   * UTF-8 for all questions and replies of a request.
   */
  | { readonly type: 'askBack'; readonly questionId: string; readonly key: string }
  /** The reply to the exchange that waits under this key. It is cut at 10,000 bytes of UTF-8. */
  | { readonly type: 'askBackReplied'; readonly key: string; readonly reply: string }
  /** There is no reply to the exchange that waits under this key. */
  | { readonly type: 'askBackFailed'; readonly key: string; readonly cause?: unknown }
  /** What the host knows of exchanges, such as those of another client. Replaces those with the same keys. */
  | { readonly type: 'exchanges'; readonly exchanges: readonly Exchange[] };

/** Action of a flow. */
export type AskUserAction =
  /** Selects an option. In a single-select question, it replaces the selection. */
  | { readonly type: 'selectOption'; readonly questionId: string; readonly option: OptionRef }
  /** Selects or deselects an option of a multi-select question. Same as `selectOption` in a single-select question. */
  | { readonly type: 'toggleOption'; readonly questionId: string; readonly option: OptionRef }
  /** Adds options to the selection of a multi-select question. Ignores options that it does not have. */
  | { readonly type: 'selectOptions'; readonly questionId: string; readonly options: readonly number[] }
  /** Clears the selection and a skip. Typed text is kept. */
  | { readonly type: 'clearAnswer'; readonly questionId: string }
  /** Sets the custom text. Text that is not blank clears a skip and, in a question with options, selects Other. */
  | { readonly type: 'setCustom'; readonly questionId: string; readonly text: string }
  | { readonly type: 'setNotes'; readonly questionId: string; readonly text: string }
  /** Sets what the user is typing to ask the agent about the question. */
  | { readonly type: 'setAskBack'; readonly questionId: string; readonly text: string }
  | AskBackAction
  /** Sets the message of a discussion. Has an effect only with `allow.discuss`, and not in `submitting`. */
  | { readonly type: 'setMessage'; readonly text: string }
  | { readonly type: 'skip'; readonly questionId: string }
  /**
   * Selects the recommended option of every unanswered single-select question that has exactly one, unless
   * `allow.recommended` is `false`. Sends nothing.
   */
  | { readonly type: 'takeRecommended' }
  /** Takes back what `takeRecommended` selected, as far as the user has not edited it since. */
  | { readonly type: 'undoRecommended' }
  /** Marks the question if its answer is missing or invalid. */
  | { readonly type: 'validateQuestion'; readonly questionId: string }
  /**
   * Sets whole drafts, such as stored ones, and, if they are given, the message of a discussion and the shown index.
   * Ignores what is not possible now: an option or Other that the question does not have, several options of a
   * single-select question, and a skip that is not allowed. The drafts of the other questions stay, and exchanges that
   * are not given.
   */
  | {
      readonly type: 'restore';
      readonly drafts: readonly (Draft & { readonly questionId: string })[];
      readonly message?: string | undefined;
      readonly active?: number | undefined;
    }
  /**
   * Shows the question at index `to`, or Review for `questions.length`. Marks the question left behind if its
   * answer is invalid.
   */
  | { readonly type: 'goTo'; readonly to: number }
  /** Submits the answers. With `partial`, unanswered questions are sent as skipped if `canSubmitPartial` allows it. */
  | { readonly type: 'submit'; readonly partial?: boolean }
  /** Repeats the submit, cancel or decline whose delivery failed. No effect if the host refused it with `retry: false`. */
  | { readonly type: 'retry' }
  | { readonly type: 'cancel'; readonly reason?: string }
  /**
   * Declines the request if the host set `allow.decline`. Enters `confirmingDiscard` first if `confirmCancel` requires a
   * confirmation. With `discuss`, requires `allow.discuss` instead, and always enters `confirmingDiscard` with
   * `result.discuss`, so that the user can edit the message. A given `reason` then sets the message, and `about` is the
   * ID of the question to discuss. Another ID is ignored.
   */
  | {
      readonly type: 'decline';
      readonly reason?: string;
      readonly discuss?: boolean;
      readonly about?: string | undefined;
    }
  /** Confirms the discard, the long answer, or the discussion. */
  | { readonly type: 'confirm' }
  /** Leaves a confirmation: keeps answering, or goes to the first long answer to edit it. */
  | { readonly type: 'dismiss' }
  /** The host accepted the result. */
  | { readonly type: 'delivered' }
  /**
   * The delivery failed: the flow returns to `answering` with this error. The codes `already_resolved`, `unknown` and
   * `orphaned` settle it as `aborted` instead.
   */
  | ({ readonly type: 'deliveryFailed' } & Omit<DeliveryError, 'result'>)
  /** Settles the flow from outside, for example because the request was withdrawn. */
  | { readonly type: 'settle'; readonly result: AskUserResult }
  /** Replaces the request with a longer or reworded version of itself. Ignored while answers are being sent. */
  | { readonly type: 'setRequest'; readonly request: AskUserRequest; readonly streaming: boolean }
  /** Replaces the options. A missing field is set to its default. */
  | { readonly type: 'setOptions'; readonly options: FlowOptionsInput };

/**
 * Intercepts every action until the flow is settled. Receives the current state, the action and the proposed state
 * (`changes`), and returns the next state. Return `state` to reject the action, `changes` to accept it.
 */
export type StateReducer = (
  state: AskUserState,
  step: { readonly action: AskUserAction; readonly changes: AskUserState },
) => AskUserState;
