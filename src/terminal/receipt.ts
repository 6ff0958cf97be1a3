import { cleanText } from '../core/clean.js';
import type { Answer, AskUserResult, UnansweredResult } from '../core/answer/types.js';
import type { AskUserRequest } from '../core/question/types.js';
import { getSettledKey, nameAsker } from '../messages/asker.js';
import { shortName } from '../messages/labels.js';
import type { AskUserMessagesInput } from '../messages/types.js';
import { clip, wrap } from './cells.js';
import { ansiTheme, type TerminalTheme } from './theme.js';
import { answerText } from './text.js';
import { messagesOf, WORDS, type TerminalMessages } from './words.js';

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
  /**
   * Texts of the dialog in another language, such as `de`, or some of them.
   *
   * @default en
   */
  readonly messages?: AskUserMessagesInput | undefined;
}

const titleOf = (result: UnansweredResult, messages: TerminalMessages): string =>
  result.status === 'unavailable' && result.pendingFile !== undefined
    ? WORDS.waitIn(cleanText(result.pendingFile))
    : nameAsker(messages.settled[getSettledKey(result)], messages);

/**
 * Returns the lines that stay on the screen after a request is settled: one line per answer, or one line that names the
 * status. For a discussion, the message and the answers so far follow. Each line leaves the last column free. A stored
 * record can be passed as the request.
 */
export function receiptLines(
  { questions, asker }: Pick<AskUserRequest, 'questions' | 'asker'>,
  result: AskUserResult,
  { columns = 80, theme = ansiTheme, messages: given }: ReceiptOptions = {},
): readonly string[] {
  const messages = messagesOf(given, asker);
  const width = Math.max(1, columns - 1);
  const lineOf = (symbol: string, answer: Answer, index: number): string[] => {
    const question = questions[index];
    if (!question) return [];
    const name = clip(`${shortName(question, index, messages)}:`, Math.max(8, Math.floor(width / 2)));
    return [clip(`${symbol} ${name} ${flat(answerText(question, answer, messages))}`, width)];
  };
  if (result.status !== 'answered') {
    const first = theme.faint(clip(titleOf(result, messages), width));
    if (result.status !== 'declined' || !result.discuss) return [first];
    const { reason, answers = [] } = result;
    const reasonLines = reason === undefined ? [] : [clip(`  ${messages.quote(flat(reason))}`, width)];
    const position = ({ questionId }: Answer) => questions.findIndex(({ id }) => id === questionId);
    const soFar = answers.flatMap((answer) => lineOf('   ', answer, position(answer)));
    return [first, ...reasonLines, ...soFar];
  }
  return result.answers.flatMap((answer, i) =>
    lineOf(answer.skipped ? '–' : '✓', answer, i).map((line) => theme.good(line.slice(0, 1)) + line.slice(1)),
  );
}
