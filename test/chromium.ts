import { findChromium, launchArgs } from '../scripts/lib/chromium.mjs';

/** The system's Chromium, for Vitest's browser projects. */
export const launchOptions: { executablePath: string; headless: boolean; args: string[] } = {
  executablePath: findChromium() ?? 'chromium',
  headless: true,
  args: launchArgs,
};
