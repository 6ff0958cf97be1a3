import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const APT = ['apt-get', '-o', 'DPkg::Lock::Timeout=300'];
/** What each system's own package manager is asked, in turn. */
const INSTALL = [
  [
    [...APT, 'update', '-qq'],
    [...APT, 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ],
  [['dnf', 'install', '-y', '-q', 'chromium']],
  [['apk', 'add', '--no-cache', 'chromium']],
  [['brew', 'install', '--quiet', '--cask', 'chromium']],
];

const onPath = (name) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((dir) => join(dir, name))
    .find((file) => existsSync(file));

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
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  const prefix = process.getuid?.() === 0 || !onPath('sudo') ? [] : ['sudo', '-n'];
  const tried = [];
  for (const commands of INSTALL.filter(([[name]]) => onPath(name))) {
    for (const command of commands) {
      const [file, ...args] = command[0] === 'brew' ? command : [...prefix, ...command];
      console.log(`No Chromium found: ${command.join(' ')}`);
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      const { status, stderr } = spawnSync(file, args, { env, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
      if (status !== 0) tried.push(`${command.join(' ')}: ${stderr?.trim() || `exit code ${status}`}`);
    }
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error(
    [
      'The browser tests need Chromium, and there is none on this machine.',
      ...tried,
      'Install Chromium or Google Chrome, or set CHROMIUM to the path of one.',
    ].join('\n'),
  );
}

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
];
