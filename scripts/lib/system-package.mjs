import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const APT = ['apt-get', '-o', 'DPkg::Lock::Timeout=300'];

/** What each system's own package manager is asked, in turn. */
const commandsFor = (name, cask, { apt = name, dnf = name, brew = name }) => [
  [
    [...APT, 'update', '-qq'],
    [...APT, 'install', '-y', '-qq', '--no-install-recommends', apt],
  ],
  ...(apt === name ? [] : [[[...APT, 'install', '-y', '-qq', '--no-install-recommends', name]]]),
  [['dnf', 'install', '-y', '-q', dnf]],
  [['apk', 'add', '--no-cache', name]],
  [['brew', 'install', '--quiet', ...(cask ? ['--cask'] : []), brew]],
];

/** The path of a program in `PATH`. */
export const onPath = (name) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((dir) => join(dir, name))
    .find((file) => existsSync(file));

/**
 * Finds a program, and installs it through the system's package manager where there is none.
 *
 * @param {string} name of its package
 * @param {object} options
 * @param {string} options.title what people call it
 * @param {string} options.needed which tests need it
 * @param {string} options.advice what to do where it can't be installed
 * @param {() => string | undefined} [options.find] its path
 * @param {boolean} [options.cask] an app, to Homebrew
 * @param {{ apt?: string, dnf?: string, brew?: string }} [options.names] of its package, where a manager has another;
 *   apt is asked for `name` as well if it doesn't know the other
 * @returns {string} the path
 * @throws where it can't be had; the message says what to do
 */
export function ensureProgram(name, { title, needed, advice, find = () => onPath(name), cask = false, names = {} }) {
  const found = find();
  if (found) return found;
  const prefix = process.getuid?.() === 0 || !onPath('sudo') ? [] : ['sudo', '-n'];
  const tried = [];
  for (const commands of commandsFor(name, cask, names).filter(([[manager]]) => onPath(manager))) {
    for (const command of commands) {
      const [file, ...args] = command[0] === 'brew' ? command : [...prefix, ...command];
      console.log(`No ${title} found: ${command.join(' ')}`);
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      const { status, stderr } = spawnSync(file, args, { env, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
      if (status !== 0) tried.push(`${command.join(' ')}: ${stderr?.trim() || `exit code ${status}`}`);
    }
    const installed = find();
    if (installed) return installed;
  }
  throw new Error(
    [`The ${needed} tests need ${title}, and there is none on this machine.`, ...tried, advice].join('\n'),
  );
}
