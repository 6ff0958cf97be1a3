import type { ReactNode } from 'react';
import { part } from '../dialog/anatomy.js';
import type { AskUserMessages } from '../../messages/types.js';

/** Returns a sentence with the asker's name in place of each `{asker}`. The first name is in a `<bdi>`. */
export function withAsker(sentence: string, { asker }: Pick<AskUserMessages, 'asker'>): ReactNode {
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
