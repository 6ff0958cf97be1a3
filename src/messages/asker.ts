import { isDiscussion } from '../core/flow/is-discussion.js';
import type { AskUserResult } from '../core/answer/types.js';
import type { AskUserMessages } from './types.js';

/** Returns a sentence with the asker's name, as plain text, in place of each `{asker}`. */
export const nameAsker = (sentence: string, { asker }: Pick<AskUserMessages, 'asker'>): string =>
  sentence.replaceAll('{asker}', () => asker);

export const getSettledKey = (result: AskUserResult): keyof AskUserMessages['settled'] =>
  isDiscussion(result) ? 'discussed' : result.status;
