import type { AskUserResult } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import type { AgentDialect } from '../../dialects/types.js';
import type { AskUserDialogProps } from '../../react/ask-user-dialog.js';

/** What `AskUserDialog`, `AskUser.Root` and `useAskUser` take to ask one question of an agent's: spread it. */
export type AskProps<A, E = A> = {
  [Name in 'dialect' | 'requestId' | 'onSubmit' | 'onCancel' | 'onInvalid']: NonNullable<
    AskUserDialogProps<A, E>[Name]
  >;
} & Pick<AskUserDialogProps<A, E>, 'input' | 'asker' | 'streaming' | 'result'>;

/** One call of an agent's ask tool, as a stack shows it to a page. */
export interface AskCall<A, E = A> {
  readonly dialect: AgentDialect<A, E>;
  readonly requestId: string;
  /** What the model wrote, as far as it has. */
  readonly input: unknown;
  /** Who asks, set by the host. */
  readonly asker?: string | undefined;
  /** The model is still writing. */
  readonly streaming?: boolean | undefined;
  /** What the stack has as the call's result; `undefined` while it is open. */
  readonly output?: unknown;
  /** Hands the result to the stack. Rejecting, throwing, or `{ ok: false }` say that it did not arrive, and it may be sent again. */
  readonly send: (wire: A | E, result: AskUserResult) => unknown;
}

/** The props of a call's dialog: open while there is no output, read-only and as it ended once there is one. */
export function askProps<A, E>(call: AskCall<A, E>): AskProps<A, E> {
  const { dialect, requestId, input, asker, streaming, send } = call;
  const result = endedWith(call);
  return {
    dialect,
    requestId,
    input,
    asker,
    streaming: streaming && !result,
    result,
    onSubmit: (wire, details) => send(wire, details.result),
    onCancel: (wire, details) => send(wire, details.result),
    onInvalid: (wire, details) => void bring(requestId, () => send(wire, details.result)),
  };
}

/**
 * Tells the agent that its question could not be asked. Nobody has a dialog with a retry for that: what fails is said on the console, and
 * tried again as soon as the call is drawn anew, as after a reload.
 */
async function bring(requestId: string, send: () => unknown): Promise<void> {
  try {
    const outcome = await send();
    if (!isRecord(outcome) || outcome['ok'] !== false || outcome['code'] === 'already_resolved') return;
    throw outcome['message'];
  } catch (cause) {
    console.error(new Error(`The agent was not told that ${requestId} could not be asked.`, { cause }));
  }
}

/** What an output says of the call, read by its dialect; what nobody can read has ended all the same, without an answer. */
function endedWith<A, E>({ dialect, input, requestId, output }: AskCall<A, E>): AskUserResult | undefined {
  if (output === undefined) return undefined;
  const asked = dialect.parse(input, { requestId });
  const read = asked.ok ? dialect.parseResult(output, asked.value) : asked;
  return read.ok && 'value' in read && 'status' in read.value
    ? (read.value as AskUserResult)
    : { status: 'unavailable', reason: 'What came of it can’t be read.' };
}
