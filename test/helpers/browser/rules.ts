import { parseRequest, type AskUserResult, type Constraints } from '../../../src/core/index.js';
import { LIMITS } from '../../../src/core/question/limits.js';
import type { Dialect } from '../../../src/dialects/types.js';
import type { QuestionInput } from '../../../src/react/index.js';

/** A question with the rules of a protocol. */
export interface Field extends QuestionInput {
  rules?: Constraints;
}

const isForm = (input: unknown): input is { questions: readonly Field[] } =>
  typeof input === 'object' && input !== null && 'questions' in input;

/** A dialect with rules. Its output is the result itself. */
export const FORM: Dialect<AskUserResult> = {
  name: 'form',
  limits: LIMITS.askUser,
  parse(input, options) {
    const parsed = parseRequest(input, options);
    if (!parsed.ok || !isForm(input)) return parsed;
    const questions = parsed.value.questions.map((question, i) => {
      const constraints = input.questions[i]?.rules;
      return constraints ? { ...question, constraints } : question;
    });
    return { ...parsed, value: { ...parsed.value, questions } };
  },
  formatResult: (result: AskUserResult) => result,
  toModelText: (result) => JSON.stringify(result),
};
