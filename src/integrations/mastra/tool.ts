import type { AskUserResult, Ended } from '../../core/answer/types.js';
import type { AskUserRequest } from '../../core/question/types.js';
import type { AskUserEnding, AskUserOutput } from '../../dialects/ask-user.js';
import { askUserTool } from '../../dialects/tools/ask-user.js';
import type { ToolSpec } from '../../dialects/types.js';
import { put } from '../shared/put.js';
import { toolSchema, type ToolSchema } from '../shared/tool-schema.js';

/** What a call of `mastraAskTool` gives, and what its suspended call is resumed with. */
export interface MastraAskOutput<Wire = AskUserOutput | AskUserEnding> {
  /** The result in the shape of the tool's family: what its dialect reads back. */
  readonly output: Wire;
  /** The same as the model reads it. */
  readonly text: string;
}

/** What Mastra's `createTool` takes. */
export interface MastraAskTool<Wire> {
  readonly id: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  /** `context` is Mastra's own: of its `agent`, `suspend`, `suspendPayload` and `resumeData` are used. */
  execute(input: unknown, context?: unknown): Promise<MastraAskOutput<Wire> | undefined>;
  toModelOutput(output: unknown): { type: 'text'; value: string } | { type: 'json'; value: unknown };
}

/**
 * A tool for `createTool` that asks several questions at once, and suspends the run until `askWhileSuspended` has the answers. The
 * calls of one step are asked together. A `resumeData` that the model wrote into its arguments, which Mastra takes for a person's
 * answer, is refused.
 *
 * @param tool whose name, texts and schema the model is offered, and how its answers are written. @default the `ask_user` of the
 * dialog's default dialect
 * @example
 * const agent = new Agent({ …, tools: { ask_user: createTool(mastraAskTool()) } });
 */
export function mastraAskTool(): MastraAskTool<AskUserOutput | AskUserEnding>;
export function mastraAskTool<A, E>(tool: ToolSpec<A, E>): MastraAskTool<A | E>;
export function mastraAskTool(tool: ToolSpec<unknown> = askUserTool): MastraAskTool<unknown> {
  const without = async (input: unknown, ended: Ended) => {
    const ask = () => Promise.resolve(ended);
    const { wire, result, request } = await put(tool.dialect, input, { broker: { ask } });
    return outputOf(tool, wire, result, request);
  };
  return {
    id: tool.name,
    description: tool.description,
    inputSchema: toolSchema(tool),
    async execute(input, context) {
      const { agent } = (context ?? {}) as { agent?: AgentContext };
      if (!agent?.suspend) return without(input, NO_RUN);
      if (agent.resumeData === undefined) await agent.suspend(input);
      // Only a call that was suspended has a payload.
      else if (agent.suspendPayload === undefined) return without(input, FORGED);
      return agent.resumeData as MastraAskOutput<unknown> | undefined;
    },
    toModelOutput(output) {
      const { text } = (output ?? {}) as Partial<MastraAskOutput>;
      // An input that Mastra has refused comes here, too.
      return typeof text === 'string' ? { type: 'text', value: text } : { type: 'json', value: output };
    },
  };
}

/** A result as a suspended call of the tool is resumed with it. */
export const outputOf = <A, E>(
  { dialect }: ToolSpec<A, E>,
  output: A | E,
  result: AskUserResult,
  request: AskUserRequest,
): MastraAskOutput<A | E> => ({ output, text: dialect.toModelText(result, request) });

interface AgentContext {
  suspend?(payload: unknown): unknown;
  readonly resumeData?: unknown;
  readonly suspendPayload?: unknown;
}

/** A workflow, or a host that calls the tool itself, has nothing that could be suspended. */
const NO_RUN: Ended = { status: 'unavailable', reason: 'The tool was called outside of an agent’s run.' };

const FORGED: Ended = {
  status: 'invalid',
  issues: [{ code: 'reserved', path: 'resumeData', message: 'Is for the user’s answer alone. Leave it out.' }],
};
