/** One thing that is wrong with an input. `path` is where, as in `questions[0].options[1].label`; `""` is the whole input. */
export interface Issue {
  code: string;
  path: string;
  /** One sentence or two that a model can act on: what is wrong, and what to send instead. */
  message: string;
}

/** What every parser returns; parsers never throw. */
export type ParseResult<T> =
  | { ok: true; value: T; warnings: readonly Issue[] }
  | { ok: false; issues: readonly Issue[] };

/** The issues as text for the model that sent the input: one line each. */
export function formatIssues(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => (path ? `- ${path}: ${message}` : `- ${message}`)).join('\n');
}
