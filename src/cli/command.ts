import type { ExitCode } from './exit.js';

export interface Context {
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP. Its reason is the `CliError` of that signal. */
  readonly signal: AbortSignal;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Text that `ask-user help NAME` and `ask-user NAME --help` print. */
  readonly help: string;
  run(args: readonly string[], context: Context): Promise<ExitCode>;
}
