import type { AskUserResult } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import type { JsonSchema } from '../../core/question/json-schema.js';
import { askUserTool } from '../../dialects/tools/ask-user.js';
import type { ToolSpec } from '../../dialects/types.js';
import { readerOf } from '../shared/reader.js';
import type { AskPayload } from './questions.js';

/** What the model is offered. */
export interface LangGraphAskToolOptions {
  /**
   * Another tool of `react-ask-user/dialects`. Its own dialect reads what comes back: tell `askWhileInterrupted` and the page's hook the
   * same one, as their `dialect`.
   *
   * @default askUserTool
   */
  readonly tool?: ToolSpec<unknown> | undefined;
}

/** What LangGraph hands a tool or a node besides its input, as far as it is read. */
export interface LangGraphCall {
  readonly toolCall?: { readonly id?: string | undefined } | undefined;
  readonly configurable?: Readonly<Record<string, unknown>> | undefined;
}

/** What `tool` of `@langchain/core/tools` takes beside the function. */
export interface LangGraphToolFields {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema & Record<string, unknown>;
  /** The model is told what is wrong with its input, and not just that something is. */
  readonly verboseParsingErrors: true;
}

/**
 * The tool with which a graph's model asks: what `tool` of `@langchain/core/tools` takes.
 *
 * It interrupts the graph with the questions, and once that is resumed gives the model what came of them. Nothing comes before the
 * interrupt, since LangGraph runs a resumed node again from its top. What it is resumed with is held against the questions: what is no
 * result of this very call is no answer, and the model reads that nobody answered. Input that breaks the tool's limits is asked of
 * nobody; the model reads what to correct.
 *
 * The function is of use in a node without a model, too: `ask({ questions }, config)`.
 *
 * @param interrupt - LangGraph's own
 * @throws TypeError where the tool's dialect can't read its own results back
 * @example
 * import { tool } from '@langchain/core/tools';
 * import { interrupt } from '@langchain/langgraph';
 *
 * const askUser = tool(...langGraphAskTool(interrupt));
 * const tools = new ToolNode([askUser]);
 */
export function langGraphAskTool(
  interrupt: (payload: AskPayload) => unknown,
  { tool = askUserTool }: LangGraphAskToolOptions = {},
): [ask: (input: unknown, call?: LangGraphCall) => string, fields: LangGraphToolFields] {
  const dialect = readerOf(tool);
  const ask = (input: unknown, call: LangGraphCall = {}): string => {
    const requestId = idOf(call);
    const refused = tool.refuses?.(input);
    const parsed = dialect.parse(input, { strict: true, requestId });
    const issues = refused ? [refused] : parsed.ok ? [] : parsed.issues;
    const request = parsed.ok ? parsed.value : { requestId, questions: [], raw: input };
    if (issues.length > 0) return dialect.toModelText({ status: 'invalid', issues }, request);
    const reply = interrupt({ ...(isRecord(input) ? input : { questions: input }), type: 'ask_user', requestId });
    const isOurs = isRecord(reply) && reply['requestId'] === requestId;
    const read = isOurs ? dialect.parseResult(reply['result'], request) : undefined;
    return dialect.toModelText(read?.ok ? read.value : NO_RESULT, request);
  };
  const schema = tool.inputSchema as JsonSchema & Record<string, unknown>;
  return [ask, { name: tool.name, description: tool.description, schema, verboseParsingErrors: true }];
}

const NO_RESULT: AskUserResult = {
  status: 'unavailable',
  reason: 'The graph was resumed with something that is no answer to this question.',
};

/** The same each time the node runs, and another for every call: where in the graph it is, and the model's id of the call. */
function idOf({ toolCall, configurable }: LangGraphCall): string {
  return [configurable?.['checkpoint_ns'], toolCall?.id].filter((part) => typeof part === 'string').join(':');
}
