import type { AskUserResult } from '../../core/answer/types.js';
import { nextUnanswered } from '../../core/flow/selectors.js';
import type { AskUserStore } from '../../core/flow/store.js';
import type { AskUserIntents } from '../flow/intents.js';

/** Actions on the whole request. They move no focus; the buttons do. The same functions until the request is replaced. */
export interface AskUserActions {
  /** Shows a question, or Review. */
  goTo: (target: { readonly id: string } | 'review') => void;
  /** Shows the next question, or Review after the last of several questions. */
  next: () => void;
  /** Shows the previous question. */
  back: () => void;
  /**
   * Shows the next question whose answer is missing or invalid. After the last question, the first one follows. Has no
   * effect if no question but the shown one needs an answer.
   */
  nextUnanswered: () => void;
  /**
   * Submits all answers, also after a delivery of them has failed. If answers are missing or invalid, sends nothing,
   * marks their questions and shows the first of them. A custom text over `softLimit` needs a confirmation. Has no
   * effect while the questions are streaming.
   *
   * With `partial`, submits the answers so far; unanswered questions are sent as skipped. This is the same as without it
   * if `canSubmitPartial` is `false`.
   */
  submit: (options?: { readonly partial?: boolean }) => void;
  /** Cancels the request. Asks for confirmation first if `confirmCancel` requires it. */
  cancel: (reason?: string) => void;
  /**
   * Declines the request. Asks for confirmation first if `confirmCancel` requires it. Has no effect unless the host
   * sets `allow.decline`.
   */
  decline: (reason?: string) => void;
  /**
   * Opens the confirmation in which the user writes a message about the questions, and replaces the message by `text`
   * if it is set. `about` is the question to discuss, if it is a certain one. Has no effect unless the host sets
   * `allow.discuss`.
   */
  discuss: (text?: string, about?: { readonly id: string }) => void;
  /** Settles the request with a result from the agent or host. Calls neither `onSubmit` nor `onCancel`. */
  settle: (result: AskUserResult) => void;
  /** Collapses the card. `event` is passed to `onCollapsedChange`. */
  collapse: (event?: unknown) => void;
  /** Expands the card. `event` is passed to `onCollapsedChange`. */
  expand: (event?: unknown) => void;
}

export function createActions(intents: AskUserIntents, { getState }: AskUserStore): AskUserActions {
  const { next, back, cancel, decline, discuss, settle, collapse, expand } = intents;
  return {
    goTo: (target) => intents.goTo(target === 'review' ? getState().drafts.length : target.id),
    next,
    back,
    nextUnanswered: () => intents.goTo(nextUnanswered(getState()) ?? getState().active),
    submit(options) {
      if (options?.partial) return intents.submitPartial();
      const { error } = getState();
      if (error?.result.status === 'answered' && error.retry !== false) return intents.retry();
      intents.submit();
    },
    cancel,
    decline,
    discuss: (text, about) => discuss(text, about?.id),
    settle,
    collapse,
    expand,
  };
}
