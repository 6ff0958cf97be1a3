import type { ParseResult } from '../question/issues.js';
import { DISPLAY_LIMITS } from '../question/limits.js';
import { count, fault, fields, list, oneOf, text, type Faults } from './read.js';
import type { Reply } from './types.js';

const replies = list(
  fields<Reply>(['questionId', 'selected'], {
    questionId: text(),
    selected: list(count, DISPLAY_LIMITS.options),
    custom: text(),
    notes: text(),
    skipped: oneOf(true),
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
  const issues: Faults = [];
  try {
    const value = replies(input, 'replies', issues);
    if (value && issues.length === 0) return { ok: true, value, warnings: [] };
  } catch {
    fault(issues, 'unreadable', 'replies', 'Could not be read. Send plain JSON.');
  }
  return { ok: false, issues };
}
