/** One change of one key, sent by the browser’s driver. */
export interface KeyStroke {
  readonly type: 'down' | 'up';
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  /** Text that the key types, if any. */
  readonly text?: string;
  readonly modifiers: readonly Modifier[];
  readonly repeat: boolean;
  readonly keypad: boolean;
  /** Time of the event in milliseconds since 1970. Only Chromium uses it. */
  readonly at: number;
}

export type Modifier = 'Alt' | 'Control' | 'Meta' | 'Shift';

/** One step of the mouse, at a point of the browser’s top-level page. */
export interface MouseStroke {
  readonly type: 'move' | 'down' | 'up';
  readonly x: number;
  readonly y: number;
  readonly button?: MouseButton;
}

export type MouseButton = 'left' | 'middle' | 'right';

/** Commands that every browser’s driver implements. They create trusted input events. */
export interface InputCommands {
  sendKeys: (strokes: readonly KeyStroke[]) => Promise<void>;
  sendMouse: (strokes: readonly MouseStroke[]) => Promise<void>;
  /** Releases every key and button that is still down. */
  releaseInput: () => Promise<void>;
}

declare module 'vitest/browser' {
  interface BrowserCommands extends InputCommands {}
}
