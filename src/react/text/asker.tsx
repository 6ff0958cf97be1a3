import type { ReactNode } from 'react';
import { part } from '../anatomy.js';

/** A sentence with the asker's name in it, the name in an element of its own. */
export function withAsker(sentence: string, asker: string): ReactNode {
  const [before, ...after] = sentence.split('{asker}');
  if (after.length === 0) return sentence;
  return (
    <>
      {before}
      <bdi {...part('asker')}>{asker}</bdi>
      {after.join(asker)}
    </>
  );
}

/** The same as plain text, for a name. */
export const nameAsker = (sentence: string, asker: string): string => sentence.replaceAll('{asker}', () => asker);
