import type { Answered, AskUserResult, Ended } from '../../core/answer/types.js';
import type { AskUserRequest } from '../../core/question/types.js';

/** `formatResult` of what becomes of an answered request, and of any other. */
export function formatterOf<A, E>(
  answered: (result: Answered, request: AskUserRequest) => A,
  unanswered: (result: Ended, request: AskUserRequest) => E,
) {
  function formatResult(result: Answered, request: AskUserRequest): A;
  function formatResult(result: Ended, request: AskUserRequest): E;
  function formatResult(result: AskUserResult, request: AskUserRequest): A | E;
  function formatResult(result: AskUserResult, request: AskUserRequest): A | E {
    return result.status === 'answered' ? answered(result, request) : unanswered(result, request);
  }
  return formatResult;
}
