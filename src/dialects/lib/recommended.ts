import type { QuestionOption } from '../../core/question/types.js';

const SUFFIX = ' (Recommended)';

/** Whether the label has the suffix, in any case. */
export const hasRecommendedSuffix = ({ label }: QuestionOption): boolean =>
  label.toLowerCase().endsWith(SUFFIX.toLowerCase());

/**
 * Marks an option as recommended by a suffix of its label. The dialog shows the suffix as a badge. The original label
 * becomes the option's `value`. An option whose label already has the suffix, in any case, stays unchanged.
 */
export const recommended = (option: QuestionOption): QuestionOption =>
  hasRecommendedSuffix(option) ? option : { ...option, label: option.label + SUFFIX, value: option.label };

/** Whether the label is the `value` with the suffix, such as in an option from `recommended`. */
export const isRecommended = ({ label, value }: QuestionOption): boolean =>
  value !== undefined && label === value + SUFFIX;

export const stripRecommendedSuffix = (option: QuestionOption): string =>
  isRecommended(option) ? option.label.slice(0, -SUFFIX.length) : option.label;
