import { AskUserError } from '../../host/index.js';
import {
  type Dialect,
  mcpElicitation,
  type McpElicitationOutput,
  type mcpInputRequired,
} from '../../dialects/index.js';
import {
  type Allow,
  type AskUserRequest,
  type AskUserResult,
  formatIssues,
  type ParseResult,
} from '../../core/index.js';
import type { AskOutput } from './ask-and-format.js';

/**
 * With `allow.skip`, makes every question optional except those with `constraints.required: true`, because a form marks
 * each required field.
 */
export const skippable = (request: AskUserRequest, allow: Pick<Allow, 'skip'> = {}): AskUserRequest =>
  allow.skip
    ? {
        ...request,
        questions: request.questions.map((one) =>
          one.constraints?.required ? one : { ...one, constraints: { ...one.constraints, required: false } },
        ),
      }
    : request;

const FORM_FIELDS = ['mode', 'message', 'requestedSchema', '_meta'];

/** Leaves out the ids of the connection that the request came from. */
const formIn = (params: unknown) =>
  Object.fromEntries(Object.entries(params as object).filter(([name]) => FORM_FIELDS.includes(name)));

/**
 * Formats a request as a form. Refuses a question with the id `__proto__`, because the SDKs drop a property with that
 * name and the form would lack the question.
 */
export function writeForm(request: AskUserRequest): ParseResult<object> {
  const at = request.questions.findIndex(({ id }) => id === '__proto__');
  if (at < 0) {
    const written = mcpElicitation.formatRequest(request);
    return written.ok ? { ...written, value: formIn(written.value) } : written;
  }
  const message = 'Cannot be the name of a form property. Use a different id.';
  return { ok: false, issues: [{ code: 'unsupported', path: `questions[${at}].id`, message }] };
}

export function readForm(response: unknown, request: AskUserRequest): AskUserResult {
  const read = mcpElicitation.parseResult(response, request);
  if (read.ok) return read.value;
  const reason = `The response of the client does not fit this form.\n${formatIssues(read.issues)}`;
  return { status: 'unavailable', reason };
}

/**
 * Statuses that are sent as a response. A program would read the `cancel` of another status as the user's, so the
 * others are sent as an error.
 */
const USER_STATUSES: readonly AskUserResult['status'][] = ['answered', 'declined', 'cancelled', 'superseded'];

/** Error that replaces a response: the model text, and with `mcpElicitation` the `_meta` of its output. */
export interface Failure {
  readonly message: string;
  readonly _meta?: object | undefined;
}

/** Returns the error to send if `USER_STATUSES` lacks the status, or if a form rejects the answer. */
export function toFailure(
  dialect: Pick<Dialect<unknown>, 'toModelText'>,
  { output, result, request }: AskOutput<McpElicitationOutput | ReturnType<typeof mcpInputRequired.formatResult>>,
): Failure | undefined {
  const responses = 'inputResponses' in output ? Object.values(output.inputResponses) : [output];
  const isSent = result.status !== 'answered' || responses.every(({ action }) => action === 'accept');
  if (isSent && USER_STATUSES.includes(result.status)) return undefined;
  return { message: dialect.toModelText(result, request), _meta: '_meta' in output ? output._meta : undefined };
}

/**
 * Returns the result that a client with this package stored in an error's `_meta`. Returns `undefined` if the error
 * has no result or a `cancelled` one.
 */
export function readErrorResult(_meta: unknown, request: AskUserRequest): AskUserResult | undefined {
  const result = readForm({ action: 'cancel', _meta }, request);
  return result.status === 'cancelled' ? undefined : result;
}

/**
 * Reports an error of the host to `onError` and throws a generic error, because the asking program must not receive the
 * host's details. An `AskUserError` is thrown unchanged: its message is meant for that program.
 */
export const reportAndHide =
  (onError: (error: unknown) => void) =>
  (error: unknown): never => {
    if (error instanceof AskUserError) throw error;
    onError(error);
    throw new AskUserError(
      'unsupported_tool',
      'The host could not ask its user. Nobody answered and no option was chosen.',
    );
  };
