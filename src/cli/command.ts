import type { ExitCode } from './exit.js';

export interface Context {
  /** Aborted by SIGINT, SIGTERM and SIGHUP. Its reason is the `CliError` to exit with. */
  readonly signal: AbortSignal;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Text that `ask-user help NAME` prints. */
  readonly help: string;
  run(args: readonly string[], context: Context): Promise<ExitCode>;
}
