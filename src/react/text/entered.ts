import type { AskUserState } from '../../core/flow/types.js';
import { isBlank } from '../../core/guards.js';
import type { Question } from '../../core/question/types.js';
import type { AskUserMessages } from '../../messages/types.js';
import { labelOf } from '../../messages/labels.js';

/**
 * Returns what was entered for each question, as it is shown. The last list contains the message to discuss, or is
 * empty.
 */
export const getEnteredTexts = ({ request, drafts, message }: AskUserState, messages: AskUserMessages): string[][] => [
  ...drafts.map(({ selected, custom, notes, skipped }, at) => {
    const question = request.questions[at]!;
    return [
      skipped ? messages.skipped : '',
      ...selected.map((option) => labelOf(question, option, messages).name),
      shownText(question, custom),
      notes,
    ].filter((text) => !isBlank(text));
  }),
  isBlank(message) ? [] : [message],
];

// The same number for every secret, so that the dots do not reveal the length.
const DOTS = '•'.repeat(8);

/** Returns a custom text as it is shown outside its field. A secret is shown as dots. */
export const shownText = (question: Question | undefined, text: string): string =>
  question?.constraints?.secret && !isBlank(text) ? DOTS : text;
