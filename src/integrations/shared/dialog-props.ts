import { isRecord } from '../../core/guards.js';
import type { AgentDialect } from '../../dialects/index.js';
import type { AskUserResult, Exchange } from '../../core/index.js';
import type { AskUserDialogProps } from '../../react/dialog/ask-user-dialog.js';

/** Props of `AskUserDialog` and `AskUser.Root` for one request of an agent. Spread them. */
export type AskProps<A, E = A> = {
  [Name in 'dialect' | 'requestId' | 'onSubmit' | 'onCancel' | 'onError']: NonNullable<AskUserDialogProps<A, E>[Name]>;
} & Pick<AskUserDialogProps<A, E>, 'input' | 'asker' | 'conversationId' | 'streaming' | 'result'>;

export interface AskCall<A, E = A> {
  readonly dialect: AgentDialect<A, E>;
  readonly requestId: string;
  /** Input of the call, possibly incomplete while the model writes. */
  readonly input: unknown;
  readonly asker?: string | undefined;
  /** Chat or thread of the call, in which answers that were not accepted are offered again. */
  readonly conversationId?: string | null | undefined;
  readonly streaming?: boolean | undefined;
  /** Output that the stack has stored for the call; `undefined` while the request is pending. */
  readonly output?: unknown;
  /** Result of a call that is settled without a stored output. */
  readonly result?: AskUserResult | undefined;
  /**
   * Sends the result to the stack. The result was not delivered if this throws, rejects, or returns or resolves to
   * `{ ok: false }`.
   */
  readonly send: (output: A | E, result: AskUserResult, exchanges: readonly Exchange[]) => unknown;
}

/**
 * Result of a delivery, as a dialog's `onSubmit` accepts it. The code `already_resolved` means that the question was
 * settled before, or that another answer to it is in flight.
 */
export type Delivery =
  | { readonly ok: true }
  | { readonly ok: false; readonly code?: 'already_resolved'; readonly message?: string; readonly cause?: unknown };

export const ALREADY_SETTLED: Delivery = {
  ok: false,
  code: 'already_resolved',
  message: 'This question is already settled.',
};

/** Without the text of the error, which is not for the user, and without its code, which has another meaning. */
export const failed = (cause?: unknown): Delivery => ({ ok: false, message: '', cause });

export function askProps<A, E>(call: AskCall<A, E>): AskProps<A, E> {
  const { dialect, requestId, input, asker, conversationId, streaming, send } = call;
  const result = readStoredResult(call) ?? call.result;
  return {
    dialect,
    requestId,
    input,
    asker,
    // Without one, the host may pass it.
    ...(conversationId && { conversationId }),
    streaming: streaming && !result,
    result,
    onSubmit: (output, { result: given, exchanges }) => send(output, given, exchanges),
    onCancel: (output, { result: given, exchanges }) => send(output, given, exchanges),
    onError: (output, details) => void sendUnasked(requestId, () => send(output, details.result, [])),
  };
}

/**
 * Sends the result of a request that could not be asked. No dialog offers a retry for it, so a failure is logged with
 * `console.error`, unless the call was settled before (`already_resolved`).
 */
async function sendUnasked(requestId: string, send: () => unknown): Promise<void> {
  try {
    const outcome = await send();
    if (!isRecord(outcome) || outcome['ok'] !== false || outcome['code'] === 'already_resolved') return;
    throw outcome['cause'] ?? outcome['message'];
  } catch (cause) {
    console.error(
      new Error(`The agent did not receive the result of ${requestId}, which could not be asked.`, { cause }),
    );
  }
}

/**
 * Returns `undefined` while the request is pending. If the input or the output cannot be read, the result is
 * `unavailable`, because the call is settled in any case.
 */
function readStoredResult<A, E>({ dialect, input, requestId, output }: AskCall<A, E>): AskUserResult | undefined {
  if (output === undefined) return undefined;
  const parsed = dialect.parse(input, { requestId });
  const read = parsed.ok ? dialect.parseResult(output, parsed.value) : parsed;
  return read.ok && 'value' in read && 'status' in read.value
    ? (read.value as AskUserResult)
    : { status: 'unavailable', reason: 'The stored result cannot be read.' };
}
