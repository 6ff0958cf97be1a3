import type { AskUserResult } from '../../core/answer/types.js';
import { formatIssues, type ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { agUi } from '../../dialects/ag-ui.js';
import { askUserTool } from '../../dialects/tools/ask-user.js';
import type { ToolSpec } from '../../dialects/types.js';
import { AskUserError } from '../../host/errors.js';
import { byUser, checkMinHuman, type HumanOptions } from '../shared/human.js';

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

/** What a run's `resume` is held against. */
export interface ResumeOptions extends InterruptOptions, HumanOptions {
  /**
   * When the interrupts were sent. A resume does not bring it back: store it with a request that leaves this process. Where it is not known, a
   * decline or cancel counts, however soon it came.
   *
   * @default the first time that `interruptOutcome` was given this very object in this process
   */
  readonly askedAt?: Date | undefined;
}

/** When each request was first sent: earlier than the last time, so that no user's decline is taken for a client's. */
const firstSent = new WeakMap<AskUserRequest, number>();

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
  // As a page reads it: what it refuses, nobody would ever be asked.
  const asked = agUi.parse(outcome);
  if (!asked.ok) throw new AskUserError('invalid_schema', formatIssues(asked.issues), asked.issues);
  for (const request of list) if (!firstSent.has(request)) firstSent.set(request, now());
  return outcome;
}

/**
 * What came of a request, out of the input of the run that resumes the thread. No input makes it throw.
 *
 * @param input - the `RunAgentInput`, as it came: whatever is wrong in its `resume` is told, and never an answer
 * @param request - what `interruptOutcome` was given
 * @throws RangeError if `minHumanMs` is no number from 0 on
 * @returns the result, `unavailable` for a client that declined before a user can have read the question; or the issues where nothing, or nothing readable, is said of this request: it is still open, and may be asked
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
  { expiresAt, askedAt, minHumanMs, now = Date.now }: ResumeOptions = {},
): ParseResult<AskUserResult> {
  const minMs = checkMinHuman(minHumanMs);
  // The request as it went out: `raw` may be another family's.
  const { raw: _raw, ...asked } = request;
  const read = agUi.parseResult(input.resume ?? [], asked);
  if (!read.ok) return read;
  if (read.value.status === 'answered') {
    return expiresAt !== undefined && expiresAt.getTime() <= now()
      ? { ok: true, value: { status: 'timedOut' }, warnings: [] }
      : read;
  }
  const sentAt = askedAt?.getTime() ?? firstSent.get(request);
  return { ...read, value: byUser(read.value, sentAt === undefined ? undefined : now() - sentAt, minMs) };
}
