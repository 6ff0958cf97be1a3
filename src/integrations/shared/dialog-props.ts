import type { AskUserResult } from '../../core/answer/types.js';
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
  /** Hands the result to the stack. */
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
    onInvalid: (wire, details) => void send(wire, details.result),
  };
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
