import type { TerminalTheme } from '../terminal/theme.js';
import type { PiColor, PiTheme } from './types.js';

/** Converts pi's theme. Colors are looked up on each call, because pi changes them when the user selects a theme. */
export function themeOf(theme: PiTheme): TerminalTheme {
  const color = (name: PiColor) => (text: string) => (text === '' ? '' : theme.fg(name, text));
  return {
    strong: (text) => (text === '' ? '' : theme.bold(text)),
    faint: color('muted'),
    accent: color('accent'),
    good: color('success'),
    warn: color('warning'),
    recommended: color('muted'),
  };
}
