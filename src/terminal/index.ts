export { linesWithCursor } from './cursor.js';
export { createKeyDecoder, type KeyDecoder } from './decode.js';
export type { Key } from './key.js';
export { receiptLines, type ReceiptOptions } from './receipt.js';
export { createSession, type TerminalSession, type TerminalSessionOptions, type TerminalSize } from './session.js';
export { ansiTheme, plainTheme, type TerminalTheme } from './theme.js';
export type { Frame } from './view.js';
