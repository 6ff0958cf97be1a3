// What the flow reads of a result or a request in an action. Types promise it, but a host in JavaScript or a replayed log does not.
import { STATUSES, type AskUserResult } from '../answer/types.js';
import { isRecord, isText } from '../guards.js';
import type { AskUserRequest } from '../question/types.js';

/** A value that is not what its type says may throw when it is read: then the check has failed. */
function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

/** Has a known status, and a list of answers if that is `answered`. */
export const isResult = (result: AskUserResult): boolean =>
  holds(
    () =>
      STATUSES.includes(result.status) &&
      (!('answers' in result) || result.answers?.every(isRecord) !== false) &&
      (result.status !== 'answered' || Array.isArray(result.answers)),
  );

/** Has questions with ids, texts and labeled options, so that every later action can be reduced. */
export const isRequest = (request: AskUserRequest): boolean =>
  holds(() =>
    request.questions.every(
      ({ id, question, options }) => isText(id) && isText(question) && options.every(({ label }) => isText(label)),
    ),
  );
