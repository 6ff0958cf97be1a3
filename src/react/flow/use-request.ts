import { useId, useMemo } from 'react';
import type { AskUserResult } from '../../core/answer/types.js';
import { limitNotes } from '../../core/flow/allow.js';
import { isRecord, isRequest } from '../../core/guards.js';
import type { ParseResult } from '../../core/question/issues.js';
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

/** Takes a parsed request as it is. A host without TypeScript may pass the input of a tool call instead. */
function takeRequest(request: unknown, asker: string | undefined): ParseResult<AskUserRequest> {
  if (isRequest(request))
    return { ok: true, value: asker === undefined ? request : { ...request, asker }, warnings: [] };
  const message = 'Must be a request that has been parsed. Pass the input of a tool call as `input`.';
  return { ok: false, issues: [{ code: 'not_a_request', path: 'request', message }] };
}

export function useRequest(options: AnyOptions): ParsedInput {
  const ownId = useId();
  const { questions, request: given, input, dialect, requestId = ownId, asker, streaming, result } = options;
  const parsed = useMemo(() => {
    const values = questions !== undefined;
    const all = values ? { questions } : (given ?? input);
    const source = streaming ? dropIncompleteQuestion(all) : all;
    const { parse } = dialect ?? { parse: parseRequest };
    const isParsed = !values && given != null;
    const read = isParsed ? takeRequest(source, asker) : parse(source, { requestId, asker, values });
    const request: AskUserRequest = read.ok
      ? limitNotes(read.value, dialect?.capabilities)
      : { requestId, questions: [], raw: all, ...(asker !== undefined && { asker }) };
    const invalid: AskUserResult | undefined = read.ok ? undefined : { status: 'invalid', issues: read.issues };
    return { requestId, request, questionsKey: getQuestionsKey(request), invalid };
  }, [questions, given, input, streaming, dialect, requestId, asker]);
  return { ...parsed, initialResult: result ?? (streaming ? undefined : parsed.invalid) };
}
