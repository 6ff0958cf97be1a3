import type { ReactNode } from 'react';
import type { ClampWords } from '../../text/clamp-words.js';
import { ClampedText } from './clamped.js';

/** Length in UTF-16 code units. Such a text fits in three lines of the narrowest card, so it is not measured. */
const SHORT = 40;

const isShort = (text: string): boolean => text.length <= SHORT && text.split('\n').length <= 3;

/** Renders a read-only text, such as an answer or notes. If it has more than three lines, a button shows the rest. */
export function ReadOnlyText({ text, words, children = <bdi>{text}</bdi> }: QuotedProps): ReactNode {
  return isShort(text) ? children : <ClampedText words={words}>{children}</ClampedText>;
}

interface QuotedProps {
  text: string;
  words: ClampWords;
  /** The rendered text. Defaults to the text in a `<bdi>`. */
  children?: ReactNode;
}
