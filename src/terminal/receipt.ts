import { cleanText } from '../core/clean.js';
import type { Answer, AskUserRecord, AskUserResult, UnansweredResult } from '../core/answer/types.js';
import { getSettledKey, nameAsker } from '../messages/asker.js';
import { questionText, shortName } from '../messages/labels.js';
import type { Question } from '../core/question/types.js';
import type { AskUserTerminalMessagesInput } from '../messages/terminal-types.js';
import { clip, wrap } from './cells.js';
import { ansiTheme, type TerminalTheme } from './theme.js';
import { answerText } from './text.js';
import { messagesOf, type TerminalMessages } from './words.js';

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
   * Texts in another language, such as `deTerminal`, or some of them.
   *
   * @default enTerminal
   */
  readonly messages?: AskUserTerminalMessagesInput | undefined;
}

const titleOf = (result: UnansweredResult, messages: TerminalMessages): string =>
  result.status === 'unavailable' && result.pendingFile !== undefined
    ? messages.waitIn(cleanText(result.pendingFile))
    : nameAsker(messages.settled[getSettledKey(result)], messages);

/**
 * Returns the lines that stay on the screen after a request is settled: one line per answer, with its context below, or one line that names the
 * status. For a discussion, the question, the message and the answers so far follow. Then a line for what the user asked the
 * agent, and one for its reply. Each line leaves the last column free. A stored record can be passed as the request.
 */
export function receiptLines(
  { questions, asker, exchanges = [] }: Pick<AskUserRecord, 'questions' | 'asker' | 'exchanges'>,
  result: AskUserResult,
  { columns = 80, theme = ansiTheme, messages: given }: ReceiptOptions = {},
): readonly string[] {
  const messages = messagesOf(given, asker);
  const width = Math.max(1, columns - 1);
  const named = (symbol: string, index: number, textOf: (question: Question) => string): string[] => {
    const question = questions[index];
    if (!question) return [];
    const name = clip(`${shortName(question, index, messages)}:`, Math.max(8, Math.floor(width / 2)));
    return [clip(`${symbol} ${name} ${flat(textOf(question))}`, width)];
  };
  const lineOf = (symbol: string, answer: Answer, index: number) =>
    named(symbol, index, (question) => answerText(question, answer, messages));
  const position = (questionId: string) => questions.findIndex(({ id }) => id === questionId);
  const asked = exchanges.flatMap(({ questionId, text, reply }) => {
    const question = named('?', position(questionId), () => messages.quote(cleanText(text, { lines: true })));
    const came =
      reply === undefined ? messages.askBackFailed : messages.askBackReplied(cleanText(reply, { lines: true }));
    return question.length > 0 ? [...question, theme.faint(clip(`  ${flat(came)}`, width))] : [];
  });
  if (result.status !== 'answered') {
    const first = theme.faint(clip(titleOf(result, messages), width));
    if (result.status !== 'declined' || !result.discuss) return [first, ...asked];
    const { reason, about = '', answers = [] } = result;
    const discussed = questions[position(about)];
    const aboutText = discussed && flat(questionText(discussed, position(about), messages));
    const aboutLines = aboutText === undefined ? [] : [clip(`  ${messages.discussAbout(aboutText)}`, width)];
    const reasonLines = reason === undefined ? [] : [clip(`  ${messages.quote(flat(reason))}`, width)];
    const soFar = answers.flatMap((answer) => lineOf('   ', answer, position(answer.questionId)));
    return [first, ...aboutLines, ...reasonLines, ...soFar, ...asked];
  }
  const answers = result.answers.flatMap((answer, i) => {
    const context = cleanText(questions[i]?.context ?? '').trim();
    return lineOf(answer.skipped ? '–' : '✓', answer, i)
      .map((line) => theme.good(line.slice(0, 1)) + line.slice(1))
      .concat(context ? theme.faint(clip(`  ${context}`, width)) : []);
  });
  return [...answers, ...asked];
}
