import type { ClaudeCodeAllow, ClaudeCodeDeny } from './claude-code-result.js';

/** What a `PreToolUse` hook returns, as far as this needs it. */
export interface ClaudeCodeHookOutput {
  readonly hookSpecificOutput:
    | {
        readonly hookEventName: 'PreToolUse';
        readonly permissionDecision: 'allow';
        readonly updatedInput: ClaudeCodeAllow['updatedInput'];
      }
    | {
        readonly hookEventName: 'PreToolUse';
        readonly permissionDecision: 'deny';
        readonly permissionDecisionReason: string;
      };
  /** Only for a request that was cancelled. A resumed session does not stop for it: the model reads the reason, and the turn goes on. */
  readonly continue?: false;
}

/**
 * A result of `claudeCode` for a session that was resumed: what its `PreToolUse` hook returns for the call that an earlier
 * one deferred with `permissionDecision: 'defer'`. `claudeCode.parse` takes that call, `deferred_tool_use`. For what else a resumed session
 * needs, and for an end to its turn, there is `resumeQuestion` of `react-ask-user/claude-agent-sdk`.
 *
 * Source: `SyncHookJSONOutput` of `@anthropic-ai/claude-agent-sdk` 0.3.330.
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
