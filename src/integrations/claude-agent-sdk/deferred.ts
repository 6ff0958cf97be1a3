import { isRecord } from '../../core/guards.js';
import type { ParseOptions } from '../../core/question/parse-request.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { claudeCode } from '../../dialects/families/claude-code/index.js';
import { ASK_TOOL } from './permission.js';

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
  const parsed = claudeCode.parse(call, { ...options, requestId });
  return { sessionId, request: parsed.ok ? parsed.value : { requestId, questions: [], raw: call } };
}
