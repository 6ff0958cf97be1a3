import type { ClaudeCodeAllow, ClaudeCodeDeny } from '../../dialects/claude-code-result.js';
import { claudeCodeWith, type ClaudeCodeOptions } from '../../dialects/claude-code.js';
import { put, type AskVia } from '../shared/put.js';

/** The tool that asks, as Claude Code names it. */
export const ASK_TOOL = 'AskUserQuestion';

/** What the SDK tells `canUseTool` of a call. */
export interface PermissionContext {
  /** Aborted where the run is, or where something else takes the question's place. */
  readonly signal: AbortSignal;
  /** The call's id: the request's, too. */
  readonly toolUseID: string;
}

/** The SDK's `canUseTool`. */
export type CanUseTool<C, R> = (toolName: string, input: Record<string, unknown>, context: C) => Promise<R>;

/** Where the questions of a session go. */
export interface AskUserPermissionOptions<C, R> extends AskVia, Pick<ClaudeCodeOptions, 'previewFormat'> {
  /**
   * `capabilities` of the session's `init` message, or how to get them: they are known only once it runs, and are looked up when a
   * question ends.
   *
   * @default none
   */
  readonly capabilities?: readonly string[] | (() => readonly string[] | undefined) | undefined;
  /** Decides about every other tool. @default denies them, with a sentence for the model */
  readonly otherwise?: CanUseTool<C, R> | undefined;
}

/**
 * `canUseTool` of a Claude Agent SDK session: `AskUserQuestion` is put to the person, any other tool to your own `canUseTool`. With
 * none at all Claude is not offered the tool.
 *
 * Rejects as `broker.ask` does (`AskUserError`): the call fails with its message, and the turn goes on.
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
  ...via
}: AskUserPermissionOptions<C, R>): CanUseTool<C, ClaudeCodeAllow | ClaudeCodeDeny | R> {
  return async (toolName, input, context) => {
    if (toolName !== ASK_TOOL) return otherwise ? otherwise(toolName, input, context) : notPermitted(toolName);
    const { signal, toolUseID } = context;
    const { result, request } = await put(claudeCodeWith({ previewFormat }), input, via, {
      signal,
      requestId: toolUseID,
    });
    const known = typeof capabilities === 'function' ? capabilities() : capabilities;
    return claudeCodeWith({ capabilities: known, previewFormat }).formatResult(result, request);
  };
}

/** What becomes of a tool that nobody decides about. */
export const notPermitted = (toolName: string): ClaudeCodeDeny => ({
  behavior: 'deny',
  message: `${toolName} needs a permission, and nobody here can give it. Go on without it.`,
});
