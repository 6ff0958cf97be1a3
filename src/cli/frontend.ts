import type { AskUserResult } from '../core/answer/types.js';
import type { FlowOptionsInput } from '../core/flow/types.js';
import type { AskUserRequest } from '../core/question/types.js';
import { isHangUp } from './exit.js';

export interface FrontendOptions {
  readonly flow: FlowOptionsInput;
  /**
   * Aborted by SIGINT, SIGTERM or SIGHUP. If there is no result yet, the frontend then resolves with the return value
   * of `withdrawnBy`.
   */
  readonly signal: AbortSignal;
  printMessage(line: string): void;
}

export type Frontend<Options extends FrontendOptions = FrontendOptions> = (
  request: AskUserRequest,
  options: Options,
) => Promise<AskUserResult>;

export const withdrawnBy = (signal: AbortSignal): AskUserResult => ({
  status: isHangUp(signal.reason) ? 'connectionLost' : 'aborted',
});
