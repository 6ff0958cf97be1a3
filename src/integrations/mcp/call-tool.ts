import { isRecord } from '../../core/guards.js';
import { pause } from '../../host/time.js';
import { LONGEST_TIMER_MS } from '../../host/time.js';
import { mcpInputRequired } from '../../dialects/index.js';
import { askAndFormat } from '../shared/ask-and-format.js';
import { toAskArguments, readResult, type ElicitationHandlerOptions } from './handler.js';

/** A call of a server's tool. */
export interface McpCall {
  /**
   * Id of the call in the broker's store, which must be unique there: the id of your agent's tool call, prefixed with
   * the conversation and the message if the model only counts its calls. If the call is repeated with this id, after a
   * crash or in another process, it attaches to its request or receives the stored answer.
   */
  readonly id: string;
  /** Name of the tool. */
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * A call whose server has requested input or a later call. It is plain JSON. Pass it to `callToolWithElicitation` to
 * continue the call in any process.
 */
export interface PendingCall extends McpCall {
  /**
   * Number of times that the server has asked, including this one. A response that only requests a later call is not
   * counted.
   */
  readonly round: number;
  /** The server's response: its forms and its state, or only the state if the server requests a later call. */
  readonly asked: unknown;
}

/** The part of a `Client` of SDK 2 that is used. */
export interface ToolCallingClient<Result> {
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    options?: { allowInputRequired?: boolean; timeout?: number; signal?: AbortSignal },
  ): Promise<Result>;
  /** Returns `'modern'` for protocol version 2026-07-28 and later. */
  getProtocolEra?(): string | undefined;
}

/** Options for `callToolWithElicitation`. */
export interface CallToolOptions extends Omit<ElicitationHandlerOptions, 'onError'> {
  /** Name of the server that the user sees. Take it from your configuration. */
  readonly asker: string;
  /**
   * Called with each new pending call and awaited, before the user is asked or the call is repeated. Store the pending
   * call here to continue it later.
   */
  readonly onPending?: ((pending: PendingCall) => unknown) | undefined;
  /**
   * Time limit for each request to the server, in milliseconds. Since 2026-07-28 it does not include the user's time.
   *
   * Defaults to 60000, and for 2025 servers to the `timeout` of `elicitationRequestOptions`.
   */
  readonly requestMs?: number | undefined;
  /**
   * Maximum number of rounds of questions. The call fails if the server asks once more. Responses that only request a
   * later call do not count.
   *
   * @default 10
   */
  readonly maxRounds?: number | undefined;
}

const REQUEST_MS = 60_000;

/** First pause, in milliseconds, before a call whose server asked nothing is repeated. Doubles up to the longest. */
const PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Calls a tool of a server with MCP 2026-07-28. If the server asks, this asks the user and repeats the call with the
 * answers, until there is a result. Another process can continue a `PendingCall`.
 *
 * For 2025 servers, also use `answerElicitation`, which asks the user.
 *
 * @param call - A new call or a pending one.
 * @throws {ElicitationError} For a result that is not sent, such as `timedOut`. The server receives nothing, so the
 * call can be resumed, with another id if the broker still stores that result.
 * @throws The signal's reason if it ends the wait for a server that is still working.
 * @throws {Error} If the server asks more often than `maxRounds`.
 * @throws {AskUserError} If the broker's result is invalid.
 * @throws Any error of `client.callTool`, `broker.ask` and `onPending`.
 * @example
 * const result = await callToolWithElicitation(
 *   client,
 *   { id: toolCallId, name: 'deploy', arguments: input },
 *   { broker, conversationId, asker: 'Deployments', signal, onPending: (pending) => save(JSON.stringify(pending)) },
 * );
 */
export async function callToolWithElicitation<Result>(
  client: ToolCallingClient<Result>,
  call: McpCall | PendingCall,
  { onPending, requestMs, maxRounds = 10, ...handlerOptions }: CallToolOptions,
): Promise<Result> {
  const { id, name, arguments: args } = call;
  const { options: askOptions, parse } = toAskArguments(handlerOptions);
  const { signal } = parse;
  const timeout = requestMs ?? (client.getProtocolEra?.() === 'modern' ? REQUEST_MS : LONGEST_TIMER_MS);
  const options = { allowInputRequired: true, signal, timeout };

  let pending: PendingCall | undefined = 'asked' in call ? call : undefined;
  let waits = 0;
  for (;;) {
    const answers = pending && (await answersTo(pending));
    const result = await client.callTool({ name, ...(args && { arguments: args }), ...answers }, options);
    if (!isAsking(result)) return result;
    const round: number = (pending?.round ?? 0) + (isWaiting(result) ? 0 : 1);
    if (round > maxRounds)
      throw new Error(`The tool ${name} still asks after ${maxRounds} rounds. Set \`maxRounds\` to allow more.`);
    pending = { id, name, ...(args && { arguments: args }), round, asked: result };
    await onPending?.(pending);
  }

  async function answersTo({ asked, round }: PendingCall): Promise<object> {
    if (isWaiting(asked)) {
      await pause(Math.min(PAUSE_MS * 2 ** waits++, LONGEST_PAUSE_MS), signal);
      return { requestState: asked.requestState };
    }
    waits = 0;
    const requestId = round === 1 ? id : `${id}/${round}`;
    return readResult(
      mcpInputRequired,
      await askAndFormat(mcpInputRequired, asked, askOptions, { ...parse, requestId }),
    );
  }
}

const isAsking = (result: unknown): boolean => isRecord(result) && result['resultType'] === 'input_required';

/** Whether the server asks nothing and continues when it is called again with its state. */
const isWaiting = (asked: unknown): asked is { readonly requestState: unknown } =>
  isRecord(asked) && asked['requestState'] !== undefined && Object.keys(asked['inputRequests'] ?? {}).length === 0;
