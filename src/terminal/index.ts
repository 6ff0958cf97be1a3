export { linesWithCursor } from './view.js';
export { createKeyDecoder } from './decode.js';
export type { Key } from './key.js';
export { receiptLines } from './receipt.js';
export { createSession, type KeptRecord, type TerminalSession, type TerminalSessionOptions } from './session.js';
export { ansiTheme, plainTheme, type TerminalTheme } from './theme.js';
export type { AskUserTerminalLanguage, AskUserTerminalMessages } from '../messages/terminal-types.js';
