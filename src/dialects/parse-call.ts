import { limitNotes } from '../core/flow/allow.js';
import type { ParseResult } from '../core/question/issues.js';
import type { ParseOptions } from '../core/question/parse-request.js';
import { fromJson } from '../core/question/scan.js';
import type { AskUserRequest } from '../core/question/types.js';
import type { ToolSpec } from './types.js';

/**
 * Parses a call of a tool by the rules of its agent and the limits of its dialect. A host that runs the tool itself must
 * use it before it asks the user. Tools of `createAskUserTool` do. The questions disallow the notes that the dialect cannot
 * return.
 *
 * @param input - Arguments of the call, or their JSON text.
 * @returns The request, or the issues that the model has to correct.
 * @example
 * const parsed = parseCall(codex.tool, call.arguments, { requestId: call.id });
 * if (!parsed.ok) return codex.toModelText({ status: 'invalid', issues: parsed.issues }, { requestId: call.id, questions: [] });
 */
export function parseCall(
  { dialect, refuses, blocking }: ToolSpec<unknown>,
  input: unknown,
  options?: ParseOptions,
): ParseResult<AskUserRequest> {
  const refused = refuses?.(fromJson(input));
  if (refused) return { ok: false, issues: [refused] };
  const parsed = dialect.parse(input, { ...options, ...(blocking === false && { blocking }), strict: true });
  return parsed.ok ? { ...parsed, value: limitNotes(parsed.value, dialect.capabilities) } : parsed;
}
