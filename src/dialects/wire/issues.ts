import { addIssue, type Issue, type ParseResult } from '../../core/question/issues.js';

/** Limits a list of issues as `addIssue` does. */
export function limitIssues(issues: readonly Issue[]): readonly Issue[] {
  const list: Issue[] = [];
  for (const issue of issues) addIssue(list, issue);
  return list;
}

/** Limits the issues or warnings of a parse result. */
export const limited = <T>(parsed: ParseResult<T>): ParseResult<T> =>
  parsed.ok ? { ...parsed, warnings: limitIssues(parsed.warnings) } : { ok: false, issues: limitIssues(parsed.issues) };

/** Returns a failed parse result with one issue. */
export const fail = (code: string, path: string, message: string): { ok: false; issues: readonly Issue[] } => ({
  ok: false,
  issues: limitIssues([{ code, path, message }]),
});

/** Returns the failed parse result of an input that threw while it was read. */
export const unreadable = (path = '') => fail('unreadable', path, 'Could not be read. Send plain JSON.');

/** Returns the warning for a part that a wire format cannot represent. */
export const lossIssue = (path: string, message: string): Issue => ({ code: 'lost', path, message });

/** Joins two paths: `at('params', 'questions[0]')`, `at('answers', '[0]')`. */
export const joinPath = (path: string, below: string): string =>
  path && below && !below.startsWith('[') ? `${path}.${below}` : path + below;

/** Prefixes the paths of issues with `path`. */
export const prefixPath = (path: string, issues: readonly Issue[]): readonly Issue[] =>
  path ? issues.map((issue) => ({ ...issue, path: joinPath(path, issue.path) })) : issues;
