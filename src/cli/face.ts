import type { AskUserResult } from '../core/answer/types.js';
import type { FlowOptionsInput } from '../core/flow/types.js';
import type { AskUserRequest } from '../core/question/types.js';
import { isHangUp } from './exit.js';

/** What every way of asking is given. */
export interface FaceOptions {
  readonly flow: FlowOptionsInput;
  /**
   * Aborted by SIGINT, SIGTERM and SIGHUP: the face puts the terminal back as it was, closes what it opened, and ends as
   * `withdrawnBy` says.
   */
  readonly signal: AbortSignal;
  /** A line for the person: standard error. */
  say(line: string): void;
}

/**
 * A way of asking a person: in the terminal, or in a page. It resolves once, with what the person did; it rejects only with a
 * `CliError`, and answers never come from anything but the person's own submit.
 */
export type Face<Options extends FaceOptions = FaceOptions> = (
  request: AskUserRequest,
  options: Options,
) => Promise<AskUserResult>;

/** Returns the result of a question that an aborted signal ends. */
export const withdrawnBy = (signal: AbortSignal): AskUserResult => ({
  status: isHangUp(signal.reason) ? 'connectionLost' : 'aborted',
});
