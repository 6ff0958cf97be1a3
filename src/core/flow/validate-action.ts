// Checks of results and requests in actions. Types cannot guarantee them in JavaScript hosts and replayed logs.
import { STATUSES } from '../answer/statuses.js';
import type { AskUserResult } from '../answer/types.js';
import { isRecord, isText } from '../guards.js';
import type { AskUserRequest } from '../question/types.js';

function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

export const isResult = (result: AskUserResult): boolean =>
  holds(
    () =>
      STATUSES.includes(result.status) &&
      (!('answers' in result) || result.answers?.every(isRecord) !== false) &&
      (result.status !== 'answered' || Array.isArray(result.answers)) &&
      (result.status !== 'invalid' || result.issues.every(isRecord)),
  );

export const isRequest = (request: AskUserRequest): boolean =>
  holds(() =>
    request.questions.every(
      ({ id, question, options }) => isText(id) && isText(question) && options.every(({ label }) => isText(label)),
    ),
  );
