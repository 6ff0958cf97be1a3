import { useId, useMemo } from 'react';
import type { AskUserResult } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import { parseRequest } from '../../core/question/parse-request.js';
import type { AskUserRequest } from '../../core/question/types.js';
import type { AnyOptions } from './options.js';

/** What the host asks now. */
export interface Asked {
  /** The host's id of the request, or one that React made. */
  readonly requestId: string;
  readonly request: AskUserRequest;
  readonly questionsKey: string;
  /** Set if nothing can be asked. */
  readonly invalid: AskUserResult | undefined;
  /** How it ended: as the host says, or `invalid` once the model has written all of it. */
  readonly ending: AskUserResult | undefined;
}

/** While a model writes, the last question it has begun may be cut off anywhere. */
function withoutLast(input: unknown): unknown {
  try {
    if (isRecord(input) && Array.isArray(input.questions)) return { ...input, questions: input.questions.slice(0, -1) };
  } catch {
    // What can't be read has no question yet.
  }
  return undefined;
}

/** All questions as the user sees them; `raw` and `metadata` may be new objects with each render. */
const getQuestionsKey = ({ questions }: AskUserRequest): string => JSON.stringify(questions);

export const hasSameQuestions = (
  { request, questionsKey }: Pick<Asked, 'request' | 'questionsKey'>,
  other: AskUserRequest,
): boolean => other === request || getQuestionsKey(other) === questionsKey;

/** Parses the input, again only if the host passes another one. */
export function useRequest(input: unknown, options: AnyOptions): Asked {
  const ownId = useId();
  const { requestId = ownId, asker, dialect, streaming, result } = options;
  const parsed = useMemo(() => {
    const read = (dialect ?? { parse: parseRequest }).parse(streaming ? withoutLast(input) : input, {
      requestId,
      asker,
    });
    const request: AskUserRequest = read.ok
      ? read.value
      : { requestId, questions: [], raw: input, ...(asker !== undefined && { asker }) };
    const invalid: AskUserResult | undefined = read.ok ? undefined : { status: 'invalid', issues: read.issues };
    return { requestId, request, questionsKey: getQuestionsKey(request), invalid };
  }, [input, streaming, dialect, requestId, asker]);
  return { ...parsed, ending: result ?? (streaming ? undefined : parsed.invalid) };
}
