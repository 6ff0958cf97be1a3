import { AskUserError } from '../../host/index.js';
import { agUi, askUser, type ToolSpec } from '../../dialects/index.js';
import { type AskUserRequest, type AskUserResult, formatIssues, type ParseResult } from '../../core/index.js';
import { checkWaits } from '../shared/check-waits.js';
import { byUser, checkMinHuman, type HumanOptions } from '../shared/human.js';

/** A tool for `runAgent({ tools })`. */
type AgUiTool = {
  name: string;
  description: string;
  parameters: ToolSpec<unknown>['inputSchema'];
};

/** The `outcome` of a `RUN_FINISHED` event that interrupts the run. */
type AgUiInterruptOutcome = {
  type: 'interrupt';
  interrupts: AgUiAskInterrupt[];
};

type AgUiAskInterrupt = {
  id: string;
  reason: string;
  message: string;
  expiresAt?: string;
  /** The request's `questions` in the plain shape, and its metadata. */
  metadata: Record<string, unknown>;
};

/** Options that limit the time for an answer. */
type InterruptOptions = {
  /**
   * Time until which the interrupt can be answered. After it, by its own clock, the client refuses answers, and
   * `parseResume` reads an answer as `timedOut`. By default there is no limit.
   */
  readonly expiresAt?: Date | undefined;
};

/** Options for `parseResume`. */
type ResumeOptions = InterruptOptions &
  HumanOptions & {
    /**
     * Time at which the interrupts were sent. A resume does not contain it, so store it with a request that leaves this
     * process. If the time is unknown, a decline or cancel counts however soon it arrived.
     *
     * Defaults to the first time that `interruptOutcome` received this request object in this process.
     */
    readonly askedAt?: Date | undefined;
  };

/**
 * Time at which each request was first sent. Sending it again does not change the time, so a later decline does not count
 * as too soon.
 */
const firstSent = new WeakMap<AskUserRequest, number>();

/**
 * Creates the ask tool that a page passes to its agent, for questions that are calls of a frontend tool.
 *
 * @param spec - Defaults to `askUser.tool`, named `ask_user`.
 * @throws {TypeError} If the tool's agent does not wait (`blocking: false`).
 * @example
 * ```ts
 * await agent.runAgent({ tools: [agUiAskTool()] });
 * ```
 */
export function agUiAskTool(spec: ToolSpec<unknown> = askUser.tool): AgUiTool {
  checkWaits(spec);
  return { name: spec.name, description: spec.description, parameters: spec.inputSchema };
}

/**
 * Creates the `outcome` of `RUN_FINISHED` with which an agent asks the user: one interrupt per request. The thread's
 * next run receives the results in `resume`. Store the requests until then; they are plain data.
 *
 * @param requests - Requests with ids that are unique in the thread.
 * @throws {AskUserError} `invalid_schema` if a page could not read the outcome, for example because the list is empty
 * or two requests have the same id.
 * @throws {RangeError} If `expiresAt` is an invalid date.
 * @example
 * ```ts
 * send({ type: 'RUN_FINISHED', threadId, runId, outcome: interruptOutcome(request) });
 * ```
 */
export function interruptOutcome(
  requests: AskUserRequest | readonly AskUserRequest[],
  { expiresAt, now = Date.now }: InterruptOptions & Pick<HumanOptions, 'now'> = {},
): AgUiInterruptOutcome {
  const list = 'questions' in requests ? [requests] : requests;
  const interrupts = list.flatMap((request) => {
    const written = agUi.formatRequest(request);
    if (!written.ok) throw new AskUserError('invalid_schema', formatIssues(written.issues), written.issues);
    const { interrupts: own } = written.value as AgUiInterruptOutcome;
    return expiresAt ? own.map((one) => ({ ...one, expiresAt: expiresAt.toISOString() })) : own;
  });
  const outcome: AgUiInterruptOutcome = { type: 'interrupt', interrupts };
  // Parse the outcome as a page does.
  const asked = agUi.parse(outcome);
  if (!asked.ok) throw new AskUserError('invalid_schema', formatIssues(asked.issues), asked.issues);
  for (const request of list) if (!firstSent.has(request)) firstSent.set(request, now());
  return outcome;
}

/**
 * Reads the result of a request from the input of the run that resumes the thread.
 *
 * A decline or cancel that arrives before a user can have read the question is read as `unavailable`.
 *
 * @param input - The unmodified `RunAgentInput`. Errors in its `resume` become issues.
 * @param request - The request that `interruptOutcome` received.
 * @throws {RangeError} If `minHumanMs` is not a number of 0 or more.
 * @returns The result, or issues if `resume` has no readable entry for this request. The request is then still
 * pending, and the same outcome can be sent again.
 * @example
 * ```ts
 * const read = parseResume(input, request);
 * const text = read.ok ? askUser.toModelText(read.value, request) : formatIssues(read.issues);
 * ```
 */
export function parseResume(
  input: { readonly resume?: unknown },
  request: AskUserRequest,
  { expiresAt, askedAt, minHumanMs, now = Date.now }: ResumeOptions = {},
): ParseResult<AskUserResult> {
  const minMs = checkMinHuman(minHumanMs);
  // Drop `raw`, which may belong to another dialect.
  const { raw: _raw, ...asked } = request;
  const { resume = [] } = input;
  const read = agUi.parseResult(resume, asked);
  if (!read.ok) return read;
  if (read.value.status === 'answered') {
    return expiresAt !== undefined && expiresAt.getTime() <= now()
      ? { ok: true, value: { status: 'timedOut' }, warnings: [] }
      : read;
  }
  const sentAt = askedAt?.getTime() ?? firstSent.get(request);
  return { ...read, value: byUser(read.value, sentAt === undefined ? undefined : now() - sentAt, minMs) };
}
