import type { AnsweredResult, AskUserRequest, AskUserResult, ParseResult, UnansweredResult } from '../../core/index.js';
import type { Unwrap } from './envelope.js';
import { succeed } from './issues.js';
import { answered, notAResult } from './read-answer.js';
import { describeUnanswered, NO_ANSWER, parseUnansweredText } from './unanswered.js';
import { fromJson, isRecord, textOf } from './values.js';

/** Unwraps the message that Roo Code and Cline send to their views. */
export const followup: Unwrap = (source) =>
  isRecord(source) && source['ask'] === 'followup' && source['text'] != null
    ? { input: fromJson(source['text']), path: 'text' }
    : undefined;

const SKIPPED = 'The user skipped this question and chose no option.';

export const getSkippedText = ({ answers }: AnsweredResult): string =>
  answers.some(({ skipped }) => skipped) ? SKIPPED : NO_ANSWER;

export function getAnswerText({ answers }: AnsweredResult): string | undefined {
  const texts = answers.filter(({ skipped }) => !skipped).map(({ text }) => text);
  return texts.length > 0 ? texts.join('\n') : undefined;
}

/** Parses a text that reports an unanswered result or a skipped question. */
export function parseAlternateText(text: string, request: AskUserRequest): ParseResult<AskUserResult> | undefined {
  if (text === SKIPPED) return answered(request, []);
  const result = parseUnansweredText(text, request);
  return result && succeed(result);
}

/**
 * Returns the result format of agents whose output is one string, with the answer inside a pair of tags. Texts for
 * unanswered results and skipped questions have no tags.
 *
 * A closing tag in an answer would end it early, and the rest would read like a text of the host. It is therefore
 * escaped with a backslash: `</answer>` becomes `<\/answer>`, and `<\/answer>` becomes `<\\/answer>`. `parseResult`
 * reverses that.
 */
export function taggedOutput(tag: string) {
  const closing = new RegExp(String.raw`<(\\*\s*/\s*${tag})`, 'gi');
  const closed = new RegExp(String.raw`<\\(\\*\s*/\s*${tag})`, 'gi');
  const whole = new RegExp(`^<${tag}>\\n([^]*)\\n</${tag}>$`);

  function format(result: AnsweredResult): string {
    const words = getAnswerText(result);
    if (words === undefined) return getSkippedText(result);
    return `<${tag}>\n${words.replaceAll(closing, String.raw`<\$1`)}\n</${tag}>`;
  }

  return {
    format,
    formatUnanswered: (result: UnansweredResult): string => describeUnanswered(result),
    answeredText: (output: string): string => output,
    parseResult(output: unknown, request: AskUserRequest): ParseResult<AskUserResult> {
      const text = textOf(output) ?? '';
      const inside = whole.exec(text)?.[1];
      if (inside !== undefined) return answered(request, [{ names: [inside.replaceAll(closed, '<$1')] }]);
      return parseAlternateText(text, request) ?? notAResult(`text in <${tag}>, or the text of an unanswered result`);
    },
  };
}
