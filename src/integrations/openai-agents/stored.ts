import { checkedRecord } from '../../host/tool.js';
import { isRecord } from '../../core/guards.js';
import { AskUserError, createAskUserTool, type SettleResult } from '../../host/index.js';
import { askUser, parseCall, type ToolSpec } from '../../dialects/index.js';
import type { AskUserRequest, AskUserResult } from '../../core/index.js';
import { checkWaits } from '../shared/check-waits.js';
import { requestOf } from '../shared/dialect.js';
import { declared, type OpenAiRunContext, type OpenAiToolOptions } from './tool.js';

/**
 * Key in the run's context of the answers that their calls have not used yet, by call id. They are stored with the
 * run's state.
 */
const ANSWERS = 'react-ask-user/answers';

/** The part of the SDK's `RunToolApprovalItem` that is used. */
export interface OpenAiInterruption {
  readonly rawItem: object;
}

/** The part of the SDK's `RunState` that is used. `Item` is its type of interruption. */
export interface OpenAiRunState<Item extends OpenAiInterruption = OpenAiInterruption> {
  getInterruptions(): readonly Item[];
  approve(item: Item): void;
  toJSON(): { readonly context: { readonly context: unknown } };
}

/** A stopped run: the result of `run`, or a restored state with the `RunContext` with which it was restored. */
export interface OpenAiRun<Item extends OpenAiInterruption = OpenAiInterruption> {
  readonly state: OpenAiRunState<Item>;
  readonly runContext: OpenAiRunContext;
}

/** Options for the functions of a stored run. */
export interface OpenAiStoredOptions {
  /** Tool that the model is offered. @default askUser.tool */
  readonly tool?: ToolSpec<unknown> | undefined;
}

/** A question for which a run of the OpenAI Agents SDK stopped: one of its tool approvals. */
export interface OpenQuestion<Item extends OpenAiInterruption = OpenAiInterruption> {
  /**
   * Request for a broker or a dialog. Its id is the call's id. It has no questions if the model's input is invalid or
   * beyond the tool's limits.
   */
  readonly request: AskUserRequest;
  /** The `RunToolApprovalItem` of the call, which `answerInterruption` approves. */
  readonly interruption: Item;
}

/**
 * Creates an ask tool for the SDK's `tool()` whose run stops to ask. Store the run's state: any process can then
 * continue it with the answer, even days later. `openQuestions` returns the questions, and `answerInterruption` adds an
 * answer.
 *
 * A host may approve the call without an answer, e.g., if it approves all calls. The model text then states that the
 * user did not answer and no option was chosen.
 *
 * @throws {TypeError} If the tool's agent does not wait (`blocking: false`).
 * @example
 * const agent = new Agent({ name: 'Helper', tools: [tool(openAiStoredAskTool())] });
 * const result = await run(agent, message);
 * if (result.interruptions.length > 0) await save(result.state.toString(), openQuestions(result));
 */
export function openAiStoredAskTool({ tool = askUser.tool }: OpenAiStoredOptions = {}): OpenAiToolOptions {
  checkWaits(tool);
  return {
    ...declared(tool),
    needsApproval: true,
    async execute(input, run, details) {
      const callId = details?.toolCall?.callId;
      const result = callId === undefined ? undefined : take(run?.context, callId);
      const broker = { ask: async () => result ?? UNANSWERED };
      const { content } = await createAskUserTool({ spec: tool, transport: broker }).execute(input, {
        toolCallId: callId,
      });
      return content[0].text;
    },
  };
}

const UNANSWERED: AskUserResult = { status: 'unavailable', reason: 'The call was approved without an answer.' };

/**
 * Returns the unanswered questions for which a run of the OpenAI Agents SDK stopped, in order. Approvals of other
 * tools are not included.
 *
 * @example
 * for (const { request } of openQuestions(result)) show(request);
 */
export function openQuestions<Item extends OpenAiInterruption>(
  { state, runContext }: OpenAiRun<Item>,
  { tool = askUser.tool }: OpenAiStoredOptions = {},
): readonly OpenQuestion<Item>[] {
  const answers = answersOf(runContext.context);
  return asked(state, tool).filter(({ request }) => !Object.hasOwn(answers, request.requestId));
}

/**
 * Adds a result to the run's context for its call, and approves the call. This includes unanswered results. Then
 * continue with `run(agent, state)`. Other calls of the run do not change.
 *
 * @param requestId - Id of the call, which is the id of the request in `openQuestions`.
 * @returns `unknown` if the run does not wait for this call, `already_resolved` if the call has an answer, `invalid`
 * if the value is not a result of this request. In these cases nothing is approved.
 * @throws {TypeError} If the run's context cannot store an answer, or is not the state's context.
 * @example
 * answerInterruption(result, request.requestId, await broker.ask(request, { conversationId }));
 * await run(agent, result.state);
 */
export function answerInterruption<Item extends OpenAiInterruption>(
  { state, runContext: { context } }: OpenAiRun<Item>,
  requestId: string,
  result: AskUserResult,
  { tool = askUser.tool }: OpenAiStoredOptions = {},
): SettleResult {
  const question = asked(state, tool).find(({ request }) => request.requestId === requestId);
  if (!question) return { ok: false, code: 'unknown' };
  const before = answersOf(context);
  if (Object.hasOwn(before, requestId)) return { ok: false, code: 'already_resolved' };
  try {
    checkedRecord(result, question.request, { mode: 'interactive', answeredAt: 0 });
  } catch (error) {
    if (error instanceof AskUserError) return { ok: false, code: 'invalid', issues: error.issues };
    throw error;
  }
  if (!isRecord(context))
    throw new TypeError(`The run's context is not an object, so it cannot store an answer. ${HOW}`);
  keep(context, { ...before, [requestId]: result });
  if (!reaches(state, requestId)) {
    keep(context, before);
    throw new TypeError(`This is not the context of the state, so the call would not find its answer. ${HOW}`);
  }
  state.approve(question.interruption);
  return { ok: true };
}

const HOW = 'Pass the result of run(), or { state, runContext } with the RunContext passed to fromStringWithContext.';

/**
 * Returns the context with which a stored state was written, for the `RunContext` that restores it. It contains the
 * answers that were added before the state was stored.
 *
 * @param stored - The result of `state.toString()`.
 * @param fresh - Values that cannot be stored, such as connections. They take precedence over stored values.
 * @throws {SyntaxError} If `stored` is not JSON.
 * @example
 * const runContext = new RunContext(createStoredContext(stored));
 * const state = await RunState.fromStringWithContext(agent, stored, runContext);
 * answerInterruption({ state, runContext }, requestId, result);
 * await run(agent, state);
 */
export function createStoredContext<Context extends object = Record<string, unknown>>(
  stored: string,
  fresh?: Context,
): Context {
  const state: unknown = JSON.parse(stored);
  const context = isRecord(state) && isRecord(state['context']) ? state['context']['context'] : undefined;
  return { ...(isRecord(context) ? context : undefined), ...fresh } as Context;
}

/** Returns the tool's calls for which the run stopped, answered or not. */
function asked<Item extends OpenAiInterruption>(
  state: OpenAiRunState<Item>,
  tool: ToolSpec<unknown>,
): readonly OpenQuestion<Item>[] {
  return state.getInterruptions().flatMap((interruption) => {
    const call = interruption.rawItem as {
      readonly name?: unknown;
      readonly callId?: unknown;
      readonly arguments?: unknown;
    };
    if (call.name !== tool.name || typeof call.callId !== 'string') return [];
    const { callId: requestId, arguments: input } = call;
    return [{ request: requestOf(parseCall(tool, input, { requestId }), requestId, input), interruption }];
  });
}

type Answers = Readonly<Record<string, AskUserResult>>;

function answersOf(context: unknown): Answers {
  const answers = isRecord(context) ? context[ANSWERS] : undefined;
  return isRecord(answers) ? (answers as Answers) : {};
}

/** Returns the answer of a call and removes it, because a later call with the same id is another question. */
function take(context: unknown, callId: string): AskUserResult | undefined {
  const answers = answersOf(context);
  if (!isRecord(context) || !Object.hasOwn(answers, callId)) return undefined;
  const { [callId]: result, ...others } = answers;
  keep(context, others);
  return result;
}

const keep = (context: object, answers: Answers) => Object.assign(context, { [ANSWERS]: answers });

/**
 * Whether the state contains the answer. A state that cannot be serialized was never stored, so its context is the
 * run's context.
 */
function reaches(state: Pick<OpenAiRunState, 'toJSON'>, callId: string): boolean {
  try {
    return Object.hasOwn(answersOf(state.toJSON().context.context), callId);
  } catch {
    return true;
  }
}
