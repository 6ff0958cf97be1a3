import { createAskUserTool, type AskUserTransport, type ToolResult } from '../../host/index.js';
import type { ToolSpec } from '../../dialects/index.js';
import { checkWaits, PASS_BROKER } from './check-waits.js';

/** Options for a tool whose agent does not wait (`blocking: false`). */
export interface AheadOptions {
  /** Broker that keeps the questions open. */
  readonly broker: AskUserTransport;
  /** Name of the broker's callback that receives the settlements; see `toUserMessage` of `react-ask-user/server`. */
  readonly callback?: string | undefined;
  /** Display name of the agent. */
  readonly asker?: string | undefined;
  /** Conversation that the questions belong to. By default, the thread of the call. */
  readonly conversationId?: string | undefined;
}

/** Where a call was made. */
interface Call {
  readonly threadId: unknown;
  /** The same if the call is repeated. By default, each call opens a new request. */
  readonly requestId: string | undefined;
}

type AskAhead = (input: unknown, call: Call) => Promise<ToolResult<unknown>>;

/**
 * Returns a function that opens the questions of a call and returns at once, or `undefined` if the agent waits.
 *
 * @throws {TypeError} If the agent does not wait, and there is no broker that can leave a request open.
 */
export function createAskAhead(tool: ToolSpec<unknown>, options: Partial<AheadOptions>): AskAhead | undefined {
  if (tool.blocking !== false) return undefined;
  const { broker, callback, asker, conversationId } = options;
  if (!broker?.open) checkWaits(tool, PASS_BROKER);
  const askTool = createAskUserTool({ spec: tool, transport: broker, callback, asker });
  return async (input, { threadId, requestId }) => {
    const conversation = conversationId ?? threadId;
    if (typeof conversation !== 'string')
      throw new TypeError(
        `The call of \`${tool.name}\` has no thread. Pass a \`conversationId\`, so that users see it.`,
      );
    return askTool.execute(input, { conversationId: conversation, toolCallId: requestId });
  };
}
