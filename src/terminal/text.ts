import { mayStayBlank } from '../core/answer/constraints.js';
import type { Answer } from '../core/answer/types.js';
import type { Question } from '../core/question/types.js';
import { labelOf, shownText } from '../messages/labels.js';
import type { TerminalMessages } from './words.js';

/** Returns an answer for display. The custom text is verbatim, unless it is secret. */
export function answerText(
  question: Question,
  { selected, custom, recommended, skipped }: Answer,
  messages: TerminalMessages,
): string {
  if (skipped) return mayStayBlank(question) ? messages.leftBlank : messages.skipped;
  const labels = selected.map(({ index }) => {
    const { name, short = name } = labelOf(question, index, messages);
    return recommended ? `${short} · ${messages.recommended}` : name;
  });
  return messages.list(custom === undefined ? labels : [...labels, shownText(question, custom)]);
}
