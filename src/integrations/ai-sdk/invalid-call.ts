import { isRecord } from '../../core/guards.js';

/** The SDK's text of such an error, which is all that version 6 hands over of the result that the model reads. */
const INVALID = /^Invalid input for tool /;

/**
 * What was wrong with a malformed tool call, for `onError` of `toUIMessageStreamResponse`: the model reads it with the next request, and can
 * correct its call. Without it version 6 sends "An error occurred." in its place; version 7 sends the reason by itself.
 *
 * @param error - what `onError` is given: an error, or in version 6 a text
 * @returns `undefined` for every other error, whose text may be none of the page's business
 * @example
 * toUIMessageStreamResponse({ onError: (error) => invalidCallText(error) ?? 'An error occurred.' });
 */
export function invalidCallText(error: unknown): string | undefined {
  const isError = isRecord(error) && error['name'] === 'AI_InvalidToolInputError';
  const text = isError ? error['message'] : error;
  return typeof text === 'string' && INVALID.test(text) ? text : undefined;
}
