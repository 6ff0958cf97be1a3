import type { Issue } from '../core/question/issues.js';

/**
 * Why a tool call was refused, or ended in an error of its family's.
 *
 * - `sub_agent`: a sub-agent asked. Only a parent conversation can.
 * - `invalid_schema`: the input breaks a rule of the tool; `issues` say which.
 * - `invalid_result`: the broker gave something that is no result of the request; `issues` say why.
 * - `unsupported_tool`: the family's own code for a host that can't ask, and for an ending without an answer.
 */
export type AskUserErrorCode = 'sub_agent' | 'invalid_schema' | 'invalid_result' | 'unsupported_tool';

/** What `execute` rejects with. Its message is for the model: it says what happened and what to do. */
export class AskUserError extends Error {
  readonly code: AskUserErrorCode;
  /** What is wrong with the input; empty for anything else. */
  readonly issues: readonly Issue[];

  constructor(code: AskUserErrorCode, message: string, issues: readonly Issue[] = []) {
    super(message);
    this.name = 'AskUserError';
    this.code = code;
    this.issues = issues;
  }
}
