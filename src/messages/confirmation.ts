import { isDiscussion } from '../core/flow/is-discussion.js';
import { discardedCount, longAnswers, unsentQuestions } from '../core/flow/selectors.js';
import type { AskUserState } from '../core/flow/types.js';
import type { AskUserConfirmMessages } from './lazy-types.js';
import type { AskUserMessages } from './types.js';

/** What an open confirmation says. */
export interface ConfirmationTexts {
  /** Question to the user, such as "Discard 2 answers?". */
  readonly title: string;
  /** What happens then. Absent if the title says that. */
  readonly text?: string;
  /** Label of the button that returns to the questions. */
  readonly dismiss: string;
  /** Label of the button that does what the user was asked about. */
  readonly confirm: string;
}

/** Returns the texts of the open confirmation. A discussion is named by its button. */
export function confirmationTexts(
  state: AskUserState,
  messages: AskUserMessages & AskUserConfirmMessages,
): ConfirmationTexts {
  const { asker, discuss, keepAnswering: dismiss, submitAnyway: confirm } = messages;
  if (state.phase === 'confirmingLongAnswer') {
    const lengths = longAnswers(state).map(({ length }) => length);
    if (lengths.length === 0) return { title: messages.askBackUnsent, dismiss, confirm };
    return { title: messages.longTitle(lengths), text: messages.longText, dismiss: messages.edit, confirm };
  }
  const { result } = state;
  if (isDiscussion(result)) {
    const isSent = (at: number) => state.message.includes(state.drafts[at]!.askBack ?? '');
    const texts = { title: discuss, dismiss, confirm: discuss };
    return unsentQuestions(state).every(isSent) ? texts : { ...texts, text: messages.askBackUnsent };
  }
  const count = discardedCount(state);
  return {
    title: messages.discardTitle(count),
    text: messages[result?.status === 'declined' ? 'declineText' : 'discardText'](asker),
    dismiss,
    confirm: messages[count === 0 ? 'leave' : 'discard'],
  };
}
