import type { ToolInputSchema, AskUserResult } from '../../core/index.js';
import { isRecord } from '../../core/guards.js';
import { askUser, parseCall, type ToolSpec } from '../../dialects/index.js';
import { type AheadOptions, createAskAhead } from '../shared/ask-ahead.js';
import { getResultParser } from '../shared/dialect.js';
import type { AskPayload } from './questions.js';

/** Options for `langGraphAskTool`. */
export interface LangGraphAskToolOptions {
  /**
   * Tool that the model is offered, from `react-ask-user/dialects`. Pass its dialect as the `dialect` of
   * `runWithQuestions`, `supersedeOpenQuestions` and the page's hook.
   *
   * @default askUser.tool
   */
  readonly tool?: ToolSpec<unknown> | undefined;
}

/** The part of LangGraph's config of a tool call or node that is used. */
type LangGraphCall = {
  readonly toolCall?: { readonly id?: string | undefined } | undefined;
  readonly configurable?: Readonly<Record<string, unknown>> | undefined;
};

/** Fields for `tool` of `@langchain/core/tools`. */
type LangGraphToolFields = {
  readonly name: string;
  readonly description: string;
  readonly schema: ToolInputSchema & Record<string, unknown>;
  /** Makes the error message list the issues of an invalid input. */
  readonly verboseParsingErrors: true;
};

/**
 * Creates the arguments for `tool` of `@langchain/core/tools`: the function and the fields of the ask tool.
 *
 * The function interrupts the graph with the questions. Once the graph is resumed, it returns the model text of the
 * result. It has no effect before the interrupt, because LangGraph runs a resumed node again from its start.
 *
 * The resume value is validated against the questions. If it is not a result of this call, the model text states that
 * the user did not answer. Input beyond the tool's limits is not shown to the user, and the model text lists the
 * issues.
 *
 * The function also works in a node without a model: `ask({ questions }, config)`.
 *
 * If the tool's agent does not wait (`blocking: false`), the function interrupts nothing and returns at once. The questions
 * stay open in `broker`, in the conversation of the thread, and its callback receives the answers.
 *
 * @param interrupt - `interrupt` of `@langchain/langgraph`.
 * @throws {TypeError} If the tool's dialect has no `parseResult`, or if the agent does not wait, and there is no broker that
 * can leave a request open.
 * @example
 * import { tool } from '@langchain/core/tools';
 * import { interrupt } from '@langchain/langgraph';
 *
 * const askUser = tool(...langGraphAskTool(interrupt));
 * const tools = new ToolNode([askUser]);
 */
export function langGraphAskTool(
  interrupt: (payload: AskPayload) => unknown,
  options: { readonly tool: ToolSpec<unknown> & { readonly blocking: false } } & AheadOptions,
): [ask: (input: unknown, call?: LangGraphCall) => Promise<string>, fields: LangGraphToolFields];
export function langGraphAskTool(
  interrupt: (payload: AskPayload) => unknown,
  options?: LangGraphAskToolOptions,
): [ask: (input: unknown, call?: LangGraphCall) => string, fields: LangGraphToolFields];
export function langGraphAskTool(
  interrupt: (payload: AskPayload) => unknown,
  { tool = askUser.tool, ...options }: LangGraphAskToolOptions & Partial<AheadOptions> = {},
): [ask: (input: unknown, call?: LangGraphCall) => string | Promise<string>, fields: LangGraphToolFields] {
  const dialect = getResultParser(tool);
  const askAhead = createAskAhead(tool, options);
  const ask = (input: unknown, call: LangGraphCall = {}): string | Promise<string> => {
    const requestId = idOf(call);
    if (askAhead) {
      const threadId = call.configurable?.['thread_id'];
      const id = requestId === '' ? undefined : `${String(threadId)}:${requestId}`;
      return askAhead(input, { threadId, requestId: id }).then(({ content }) => content[0].text);
    }
    const parsed = parseCall(tool, input, { requestId });
    const none = { requestId, questions: [], raw: input };
    if (!parsed.ok) return dialect.toModelText({ status: 'invalid', issues: parsed.issues }, none);
    const request = parsed.value;
    const reply = interrupt({ ...(isRecord(input) ? input : { questions: input }), type: 'ask_user', requestId });
    const isForRequest = isRecord(reply) && reply['requestId'] === requestId;
    const read = isForRequest ? dialect.parseResult(reply['result'], request) : undefined;
    return dialect.toModelText(read?.ok ? read.value : NO_RESULT, request);
  };
  const schema = tool.inputSchema as ToolInputSchema & Record<string, unknown>;
  return [ask, { name: tool.name, description: tool.description, schema, verboseParsingErrors: true }];
}

const NO_RESULT: AskUserResult = {
  status: 'unavailable',
  reason: 'The graph was resumed with a value that is not a result of this question.',
};

/** Number of questions by id, for each execution of a node. */
const counts = new WeakMap<object, Map<string, number>>();

/**
 * Returns an id that is the same each time the node runs: the checkpoint namespace and the model's tool call id. The
 * second question of a node, or of a call, has the suffix `~2`, and so on. Without a config, the id is empty.
 */
function idOf({ toolCall, configurable }: LangGraphCall): string {
  const id = [configurable?.['checkpoint_ns'], toolCall?.id].filter((part) => typeof part === 'string').join(':');
  // LangGraph creates this object for each execution.
  const execution = configurable?.['__pregel_scratchpad'];
  if (!isRecord(execution)) return id;
  const count = counts.get(execution) ?? new Map<string, number>();
  const number = (count.get(id) ?? 0) + 1;
  counts.set(execution, count.set(id, number));
  return number === 1 ? id : `${id}~${number}`;
}
