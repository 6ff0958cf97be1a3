import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const APT = ['apt-get', '-o', 'DPkg::Lock::Timeout=300'];

/** Returns the commands of each system's package manager, in the order in which they are tried. */
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

/** Returns the path of a program in `PATH`. */
export const onPath = (name) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((dir) => join(dir, name))
    .find((file) => existsSync(file));

/**
 * Finds a program, or installs it with the system's package manager if it is missing.
 *
 * @param {string} name of the package
 * @param {object} options
 * @param {string} options.title common name of the program
 * @param {string} options.needed which tests need it
 * @param {string} options.advice what to do if it cannot be installed
 * @param {() => string | undefined} [options.find] returns its path
 * @param {boolean} [options.cask] whether it is an app in Homebrew
 * @param {{ apt?: string, dnf?: string, brew?: string }} [options.names] of the package, if a manager uses another
 * name; apt tries `name` as well
 * @returns {string} the path
 * @throws {Error} If it cannot be installed. The message contains advice.
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
  throw new Error([`The ${needed} tests need ${title}, which is not installed.`, ...tried, advice].join('\n'));
}
