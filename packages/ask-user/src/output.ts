import type { AskUserResult } from '../../../src/core/answer/types.js';
import { isRecord } from '../../../src/core/guards.js';
import type { AskUserRequest } from '../../../src/core/question/types.js';
import type { ToolSpec } from '../../../src/dialects/types.js';

/** What the model receives of one request. */
export interface Output {
  readonly text: string;
  /** The result in the format of the dialect. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

/** Result of a call of a tool. */
export interface CallResult {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  /** What the model does not read. */
  readonly _meta?: object;
}

/** Writes a result for the model, as text and as data. */
export function outputOf(
  { dialect, throwsUnanswered }: ToolSpec<unknown>,
  result: AskUserResult,
  request: AskUserRequest,
): Output {
  const isSaved = result.status === 'unavailable' && result.pendingFile !== undefined;
  const wire: unknown = isSaved
    ? { answered: false, answers: [], pendingFile: result.pendingFile }
    : dialect.formatResult(result, request);
  return {
    text: isSaved ? result.reason : dialect.toModelText(result, request),
    data: isRecord(wire) ? { ...wire } : { result: wire },
    isError: result.status === 'invalid' || (throwsUnanswered === true && result.status !== 'answered'),
  };
}

/**
 * Returns the result of a call. The text stands in the structured content too, because some clients, such as Claude Code
 * since 2.1.280, give the model nothing else. A text that only repeats the data is left out, because others give both.
 */
export function toCallResult({ text, data, isError }: Output): CallResult {
  const content = 'text' in data ? { result: data } : data;
  const structuredContent = text === JSON.stringify(data) ? content : { ...content, text };
  return { content: [{ type: 'text', text }], structuredContent, ...(isError && { isError }) };
}
