import { limitNotes } from '../core/flow/allow.js';
import type { ParseResult } from '../core/question/issues.js';
import type { ParseOptions } from '../core/question/parse-request.js';
import { fromJson } from '../core/question/scan.js';
import type { AskUserRequest } from '../core/question/types.js';
import type { ToolSpec } from './types.js';

/**
 * Parses a call of a tool by the rules of its agent and the limits of its dialect. Every tool that runs must use it
 * before it asks the user. The questions disallow the notes that the dialect cannot return.
 *
 * @param input - Arguments of the call, or their JSON text.
 */
export function parseCall(
  { dialect, refuses }: ToolSpec<unknown>,
  input: unknown,
  options?: ParseOptions,
): ParseResult<AskUserRequest> {
  const refused = refuses?.(fromJson(input));
  if (refused) return { ok: false, issues: [refused] };
  const parsed = dialect.parse(input, { ...options, strict: true });
  return parsed.ok ? { ...parsed, value: limitNotes(parsed.value, dialect.capabilities) } : parsed;
}
