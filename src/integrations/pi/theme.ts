import type { TerminalTheme } from '../../terminal/theme.js';
import type { PiColor, PiTheme } from './types.js';

/** pi's theme as the terminal's. pi replaces the theme's colors when the user selects another, so that they are looked up each time. */
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
