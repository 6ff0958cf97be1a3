import type { ReactNode } from 'react';
import { part } from '../anatomy.js';

const LINES = 6;
const CHARACTERS = 400;

const isLong = (text: string): boolean => text.length > CHARACTERS || text.split('\n').length > LINES;

/** A person's own words. Long ones scroll where they have a name, so that what comes after them stays in sight. */
export function Quoted({ text, labelledBy, children = text }: QuotedProps): ReactNode {
  const words = <bdi>{children}</bdi>;
  if (labelledBy === undefined || !isLong(text)) return words;
  return (
    // Not every browser lets a key scroll what has no tab stop.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div {...part('long-text')} role="group" tabIndex={0} aria-labelledby={labelledBy}>
      {words}
    </div>
  );
}

interface QuotedProps {
  text: string;
  /** The element that says whose words these are. @default none: shown whole */
  labelledBy?: string | undefined;
  /** The text as it is drawn. @default the text */
  children?: ReactNode;
}
