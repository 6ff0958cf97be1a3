import type { AskUserResult } from '../../core/answer/types.js';
import type { AskUserMessages } from '../messages/types.js';

/** Returns the key of the message for a settled request: its status, or `discussed` for a decline with `discuss`. */
export const getSettledKey = (result: AskUserResult): keyof AskUserMessages['settled'] =>
  result.status === 'declined' && result.discuss ? 'discussed' : result.status;
