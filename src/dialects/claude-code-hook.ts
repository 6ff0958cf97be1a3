import type { ClaudeCodeAllow, ClaudeCodeDeny } from './claude-code.js';

/** Output of a `PreToolUse` hook, limited to the fields that `claudeCodeHookOutput` sets. */
type ClaudeCodeHookOutput = {
  /** Decision of the hook. */
  readonly hookSpecificOutput:
    | {
        /** Event of the hook. */
        readonly hookEventName: 'PreToolUse';
        /** Allows the call. */
        readonly permissionDecision: 'allow';
        /** Input of the call. Contains answers only if the request was answered. */
        readonly updatedInput: ClaudeCodeAllow['updatedInput'];
      }
    | {
        /** Event of the hook. */
        readonly hookEventName: 'PreToolUse';
        /** Denies the call. */
        readonly permissionDecision: 'deny';
        /** Reason that the model reads. */
        readonly permissionDecisionReason: string;
      };
  /**
   * Set only for cancelled requests. A resumed session does not stop because of it: the model reads the reason, and the
   * turn continues.
   */
  readonly continue?: false;
};

/**
 * Converts an output of `claudeCode` to the output of a `PreToolUse` hook, such as the hook of a resumed session.
 *
 * That hook returns it for the call that an earlier session deferred with `permissionDecision: 'defer'`.
 * `claudeCode.parse` accepts that call, `deferred_tool_use`. `resumeQuestion` of `react-ask-user/claude-agent-sdk`
 * handles the whole resumed session, including the end of its turn.
 *
 * Source: `@anthropic-ai/claude-agent-sdk` 0.3.332, `SyncHookJSONOutput`.
 */
export function claudeCodeHookOutput(result: ClaudeCodeAllow | ClaudeCodeDeny): ClaudeCodeHookOutput {
  const hookEventName = 'PreToolUse';
  if (result.behavior === 'allow') {
    const { updatedInput } = result;
    return { hookSpecificOutput: { hookEventName, permissionDecision: 'allow', updatedInput } };
  }
  const denied = { hookEventName, permissionDecision: 'deny', permissionDecisionReason: result.message } as const;
  return { hookSpecificOutput: denied, ...(result.interrupt && { continue: false }) };
}
