import { addIssue, type Issue, type ParseResult } from '../../core/question/issues.js';

/** The issues as a list that keeps to the limits of `addIssue`. */
export function listed(issues: readonly Issue[]): readonly Issue[] {
  const list: Issue[] = [];
  for (const issue of issues) addIssue(list, issue);
  return list;
}

/** What was parsed, with at most as many issues or warnings as `addIssue` lists. */
export const limited = <T>(parsed: ParseResult<T>): ParseResult<T> =>
  parsed.ok ? { ...parsed, warnings: listed(parsed.warnings) } : { ok: false, issues: listed(parsed.issues) };

/** A parse that failed for one reason. */
export const refuse = (code: string, path: string, message: string): { ok: false; issues: readonly Issue[] } => ({
  ok: false,
  issues: listed([{ code, path, message }]),
});

/** What is said of an input that threw when it was read. */
export const unreadable = (path = '') => refuse('unreadable', path, 'Could not be read. Send plain JSON.');

/** The warning for what a wire has no room for. */
export const lost = (path: string, message: string): Issue => ({ code: 'lost', path, message });

/** A path below another: `at('params', 'questions[0]')`, `at('answers', '[0]')`. */
export const at = (path: string, below: string): string =>
  path && below && !below.startsWith('[') ? `${path}.${below}` : path + below;

/** The issues of what stands at `path` in something larger. */
export const within = (path: string, issues: readonly Issue[]): readonly Issue[] =>
  path ? issues.map((issue) => ({ ...issue, path: at(path, issue.path) })) : issues;
