import { isRecord } from '../../core/guards.js';
import type { AskUserResult } from '../../core/index.js';
import type { Dialect } from '../../dialects/index.js';
import { askAndFormat, type BrokerAskOptions } from '../shared/ask-and-format.js';
import type { Call, Part, Reply, ToolCall } from './types.js';
import { watch } from './time.js';

/** Time limit of a call, in milliseconds. A starting server accepts calls that it never answers. */
const CALL_TIMEOUT_MS = 30_000;

/** A question or a form that waits at opencode. */
export interface Pending {
  readonly id: string;
  readonly sessionID: string;
  readonly isForm: boolean;
  readonly tool?: ToolCall | undefined;
  /** Why the bridge cannot ask it, as a clause. */
  readonly refusal?: string | undefined;
  ask(options: BrokerAskOptions, ids: { requestId: string; signal: AbortSignal }): Promise<Asked>;
  /** Whether an agent waits for the answer. */
  isWaiting(): Promise<boolean>;
  /** Ends it without an answer. */
  reject(): Promise<boolean>;
}

export interface Asked {
  readonly result: AskUserResult;
  /**
   * Sends the result. Resolves to `false` if opencode no longer has the question.
   *
   * @throws {RefusedAnswer} The answer does not fit the form.
   */
  send(): Promise<boolean>;
}

export class RefusedAnswer extends Error {}

/** Creates the `ask` of a `Pending`. */
export const askWith =
  <A, E>(
    dialect: Dialect<A, E>,
    input: unknown,
    send: (output: A | E, result: AskUserResult) => Promise<boolean>,
  ): Pending['ask'] =>
  async (options, ids) => {
    const { output, result } = await askAndFormat(dialect, input, options, ids);
    return { result, send: () => send(output, result) };
  };

/**
 * Whether the value has the ids of a question or a form. The server may have another version than the client's types,
 * so the dialect parses the rest.
 */
export const hasIds = (value: unknown): value is { readonly id: string; readonly sessionID: string } =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['sessionID'] === 'string';

export const rejected = (error: unknown): Error =>
  error instanceof Error ? error : new Error('opencode rejected a call.', { cause: error });

/** Makes a call with a time limit. */
export async function timed<T>(call: (options: Call) => PromiseLike<T>): Promise<T> {
  const timeout = new AbortController();
  const silence = watch(CALL_TIMEOUT_MS, () =>
    timeout.abort(new Error(`opencode did not respond to a call within ${CALL_TIMEOUT_MS / 1000} s.`)),
  );
  try {
    return await call({ signal: timeout.signal });
  } finally {
    silence.stop();
  }
}

/** Makes a call and returns its data, or `undefined` if the server responds 404. */
export async function found<T>(call: (options: Call) => Reply<T>): Promise<T | undefined> {
  const { data, error, response } = await timed(call);
  if (response?.status === 404) return undefined;
  if (error === undefined) return data;
  throw rejected(error);
}

export const isFinished = (part: Part | undefined, { messageID, callID }: ToolCall): boolean =>
  part?.callID === callID &&
  (part.messageID === undefined || part.messageID === messageID) &&
  (part.state?.status === 'error' || part.state?.status === 'completed');
