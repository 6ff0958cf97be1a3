import { isRecord } from '../../core/guards.js';
import { claudeCode } from '../../dialects/index.js';
import type { AskUserRequest, ParseOptions } from '../../core/index.js';
import { requestOf } from '../shared/dialect.js';
import { ASK_TOOL } from './permission.js';

type HookInput = {
  readonly session_id: string;
  readonly prompt_id?: string | undefined;
};

/** Decision of the hook about a call: defer it, deny it, or leave it to `canUseTool`. */
type HookOutput = {
  hookSpecificOutput?: {
    hookEventName: 'PreToolUse';
    permissionDecision: 'defer' | 'deny';
    permissionDecisionReason?: string;
  };
};

type Matcher = {
  matcher: string;
  hooks: ((input: HookInput, toolUseID: string | undefined) => Promise<HookOutput>)[];
};

/** The `hooks` option of a query. */
type DeferHooks = {
  PreToolUse: Matcher[];
};

const ANOTHER =
  'Another of your questions is waiting for the user, and a deferred run can hold only one call. ' +
  'Ask one to four questions in one call, or ask again after the answer.';

/** Matchers that this module created. A resumed session replaces them. */
const made = new WeakSet<object>();

/**
 * Creates `hooks` for a query whose run ends when Claude asks. The result message then contains the question, which
 * `findDeferredQuestion` reads. `resumeQuestion` continues the session with the answer, in any process that has the
 * session. Use a string as the `prompt`: with streaming input, the run does not end at the question.
 *
 * Claude Code stores one deferred call. If one message contains several, the first is deferred and Claude is
 * instructed to ask the others again. The query also needs a `canUseTool`; without it Claude is not offered the tool.
 *
 * @example query({ prompt, options: { canUseTool, hooks: deferQuestions() } });
 */
export const deferQuestions = (): DeferHooks => hooksFor();

/** Creates the hooks of `deferQuestions`, which do not defer the answered call. */
export function hooksFor(answered?: string): DeferHooks {
  /** Deferred call of the newest prompt, by session. */
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

/** Replaces the hooks of `deferQuestions` among the host's hooks. */
export function withHooks(
  hooks: { readonly PreToolUse?: readonly object[] | undefined } | undefined,
  { PreToolUse }: DeferHooks,
): object {
  return { ...hooks, PreToolUse: [...(hooks?.PreToolUse ?? []).filter((one) => !made.has(one)), ...PreToolUse] };
}

/** A question with which a run ended. It is plain JSON. Store it for as long as the session. */
export interface DeferredQuestion {
  /** Id of the session to resume. */
  readonly sessionId: string;
  /** Request for `broker.ask(request, …)`. Its id is the id of the call. */
  readonly request: AskUserRequest;
}

/**
 * Returns the question with which a run ended; `undefined` for any other message. Input that cannot be asked becomes a
 * request without questions, which settles as `invalid`.
 *
 * @param message - A message of the SDK. The one with `type: 'result'` contains the question.
 * @param options - The session's `previewFormat`, if any, and the `asker`.
 * @example
 * const deferred = findDeferredQuestion(message);
 * if (deferred) await save(deferred);
 */
export function findDeferredQuestion(
  message: unknown,
  options: Pick<ParseOptions, 'asker' | 'previewFormat'> = {},
): DeferredQuestion | undefined {
  const { session_id: sessionId, deferred_tool_use: call } = isRecord(message) ? message : {};
  if (typeof sessionId !== 'string' || !isRecord(call) || call['name'] !== ASK_TOOL) return undefined;
  const requestId = String(call['id']);
  return { sessionId, request: requestOf(claudeCode.parse(call, { ...options, requestId }), requestId, call) };
}
