import type { Limits } from '../../core/question/limits.js';
import type { ParseOptions } from '../../core/question/parse-request.js';

/** 1-4 questions, each with 2-4 options or with none. */
export const FOUR_BY_FOUR: Limits = { minQuestions: 1, maxQuestions: 4, minOptions: 2, maxOptions: 4 };

/** Adds the default limits of a dialect to parse options without limits. */
export const withLimits = (options: ParseOptions | undefined, limits: Limits): ParseOptions => ({
  ...options,
  limits: options?.limits ?? limits,
});
