import type { ParseResult } from '../../core/question/issues.js';
import { LIMITS } from '../../core/question/limits.js';
import type { Question } from '../../core/question/types.js';
import { fail, limited, succeed } from './issues.js';

const MOST = LIMITS.display.questions;

/** Reads the parts of a message, such as forms. Returns all of them, or the issues of those that cannot be read. */
export function readParts<From, Part extends { readonly questions: readonly Question[] }>(
  given: readonly From[],
  { path, what }: { readonly path: string; readonly what: string },
  read: (one: From, index: number) => ParseResult<Part>,
): ParseResult<readonly Part[]> {
  const tooMany = (things: string, count: number) =>
    fail('too_many', path, `Must have at most ${MOST} ${things}, has ${count}.`);
  if (given.length > MOST) return tooMany(what, given.length);
  // Unlike `map`, `Array.from` visits holes.
  const all = Array.from(given, read);
  const issues = all.flatMap((one) => (one.ok ? [] : one.issues));
  if (issues.length > 0) return limited({ ok: false, issues });
  const parts = all.flatMap((one) => (one.ok ? [one.value] : []));
  const count = parts.reduce((sum, { questions }) => sum + questions.length, 0);
  if (count > MOST) return tooMany('questions in total', count);
  return limited(
    succeed(
      parts,
      all.flatMap((one) => (one.ok ? one.warnings : [])),
    ),
  );
}
