import type { ExitCode } from './exit.js';

/** Runs the command without an installation: `npx` finds it by the name of the package. */
export const COMMAND = 'npx react-ask-user';

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
