import type { Limits } from '../../core/question/limits.js';
import type { ParseOptions } from '../../core/question/parse-request.js';

export const FOUR_BY_FOUR: Limits = { minQuestions: 1, maxQuestions: 4, minOptions: 2, maxOptions: 4 };

export const withLimits = (options: ParseOptions | undefined, limits: Limits): ParseOptions => ({
  ...options,
  limits: options?.limits ?? limits,
});
