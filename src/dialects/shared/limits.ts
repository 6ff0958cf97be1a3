import type { Limits } from '../../core/question/limits.js';
import type { ParseOptions } from '../../core/question/parse-request.js';

/** 1-4 questions with 2-4 options each: what many families ask for. */
export const FOUR_BY_FOUR: Limits = { minQuestions: 1, maxQuestions: 4, minOptions: 2, maxOptions: 4 };

/** Options with a family's limits, unless they have others. */
export const withLimits = (options: ParseOptions | undefined, limits: Limits): ParseOptions => ({
  ...options,
  limits: options?.limits ?? limits,
});
