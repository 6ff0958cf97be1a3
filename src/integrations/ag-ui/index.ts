import type { AskUserResult } from '../../core/answer/types.js';
import { formatIssues, type ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { agUi } from '../../dialects/ag-ui.js';
import { askUserTool } from '../../dialects/tools/ask-user.js';
import type { ToolSpec } from '../../dialects/types.js';
import { AskUserError } from '../../host/errors.js';

/** What `runAgent({ tools })` takes. */
export interface AgUiTool {
  name: string;
  description: string;
  parameters: ToolSpec<unknown>['inputSchema'];
}

/** The `outcome` of a `RUN_FINISHED` event that asks. */
export interface AgUiInterruptOutcome {
  type: 'interrupt';
  interrupts: AgUiAskInterrupt[];
}

/** One request on the wire. */
export interface AgUiAskInterrupt {
  /** The request's id. */
  id: string;
  reason: string;
  message: string;
  expiresAt?: string;
  /** `questions`, in the plain shape, beside the request's own metadata. */
  metadata: Record<string, unknown>;
}

/** How long an interrupt may be answered. */
export interface InterruptOptions {
  /** Of the agent's clock. The client refuses an answer from then on, and `readResume` takes none. @default never */
  readonly expiresAt?: Date | undefined;
}

/**
 * The ask tool as a page hands it to its agent, for questions that are calls of a frontend tool.
 *
 * @param spec - @default `askUserTool`: `ask_user`
 * @example
 * ```ts
 * await agent.runAgent({ tools: [agUiAskTool()] });
 * ```
 */
export const agUiAskTool = (spec: ToolSpec<unknown> = askUserTool): AgUiTool => ({
  name: spec.name,
  description: spec.description,
  parameters: spec.inputSchema,
});

/**
 * What an agent ends its run with to ask a person: the outcome of its `RUN_FINISHED`, with an interrupt for each request. The next run
 * of the thread brings the results, in `resume`; keep the requests until then, they are plain data.
 *
 * @param requests - each with an id of its own in the thread
 * @throws `AskUserError`, `invalid_schema`, if a request can't be written, or two have the same id
 * @example
 * ```ts
 * send({ type: 'RUN_FINISHED', threadId, runId, outcome: interruptOutcome(request) });
 * ```
 */
export function interruptOutcome(
  requests: AskUserRequest | readonly AskUserRequest[],
  { expiresAt }: InterruptOptions = {},
): AgUiInterruptOutcome {
  const list = 'questions' in requests ? [requests] : requests;
  const interrupts = list.flatMap((request) => {
    const written = agUi.formatRequest(request);
    if (!written.ok) throw new AskUserError('invalid_schema', formatIssues(written.issues), written.issues);
    const { interrupts: own } = written.value as AgUiInterruptOutcome;
    return expiresAt ? own.map((one) => ({ ...one, expiresAt: expiresAt.toISOString() })) : own;
  });
  const outcome: AgUiInterruptOutcome = { type: 'interrupt', interrupts };
  // As a page reads it: what it refuses, nobody would ever be asked.
  const asked = agUi.parse(outcome);
  if (!asked.ok) throw new AskUserError('invalid_schema', formatIssues(asked.issues), asked.issues);
  return outcome;
}

/**
 * What came of a request, out of the input of the run that resumes the thread. Never throws.
 *
 * @param input - the `RunAgentInput`, as it came: whatever is wrong in its `resume` is told, and never an answer
 * @param request - what `interruptOutcome` was given
 * @returns the result; or the issues where nothing, or nothing readable, is said of this request: it is still open, and may be asked
 * again with the same outcome
 * @example
 * ```ts
 * const read = readResume(input, request);
 * const text = read.ok ? askUser.toModelText(read.value, request) : formatIssues(read.issues);
 * ```
 */
export function readResume(
  input: { readonly resume?: unknown },
  request: AskUserRequest,
  { expiresAt }: InterruptOptions = {},
): ParseResult<AskUserResult> {
  // The request as it went out: `raw` may be another family's.
  const { raw: _raw, ...asked } = request;
  const read = agUi.parseResult(input.resume ?? [], asked);
  const late =
    read.ok && read.value.status === 'answered' && expiresAt !== undefined && expiresAt.getTime() <= Date.now();
  return late ? { ok: true, value: { status: 'timedOut' }, warnings: [] } : read;
}
