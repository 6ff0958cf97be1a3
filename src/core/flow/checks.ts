// What the flow reads of a result or a request in an action. Types promise it, but a host in JavaScript or a replayed log does not.
import type { AskUserResult } from '../answer/types.js';
import { isRecord, isText } from '../guards.js';
import type { AskUserRequest } from '../question/types.js';

type Source = Readonly<Record<string, unknown>>;

const STATUSES = /^(answered|declined|cancelled|aborted|superseded|connectionLost|timedOut|unavailable|invalid)$/;

const isListOf = (value: unknown, check: (item: Source) => boolean): boolean =>
  Array.isArray(value) && value.every((item) => isRecord(item) && check(item));

/** Has a known status, and a list of answers if that is `answered`. */
export const isResult = (value: unknown): value is AskUserResult =>
  isListOf(
    [value],
    ({ status, answers }) =>
      isText(status) && STATUSES.test(status) && (status !== 'answered' || isListOf(answers, isRecord)),
  );

/** Has questions with ids, texts and labeled options, so that every later action can be reduced. */
export const isRequest = (value: unknown): value is AskUserRequest =>
  isListOf([value], ({ questions }) =>
    isListOf(
      questions,
      ({ id, question, options }) => isText(id) && isText(question) && isListOf(options, ({ label }) => isText(label)),
    ),
  );
