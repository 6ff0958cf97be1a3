import type { Answer } from '../../core/answer/types.js';
import type { AskUserRequest } from '../../core/question/types.js';

/** Answers that came after their request had ended. */
export interface LateAnswers {
  /** Key of this message. A second attempt has the same one, so send one message with it. */
  key: string;
  request: AskUserRequest;
  /** Answers to the questions that the user answered, without those to secret questions. */
  answers: readonly Answer[];
  /** Message for the agent, in English. It names the questions and the answers. */
  text: string;
}

/**
 * Sends late answers, usually as a message of the user. May return a promise. As with `onSubmit`, the input is kept, and
 * an error is shown, if it throws or rejects, or returns or resolves to a `DeliveryFailure`.
 */
export type OnLateAnswers = (late: LateAnswers) => unknown;
