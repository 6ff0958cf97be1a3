import { limitNotes, readAllow } from '../../core/flow/allow.js';
import { checkedRecord } from '../../host/tool.js';
import type { AskOptions, AskUserTransport } from '../../host/index.js';
import { requestOf } from './dialect.js';
import type { Dialect } from '../../dialects/index.js';
import type { AskUserRequest, AskUserResult, ParseOptions } from '../../core/index.js';

/** Options for asking the user through a broker. */
export interface BrokerAskOptions extends Omit<AskOptions, 'signal' | 'conversationId'> {
  /** Conversation the requests belong to. */
  readonly conversationId: string;
  /** Transport that asks the user: a broker, or any object with its `ask` method. */
  readonly broker: AskUserTransport;
}

export interface AskOutput<Wire> {
  readonly output: Wire;
  readonly result: AskUserResult;
  readonly request: AskUserRequest;
}

/**
 * Parses a tool call with `dialect`, asks the user through `broker`, and formats the result. Input that cannot be
 * parsed settles as `invalid`, without asking.
 */
export async function askAndFormat<A, E>(
  dialect: Dialect<A, E>,
  input: unknown,
  { broker, ...options }: Pick<BrokerAskOptions, 'broker'> & Omit<AskOptions, 'signal'>,
  { signal, ...parse }: ParseOptions & { readonly signal?: AbortSignal | undefined } = {},
): Promise<AskOutput<A | E>> {
  const parsed = dialect.parse(input, { ...parse, asker: options.asker ?? parse.asker });
  const request = limitNotes(requestOf(parsed, parse.requestId ?? '', input), dialect.capabilities);
  const result: AskUserResult = parsed.ok
    ? await broker.ask(request, {
        ...options,
        allow: options.allow && readAllow(options.allow, dialect.capabilities),
        signal,
      })
    : { status: 'invalid', issues: parsed.issues };
  // The broker may be any object with an `ask` method, so its result needs validation.
  if (parsed.ok) checkedRecord(result, request, { answeredAt: 0, mode: 'interactive' });
  return { output: dialect.formatResult(result, request), result, request };
}
