import type { AskUserResult } from '../../core/answer/types.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { clip, wrap } from './cells.js';
import type { Paint } from './paint.js';
import { answerText, shortName } from './text.js';
import { WORDS } from './words.js';

/** Any text on one line that can be drawn. */
const flat = (text: string): string => wrap(text.replaceAll(/\s+/g, ' '), Infinity)[0]?.text ?? '';

/** What stays on the screen: a line for each question with its answer, or one that says how it ended. */
export function receiptLines(
  { questions }: AskUserRequest,
  result: AskUserResult,
  columns: number,
  paint: Paint,
): readonly string[] {
  const width = Math.max(1, columns - 1);
  if (result.status !== 'answered') return [paint.faint(clip(`– ${WORDS.ended(result.status)}`, width))];
  return result.answers.flatMap((answer, i) => {
    const question = questions[i];
    if (!question) return [];
    const name = clip(`${shortName(question, i)}:`, Math.max(8, Math.floor(width / 2)));
    const line = clip(`${answer.skipped ? '–' : '✓'} ${name} ${flat(answerText(question, answer))}`, width);
    return [paint.good(line.slice(0, 1)) + line.slice(1)];
  });
}
