import {
  type ClaudeCodeAllow,
  type ClaudeCodeDeny,
  type ClaudeCodeOptions,
  createClaudeCodeDialect,
} from '../../dialects/index.js';
import { askAndFormat, type BrokerAskOptions } from '../shared/ask-and-format.js';

export const ASK_TOOL = 'AskUserQuestion';

/** The part of the SDK's context for `canUseTool` that is used. */
type PermissionContext = {
  /** Aborted with the run, or if Claude Code cancels the request, such as for a message with the priority `now`. */
  readonly signal: AbortSignal;
  /** Id of the call, which becomes the request id. */
  readonly toolUseID: string;
};

/** The SDK's `canUseTool` with context `C` and result `R`, without an import of the SDK's types. */
type CanUseTool<C, R> = (toolName: string, input: Record<string, unknown>, context: C) => Promise<R>;

/** Options for `askUserPermission`. */
export interface AskUserPermissionOptions<C, R> extends BrokerAskOptions, Pick<ClaudeCodeOptions, 'previewFormat'> {
  /**
   * The `capabilities` of the session's `init` message, or a function that returns them. They are known only once the
   * session runs, and are read when a request is settled. Empty by default.
   */
  readonly capabilities?: readonly string[] | (() => readonly string[] | undefined) | undefined;
  /** Decides about every other tool. By default they are denied, with a message for the model. */
  readonly otherwise?: CanUseTool<C, R> | undefined;
}

/**
 * Creates the `canUseTool` of a Claude Agent SDK session. `AskUserQuestion` is shown to the user; any other tool is
 * passed to `otherwise`, or denied by default. Without a `canUseTool`, Claude is not offered the tool.
 *
 * `canUseTool` rejects with any error of `broker.ask`, such as an `AskUserError`. The call then fails with the error's
 * message, and the turn continues.
 *
 * @example
 * let capabilities: readonly string[] | undefined;
 * const canUseTool = askUserPermission({ broker, conversationId, capabilities: () => capabilities });
 * for await (const message of query({ prompt, options: { canUseTool } })) {
 *   if (message.type === 'system' && message.subtype === 'init') capabilities = message.capabilities;
 * }
 */
export function askUserPermission<C extends PermissionContext = PermissionContext, R = never>({
  capabilities,
  previewFormat,
  otherwise,
  ...askOptions
}: AskUserPermissionOptions<C, R>): CanUseTool<C, ClaudeCodeAllow | ClaudeCodeDeny | R> {
  return async (toolName, input, context) => {
    if (toolName !== ASK_TOOL) return otherwise ? otherwise(toolName, input, context) : notPermitted(toolName);
    const { signal, toolUseID } = context;
    const { result, request } = await askAndFormat(createClaudeCodeDialect({ previewFormat }), input, askOptions, {
      signal,
      requestId: toolUseID,
    });
    const known = typeof capabilities === 'function' ? capabilities() : capabilities;
    return createClaudeCodeDialect({ capabilities: known, previewFormat }).formatResult(result, request);
  };
}

export const notPermitted = (toolName: string): ClaudeCodeDeny => ({
  behavior: 'deny',
  message: `${toolName} requires a permission that cannot be granted here. Continue without it.`,
});
