import type { QuestionOption } from '../../core/question/types.js';

const MARK = ' (Recommended)';

/**
 * An option with the mark that is shown as a badge, for a family that says so beside the label. The label as its model
 * wrote it is the option's `value`.
 */
export const recommended = (option: QuestionOption): QuestionOption =>
  option.label.toLowerCase().endsWith(MARK.toLowerCase())
    ? option
    : { ...option, label: option.label + MARK, value: option.label };

/** Whether the mark is one that `recommended` gave. */
export const isRecommended = ({ label, value }: QuestionOption): boolean =>
  value !== undefined && label === value + MARK;

/** The label as its model wrote it. */
export const unmarked = (option: QuestionOption): string =>
  isRecommended(option) ? option.label.slice(0, -MARK.length) : option.label;
