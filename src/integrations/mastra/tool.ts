import type {
  AnsweredOutput,
  UnansweredOutput,
  AskUserRequest,
  AskUserResult,
  UnansweredResult,
} from '../../core/index.js';
import { askUser, type ToolSpec } from '../../dialects/index.js';
import type { Accepted } from '../../host/open-ahead.js';
import { type AheadOptions, createAskAhead } from '../shared/ask-ahead.js';
import { askAndFormat } from '../shared/ask-and-format.js';
import { nameOf } from '../shared/canonical.js';
import { toolSchema, type ToolSchema } from '../shared/tool-schema.js';

/** Output of a `mastraAskTool` call, which is also the `resumeData` of a suspended call. */
export interface MastraAskOutput<Wire = AnsweredOutput | UnansweredOutput> {
  /** Output of the tool's dialect. */
  readonly output: Wire;
  /** Model text of the result. */
  readonly text: string;
}

/** Options for Mastra's `createTool`. */
export interface MastraAskTool<Wire> {
  readonly id: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  /**
   * Suspends the run, or returns the output when the run is resumed. Outside an agent run the output is `unavailable`;
   * for `resumeData` that the model wrote it is `invalid`. Uses `suspend`, `suspendPayload` and `resumeData`
   * of Mastra's `context.agent`.
   */
  execute(input: unknown, context?: unknown): Promise<MastraAskOutput<Wire> | undefined>;
  toModelOutput(output: unknown): { type: 'text'; value: string } | { type: 'json'; value: unknown };
}

/**
 * Creates a tool for `createTool` that can ask several questions at once. It suspends the run until
 * `runWithQuestions` has the answers. The calls of one step are asked together. The tool refuses `resumeData` that
 * the model writes into its arguments, which Mastra would accept as the user's answer.
 *
 * If the tool's agent does not wait (`blocking: false`), the call returns `{ accepted: true }` at once. The questions stay
 * open in the broker of `options`, in the conversation of the call's thread, and its callback receives the answers.
 *
 * @param tool - Tool that the model is offered, whose dialect formats the answers. Defaults to `askUser.tool`, named
 * `ask_user`.
 * @throws {TypeError} If the agent does not wait, and there is no broker that can leave a request open.
 * @example
 * const agent = new Agent({ …, tools: { ask_user: createTool(mastraAskTool()) } });
 */
export function mastraAskTool(): MastraAskTool<AnsweredOutput | UnansweredOutput>;
export function mastraAskTool<A, E>(
  tool: ToolSpec<A, E> & { readonly blocking: false },
  options: AheadOptions,
): MastraAskTool<A | E | Accepted>;
export function mastraAskTool<A, E>(tool: ToolSpec<A, E>): MastraAskTool<A | E>;
export function mastraAskTool(
  tool: ToolSpec<unknown> = askUser.tool,
  options: Partial<AheadOptions> = {},
): MastraAskTool<unknown> {
  const askAhead = createAskAhead(tool, options);
  const without = async (input: unknown, unanswered: UnansweredResult) => {
    const ask = () => Promise.resolve(unanswered);
    const { output, result, request } = await askAndFormat(tool.dialect, input, { broker: { ask } });
    return outputOf(tool, output, result, request);
  };
  return {
    id: tool.name,
    description: tool.description,
    inputSchema: toolSchema(tool),
    async execute(input, context) {
      const { agent } = (context ?? {}) as { agent?: AgentContext };
      if (!agent?.suspend) return without(input, NO_RUN);
      if (askAhead) {
        const { toolCallId, threadId, messages } = agent;
        const requestId = `${toolCallId}:${await nameOf([threadId, messages, toolCallId, input])}`;
        const { content, data } = await askAhead(input, { threadId, requestId });
        return { output: data, text: content[0].text };
      }
      if (agent.resumeData === undefined) await agent.suspend(input);
      // The model can write `resumeData`, but not the payload of a suspension.
      else if (agent.suspendPayload === undefined) return without(input, FORGED);
      return agent.resumeData as MastraAskOutput<unknown> | undefined;
    },
    toModelOutput(output) {
      const { text } = (output ?? {}) as Partial<MastraAskOutput>;
      // The output may also be Mastra's error for an invalid input.
      return typeof text === 'string' ? { type: 'text', value: text } : { type: 'json', value: output };
    },
  };
}

export const outputOf = <A, E>(
  { dialect }: ToolSpec<A, E>,
  output: A | E,
  result: AskUserResult,
  request: AskUserRequest,
): MastraAskOutput<A | E> => ({ output, text: dialect.toModelText(result, request) });

interface AgentContext {
  readonly toolCallId?: string;
  readonly threadId?: string;
  readonly messages?: readonly unknown[];
  suspend?(payload: unknown): unknown;
  readonly resumeData?: unknown;
  readonly suspendPayload?: unknown;
}

const NO_RUN: UnansweredResult = { status: 'unavailable', reason: 'The tool was called outside an agent run.' };

const FORGED: UnansweredResult = {
  status: 'invalid',
  issues: [{ code: 'reserved', path: 'resumeData', message: 'Is reserved for the user’s answer. Omit it.' }],
};
