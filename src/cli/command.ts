import type { ExitCode } from './exit.js';

/** What a command can use besides its words. */
export interface Context {
  /** Aborted by SIGINT, SIGTERM and SIGHUP; its reason is the `CliError` to end with. */
  readonly signal: AbortSignal;
}

/** One command of the command line. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `ask-user help NAME` prints. */
  readonly help: string;
  run(args: readonly string[], context: Context): Promise<ExitCode>;
}
