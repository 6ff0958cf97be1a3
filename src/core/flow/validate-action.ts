// Checks of results and requests in actions. Types cannot guarantee them in JavaScript hosts and replayed logs.
import { STATUSES, type AskUserResult } from '../answer/types.js';
import { isRecord, isText } from '../guards.js';
import type { AskUserRequest } from '../question/types.js';

/** Codes of a host that no longer waits for the answer. */
export const FINAL_CODES: readonly string[] = ['already_resolved', 'unknown', 'orphaned'];

/** Runs a check. The check fails if reading the value throws. */
function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

/** Whether the value has a known status and, if it has `answers`, a list of objects there. */
export const isResult = (result: AskUserResult): boolean =>
  holds(
    () =>
      STATUSES.includes(result.status) &&
      (!('answers' in result) || result.answers?.every(isRecord) !== false) &&
      (result.status !== 'answered' || Array.isArray(result.answers)),
  );

/** Whether each question has an id, a text, and labeled options. */
export const isRequest = (request: AskUserRequest): boolean =>
  holds(() =>
    request.questions.every(
      ({ id, question, options }) => isText(id) && isText(question) && options.every(({ label }) => isText(label)),
    ),
  );
