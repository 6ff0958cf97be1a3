import type { AskUserState } from '../../core/flow/types.js';
import { unrepliedTexts } from '../../core/flow/touched.js';
import { isBlank } from '../../core/guards.js';
import type { AskUserMessages } from '../../messages/types.js';
import { labelOf, shownText } from '../../messages/labels.js';

/**
 * Returns what was entered for each question, as it is shown. The last list contains the message to discuss, or is
 * empty.
 */
export const getEnteredTexts = ({ request, drafts, message }: AskUserState, messages: AskUserMessages): string[][] => [
  ...drafts.map((draft, at) => {
    const { selected, custom, notes, skipped } = draft;
    const question = request.questions[at]!;
    return [
      skipped ? messages.skipped : '',
      ...selected.map((option) => labelOf(question, option, messages).name),
      shownText(question, custom),
      notes,
      ...unrepliedTexts(draft),
    ].filter((text) => !isBlank(text));
  }),
  isBlank(message) ? [] : [message],
];
