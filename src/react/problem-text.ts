import { takesOther } from '../core/flow/selectors.js';
import type { Draft } from '../core/flow/types.js';
import type { Question } from '../core/question/types.js';
import type { AskUserMessages } from './messages/types.js';

/** What is missing at a question that has no answer. */
export function problemText(messages: AskUserMessages, question: Question, draft: Draft): string {
  if (question.options.length === 0) return messages.missingText;
  if (!takesOther(question)) return messages.missingChoice;
  return draft.other ? messages.missingOther : messages.missingOption;
}
