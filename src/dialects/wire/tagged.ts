import { isRecord } from '../../core/guards.js';
import { fromJson } from '../../core/question/scan.js';
import type { ResultFormat } from '../define-dialect.js';
import { formatUnanswered } from './unanswered.js';
import type { Unwrap } from './envelope.js';
import { answeredWith, getAnswerText, getSkippedText, parseAlternateText, textOf } from './read-answer.js';

/** Unwraps the message that Roo Code and Cline send to their views. */
export const followup: Unwrap = (source) =>
  isRecord(source) && source['ask'] === 'followup' && source['text'] != null
    ? { input: fromJson(source['text']), path: 'text' }
    : undefined;

/**
 * Returns the result format of agents whose output is one string, with the answer inside a pair of tags. Texts for
 * unanswered results and skipped questions have no tags.
 *
 * A closing tag in an answer would end it early, and the rest would read like a text of the host. It is therefore
 * escaped with a backslash: `</answer>` becomes `<\/answer>`, and `<\/answer>` becomes `<\\/answer>`. `readResult`
 * reverses that.
 */
export function tagged(tag: string) {
  const closing = new RegExp(String.raw`<(\\*\s*/\s*${tag})`, 'gi');
  const closed = new RegExp(String.raw`<\\(\\*\s*/\s*${tag})`, 'gi');
  const whole = new RegExp(`^<${tag}>\\n([^]*)\\n</${tag}>$`);
  return {
    formatAnswered(result) {
      const words = getAnswerText(result);
      if (words === undefined) return getSkippedText(result);
      return `<${tag}>\n${words.replaceAll(closing, String.raw`<\$1`)}\n</${tag}>`;
    },
    formatUnansweredOutput: (result) => formatUnanswered(result),
    answeredText: (output) => output,
    expected: `text in <${tag}>, or the text of an unanswered result`,
    readResult(output, request) {
      const text = textOf(output) ?? '';
      const inside = whole.exec(text)?.[1];
      return inside === undefined
        ? parseAlternateText(request, text)
        : answeredWith(request, [inside.replaceAll(closed, '<$1')]);
    },
  } satisfies Partial<ResultFormat<string, string>>;
}
