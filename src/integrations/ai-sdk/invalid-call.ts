import { isRecord } from '../../core/guards.js';

/** Start of the SDK's message for such an error. Version 6 passes only this text to `onError`. */
const INVALID = /^Invalid input for tool /;

/**
 * Returns the reason why a tool call was malformed, for `onError` of `toUIMessageStreamResponse`. The model reads the
 * reason with the next request and can correct its call. Without this function, version 6 sends "An error occurred."
 * instead; version 7 sends the reason by default.
 *
 * @param error - The argument of `onError`: an error, or a string in version 6.
 * @returns `undefined` for any other error, whose message may be confidential.
 * @example
 * toUIMessageStreamResponse({ onError: (error) => invalidCallText(error) ?? 'An error occurred.' });
 */
export function invalidCallText(error: unknown): string | undefined {
  const isError = isRecord(error) && error['name'] === 'AI_InvalidToolInputError';
  const text = isError ? error['message'] : error;
  return typeof text === 'string' && INVALID.test(text) ? text : undefined;
}
