import type { Answered, AskUserResult, Ended } from '../../core/answer/types.js';
import type { AskUserRequest } from '../../core/question/types.js';

/** Combines two formatters into a `formatResult` with its overloads. */
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
