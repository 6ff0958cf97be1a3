import type { AskUserResult } from '../core/answer/types.js';
import type { FlowOptionsInput } from '../core/flow/types.js';
import type { AskUserRequest } from '../core/question/types.js';
import { isHangUp } from './exit.js';

/** Options for a way of asking. */
export interface FrontendOptions {
  /** Options of the flow. */
  readonly flow: FlowOptionsInput;
  /** Aborted by a signal to the process. The frontend then resolves with the result of `withdrawnBy`. */
  readonly signal: AbortSignal;
  /** Prints a line for the user on standard error. */
  printMessage(line: string): void;
}

/** A way of asking the user: in the terminal or in a page. Resolves with the result. */
export type Frontend<Options extends FrontendOptions = FrontendOptions> = (
  request: AskUserRequest,
  options: Options,
) => Promise<AskUserResult>;

/** Returns the result for an aborted signal: `connectionLost` after SIGHUP, otherwise `aborted`. */
export const withdrawnBy = (signal: AbortSignal): AskUserResult => ({
  status: isHangUp(signal.reason) ? 'connectionLost' : 'aborted',
});
