import { delimiter, isAbsolute, join } from 'node:path';
import { isRecord } from '../../../../src/core/guards.js';
import type { Place, Program } from './agents.js';
import { SettingsError } from './text.js';

/** This package, as it is installed. */
export interface Installed {
  /** Absolute path of its command, `main.js`. */
  readonly main: string;
  readonly version: string;
  /** Address of the repository in its `package.json`. */
  readonly repository: string | undefined;
}

export interface Chosen extends Program {
  /** Why the installed file is used instead of the package on npm. */
  readonly why: string | undefined;
}

const addressOf = (value: unknown): string | undefined => {
  const url = isRecord(value) ? value['url'] : value;
  return typeof url === 'string' ? url.replace(/^git\+/, '').replace(/\.git$/, '') : undefined;
};

/** Returns why a version on npm is not certainly this package, or `undefined` if it is. */
export function whyNotOnNpm({ version, repository }: Installed, found: unknown): string | undefined {
  if (!isRecord(found)) return `npm does not show ask-user@${version}`;
  const dist = isRecord(found['dist']) ? found['dist'] : {};
  if (found['name'] !== 'ask-user' || found['version'] !== version) return `npm does not show ask-user@${version}`;
  if (typeof (dist['integrity'] ?? found['dist.integrity']) !== 'string')
    return `npm shows ask-user@${version} without a checksum`;
  if (repository === undefined || addressOf(found['repository']) !== addressOf(repository)) {
    return `ask-user@${version} on npm does not name the repository of this package`;
  }
  return undefined;
}

/**
 * Chooses how agents start `ask-user`: a pinned version by `npx` once npm shows it as this package, otherwise the
 * installed file.
 *
 * @param view - Returns what npm shows of a package, or `undefined` if it shows none.
 * @throws {SettingsError} If the installed file will not stay.
 */
export async function chooseProgram(
  installed: Installed,
  words: readonly string[],
  isLocal: boolean,
  platform: NodeJS.Platform,
  view: (spec: string) => Promise<unknown>,
): Promise<Chosen> {
  const spec = `ask-user@${installed.version}`;
  const why = isLocal ? '--local' : whyNotOnNpm(installed, await view(spec));
  if (why === undefined) {
    const args = ['-y', spec, ...words];
    // On Windows, npx is a script that only its shell can start.
    return platform === 'win32' ? { command: 'cmd', args: ['/c', 'npx', ...args], why } : { command: 'npx', args, why };
  }
  if (/[\\/]_npx[\\/]/.test(installed.main)) {
    throw new SettingsError(
      `${why}, and npm may delete this copy, which npx has made, at any time. Install the package first, and run its own command.`,
    );
  }
  return { command: process.execPath, args: [installed.main, ...words], why };
}

const quote = (word: string, platform: NodeJS.Platform): string => {
  if (/^[\w@./:=+-]+$/.test(word)) return word;
  return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`;
};

/** Writes a program as one line for the shell. */
export const toShell = ({ command, args }: Program, platform: NodeJS.Platform): string =>
  [command, ...args].map((word) => quote(word, platform)).join(' ');

/** Returns what a program lacks to be started, or `undefined`. */
export function whyNotFound({ command, args }: Program, { env, platform, exists }: Place): string | undefined {
  const endings = platform === 'win32' ? ['', ...(env['PATHEXT'] ?? '.EXE;.CMD;.BAT').split(';')] : [''];
  const folders = isAbsolute(command) ? [''] : (env['PATH'] ?? env['Path'] ?? '').split(delimiter);
  const isThere = folders.some((folder) => endings.some((ending) => exists(join(folder, command) + ending)));
  if (!isThere) return `the command ${command} does not exist`;
  const file = args.find((word) => isAbsolute(word));
  return file !== undefined && !exists(file) ? `the file ${file} does not exist` : undefined;
}
