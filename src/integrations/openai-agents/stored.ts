import type { AskUserResult } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { askUserTool } from '../../dialects/tools/ask-user.js';
import type { ToolSpec } from '../../dialects/types.js';
import type { Outcome } from '../../host/broker/types.js';
import { AskUserError } from '../../host/errors.js';
import { checkedRecord, createAskUserTool } from '../../host/tool.js';
import { declared, type OpenAiRunContext, type OpenAiToolOptions } from './tool.js';

/** In the run's context, by call id: the answers that their calls have not taken yet. They are stored with the run's state. */
const ANSWERS = 'react-ask-user/answers';

/** As much of the SDK's `RunToolApprovalItem` as is needed. */
export interface OpenAiInterruption {
  readonly rawItem: object;
}

/** As much of the SDK's `RunState` as is needed. `Item` is its kind of interruption. */
export interface OpenAiRunState<Item extends OpenAiInterruption = OpenAiInterruption> {
  getInterruptions(): readonly Item[];
  approve(item: Item): void;
  toJSON(): { readonly context: { readonly context: unknown } };
}

/** A run that stopped: what `run` gave, or a restored state with the `RunContext` that it was restored with. */
export interface OpenAiRun<Item extends OpenAiInterruption = OpenAiInterruption> {
  readonly state: OpenAiRunState<Item>;
  readonly runContext: OpenAiRunContext;
}

/** Which tool of the run asks. */
export interface OpenAiStoredOptions {
  /** What the model is offered. @default askUserTool */
  readonly tool?: ToolSpec<unknown> | undefined;
}

/** A question that a run of the OpenAI Agents SDK stopped for: one of its tool approvals. */
export interface OpenQuestion<Item extends OpenAiInterruption = OpenAiInterruption> {
  /** For a broker or a dialog. Its id is the call's. Without questions where the model wrote nothing that could be asked. */
  readonly request: AskUserRequest;
  /** The SDK's own item. */
  readonly interruption: Item;
}

/**
 * A tool whose run stops to ask, for the SDK's `tool()`: its state is stored, and the answer is given to whoever goes on with it,
 * be it another process tomorrow. `openQuestions` says what was asked, `answerIn` takes the answer.
 *
 * An approval without an answer, as by a host that approves all, is told as what it is: nobody answered, and no option was chosen.
 *
 * @example
 * const agent = new Agent({ name: 'Helper', tools: [tool(openAiStoredAskTool())] });
 * const result = await run(agent, message);
 * if (result.interruptions.length > 0) await save(result.state.toString(), openQuestions(result));
 */
export function openAiStoredAskTool({ tool = askUserTool }: OpenAiStoredOptions = {}): OpenAiToolOptions {
  return {
    ...declared(tool),
    needsApproval: true,
    async execute(input, run, details) {
      const callId = details?.toolCall?.callId;
      const result = callId === undefined ? undefined : take(run?.context, callId);
      const broker = { ask: async () => result ?? UNANSWERED };
      const { content } = await createAskUserTool({ tool, broker }).execute(input, { toolCallId: callId });
      return content[0].text;
    },
  };
}

const UNANSWERED: AskUserResult = { status: 'unavailable', reason: 'The call was approved without an answer.' };

/**
 * The questions that a run of the OpenAI Agents SDK stopped for and that have no answer yet, in order. Other tools' approvals are left
 * out.
 *
 * @example
 * for (const { request } of openQuestions(result)) show(request);
 */
export function openQuestions<Item extends OpenAiInterruption>(
  { state, runContext }: OpenAiRun<Item>,
  { tool = askUserTool }: OpenAiStoredOptions = {},
): readonly OpenQuestion<Item>[] {
  const answers = answersOf(runContext.context);
  return asked(state, tool).filter(({ request }) => !Object.hasOwn(answers, request.requestId));
}

/**
 * Puts an answer where its call finds it, and approves the call; then go on with `run(agent, state)`. Endings without an answer are
 * put there as well. Other calls of the run are left as they are.
 *
 * @param requestId - the call's id, which `openQuestions` has given as the request's
 * @returns `unknown` for a call that this run does not wait for, `already_resolved` for one that has its answer, `invalid` for what is no
 * result of this request; in none of these is anything approved.
 * @throws TypeError where the run's context can't keep an answer, or is another than the state's
 * @example
 * answerIn(result, request.requestId, await broker.ask(request, { conversationId }));
 * await run(agent, result.state);
 */
export function answerIn<Item extends OpenAiInterruption>(
  { state, runContext: { context } }: OpenAiRun<Item>,
  requestId: string,
  result: AskUserResult,
  { tool = askUserTool }: OpenAiStoredOptions = {},
): Outcome {
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
    throw new TypeError(`The run's context is no object, so that it can't keep an answer. ${HOW}`);
  keep(context, { ...before, [requestId]: result });
  if (!reaches(state, requestId)) {
    keep(context, before);
    throw new TypeError(`This context is not the state's, so that the call would not find its answer. ${HOW}`);
  }
  state.approve(question.interruption);
  return { ok: true };
}

const HOW = 'Give what run() gave, or { state, runContext } with the RunContext that fromStringWithContext was given.';

/**
 * The context that a stored state was written with, for the `RunContext` that it is restored with. Answers that were given before it was
 * stored are in there.
 *
 * @param stored - what `state.toString()` gave
 * @param fresh - what can't be stored, such as connections; added to the stored context, and preferred to it
 * @example
 * const runContext = new RunContext(storedContext(stored));
 * const state = await RunState.fromStringWithContext(agent, stored, runContext);
 * answerIn({ state, runContext }, requestId, result);
 * await run(agent, state);
 */
export function storedContext<Context extends object = Record<string, unknown>>(
  stored: string,
  fresh?: Context,
): Context {
  const state: unknown = JSON.parse(stored);
  const context = isRecord(state) && isRecord(state['context']) ? state['context']['context'] : undefined;
  return { ...(isRecord(context) ? context : undefined), ...fresh } as Context;
}

/** The calls of the tool that wait for an approval, answered or not. */
function asked<Item extends OpenAiInterruption>(
  state: OpenAiRunState<Item>,
  { name, dialect }: ToolSpec<unknown>,
): readonly OpenQuestion<Item>[] {
  return state.getInterruptions().flatMap((interruption) => {
    const call = interruption.rawItem as {
      readonly name?: unknown;
      readonly callId?: unknown;
      readonly arguments?: unknown;
    };
    if (call.name !== name || typeof call.callId !== 'string') return [];
    const parsed = dialect.parse(call.arguments, { strict: true, requestId: call.callId });
    const none = { requestId: call.callId, questions: [], raw: call.arguments };
    return [{ request: parsed.ok ? parsed.value : none, interruption }];
  });
}

type Answers = Readonly<Record<string, AskUserResult>>;

function answersOf(context: unknown): Answers {
  const answers = isRecord(context) ? context[ANSWERS] : undefined;
  return isRecord(answers) ? (answers as Answers) : {};
}

/** Each answer is given once: a later call that has the same id is another question. */
function take(context: unknown, callId: string): AskUserResult | undefined {
  const answers = answersOf(context);
  if (!isRecord(context) || !Object.hasOwn(answers, callId)) return undefined;
  const { [callId]: result, ...others } = answers;
  keep(context, others);
  return result;
}

const keep = (context: object, answers: Answers) => Object.assign(context, { [ANSWERS]: answers });

/** The state has the answer. One that can't be written was never stored, so that its context is the run's own. */
function reaches(state: Pick<OpenAiRunState, 'toJSON'>, callId: string): boolean {
  try {
    return Object.hasOwn(answersOf(state.toJSON().context.context), callId);
  } catch {
    return true;
  }
}
