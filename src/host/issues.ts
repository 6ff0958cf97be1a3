import { addIssue, type Issue } from '../core/question/issues.js';

/** Limits a list of issues as the parsers do. */
export function bounded(all: readonly Issue[]): readonly Issue[] {
  const issues: Issue[] = [];
  for (const one of all) addIssue(issues, one);
  return issues;
}
