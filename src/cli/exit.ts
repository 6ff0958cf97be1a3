/** Exit codes of the command line, as `docs/cli.md` lists them. */
export const EXIT = {
  /** Done; for a question: it was answered. */
  ok: 0,
  /** Something is wrong with a file, its content or the machine. The line on standard error says what. */
  error: 1,
  /** The command was not written as `--help` says. */
  usage: 2,
  /** The person did not answer (cancelled, declined, …). The result on standard output says how it ended. */
  notAnswered: 3,
  /** Ended by SIGINT: 128 + 2. */
  interrupted: 130,
  /** Ended by SIGTERM: 128 + 15. */
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What ends the command line: one clear line for standard error, and its exit code. */
export class CliError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.error) {
    super(message);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}
