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
  /** How often the server has asked, this time included. That it wants to be called again later does not count. */
  readonly round: number;
  /** What the server sent: its forms and its state, or the state alone where it is to be called again later. */
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
  /**
   * Awaited before the person is asked, and before each time that the server is waited for: the place to store what the call goes on from.
   */
  readonly onPending?: ((pending: PendingCall) => unknown) | undefined;
  /**
   * Milliseconds for each request to the server. The person's time does not count since 2026-07-28.
   *
   * @default 60000; with servers of 2025 as long as `PATIENT` is
   */
  readonly requestMs?: number | undefined;
  /**
   * After this many rounds of questions the call fails, so that a server can't ask for ever. One that only wants to be called again later is
   * waited for as long as `signal` allows.
   *
   * @default 10
   */
  readonly maxRounds?: number | undefined;
}

const REQUEST_MS = 60_000;

/** How long to wait where a server asks for no more than to be called again: twice as long each time, up to the longest. */
const PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** @throws the signal's reason, at once */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(over, signal.aborted ? 0 : ms);
    signal.addEventListener('abort', over);
  });
}

/**
 * Calls a tool of a server that speaks MCP 2026-07-28, asks the person what it asks, and calls again with the answers, until there is a
 * result. Neither server nor client has to live that long: any process of the server can take the answer, and any of yours can go on from
 * a `PendingCall`. Set `inputRequired: { autoFulfill: false }` on the client; with servers of 2025 `answerElicitation` does the asking.
 *
 * @param call a new call, or one that is pending
 * @throws ElicitationError where a question ended and nobody had answered, declined or cancelled it. The server has heard nothing of it:
 * the call can be taken up again, under another id where the broker remembers that ending. Where `signal` ends the wait for a server that is
 * still at work, its reason is thrown.
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
  let waits = 0;
  for (;;) {
    const answers = pending && (await answersTo(pending));
    const result = await client.callTool({ name, ...(args && { arguments: args }), ...answers }, options);
    if (!isAsking(result)) return result;
    const round: number = (pending?.round ?? 0) + (isWaiting(result) ? 0 : 1);
    if (round > maxRounds) throw new Error(`The tool ${name} still asks after ${maxRounds} rounds.`);
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
    return saidBy(mcpInputRequired, await put(mcpInputRequired, asked, where, { ...parse, requestId }));
  }
}

const isAsking = (result: unknown): boolean => isRecord(result) && result['resultType'] === 'input_required';

/** The server asks nothing, and goes on where it is called again with its state. */
const isWaiting = (asked: unknown): asked is { readonly requestState: unknown } =>
  isRecord(asked) && asked['requestState'] !== undefined && Object.keys(asked['inputRequests'] ?? {}).length === 0;
