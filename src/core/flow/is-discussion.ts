import type { AskUserResult, Discussion } from '../answer/types.js';

/** Whether the user wants to discuss the questions first. */
export const isDiscussion = (result: AskUserResult | undefined): result is Discussion =>
  result?.status === 'declined' && result.discuss === true;
