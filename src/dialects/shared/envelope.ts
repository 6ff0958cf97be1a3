import type { Issue, ParseResult } from '../../core/question/issues.js';
import { fromJson } from '../../core/question/scan.js';
import type { AskUserRequest } from '../../core/question/types.js';

/** What `read` finds in an input that may do anything when it is read; `otherwise` where it throws. */
export function reading<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/**
 * The request in what a host sends to its clients: `open` takes the wrapping off, and gives `undefined` for what has none.
 * Never throws.
 */
export const unwrap = (input: unknown, open: (source: unknown) => unknown): unknown =>
  reading(() => open(fromJson(input)) ?? input, input);

/** The fields that have a value; `undefined` if there are none. */
export function some(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  const found = Object.entries(fields).filter(([, value]) => value != null);
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/**
 * A request as its dialect hands it over: `raw` is the whole input, wrapping and all, what the wrapping said is in
 * `metadata`, and what the family's own rules found are warnings, or issues where `strict`.
 */
export function handOver(
  parsed: ParseResult<AskUserRequest>,
  raw: unknown,
  found: readonly Issue[] = [],
  strict: boolean | undefined = false,
  metadata?: Readonly<Record<string, unknown>>,
): ParseResult<AskUserRequest> {
  if (!parsed.ok) return parsed;
  if (strict && found.length > 0) return { ok: false, issues: found };
  const value = { ...parsed.value, ...(metadata && { metadata: { ...parsed.value.metadata, ...metadata } }), raw };
  return { ok: true, value, warnings: [...parsed.warnings, ...found] };
}
