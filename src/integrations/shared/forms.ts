import type { AskUserResult } from '../../core/answer/types.js';
import { formatIssues } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { mcpElicitation } from '../../dialects/mcp-elicitation.js';

/** A form says of each question whether it must be answered. */
export const skippable = (request: AskUserRequest, allowSkip = false): AskUserRequest =>
  allowSkip
    ? {
        ...request,
        questions: request.questions.map((one) => ({ ...one, constraints: { ...one.constraints, required: false } })),
      }
    : request;

/** What a client made of an elicitation, checked against the request. What does not fit is nobody's answer. */
export function readForm(wire: unknown, request: AskUserRequest): AskUserResult {
  const read = mcpElicitation.parseResult(wire, request);
  if (read.ok) return read.value;
  const reason = `What the client sent is no answer to this form.\n${formatIssues(read.issues)}`;
  return { status: 'unavailable', reason };
}

/** The ending that a client with this library told in an error's `_meta`; `undefined` where there is none. */
export function endingTold(_meta: unknown, request: AskUserRequest): AskUserResult | undefined {
  const told = readForm({ action: 'cancel', _meta }, request);
  return told.status === 'cancelled' ? undefined : told;
}
