import { isRecord } from '../../core/guards.js';
import type { ParseOptions } from '../../core/question/parse-request.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { claudeCode } from '../../dialects/claude-code.js';
import { ASK_TOOL } from './permission.js';

/** A question that a run has left behind. Plain JSON, to be kept for as long as the session is. */
export interface DeferredQuestion {
  /** The session to go on with. */
  readonly sessionId: string;
  /** What to ask: `broker.ask(request, …)`. Its id is the call's. */
  readonly request: AskUserRequest;
}

/**
 * The question that a run has ended with; `undefined` of any other message. What can't be asked has no questions, and ends as `invalid`.
 *
 * @param message - a message of the SDK's: the one with `type: 'result'`
 * @param options - `previewFormat` where the session has one, and who asks
 * @example
 * const deferred = deferredQuestion(message);
 * if (deferred) await save(deferred);
 */
export function deferredQuestion(
  message: unknown,
  options: Pick<ParseOptions, 'asker' | 'previewFormat'> = {},
): DeferredQuestion | undefined {
  const { session_id: sessionId, deferred_tool_use: call } = isRecord(message) ? message : {};
  if (typeof sessionId !== 'string' || !isRecord(call) || call['name'] !== ASK_TOOL) return undefined;
  const requestId = String(call['id']);
  const parsed = claudeCode.parse(call, { ...options, requestId });
  return { sessionId, request: parsed.ok ? parsed.value : { requestId, questions: [], raw: call } };
}
