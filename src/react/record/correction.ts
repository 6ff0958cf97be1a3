import type { Answer } from '../../core/answer/types.js';
import type { Question } from '../../core/question/types.js';

/** An answer that the user has changed after it was submitted. */
export interface Correction {
  /** ID of the request of the record. */
  requestId: string;
  question: Question;
  /** The answer in the record. */
  before: Answer;
  after: Answer;
  /** Message for the agent, in English. It names the question, the old and the new answer. */
  text: string;
}

/**
 * Sends a changed answer, usually as a message of the user. May return a promise. As with `onSubmit`, the input is kept,
 * and an error is shown, if it throws or rejects, or returns or resolves to a `DeliveryFailure`.
 */
export type OnCorrect = (correction: Correction) => unknown;
