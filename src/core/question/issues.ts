/** One validation finding. */
export interface Issue {
  readonly code: string;
  /** Place in the input, such as `questions[0].options[1].label`. `""` means the whole input, or the code is `more`. */
  readonly path: string;
  /** Text for the sender of the input. */
  readonly message: string;
}

/** Return value of functions that parse, convert or build: a value with warnings, or the issues. */
export type ParseResult<T> =
  | { readonly ok: true; readonly value: T; readonly warnings: readonly Issue[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Formats issues as text, one list item per issue. */
export function formatIssues(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => (path ? `- ${path}: ${message}` : `- ${message}`)).join('\n');
}

const MOST = 50;
/**
 * Maximum size of a list as JSON before the last issue is added, in UTF-16 code units. UTF-8 has at most 3 bytes per
 * unit, and the last issue about 12,000 bytes, so a list stays below 64 kB.
 */
const MOST_UNITS = 16_000;

/** Shortens text that may quote the input to at most 1,000 UTF-16 code units: its start and its end. */
export const clip = (text: string): string =>
  text.length > 1000 ? `${text.slice(0, 800)} … ${text.slice(-190)}` : text;

/**
 * Whether the list exceeds `MOST_UNITS`. A list with at most 2,000 units of text cannot: JSON writes a unit as at most
 * six.
 */
const isLong = (issues: readonly Issue[]): boolean =>
  issues.reduce((size, { path, message }) => size + path.length + message.length, 0) > 2000 &&
  JSON.stringify(issues).length > MOST_UNITS;

/** The number of issues that an entry with code `more` stands for; 0 for any other entry. */
const missing = (issue: Issue | undefined): number => (issue?.code === 'more' ? parseInt(issue.message, 10) : 0);

/**
 * Adds an issue to a list of at most 50 entries and 64 kB of JSON. In a full list, the last entry has the code `more`
 * and counts the issues that are not listed.
 */
export function addIssue(issues: Issue[], issue: Issue): undefined {
  const { length } = issues;
  const left = missing(issues[length - 1]);
  const added = missing(issue);
  const isFull = left || added || length >= MOST - 1 || isLong(issues);
  issues[left ? length - 1 : length] = isFull
    ? { code: 'more', path: '', message: `${left + (added || 1)} more could not be listed.` }
    : { code: issue.code, path: clip(issue.path), message: clip(issue.message) };
}

/** Limits a list of issues as `addIssue` does. */
export function limitIssues(issues: readonly Issue[]): readonly Issue[] {
  const list: Issue[] = [];
  for (const issue of issues) addIssue(list, issue);
  return list;
}
