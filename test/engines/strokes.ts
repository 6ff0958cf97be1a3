/** One change of one key, as the browser's driver is to make it. */
export interface KeyStroke {
  readonly type: 'down' | 'up';
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  /** The text that the key types, if it types one. */
  readonly text?: string;
  readonly modifiers: readonly Modifier[];
  readonly repeat: boolean;
  readonly keypad: boolean;
  /** The time of the event, in milliseconds since 1970. Chromium alone takes it. */
  readonly at: number;
}

export type Modifier = 'Alt' | 'Control' | 'Meta' | 'Shift';

/** One step of the mouse, at a point of the browser's whole page. */
export interface MouseStroke {
  readonly type: 'move' | 'down' | 'up';
  readonly x: number;
  readonly y: number;
  readonly button?: MouseButton;
}

export type MouseButton = 'left' | 'middle' | 'right';

/** What every browser's driver does for the tests: trusted input. */
export interface InputCommands {
  sendKeys: (strokes: readonly KeyStroke[]) => Promise<void>;
  sendMouse: (strokes: readonly MouseStroke[]) => Promise<void>;
  /** Releases every key and button that a test has left down. */
  releaseInput: () => Promise<void>;
}

declare module 'vitest/browser' {
  interface BrowserCommands extends InputCommands {}
}
