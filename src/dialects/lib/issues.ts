import { limitIssues, type Issue, type ParseResult } from '../../core/question/issues.js';

export const limited = <T>(parsed: ParseResult<T>): ParseResult<T> =>
  parsed.ok ? { ...parsed, warnings: limitIssues(parsed.warnings) } : { ok: false, issues: limitIssues(parsed.issues) };

export const issue = (code: string, path: string, message: string): Issue => ({ code, path, message });

export const succeed = <T>(value: T, warnings: readonly Issue[] = []) => ({ ok: true, value, warnings }) as const;

export const fail = (code: string, path: string, message: string): { ok: false; issues: readonly Issue[] } => ({
  ok: false,
  issues: limitIssues([issue(code, path, message)]),
});

export const unreadable = (path = '') => fail('unreadable', path, 'Could not be read. Send plain JSON.');

export const lossIssue = (path: string, message: string): Issue => issue('lost', path, message);

export const joinPath = (path: string, below: string): string =>
  path && below && !below.startsWith('[') ? `${path}.${below}` : path + below;

export const prefixPath = (path: string, issues: readonly Issue[]): readonly Issue[] =>
  path ? issues.map((issue) => ({ ...issue, path: joinPath(path, issue.path) })) : issues;
