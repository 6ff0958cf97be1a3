import { existsSync } from 'node:fs';
import { ensureProgram, onPath } from './system-package.mjs';

/**
 * The first one is Chromium without windows, which uses a tenth less processor time. Debian has it, Ubuntu does not.
 */
const HEADLESS = 'chromium-headless-shell';
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns the path of the browser for the tests: `CHROMIUM`, or the first one on the system. */
export function findChromium() {
  return process.env['CHROMIUM'] || NAMES.map(onPath).find(Boolean) || MAC.find((file) => existsSync(file));
}

/**
 * Like {@link findChromium}, but installs Chromium with the system's package manager if it is missing.
 *
 * @returns {string} the path
 * @throws {Error} If it cannot be installed. The message contains advice.
 */
export const ensureChromium = () =>
  ensureProgram('chromium', {
    title: 'Chromium',
    needed: 'browser',
    find: findChromium,
    names: { apt: HEADLESS },
    cask: true,
    advice: 'Install Chromium or Google Chrome, or set CHROMIUM to the path of one.',
  });

/** Quiet, with the same pictures everywhere, and without positions that are read during a scroll or an animation. */
export const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--disable-smooth-scrolling',
  '--force-prefers-reduced-motion',
];
