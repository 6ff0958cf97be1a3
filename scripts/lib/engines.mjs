import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureProgram, onPath } from './system-package.mjs';

/** Returns the path of Firefox: `FIREFOX`, or that of the system, or of a new installation. */
export const ensureFirefox = (needed) =>
  ensureProgram('firefox-esr', {
    title: 'Firefox',
    needed,
    find: () => process.env['FIREFOX'] || onPath('firefox-esr') || onPath('firefox'),
    names: { dnf: 'firefox' },
    advice: 'Install Firefox ESR 140 or later, or set FIREFOX to the path of one.',
  });

/** Installs WebKitGTK's driver, which comes with its browser. Returns the path of that browser. */
export function ensureMiniBrowser(needed) {
  const advice = 'Install WebKitGTK with its WebDriver (Debian: webkit2gtk-driver).';
  ensureProgram('webkit2gtk-driver', {
    title: 'WebKitGTK’s driver',
    needed,
    find: () => onPath('WebKitWebDriver'),
    advice,
  });
  const found = process.env['MINIBROWSER'] || miniBrowsers().at(-1);
  if (!found) throw new Error(`The ${needed} tests need WebKitGTK’s MiniBrowser, which was not found. ${advice}`);
  return found;
}

/** The library keeps its programs in a folder with its version in the name. */
function miniBrowsers() {
  const folders = ['/usr/lib', '/usr/lib64', '/usr/libexec'].flatMap((lib) =>
    existsSync(lib) ? [lib, ...readdirSync(lib).map((name) => join(lib, name))] : [],
  );
  return folders
    .flatMap((folder) => ['4.0', '4.1'].map((version) => join(folder, `webkit2gtk-${version}/MiniBrowser`)))
    .filter((file) => existsSync(file));
}

/** Installs the X server without a monitor, if it is missing. */
export const ensureXvfb = (needed) =>
  ensureProgram('xvfb', {
    title: 'Xvfb',
    needed,
    find: () => onPath('Xvfb'),
    names: { dnf: 'xorg-x11-server-Xvfb' },
    advice: 'Install Xvfb (Debian: xvfb).',
  });
