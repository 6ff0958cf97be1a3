import type { AskUserResult } from '../core/answer/types.js';
import type { FlowOptionsInput } from '../core/flow/types.js';
import type { AskUserRequest } from '../core/question/types.js';
import { isHangUp } from './exit.js';

/** Options for every way of asking. */
export interface FrontendOptions {
  /** Options of the flow. */
  readonly flow: FlowOptionsInput;
  /**
   * Aborted by SIGINT, SIGTERM and SIGHUP. The face then restores the terminal, closes what it opened, and resolves
   * with the result of `withdrawnBy`.
   */
  readonly signal: AbortSignal;
  /** Prints a line for the user on standard error. */
  printMessage(line: string): void;
}

/**
 * A way of asking the user: in the terminal or in a page. It resolves once, with the result. It rejects only with a
 * `CliError`. Only a submit by the user creates answers.
 */
export type Frontend<Options extends FrontendOptions = FrontendOptions> = (
  request: AskUserRequest,
  options: Options,
) => Promise<AskUserResult>;

/** Returns the result of a request that an aborted signal settles. */
export const withdrawnBy = (signal: AbortSignal): AskUserResult => ({
  status: isHangUp(signal.reason) ? 'connectionLost' : 'aborted',
});
