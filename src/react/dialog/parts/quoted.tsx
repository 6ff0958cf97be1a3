import type { ReactNode } from 'react';
import type { ClampLabels } from '../../text/clamp-words.js';
import { ClampedText } from './clamped.js';

/** Length in UTF-16 code units up to which a text of at most three lines is not measured. */
const SHORT = 40;

const isShort = (text: string): boolean => text.length <= SHORT && text.split('\n').length <= 3;

/** By default, renders a text of the user, which must not be translated. */
export function ReadOnlyText({
  text,
  labels,
  children = <bdi translate="no">{text}</bdi>,
}: ReadOnlyTextProps): ReactNode {
  return isShort(text) ? children : <ClampedText labels={labels}>{children}</ClampedText>;
}

interface ReadOnlyTextProps {
  text: string;
  labels: ClampLabels;
  children?: ReactNode;
}
