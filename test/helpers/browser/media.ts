import { afterAll, beforeAll } from 'vitest';
import { cdp } from 'vitest/browser';
import { inChromium } from './input.js';

/** What a person’s system asks for, by media feature, reduced motion unless it says otherwise; `media` is `print` or nothing. */
export interface Look {
  readonly [feature: string]: string;
}

export async function emulate({ media = '', ...features }: Look): Promise<void> {
  // A page that has both, as the one of a host with a dark theme.
  document.documentElement.style.colorScheme = 'prefers-color-scheme' in features ? 'light dark' : '';
  const wanted = Object.entries({ 'prefers-reduced-motion': 'reduce', ...features });
  // Other browsers are light and without motion from their start, and can’t be changed.
  const there = wanted.every(([name, value]) => matchMedia(`(${name}: ${value})`).matches);
  if (!inChromium && media === '' && there) return;
  await cdp().send('Emulation.setEmulatedMedia', {
    media,
    features: wanted.map(([name, value]) => ({ name, value })),
  });
}

/** All tests of a `describe` run with this look; the page outlives them, so it is put back. */
export function withLook(look: Look): void {
  beforeAll(() => emulate(look));
  afterAll(() => emulate({}));
}
