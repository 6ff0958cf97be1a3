/** Styles of a session and of a receipt. Each function returns its text with a style and adds no visible character. */
export interface TerminalTheme {
  /** Questions, titles, and the highlighted label and tab. */
  strong(text: string): string;
  /** Descriptions, hints, rules, the heading of a preview and the line beside it, and other secondary text. */
  faint(text: string): string;
  /** The marker and label of the highlighted row, the line beside its text field, and the active tab. */
  accent(text: string): string;
  /**
   * The mark of a selected option in a single-select question, the answers on Review, and the marks in the receipt of
   * an answered request.
   */
  good(text: string): string;
  /** Messages that need the user's attention. */
  warn(text: string): string;
  /** The mark "(Recommended)" at the end of a label, in any letter case. */
  recommended(text: string): string;
}

const ESC = '\u001b';
const sgr = (on: string, off: string) => (text: string) => (text === '' ? '' : `${ESC}[${on}m${text}${ESC}[${off}m`);
const plain = (text: string): string => text;

/** Styles as ANSI escape sequences: bold, faint, and colors of the terminal's palette. */
export const ansiTheme: TerminalTheme = {
  strong: sgr('1', '22'),
  faint: sgr('2', '22'),
  accent: sgr('36', '39'),
  good: sgr('32', '39'),
  warn: sgr('33', '39'),
  recommended: sgr('2;36', '22;39'),
};

/** A theme without styles, for terminals without colors and for `NO_COLOR`. */
export const plainTheme: TerminalTheme = {
  strong: plain,
  faint: plain,
  accent: plain,
  good: plain,
  warn: plain,
  recommended: plain,
};

/** Returns the styles of a theme as functions without `this`, because a theme may be an instance of a class. */
export const stylesOf = (theme: TerminalTheme): TerminalTheme => ({
  strong: (text) => theme.strong(text),
  faint: (text) => theme.faint(text),
  accent: (text) => theme.accent(text),
  good: (text) => theme.good(text),
  warn: (text) => theme.warn(text),
  recommended: (text) => theme.recommended(text),
});

/** Matches what a theme can add to a text: control sequences, and OSC commands such as links. */
export const STYLES = new RegExp(String.raw`(\u{1b}(?:\[[0-?]*[ -/]*[@-~]|\][^\u{7}\u{1b}]*(?:\u{7}|\u{1b}\\)))`, 'gu');

export const withoutStyles = (text: string): string => (text.includes(ESC) ? text.replace(STYLES, '') : text);
