import { cdp } from 'vitest/browser';

/** Runs with a finger as the pointer: `(pointer: coarse)`. */
export async function withTouch(run: () => Promise<void>): Promise<void> {
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: true });
  try {
    await run();
  } finally {
    await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false });
  }
}
