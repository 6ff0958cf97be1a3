import { createExchangeKey } from '../../core/flow/exchange-key.js';
import { questionIndex } from '../../core/flow/selectors.js';
import type { AskUserStore } from '../../core/flow/store.js';
import type { OptionRef } from '../../core/flow/types.js';
import type { AskUserResult } from '../../core/answer/types.js';
import type { SetCollapsed } from './collapsed.js';

/** Actions of the user or the host. Actions on a question take its ID. */
export interface AskUserIntents {
  /**
   * Selects an option by index, or Other. Single-select: replaces the selection. Multi-select: adds to the selection.
   */
  selectOption: (questionId: string, option: OptionRef) => void;
  /** Multi-select: selects or deselects the option. Single-select: same as `selectOption`. */
  toggleOption: (questionId: string, option: OptionRef) => void;
  /**
   * Sets the text under Other, or the answer to a question without options. Text under Other that is not blank selects
   * it.
   */
  setCustom: (questionId: string, text: string) => void;
  /** Sets the notes of the question. */
  setNotes: (questionId: string, text: string) => void;
  /** Sets what the user is typing to ask the agent about the question. */
  setAskBack: (questionId: string, text: string) => void;
  /** Asks the agent what is typed or, with the `key` of a failed exchange, asks that again. */
  askBack: (questionId: string, key?: string) => void;
  /** Clears the selection, or the skipping of the question. Text is kept. */
  clear: (questionId: string) => void;
  /** Skips the question. Has no effect unless `constraints.required` or, if that is not set, `allow.skip` permits it. */
  skip: (questionId: string) => void;
  /**
   * Selects the recommended option of every unanswered single-select question that has exactly one. Has no effect if the
   * host sets `allow.recommended` to `false`.
   */
  takeRecommended: () => void;
  /** Takes back what `takeRecommended` selected, except in questions that were edited since. */
  undoRecommended: () => void;
  /** Shows a question by ID or index. The number of questions stands for Review. */
  goTo: (target: string | number) => void;
  /** Shows the next question, or Review after the last of several questions. */
  next: () => void;
  /** Shows the previous question. */
  back: () => void;
  /**
   * Submits all answers. If answers are missing or invalid, sends nothing, marks their questions and shows the first of
   * them. A custom text over `softLimit` needs a confirmation. Has no effect while the questions are streaming.
   */
  submit: () => void;
  /**
   * Submits the answers so far; unanswered questions are sent as skipped. A custom text over `softLimit` needs a
   * confirmation. Same as `submit` if `canSubmitPartial` is `false`.
   */
  submitPartial: () => void;
  /**
   * Retries a delivery that failed. Answers are submitted again as they are now, with the same checks. A cancel or
   * decline asks for confirmation first if `confirmCancel` requires it now. A discussion is sent again without
   * confirmation.
   */
  retry: () => void;
  /** Cancels the request. Asks for confirmation first if `confirmCancel` requires it. */
  cancel: (reason?: string) => void;
  /**
   * Declines the request. Asks for confirmation first if `confirmCancel` requires it. Has no effect unless the host
   * sets `allow.decline`.
   */
  decline: (reason?: string) => void;
  /** Sets the message that is sent with `discuss`. Has no effect unless the host sets `allow.discuss`. */
  setMessage: (text: string) => void;
  /**
   * Asks the user for the message, in the phase `confirmingDiscard` with `result.discuss`. `text` replaces the message,
   * and `about` is the ID of the question to discuss. Has no effect unless the host sets `allow.discuss`.
   */
  discuss: (text?: string, about?: string) => void;
  /** Accepts the open confirmation. */
  confirm: () => void;
  /** Closes the open confirmation and keeps everything that was entered. */
  dismiss: () => void;
  /** Collapses the card. `event` is passed to `onCollapsedChange`. */
  collapse: (event?: unknown) => void;
  /** Expands the card. `event` is passed to `onCollapsedChange`. */
  expand: (event?: unknown) => void;
  /** Settles the request with a result from the agent or host. Calls neither `onSubmit` nor `onCancel`. */
  settle: (result: AskUserResult) => void;
}

export function createIntents({ dispatch, getState }: AskUserStore, setCollapsed: SetCollapsed): AskUserIntents {
  const step = (by: number) => dispatch({ type: 'goTo', to: getState().active + by });
  return {
    selectOption: (questionId, option) => dispatch({ type: 'selectOption', questionId, option }),
    toggleOption: (questionId, option) => dispatch({ type: 'toggleOption', questionId, option }),
    setCustom: (questionId, text) => dispatch({ type: 'setCustom', questionId, text }),
    setNotes: (questionId, text) => dispatch({ type: 'setNotes', questionId, text }),
    setAskBack: (questionId, text) => dispatch({ type: 'setAskBack', questionId, text }),
    askBack: (questionId, key = createExchangeKey()) => dispatch({ type: 'askBack', questionId, key }),
    clear: (questionId) => dispatch({ type: 'clearAnswer', questionId }),
    skip: (questionId) => dispatch({ type: 'skip', questionId }),
    takeRecommended: () => dispatch({ type: 'takeRecommended' }),
    undoRecommended: () => dispatch({ type: 'undoRecommended' }),
    goTo: (target) =>
      dispatch({ type: 'goTo', to: typeof target === 'number' ? target : questionIndex(getState(), target) }),
    next: () => step(1),
    back: () => step(-1),
    submit: () => dispatch({ type: 'submit' }),
    submitPartial: () => dispatch({ type: 'submit', partial: true }),
    retry: () => dispatch({ type: 'retry' }),
    // A host can pass an intent directly to `onClick`. Ignore the event that it receives.
    cancel: (reason) => dispatch({ type: 'cancel', ...(typeof reason === 'string' && { reason }) }),
    decline: (reason) => dispatch({ type: 'decline', ...(typeof reason === 'string' && { reason }) }),
    setMessage: (text) => dispatch({ type: 'setMessage', text }),
    discuss: (text, about) =>
      dispatch({ type: 'decline', discuss: true, about, ...(typeof text === 'string' && { reason: text }) }),
    confirm: () => dispatch({ type: 'confirm' }),
    dismiss: () => dispatch({ type: 'dismiss' }),
    collapse: (event) => setCollapsed(true, 'collapse', event),
    expand: (event) => setCollapsed(false, 'expand', event),
    settle: (result) => dispatch({ type: 'settle', result }),
  };
}
