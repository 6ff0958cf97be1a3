import { existsSync } from 'node:fs';
import { ensureProgram, onPath } from './system-package.mjs';

/** The first is Chromium without windows of its own, which takes a tenth less of the processor. Debian has it, Ubuntu doesn't. */
const HEADLESS = 'chromium-headless-shell';
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of the browser the tests drive: `CHROMIUM`, else the first one the system has. */
export function findChromium() {
  return process.env['CHROMIUM'] || NAMES.map(onPath).find(Boolean) || MAC.find((file) => existsSync(file));
}

/**
 * As {@link findChromium}, but installs Chromium through the system's package manager where there is none.
 *
 * @returns {string} the path
 * @throws where it can't be had; the message says what to do
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

/** Quiet, the same pictures everywhere, and no position that is read in the middle of a scroll or a motion. */
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
