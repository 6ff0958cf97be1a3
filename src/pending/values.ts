import type { AskUserRequest } from '../core/question/types.js';
import type { Asked } from './file.js';

/**
 * Returns the request with the values of its options, which are otherwise dropped, because a model must not set what an
 * option means. In the file, the user sees only labels, so that a value must not be read there.
 */
export function withValues({ dialect, request }: Asked): AskUserRequest {
  const read = dialect.parse(request.raw, { values: true });
  if (!read.ok) return request;
  const questions = request.questions.map((question, i) => ({
    ...question,
    options: question.options.map((option, j) => ({ ...read.value.questions[i]?.options[j], ...option })),
  }));
  return { ...request, questions };
}
