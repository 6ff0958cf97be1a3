import { isBlank } from '../../core/guards.js';
import type { OptionRef } from '../../core/flow/types.js';
import type { Question } from '../../core/question/types.js';
import type { AskUserContextValue, QuestionContextValue } from '../dialog/context.js';
import { cleanText } from '../../core/clean.js';
import { labelOf } from '../../messages/labels.js';

export function digitFor(option: OptionRef): string | undefined {
  if (option === 'other') return '0';
  return option < 9 ? String(option + 1) : undefined;
}

export const descriptionOf = ({ options }: Question, option: number): string =>
  cleanText(options[option]?.description ?? '', { lines: true });

export function previewOf({ options }: Question, option: OptionRef | undefined): string {
  const { preview = '' } = (typeof option === 'number' && options[option]) || {};
  return isBlank(preview) ? '' : preview;
}

/** Props of an option's control that name its preview and its number key, in a card. */
export const hintProps = (
  { ids, shortcuts }: Pick<AskUserContextValue, 'ids' | 'shortcuts'>,
  question: Question,
  index: number,
  option: OptionRef,
) => ({
  'aria-details': previewOf(question, option) ? ids('preview', index) : undefined,
  'aria-keyshortcuts': shortcuts ? digitFor(option) : undefined,
});

export const hasPreviews = (question: Question): boolean =>
  question.options.some((_, option) => previewOf(question, option));

/** Returns an option's label as its row shows it, without the badge. */
export function shownLabel({ messages, question }: QuestionContextValue, option: OptionRef): string {
  const { name, short = name } = labelOf(question, option, messages);
  return short;
}
