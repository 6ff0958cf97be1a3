import { lateText } from '../answer/record.js';
import type { Answer } from '../answer/types.js';
import { agentWaits, getAnswer, getAnswerIssue } from './selectors.js';
import type { AskUserState } from './types.js';

/**
 * Returns the answers that came too late: the request was settled externally while the user was answering, and its agent
 * does not wait (`blocking: false`). `text` is a message for the agent, in English, that names the questions and the
 * answers. Returns `undefined` if nothing came too late. Leaves out skipped and secret questions, and answers that break a
 * rule.
 */
export function getLateAnswers(state: AskUserState): { answers: readonly Answer[]; text: string } | undefined {
  if (!state.settledExternally || agentWaits(state)) return undefined;
  const { questions } = state.request;
  const answers = questions.flatMap((question, index) => {
    const isUsable = !question.constraints?.secret && !getAnswerIssue(question, state.drafts[index]!);
    const answer = isUsable ? getAnswer(state, index) : undefined;
    return answer && !answer.skipped ? answer : [];
  });
  return answers.length > 0 ? { answers, text: lateText(questions, answers) } : undefined;
}
