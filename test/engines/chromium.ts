import type { BrowserCommandContext } from 'vitest/node';
import type { CDPSession, Page } from 'playwright';
import type { KeyStroke, Modifier, MouseStroke } from './strokes.js';

const BITS: Readonly<Record<Modifier, number>> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };
const BUTTONS = { left: 1, right: 2, middle: 4 } as const;

interface Connection {
  readonly session: Promise<CDPSession>;
  /** Bit mask of the mouse buttons that are down. */
  buttons: number;
}

const connections = new WeakMap<Page, Connection>();

function connectionOf({ page }: BrowserCommandContext & { page?: Page }): Connection {
  if (!page) throw new Error('This browser has no page of Playwright.');
  const connection = connections.get(page) ?? { session: page.context().newCDPSession(page), buttons: 0 };
  connections.set(page, connection);
  return connection;
}

function keyEvent({ type, key, code, keyCode, text, modifiers, repeat, keypad, at }: KeyStroke) {
  const types = type === 'down' && text !== undefined && !modifiers.some((one) => one !== 'Shift');
  return {
    type: type === 'up' ? ('keyUp' as const) : types ? ('keyDown' as const) : ('rawKeyDown' as const),
    key,
    code,
    windowsVirtualKeyCode: keyCode,
    ...(types && { text }),
    modifiers: modifiers.reduce((bits, one) => bits + BITS[one], 0),
    autoRepeat: repeat,
    isKeypad: keypad,
    timestamp: at / 1000,
  };
}

/** Input commands for Chromium, through its DevTools protocol. */
export const chromiumCommands = {
  async sendKeys(context: BrowserCommandContext, strokes: readonly KeyStroke[]): Promise<void> {
    const session = await connectionOf(context).session;
    // Send all events without waiting for the effect of each, as a keyboard does.
    await Promise.all(strokes.map((one) => session.send('Input.dispatchKeyEvent', keyEvent(one))));
  },
  async sendMouse(context: BrowserCommandContext, strokes: readonly MouseStroke[]): Promise<void> {
    const connection = connectionOf(context);
    const session = await connection.session;
    // Send one after the other: Chromium looks up each target separately and could release the button before it is
    // pressed.
    for (const { type, x, y, button = 'left' } of strokes) {
      if (type === 'down') connection.buttons |= BUTTONS[button];
      if (type === 'up') connection.buttons &= ~BUTTONS[button];
      const name = ({ move: 'mouseMoved', down: 'mousePressed', up: 'mouseReleased' } as const)[type];
      const { buttons } = connection;
      await session.send('Input.dispatchMouseEvent', { type: name, x, y, button, buttons, clickCount: 1 });
    }
  },
  async releaseInput(): Promise<void> {
    // Chromium keeps no state of keys sent through its protocol.
  },
};
