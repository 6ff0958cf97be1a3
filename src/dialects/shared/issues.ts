import type { Issue } from '../../core/question/issues.js';

/** A parse that failed for one reason. */
export const refuse = (code: string, path: string, message: string): { ok: false; issues: Issue[] } => ({
  ok: false,
  issues: [{ code, path, message }],
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

/** As many as `parseRequest` lists: more than this helps nobody, and a hostile input could make 100,000. */
const MOST = 50;

/** The first of the issues, and a last one that says so where there are more. */
export const listed = (issues: readonly Issue[]): readonly Issue[] =>
  issues.length > MOST ? [...issues.slice(0, MOST - 1), { code: 'more', path: '', message: 'There is more.' }] : issues;
