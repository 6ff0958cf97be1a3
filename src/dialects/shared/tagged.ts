import type { AskUserResult } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import type { ParseResult } from '../../core/question/issues.js';
import { fromJson } from '../../core/question/scan.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { endingText } from './endings.js';
import type { Open } from './envelope.js';
import { answeredWith, saidInstead, skippedWords, wordsOf } from './one-answer.js';
import { notAResult, resultReader } from './read-answer.js';

/** The message that Roo and Cline send to their views. */
export const followup: Open = (source) =>
  isRecord(source) && source['ask'] === 'followup' && source['text'] != null
    ? { input: fromJson(source['text']), path: 'text' }
    : undefined;

/** A wire of one text, in which a pair of tags says what the person's answer is. */
export interface Tagged {
  /** The answer between the tags; an ending, or that the question was skipped, without any. */
  readonly format: (result: AskUserResult) => string;
  readonly parse: (wire: unknown, request: AskUserRequest) => ParseResult<AskUserResult>;
}

/**
 * A closing tag in an answer would end it early, and what follows would read as the host's own words. So it gets a
 * backslash: `</answer>` is written `<\/answer>`, `<\/answer>` is written `<\\/answer>`, and so on, which can be undone.
 */
export function tagged(tag: string): Tagged {
  const closing = new RegExp(String.raw`<(\\*\s*/\s*${tag})`, 'gi');
  const closed = new RegExp(String.raw`<\\(\\*\s*/\s*${tag})`, 'gi');
  const whole = new RegExp(`^<${tag}>\\n([^]*)\\n</${tag}>$`);
  return {
    format(result) {
      if (result.status !== 'answered') return endingText(result);
      const words = wordsOf(result);
      if (words === undefined) return skippedWords(result);
      return `<${tag}>\n${words.replaceAll(closing, String.raw`<\$1`)}\n</${tag}>`;
    },
    parse: resultReader((wire, request) => {
      const text = typeof wire === 'string' ? wire : '';
      const inside = whole.exec(text)?.[1];
      if (inside !== undefined) return answeredWith(request, [inside.replaceAll(closed, '<$1')]);
      return saidInstead(request, text) ?? notAResult(`text in <${tag}>, or the text of an ending`);
    }),
  };
}
