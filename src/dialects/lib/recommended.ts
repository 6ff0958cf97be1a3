import { readRecommended } from '../../core/question/recommended.js';
import type { QuestionOption } from '../../core/question/types.js';

const SUFFIX = ' (Recommended)';

/** Whether the label has the mark of a recommended option. */
export const hasMark = ({ label }: QuestionOption): boolean => readRecommended(label) !== undefined;

/**
 * Marks an option as recommended by a suffix of its label. The dialog shows the suffix as a badge. The original label
 * becomes the option's `value`. An option whose label already has the mark stays unchanged.
 */
export const recommended = (option: QuestionOption): QuestionOption =>
  hasMark(option) ? option : { ...option, label: option.label + SUFFIX, value: option.label };

/** Whether the label is the `value` with the suffix, such as in an option from `recommended`. */
export const isRecommended = ({ label, value }: QuestionOption): boolean =>
  value !== undefined && label === value + SUFFIX;

export const stripRecommendedSuffix = (option: QuestionOption): string =>
  isRecommended(option) ? option.label.slice(0, -SUFFIX.length) : option.label;
