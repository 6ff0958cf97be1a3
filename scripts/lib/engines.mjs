import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureProgram, onPath } from './system-package.mjs';

/** The path of Firefox: `FIREFOX`, else the one the system has, else one that is installed now. */
export const ensureFirefox = (needed) =>
  ensureProgram('firefox-esr', {
    title: 'Firefox',
    needed,
    find: () => process.env['FIREFOX'] || onPath('firefox-esr') || onPath('firefox'),
    names: { dnf: 'firefox' },
    advice: 'Install Firefox ESR 140 or later, or set FIREFOX to the path of one.',
  });

/** WebKitGTK's driver, which is installed together with its browser. Returns the path of that browser. */
export function ensureMiniBrowser(needed) {
  const advice = 'Install WebKitGTK with its WebDriver (Debian: webkit2gtk-driver).';
  ensureProgram('webkit2gtk-driver', {
    title: 'WebKitGTK’s driver',
    needed,
    find: () => onPath('WebKitWebDriver'),
    advice,
  });
  const found = process.env['MINIBROWSER'] || miniBrowsers().at(-1);
  if (!found) throw new Error(`The ${needed} tests need WebKitGTK’s MiniBrowser, and there is none. ${advice}`);
  return found;
}

/** A library keeps its programs beside it, in a folder of its version. */
function miniBrowsers() {
  const folders = ['/usr/lib', '/usr/lib64', '/usr/libexec'].flatMap((lib) =>
    existsSync(lib) ? [lib, ...readdirSync(lib).map((name) => join(lib, name))] : [],
  );
  return folders
    .flatMap((folder) => ['4.0', '4.1'].map((version) => join(folder, `webkit2gtk-${version}/MiniBrowser`)))
    .filter((file) => existsSync(file));
}

/** The X server without a monitor. */
export const ensureXvfb = (needed) =>
  ensureProgram('xvfb', {
    title: 'Xvfb',
    needed,
    find: () => onPath('Xvfb'),
    names: { dnf: 'xorg-x11-server-Xvfb' },
    advice: 'Install Xvfb (Debian: xvfb).',
  });
