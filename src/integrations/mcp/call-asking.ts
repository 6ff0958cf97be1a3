import { isRecord } from '../../core/guards.js';
import { mcpInputRequired } from '../../dialects/mcp-input-required.js';
import { put } from '../shared/put.js';
import { placed, saidBy, type ElicitationVia } from './handler.js';
import { PATIENT } from './patience.js';

/** A call of a server's tool. */
export interface McpCall {
  /**
   * Names the call in the broker's store, of which it must be unique: the id of your agent's own tool call. Made again under it, after a crash
   * or in another process, the call finds its question there, or the answer that it has.
   */
  readonly id: string;
  /** The tool. */
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

/** A call whose server has asked, as JSON can say it. Give it to `callAsking` to go on, wherever that is. */
export interface PendingCall extends McpCall {
  /** Which question of the call it is, from 1 on. */
  readonly round: number;
  /** What the server sent: its forms and its state. */
  readonly asked: unknown;
}

/** What is needed of a `Client` of SDK 2. */
export interface CallingClient<Result> {
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    options?: { allowInputRequired?: boolean; timeout?: number; signal?: AbortSignal },
  ): Promise<Result>;
  /** `'modern'` from 2026-07-28 on. */
  getProtocolEra?(): string | undefined;
}

/** Where the questions of a call go. */
export interface CallVia extends ElicitationVia {
  /** The server's name, as the person knows it. Take it from your own configuration. */
  readonly server: string;
  /** Awaited before the person is asked: the place to store what the call goes on from. */
  readonly onPending?: ((pending: PendingCall) => unknown) | undefined;
  /**
   * Milliseconds for each request to the server. The person's time does not count since 2026-07-28.
   *
   * @default 60000; with servers of 2025 as long as `PATIENT` is
   */
  readonly requestMs?: number | undefined;
  /** After this many questions the call fails, so that a server can't ask for ever. @default 10 */
  readonly maxRounds?: number | undefined;
}

const REQUEST_MS = 60_000;

/** How long to wait where a server asks for no more than to be called again. */
const PAUSE_MS = 250;

/**
 * Calls a tool of a server that speaks MCP 2026-07-28, asks the person what it asks, and calls again with the answers, until there is a
 * result. Neither server nor client has to live that long: any process of the server can take the answer, and any of yours can go on from
 * a `PendingCall`. Set `inputRequired: { autoFulfill: false }` on the client; with servers of 2025 `answerElicitation` does the asking.
 *
 * @param call a new call, or one that is pending
 * @throws ElicitationError where a question ended and nobody had answered, declined or cancelled it. The server has heard nothing of it:
 * the call can be taken up again, under another id where the broker remembers that ending.
 * @example
 * const result = await callAsking(
 *   client,
 *   { id: toolCallId, name: 'deploy', arguments: input },
 *   { broker, conversationId, server: 'Deployments', signal, onPending: (pending) => save(JSON.stringify(pending)) },
 * );
 */
export async function callAsking<Result>(
  client: CallingClient<Result>,
  call: McpCall | PendingCall,
  { onPending, requestMs, maxRounds = 10, ...via }: CallVia,
): Promise<Result> {
  const { id, name, arguments: args } = call;
  const { via: where, parse } = placed(via);
  const { signal } = parse;
  const timeout = requestMs ?? (client.getProtocolEra?.() === 'modern' ? REQUEST_MS : PATIENT.timeout);
  const options = { allowInputRequired: true, signal, timeout };

  let pending: PendingCall | undefined = 'asked' in call ? call : undefined;
  for (;;) {
    const answers = pending && (await answersTo(pending));
    const result = await client.callTool({ name, ...(args && { arguments: args }), ...answers }, options);
    if (!isAsking(result)) return result;
    const round: number = (pending?.round ?? 0) + 1;
    if (round > maxRounds) throw new Error(`The tool ${name} still asks after ${maxRounds} rounds.`);
    pending = { id, name, ...(args && { arguments: args }), round, asked: result };
    await onPending?.(pending);
  }

  async function answersTo({ asked, round }: PendingCall): Promise<object> {
    const { inputRequests, requestState } = isRecord(asked) ? asked : {};
    if (requestState !== undefined && Object.keys(inputRequests ?? {}).length === 0) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      signal.throwIfAborted();
      return { requestState };
    }
    const requestId = round === 1 ? id : `${id}/${round}`;
    const said = await put(mcpInputRequired, asked, where, { ...parse, requestId });
    const responses = Object.values(said.wire.inputResponses);
    return saidBy(
      mcpInputRequired,
      said,
      said.result.status !== 'answered' || responses.every(({ action }) => action === 'accept'),
    );
  }
}

const isAsking = (result: unknown): boolean => isRecord(result) && result['resultType'] === 'input_required';
