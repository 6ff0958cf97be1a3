import { useId, useMemo } from 'react';
import type { AskUserResult } from '../../core/answer/types.js';
import { limitNotes } from '../../core/flow/allow.js';
import { isRecord } from '../../core/guards.js';
import { parseRequest } from '../../core/question/parse-request.js';
import type { AskUserRequest } from '../../core/question/types.js';
import type { AnyOptions } from './options.js';

/** Request that the host's props describe now. */
export interface ParsedInput {
  readonly requestId: string;
  readonly request: AskUserRequest;
  readonly questionsKey: string;
  readonly invalid: AskUserResult | undefined;
  readonly initialResult: AskUserResult | undefined;
}

/**
 * Removes the last question, which may be incomplete while the model is writing. Returns `undefined` for input without
 * a list of questions.
 */
function dropIncompleteQuestion(input: unknown): unknown {
  try {
    if (isRecord(input) && Array.isArray(input.questions)) return { ...input, questions: input.questions.slice(0, -1) };
  } catch {
    // Treat input that cannot be read as input without questions.
  }
  return undefined;
}

/** Returns the questions as JSON. Changes of `raw` and `metadata` do not count, and JSON may not represent them. */
const getQuestionsKey = ({ questions }: AskUserRequest): string => JSON.stringify(questions);

export const hasSameQuestions = (
  { request, questionsKey }: Pick<ParsedInput, 'request' | 'questionsKey'>,
  other: AskUserRequest,
): boolean => other === request || getQuestionsKey(other) === questionsKey;

export function useRequest(input: unknown, options: AnyOptions, values: boolean): ParsedInput {
  const ownId = useId();
  const { requestId = ownId, asker, dialect, streaming, result } = options;
  const parsed = useMemo(() => {
    const read = (dialect ?? { parse: parseRequest }).parse(streaming ? dropIncompleteQuestion(input) : input, {
      requestId,
      asker,
      values,
    });
    const request: AskUserRequest = read.ok
      ? limitNotes(read.value, dialect?.capabilities)
      : { requestId, questions: [], raw: input, ...(asker !== undefined && { asker }) };
    const invalid: AskUserResult | undefined = read.ok ? undefined : { status: 'invalid', issues: read.issues };
    return { requestId, request, questionsKey: getQuestionsKey(request), invalid };
  }, [input, streaming, dialect, requestId, asker, values]);
  return { ...parsed, initialResult: result ?? (streaming ? undefined : parsed.invalid) };
}
