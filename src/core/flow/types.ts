import type { AskUserResult } from '../answer/types.js';
import type { AskUserRequest } from '../question/types.js';

/** Everything entered for one question and not yet sent. */
export interface Draft {
  /** Chosen option indexes, ascending; at most one in a single-select question. */
  readonly selected: readonly number[];
  /** Other is chosen. Never `true` in a question without options. */
  readonly other: boolean;
  /** Kept while Other is not chosen; it counts only while it is. */
  readonly custom: string;
  readonly notes: string;
  readonly skipped: boolean;
}

/**
 * - `answering`: the person chooses and types.
 * - `confirmingDiscard`: cancelling would lose something; waiting for a yes.
 * - `confirmingLongAnswer`: an answer is over the soft limit; waiting for a yes.
 * - `submitting`: a result is on its way to the host; no edits, no cancel.
 * - `settled`: over. Absorbs every action.
 */
export type Phase = 'answering' | 'confirmingDiscard' | 'confirmingLongAnswer' | 'submitting' | 'settled';

/**
 * When cancelling asks first.
 * - `auto`: several questions, once anything was entered; one question, once text was typed.
 * - `multiple`: several questions only.
 * - `always`: every time.
 */
export type ConfirmCancel = 'auto' | 'multiple' | 'always';

/** What the host decides about a flow. */
export interface FlowOptions {
  /** Length of a custom text, in Unicode code points, above which submitting asks first. Nothing is ever cut. */
  readonly softLimit: number;
  readonly confirmCancel: ConfirmCancel;
  /** The person may skip single questions, save those with a rule of their own (`constraints.required`). */
  readonly allowSkip: boolean;
  /** The person may decline the whole request. */
  readonly allowDecline: boolean;
  /** The user may send the answers so far from Review; questions without one go as skipped. See `canSubmitPartial`. */
  readonly allowPartial: boolean;
  /** The user may ask to discuss the questions first: a decline with a message and the answers so far. */
  readonly allowDiscuss: boolean;
}

/** Options as a host gives them: any of them, or none. */
export type FlowOptionsInput = { readonly [Name in keyof FlowOptions]?: FlowOptions[Name] | undefined };

/** Why the host did not take a result. */
export interface DeliveryError {
  /** For logs and developers; the dialog shows its own words. */
  readonly message: string;
  /** What the host did not take. */
  readonly result: AskUserResult;
}

/** A flow at one moment. Nothing in it is ever changed in place. */
export interface AskUserState {
  readonly request: AskUserRequest;
  /** The model is still writing the questions; nothing can be submitted. */
  readonly streaming: boolean;
  /** One for each question, in order. */
  readonly drafts: readonly Draft[];
  /** The question shown; `questions.length` is Review (only where there are several). */
  readonly active: number;
  readonly phase: Phase;
  /**
   * Positions of the questions whose answer a refused submit found missing or against a rule, or that were left with an answer
   * against a rule; until it is neither.
   */
  readonly missing: readonly number[];
  /** The message that goes with a wish to discuss: kept until it is sent. */
  readonly message: string;
  /** The person said yes to sending the long answers, and has not changed since which texts would go. */
  readonly longConfirmed: boolean;
  /** The user last asked to submit only the answers so far: what a confirmation or a retry sends. */
  readonly partial?: true;
  readonly error?: DeliveryError;
  /** It was ended from outside; what was typed was not sent, and is the user's to copy. */
  readonly withdrawn?: true;
  /** `confirmingDiscard`, `submitting`: what is about to be delivered. `settled`: what came of it. */
  readonly result?: AskUserResult;
  readonly options: FlowOptions;
}

/** An option by position, or the free answer. */
export type OptionRef = number | 'other';

/** Everything that can happen to a flow. */
export type AskUserAction =
  /** Single-select: the choice is now this one. Multi-select: adds it. */
  | { readonly type: 'selectOption'; readonly questionId: string; readonly option: OptionRef }
  /** Multi-select: adds or removes. Single-select: as `selectOption`. */
  | { readonly type: 'toggleOption'; readonly questionId: string; readonly option: OptionRef }
  /** Nothing is chosen any more; typed text is kept. */
  | { readonly type: 'clearAnswer'; readonly questionId: string }
  | { readonly type: 'setCustom'; readonly questionId: string; readonly text: string }
  | { readonly type: 'setNotes'; readonly questionId: string; readonly text: string }
  /** The message that goes with a wish to discuss. Only if the host set `allowDiscuss`. */
  | { readonly type: 'setMessage'; readonly text: string }
  | { readonly type: 'skip'; readonly questionId: string }
  /** Marks the question, if its answer is missing or breaks a rule: what a refused Enter in an empty field does. */
  | { readonly type: 'requireAnswer'; readonly questionId: string }
  /** `to` is a question's position, or `questions.length` for Review. Marks the one that is left, if its answer breaks a rule. */
  | { readonly type: 'goTo'; readonly to: number }
  /** With `partial`, unanswered questions go as skipped where `canSubmitPartial` allows it; elsewhere as without. */
  | { readonly type: 'submit'; readonly partial?: boolean }
  /** Sends again what the host did not take. */
  | { readonly type: 'retry' }
  | { readonly type: 'cancel'; readonly reason?: string }
  /**
   * With `discuss`, asks for the message first, which `reason` replaces: in `confirmingDiscard`, with `result.discuss`. Only if the
   * host set `allowDiscuss`.
   */
  | { readonly type: 'decline'; readonly reason?: string; readonly discuss?: boolean }
  /** Yes, discard; yes, send the long answer; yes, discuss, with `message` as it is now. */
  | { readonly type: 'confirm' }
  /** No, keep answering; no, edit the long answer. */
  | { readonly type: 'dismiss' }
  | { readonly type: 'delivered' }
  | { readonly type: 'deliveryFailed'; readonly message: string; readonly code?: string }
  /** An ending from outside: withdrawn, superseded, answered elsewhere. */
  | { readonly type: 'settle'; readonly result: AskUserResult }
  /** The model went on writing: same request, more of it. */
  | { readonly type: 'setRequest'; readonly request: AskUserRequest; readonly streaming: boolean }
  /** The host has changed its options: these hold from now on. A field that is left out is the default. */
  | { readonly type: 'setOptions'; readonly options: FlowOptionsInput };

/**
 * The one override: sees the state, the action, and what the library would make of it, and returns what is to be.
 * Return `state` to refuse the action, `changes` to accept it.
 */
export type StateReducer = (
  state: AskUserState,
  step: { readonly action: AskUserAction; readonly changes: AskUserState },
) => AskUserState;
