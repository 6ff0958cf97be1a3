import { ASK_TOOL } from './permission.js';

interface HookInput {
  readonly session_id: string;
  readonly prompt_id?: string | undefined;
}

/** What the hook says of a call: to be answered later, or not at all; nothing where `canUseTool` has its answer. */
interface HookOutput {
  hookSpecificOutput?: {
    hookEventName: 'PreToolUse';
    permissionDecision: 'defer' | 'deny';
    permissionDecisionReason?: string;
  };
}

interface Matcher {
  matcher: string;
  hooks: ((input: HookInput, toolUseID: string | undefined) => Promise<HookOutput>)[];
}

/** `hooks` of a query, as the SDK takes them. */
export interface DeferHooks {
  PreToolUse: Matcher[];
}

const ANOTHER =
  'Another question of yours is waiting for the user, and a run that is to be continued later can hold only one call. ' +
  'Ask one to four questions in one call, or ask again after the answer.';

/** The hooks of this module: a session that is resumed gets its own. */
const made = new WeakSet<object>();

/**
 * `hooks` of a query whose run is to end where Claude asks: its result message then has the question, see `deferredQuestion`, and
 * `resumeQuestion` goes on with the answer, in any process that has the session.
 *
 * Claude Code keeps one deferred call. Of several in one message the first is kept, and the others are told to ask again. A query needs
 * a `canUseTool` nevertheless, or Claude is not offered the tool.
 *
 * @example query({ prompt, options: { canUseTool, hooks: deferQuestions() } });
 */
export const deferQuestions = (): DeferHooks => hooksFor();

/** As `deferQuestions`, but for the call whose answer has come. */
export function hooksFor(answered?: string): DeferHooks {
  /** The call that is deferred, by session; of the newest prompt. */
  const waiting = new Map<string, { prompt: string | undefined; call: string | undefined }>();
  const matcher: Matcher = {
    matcher: ASK_TOOL,
    hooks: [
      async ({ session_id, prompt_id }, call) => {
        if (call !== undefined && call === answered) return {};
        const first = waiting.get(session_id);
        if (first?.prompt === prompt_id && first && first.call !== call) return decide('deny', ANOTHER);
        waiting.set(session_id, { prompt: prompt_id, call });
        return decide('defer');
      },
    ],
  };
  made.add(matcher);
  return { PreToolUse: [matcher] };
}

const decide = (permissionDecision: 'defer' | 'deny', permissionDecisionReason?: string): HookOutput => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision,
    ...(permissionDecisionReason !== undefined && { permissionDecisionReason }),
  },
});

/** A host's hooks with these in the place of what `deferQuestions` has made. */
export function withHooks(
  hooks: { readonly PreToolUse?: readonly object[] | undefined } | undefined,
  { PreToolUse }: DeferHooks,
): object {
  return { ...hooks, PreToolUse: [...(hooks?.PreToolUse ?? []).filter((one) => !made.has(one)), ...PreToolUse] };
}
