import type { Question } from '../../core/question/types.js';

/** Sets `recommended` in the options that a field of the agent's format recommends. */
export const recommend = (question: Question, isRecommended: (index: number) => boolean): Question => ({
  ...question,
  options: question.options.map((option, i) => (isRecommended(i) ? { ...option, recommended: true } : option)),
});
