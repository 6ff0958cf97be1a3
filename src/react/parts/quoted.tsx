import type { ReactNode } from 'react';
import type { ClampWords } from '../text/clamp-words.js';
import { Clamped } from './clamped.js';

/** As much as fits in three lines of the narrowest card: such a text is not measured. */
const SHORT = 40;

const isShort = (text: string): boolean => text.length <= SHORT && text.split('\n').length <= 3;

/** A text that is only read, an answer or a note: three lines of it, with a button that shows all, if it has more. */
export function Quoted({ text, words, children = <bdi>{text}</bdi> }: QuotedProps): ReactNode {
  return isShort(text) ? children : <Clamped words={words}>{children}</Clamped>;
}

interface QuotedProps {
  text: string;
  words: ClampWords;
  /** The text as it is drawn. @default the text in a `<bdi>` */
  children?: ReactNode;
}
