/** What a text looks like. Each of them also differs in what it says, so that nothing is lost without colour. */
export interface Paint {
  strong(text: string): string;
  faint(text: string): string;
  /** What is highlighted. */
  accent(text: string): string;
  /** What is chosen. */
  good(text: string): string;
  /** What stands in the way. */
  warn(text: string): string;
}

const sgr = (on: number, off: number) => (text: string) => (text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`);
const plain = (text: string): string => text;

const COLOR: Paint = {
  strong: sgr(1, 22),
  faint: sgr(2, 22),
  accent: sgr(36, 39),
  good: sgr(32, 39),
  warn: sgr(33, 39),
};
const PLAIN: Paint = { strong: plain, faint: plain, accent: plain, good: plain, warn: plain };

/** The styles of a terminal: none at all where it has no colour, or is not to use it. */
export const paintFor = (color: boolean): Paint => (color ? COLOR : PLAIN);
