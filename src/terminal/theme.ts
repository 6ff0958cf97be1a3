/**
 * Styles of the terminal: each function returns its text with the style around it, and adds no visible character. Every style also
 * differs in its words or marks, so that a theme without any style loses nothing.
 */
export interface TerminalTheme {
  /** Questions and titles. */
  strong(text: string): string;
  /** Descriptions, hints and rules. */
  faint(text: string): string;
  /** The highlighted row and tab. */
  accent(text: string): string;
  /** Selected options and given answers. */
  good(text: string): string;
  /** Messages that need the user's attention. */
  warn(text: string): string;
  /** The mark of a recommended option, such as "(Recommended)". */
  recommended(text: string): string;
}

const ESC = '\u001b';
const sgr = (on: string, off: string) => (text: string) => (text === '' ? '' : `${ESC}[${on}m${text}${ESC}[${off}m`);
const plain = (text: string): string => text;

/** Styles by ANSI escape sequences, in the terminal's own 16 colors. */
export const ansiTheme: TerminalTheme = {
  strong: sgr('1', '22'),
  faint: sgr('2', '22'),
  accent: sgr('36', '39'),
  good: sgr('32', '39'),
  warn: sgr('33', '39'),
  recommended: sgr('2;36', '22;39'),
};

/** No styles, for a terminal without colors and for `NO_COLOR`. */
export const plainTheme: TerminalTheme = {
  strong: plain,
  faint: plain,
  accent: plain,
  good: plain,
  warn: plain,
  recommended: plain,
};

/** The styles of a theme as functions that need no `this`: a theme may be an instance of a class. */
export const stylesOf = (theme: TerminalTheme): TerminalTheme => ({
  strong: (text) => theme.strong(text),
  faint: (text) => theme.faint(text),
  accent: (text) => theme.accent(text),
  good: (text) => theme.good(text),
  warn: (text) => theme.warn(text),
  recommended: (text) => theme.recommended(text),
});

/** What a theme may add to a text: control sequences, and commands that end with BEL or ST, such as links. */
export const STYLES = new RegExp(String.raw`(\u{1b}(?:\[[0-?]*[ -/]*[@-~]|\][^\u{7}\u{1b}]*(?:\u{7}|\u{1b}\\)))`, 'gu');

/** The text without what a theme added to it. */
export const withoutStyles = (text: string): string => (text.includes(ESC) ? text.replace(STYLES, '') : text);
