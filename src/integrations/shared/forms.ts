import type { AskUserResult } from '../../core/answer/types.js';
import { formatIssues, type ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { mcpElicitation, type McpElicitationOutput } from '../../dialects/mcp-elicitation.js';
import type { McpInputResponses } from '../../dialects/mcp-input-required.js';
import type { Dialect } from '../../dialects/types.js';
import { AskUserError } from '../../host/errors.js';
import type { Put } from './put.js';

/** A form says of each question whether it must be answered. */
export const skippable = (request: AskUserRequest, allowSkip = false): AskUserRequest =>
  allowSkip
    ? {
        ...request,
        questions: request.questions.map((one) => ({ ...one, constraints: { ...one.constraints, required: false } })),
      }
    : request;

/**
 * A request as a form. A question whose id is `__proto__` is refused: the SDKs take it for no property, and the person would be shown
 * another question than was asked.
 */
export function writeForm(request: AskUserRequest): ParseResult<unknown> {
  const at = request.questions.findIndex(({ id }) => id === '__proto__');
  if (at < 0) return mcpElicitation.formatRequest(request);
  const message = 'Can’t be the name of a form’s property. Give the question another id.';
  return { ok: false, issues: [{ code: 'unsupported', path: `questions[${at}].id`, message }] };
}

/** What a client made of an elicitation, checked against the request. What does not fit is nobody's answer. */
export function readForm(wire: unknown, request: AskUserRequest): AskUserResult {
  const read = mcpElicitation.parseResult(wire, request);
  if (read.ok) return read.value;
  const reason = `What the client sent is no answer to this form.\n${formatIssues(read.issues)}`;
  return { status: 'unavailable', reason };
}

/**
 * What the person did: answered, declined, cancelled, or wrote a message instead. Only that goes to the asker as a result. It would take any
 * other ending's `cancel` for the person's, so that those go as an error.
 */
const PERSONS: readonly AskUserResult['status'][] = ['answered', 'declined', 'cancelled', 'superseded'];

/** The error that goes to the asker in place of a result: its text for the model, and the ending in `_meta`. */
export interface Failure {
  readonly message: string;
  readonly _meta?: object | undefined;
}

/** Why a result is none to send: nobody's, or an answer that its form refuses. `undefined`: send it. */
export function failureOf(
  dialect: Pick<Dialect<unknown>, 'toModelText'>,
  { wire, result, request }: Put<McpElicitationOutput | McpInputResponses>,
): Failure | undefined {
  const responses = 'inputResponses' in wire ? Object.values(wire.inputResponses) : [wire];
  const isSent = result.status !== 'answered' || responses.every(({ action }) => action === 'accept');
  if (isSent && PERSONS.includes(result.status)) return undefined;
  return { message: dialect.toModelText(result, request), _meta: '_meta' in wire ? wire._meta : undefined };
}

/** The ending that a client with this library told in an error's `_meta`; `undefined` where there is none. */
export function endingTold(_meta: unknown, request: AskUserRequest): AskUserResult | undefined {
  const told = readForm({ action: 'cancel', _meta }, request);
  return told.status === 'cancelled' ? undefined : told;
}

/**
 * For an error of the host's own, on its way to the asker: that is another program, which is told nothing of it. What an `AskUserError` says is
 * made to be read there.
 *
 * @throws Error
 */
export const keepBack =
  (onError: (error: unknown) => void) =>
  (error: unknown): never => {
    if (error instanceof AskUserError) throw error;
    onError(error);
    throw new AskUserError(
      'unsupported_tool',
      'The host could not ask its user. Nobody answered and no option was chosen.',
    );
  };
