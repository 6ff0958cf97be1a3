import type { ExitCode } from './exit.js';

/** Context that a command receives in addition to its arguments. */
export interface Context {
  /** Aborted by SIGINT, SIGTERM and SIGHUP. Its reason is the `CliError` to exit with. */
  readonly signal: AbortSignal;
}

/** One command of `ask-user`. */
export interface Command {
  readonly name: string;
  /** Line in the list of commands. */
  readonly summary: string;
  /** Text that `ask-user help NAME` prints. */
  readonly help: string;
  /** Runs the command and resolves with the exit code. */
  run(args: readonly string[], context: Context): Promise<ExitCode>;
}
