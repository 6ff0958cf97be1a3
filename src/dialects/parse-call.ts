import type { ParseResult } from '../core/question/issues.js';
import type { ParseOptions } from '../core/question/parse-request.js';
import { fromJson } from '../core/question/scan.js';
import type { AskUserRequest } from '../core/question/types.js';
import type { ToolSpec } from './types.js';

/**
 * Parses a call of a tool by the rules of its agent and the limits of its dialect. Every tool that runs must use it
 * before it asks the user.
 *
 * @param input - Arguments of the call, or their JSON text.
 */
export function parseCall(
  { dialect, refuses }: ToolSpec<unknown>,
  input: unknown,
  options?: ParseOptions,
): ParseResult<AskUserRequest> {
  const refused = refuses?.(fromJson(input));
  return refused ? { ok: false, issues: [refused] } : dialect.parse(input, { ...options, strict: true });
}
