import type { ReactNode } from 'react';
import { part } from '../dialog/anatomy.js';

/** Returns a sentence in which the asker's name is in a separate `<bdi>`. */
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

/** Returns a sentence that contains the asker's name as plain text. */
export const nameAsker = (sentence: string, asker: string): string => sentence.replaceAll('{asker}', () => asker);
