import type { Issue } from '../../../src/core/question/issues.js';
import { parseRequest, type ParseOptions } from '../../../src/core/question/parse-request.js';
import type { AskUserRequest } from '../../../src/core/question/types.js';

/** Formats issues as `code path`. */
export const listed = (issues: readonly Issue[]): string[] => issues.map(({ code, path }) => `${code} ${path}`);

/** Returns the parsed request and its warnings. Throws if the input was refused. */
export function accepted(input: unknown, options?: ParseOptions): { value: AskUserRequest; warnings: string[] } {
  const parsed = parseRequest(input, options);
  if (!parsed.ok) throw new Error(`refused: ${JSON.stringify(parsed.issues)}`);
  return { value: parsed.value, warnings: listed(parsed.warnings) };
}

/** Returns the issues. Throws if the input was accepted. */
export function refused(input: unknown, options?: ParseOptions): string[] {
  const parsed = parseRequest(input, options);
  if (parsed.ok) throw new Error(`accepted: ${JSON.stringify(parsed.value)}`);
  return listed(parsed.issues);
}
