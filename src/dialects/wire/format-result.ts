import type { AnsweredResult, AskUserResult, UnansweredResult } from '../../core/answer/types.js';
import type { AskUserRequest } from '../../core/question/types.js';

export function formatterOf<A, E>(
  answered: (result: AnsweredResult, request: AskUserRequest) => A,
  unanswered: (result: UnansweredResult, request: AskUserRequest) => E,
) {
  function formatResult(result: AnsweredResult, request: AskUserRequest): A;
  function formatResult(result: UnansweredResult, request: AskUserRequest): E;
  function formatResult(result: AskUserResult, request: AskUserRequest): A | E;
  function formatResult(result: AskUserResult, request: AskUserRequest): A | E {
    return result.status === 'answered' ? answered(result, request) : unanswered(result, request);
  }
  return formatResult;
}
