import { afterAll, beforeAll } from 'vitest';
import { cdp } from 'vitest/browser';
import { inChromium } from './input.js';

/**
 * Preferences of the system by media feature. Motion is reduced unless specified otherwise. `media` is `print` or
 * empty.
 */
export interface Look {
  readonly [feature: string]: string;
}

export async function emulate({ media = '', ...features }: Look): Promise<void> {
  // The page supports both schemes, like a host with a dark theme.
  document.documentElement.style.colorScheme = 'prefers-color-scheme' in features ? 'light dark' : '';
  const wanted = Object.entries({ 'prefers-reduced-motion': 'reduce', ...features });
  // Other browsers start light and without motion, and cannot be changed.
  const there = wanted.every(([name, value]) => matchMedia(`(${name}: ${value})`).matches);
  if (!inChromium && media === '' && there) return;
  await cdp().send('Emulation.setEmulatedMedia', {
    media,
    features: wanted.map(([name, value]) => ({ name, value })),
  });
}

/** Applies a look to all tests of a `describe`, and resets it afterwards, because the page is reused. */
export function withLook(look: Look): void {
  beforeAll(() => emulate(look));
  afterAll(() => emulate({}));
}
