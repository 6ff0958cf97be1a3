/** One thing that is wrong with an input. `path` is where, as in `questions[0].options[1].label`; `""` is the whole input. */
export interface Issue {
  readonly code: string;
  readonly path: string;
  /** One sentence or two that a model can act on: what is wrong, and what to send instead. */
  readonly message: string;
}

/** What every parser returns; parsers never throw. */
export type ParseResult<T> =
  | { readonly ok: true; readonly value: T; readonly warnings: readonly Issue[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** The issues as text for the model that sent the input: one line each. */
export function formatIssues(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => (path ? `- ${path}: ${message}` : `- ${message}`)).join('\n');
}

/** More issues help no model, and a hostile input can cause any number. */
const MOST = 50;
/**
 * Of a list's JSON before the last issue is added, in UTF-16 units. UTF-8 has at most 3 bytes for each, and at most 12,000 for
 * the last issue, which is 60 kB together.
 */
const MOST_UNITS = 16_000;

/** At most 1,000 UTF-16 units of a text that may quote the input: its start and its end. */
export const clip = (text: string): string =>
  text.length > 1000 ? `${text.slice(0, 800)} … ${text.slice(-190)}` : text;

/** Below 2,000 units there is no need to write the JSON: a unit takes six there at most, and 50 issues 50 each besides. */
const isLong = (issues: readonly Issue[]): boolean =>
  issues.map(({ path, message }) => path + message).join('').length > 2000 &&
  JSON.stringify(issues).length > MOST_UNITS;

/** How many issues a last entry stands for that is not one itself. */
const missing = (issue: Issue | undefined): number => (issue?.code === 'more' ? parseInt(issue.message, 10) : 0);

/**
 * Adds an issue to a list that keeps to 50 entries and 64 kB of JSON: a last entry, `more`, says how many are missing.
 * Every parser adds its issues and warnings here.
 */
export function addIssue(issues: Issue[], issue: Issue): undefined {
  const { length } = issues;
  const left = missing(issues[length - 1]);
  const added = missing(issue);
  const isFull = left || added || length >= MOST - 1 || isLong(issues);
  issues[left ? length - 1 : length] = isFull
    ? { code: 'more', path: '', message: `${left + (added || 1)} more could not be listed.` }
    : { ...issue, path: clip(issue.path), message: clip(issue.message) };
}
