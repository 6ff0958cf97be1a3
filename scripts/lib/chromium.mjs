import { existsSync } from 'node:fs';
import { ensureProgram, onPath } from './system-package.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
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
    cask: true,
    advice: 'Install Chromium or Google Chrome, or set CHROMIUM to the path of one.',
  });

/**
 * With each browser context, Chromium starts a process for its address bar and one for the next page: those are the first three.
 * The switch takes the place of Playwright's own, which the others are from.
 */
const DISABLED_FEATURES = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'OptimizationHints'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'NetworkTimeServiceQuerying'],
  ...['LensOverlay', 'AimEnabled', 'PreconnectToSearch'],
];

/** Quiet, and the same pictures everywhere. */
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
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];
