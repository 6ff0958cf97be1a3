import type { AskUserResult } from '../../core/answer/types.js';
import type { AskUserRequest } from '../../core/question/types.js';
import type { ParseOptions } from '../../core/question/parse-request.js';
import type { Dialect } from '../../dialects/types.js';
import { checkedRecord, offered } from '../../host/tool.js';
import type { Asker, AskOptions } from '../../host/types.js';

/** Where an integration's questions go. All of it comes from the host; nothing of it can be set by a model. */
export interface AskVia extends Omit<AskOptions, 'signal' | 'conversationId'> {
  /** Conversation the questions belong to: only clients authorized for it receive them. */
  readonly conversationId: string;
  /** Whoever asks the person: a broker, or anything with its `ask`. */
  readonly broker: Asker;
}

/** What came of a question that was put. */
export interface Put<Wire> {
  /** What the stack takes. */
  readonly wire: Wire;
  readonly result: AskUserResult;
  readonly request: AskUserRequest;
}

/**
 * Puts what a stack sent to the person, and gives what the stack takes: read and written by its dialect. What can't be asked is
 * shown to nobody, and ends as `invalid`.
 *
 * @throws whatever `broker.ask` does (`AskUserError`), and `AskUserError` `invalid_result` where it gives no result of the request
 */
export async function put<A, E>(
  dialect: Dialect<A, E>,
  input: unknown,
  { broker, ...options }: Pick<AskVia, 'broker'> & Omit<AskOptions, 'signal'>,
  { signal, ...parse }: ParseOptions & { readonly signal?: AbortSignal | undefined } = {},
): Promise<Put<A | E>> {
  const parsed = dialect.parse(input, { asker: options.agent?.name, ...parse });
  const request: AskUserRequest = parsed.ok
    ? parsed.value
    : { requestId: parse.requestId ?? '', questions: [], raw: input };
  const result: AskUserResult = parsed.ok
    ? await broker.ask(request, { ...offered(options, dialect), signal })
    : { status: 'invalid', issues: parsed.issues };
  // A broker may be anything with an `ask`. What is no result of this request is nobody's answer.
  if (parsed.ok) checkedRecord(result, request, { answeredAt: 0, mode: 'interactive' });
  return { wire: dialect.formatResult(result, request), result, request };
}
