import { afterAll, beforeAll } from 'vitest';
import { cdp } from 'vitest/browser';

/** What a person’s system asks for, by media feature, reduced motion unless it says otherwise; `media` is `print` or nothing. */
export interface Look {
  readonly [feature: string]: string;
}

export function emulate({ media = '', ...features }: Look): Promise<unknown> {
  // A page that has both, as the one of a host with a dark theme.
  document.documentElement.style.colorScheme = 'prefers-color-scheme' in features ? 'light dark' : '';
  return cdp().send('Emulation.setEmulatedMedia', {
    media,
    features: Object.entries({ 'prefers-reduced-motion': 'reduce', ...features }).map(([name, value]) => ({
      name,
      value,
    })),
  });
}

/** All tests of a `describe` run with this look; the page outlives them, so it is put back. */
export function withLook(look: Look): void {
  beforeAll(() => emulate(look));
  afterAll(() => emulate({}));
}
