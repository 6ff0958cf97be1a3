import { isRecord } from '../../core/guards.js';
import { fromJson } from '../../core/question/scan.js';
import type { ResultFormat } from '../define-dialect.js';
import { endingText } from './endings.js';
import type { Open } from './envelope.js';
import { answeredWith, saidInstead, skippedWords, wordsOf } from './one-answer.js';
import { textOf } from './read-answer.js';

/** The message that Roo and Cline send to their views. */
export const followup: Open = (source) =>
  isRecord(source) && source['ask'] === 'followup' && source['text'] != null
    ? { input: fromJson(source['text']), path: 'text' }
    : undefined;

/**
 * A wire of one text, in which a pair of tags says what the person's answer is. An ending, or that the question was skipped, is
 * written without any.
 *
 * A closing tag in an answer would end it early, and what follows would read as the host's own words. So it gets a
 * backslash: `</answer>` is written `<\/answer>`, `<\/answer>` is written `<\\/answer>`, and so on, which can be undone.
 */
export function tagged(tag: string) {
  const closing = new RegExp(String.raw`<(\\*\s*/\s*${tag})`, 'gi');
  const closed = new RegExp(String.raw`<\\(\\*\s*/\s*${tag})`, 'gi');
  const whole = new RegExp(`^<${tag}>\\n([^]*)\\n</${tag}>$`);
  return {
    formatAnswered(result) {
      const words = wordsOf(result);
      if (words === undefined) return skippedWords(result);
      return `<${tag}>\n${words.replaceAll(closing, String.raw`<\$1`)}\n</${tag}>`;
    },
    formatUnanswered: (result) => endingText(result),
    answeredText: (output) => output,
    expected: `text in <${tag}>, or the text of an ending`,
    readResult(output, request) {
      const text = textOf(output) ?? '';
      const inside = whole.exec(text)?.[1];
      return inside === undefined
        ? saidInstead(request, text)
        : answeredWith(request, [inside.replaceAll(closed, '<$1')]);
    },
  } satisfies Partial<ResultFormat<string, string>>;
}
