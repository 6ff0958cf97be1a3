import type { Issue, ParseResult } from '../question/issues.js';
import { DISPLAY_LIMITS } from '../question/limits.js';
import { fault, fields, list, number, oneOf, optional, text } from '../schema.js';
import type { Reply } from './types.js';

const replies = list(
  fields<Reply>({
    questionId: text(),
    selected: list(number, DISPLAY_LIMITS.options),
    custom: optional(text()),
    notes: optional(text()),
    recommended: optional(oneOf(true)),
    skipped: optional(oneOf(true)),
  }),
  DISPLAY_LIMITS.questions,
);

/**
 * Parses the replies that a client sent. Checks types and counts; `buildAnswers` checks the replies against the
 * request.
 *
 * @returns The replies, or the issues. Never throws.
 */
export function parseReplies(input: unknown): ParseResult<readonly Reply[]> {
  const issues: Issue[] = [];
  try {
    const value = replies.read(input, 'replies', issues);
    if (value && issues.length === 0) return { ok: true, value, warnings: [] };
  } catch {
    fault(issues, 'unreadable', 'replies', 'Could not be read. Send plain JSON.');
  }
  return { ok: false, issues };
}
