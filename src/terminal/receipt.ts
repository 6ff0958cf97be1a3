import type { Answer, AskUserResult } from '../core/answer/types.js';
import type { AskUserRequest } from '../core/question/types.js';
import { clip, wrap } from './cells.js';
import { ansiTheme, type TerminalTheme } from './theme.js';
import { answerText, shortName } from './text.js';
import { WORDS } from './words.js';

/** Returns a text on one line, without control characters. */
const flat = (text: string): string => wrap(text.replaceAll(/\s+/g, ' '), Infinity)[0]?.text ?? '';

/** Options of `receiptLines`. */
export interface ReceiptOptions {
  /**
   * Width of the terminal in columns.
   *
   * @default 80
   */
  readonly columns?: number | undefined;
  /**
   * Styles of the lines.
   *
   * @default ansiTheme
   */
  readonly theme?: TerminalTheme | undefined;
}

/**
 * Returns the lines that stay on the screen after a request is settled: one line per answer, or one line that names the
 * status. For a discussion, the message and the answers so far follow. Each line leaves the last column free. A stored
 * record can be passed as the request.
 */
export function receiptLines(
  { questions }: Pick<AskUserRequest, 'questions'>,
  result: AskUserResult,
  { columns = 80, theme = ansiTheme }: ReceiptOptions = {},
): readonly string[] {
  const width = Math.max(1, columns - 1);
  const lineOf = (symbol: string, answer: Answer, index: number): string[] => {
    const question = questions[index];
    if (!question) return [];
    const name = clip(`${shortName(question, index)}:`, Math.max(8, Math.floor(width / 2)));
    return [clip(`${symbol} ${name} ${flat(answerText(question, answer))}`, width)];
  };
  if (result.status !== 'answered') {
    const first = theme.faint(clip(WORDS.unanswered(result), width));
    if (result.status !== 'declined' || !result.discuss) return [first];
    const { reason, answers = [] } = result;
    const reasonLines = reason === undefined ? [] : [clip(`  ${WORDS.message(flat(reason))}`, width)];
    const position = ({ questionId }: Answer) => questions.findIndex(({ id }) => id === questionId);
    const soFar = answers.flatMap((answer) => lineOf('   ', answer, position(answer)));
    return [
      first,
      ...reasonLines,
      ...(soFar.length > 0 ? [theme.faint(clip(`  ${WORDS.soFar}`, width)), ...soFar] : []),
    ];
  }
  return result.answers.flatMap((answer, i) =>
    lineOf(answer.skipped ? '–' : '✓', answer, i).map((line) => theme.good(line.slice(0, 1)) + line.slice(1)),
  );
}
