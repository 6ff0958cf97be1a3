import { toOutput, type AnsweredOutput, type UnansweredOutput } from '../../core/answer/output.js';
import type { AskUserResult } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import type { AskUserRequest } from '../../core/question/types.js';
import type { Dialect } from '../../dialects/types.js';

const isRequest = (input: unknown): input is AskUserRequest =>
  isRecord(input) && typeof input['requestId'] === 'string' && Array.isArray(input['questions']);

/**
 * Dialect for a request that is already parsed, as a broker sends it to its clients. Pass the request as `input`, and
 * its ID as `requestId`. The dialect checks only that `requestId` is a string and `questions` an array, and trusts the
 * content.
 *
 * @example
 * <AskUserDialog dialect={passthroughDialect} input={request} requestId={request.requestId} onSubmit={…} />
 */
export const passthroughDialect: Dialect<AnsweredOutput, UnansweredOutput> = {
  name: 'parsed',
  limits: { minQuestions: 1, minOptions: 0 },
  parse: (input, { asker } = {}) =>
    isRequest(input)
      ? { ok: true, value: asker === undefined ? input : { ...input, asker }, warnings: [] }
      : {
          ok: false,
          issues: [{ code: 'not_a_request', path: '', message: 'Must be a request that has been parsed.' }],
        },
  formatResult: toOutput,
  toModelText: (result: AskUserResult) => JSON.stringify(toOutput(result)),
};
