import type { ReactNode } from 'react';
import type { AskUserResult } from '../../core/answer/types.js';
import { part } from '../dialog/anatomy.js';
import type { AskUserMessages } from '../../messages/types.js';

/** Messages, or another object with the asker's name. */
type Asker = Pick<AskUserMessages, 'asker'>;

/** Returns a sentence with the asker's name in place of each `{asker}`. The first name is in a `<bdi>`. */
export function withAsker(sentence: string, { asker }: Asker): ReactNode {
  const [before, ...after] = sentence.split('{asker}');
  if (after.length === 0) return sentence;
  return (
    // Replaced as a whole: on a page that the browser translates, React cannot update a text beside other nodes.
    <span key={sentence + asker}>
      {before}
      <bdi {...part('asker')}>{asker}</bdi>
      {after.join(asker)}
    </span>
  );
}

/** Returns a sentence with the asker's name, as plain text, in place of each `{asker}`. */
export const nameAsker = (sentence: string, { asker }: Asker): string => sentence.replaceAll('{asker}', () => asker);

export const getSettledKey = (result: AskUserResult): keyof AskUserMessages['settled'] =>
  result.status === 'declined' && result.discuss ? 'discussed' : result.status;
