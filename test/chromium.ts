import { findChromium, launchArgs } from '../scripts/lib/chromium.mjs';

/** Launch options of the system's Chromium, for Vitest's browser projects. */
export const launchOptions: { executablePath: string; headless: boolean; args: string[] } = {
  executablePath: findChromium() ?? 'chromium',
  headless: true,
  args: launchArgs,
};
