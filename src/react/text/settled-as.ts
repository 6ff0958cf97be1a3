import type { AskUserResult } from '../../core/answer/types.js';
import type { AskUserMessages } from '../messages/types.js';

/** What a settled request is called: its status, or `discussed` for a wish to discuss. */
export const settledAs = (result: AskUserResult): keyof AskUserMessages['settled'] =>
  result.status === 'declined' && result.discuss ? 'discussed' : result.status;
