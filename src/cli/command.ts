import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { ExitCode } from './exit.js';

/**
 * Returns how a user starts this command again, from the path of the program that runs. Both packages have a program
 * `ask-user`. It is in the user's path if it is installed globally; otherwise `npx` finds it by the name of its package.
 */
export function commandOf(program: string): string {
  const isAlias = basename(dirname(resolveLinks(program))) === 'ask-user';
  const isInPath = basename(program) === 'ask-user' ? basename(dirname(program)) !== '.bin' : isAlias;
  if (isInPath) return 'ask-user';
  return isAlias ? 'npx ask-user' : 'npx react-ask-user';
}

function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

export const COMMAND = commandOf(process.argv[1] ?? '');

export interface Context {
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP. Its reason is the `CliError` of that signal. */
  readonly signal: AbortSignal;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Text that `help NAME` and `NAME --help` print. */
  readonly help: string;
  run(args: readonly string[], context: Context): Promise<ExitCode>;
}
