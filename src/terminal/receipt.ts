import type { AskUserResult } from '../core/answer/types.js';
import type { AskUserRequest } from '../core/question/types.js';
import { clip, wrap } from './cells.js';
import { ansiTheme, type TerminalTheme } from './theme.js';
import { answerText, shortName } from './text.js';
import { WORDS } from './words.js';

/** Any text on one line that can be drawn. */
const flat = (text: string): string => wrap(text.replaceAll(/\s+/g, ' '), Infinity)[0]?.text ?? '';

/** Options of `receiptLines`. */
export interface ReceiptOptions {
  /** @default 80 */
  readonly columns?: number | undefined;
  /** @default ansiTheme */
  readonly theme?: TerminalTheme | undefined;
}

/**
 * Returns what stays on the screen once a request is settled: a line for each answer, or one line that names the status. A stored
 * record can be passed as the request.
 */
export function receiptLines(
  { questions }: Pick<AskUserRequest, 'questions'>,
  result: AskUserResult,
  { columns = 80, theme = ansiTheme }: ReceiptOptions = {},
): readonly string[] {
  const width = Math.max(1, columns - 1);
  if (result.status !== 'answered') return [theme.faint(clip(`– ${WORDS.ended(result)}`, width))];
  return result.answers.flatMap((answer, i) => {
    const question = questions[i];
    if (!question) return [];
    const name = clip(`${shortName(question, i)}:`, Math.max(8, Math.floor(width / 2)));
    const line = clip(`${answer.skipped ? '–' : '✓'} ${name} ${flat(answerText(question, answer))}`, width);
    return [theme.good(line.slice(0, 1)) + line.slice(1)];
  });
}
