import { addIssue, type Issue } from '../core/question/issues.js';

/** Returns the issues within the limits that every parser keeps to; the last one says how many are missing. */
export function bounded(all: readonly Issue[]): readonly Issue[] {
  const issues: Issue[] = [];
  for (const one of all) addIssue(issues, one);
  return issues;
}
