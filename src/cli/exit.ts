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
  /** Ended by SIGHUP where nobody was asked: 128 + 1. */
  hungUp: 129,
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

/** The error of a terminal that is gone. */
export const hungUp = (): CliError => new CliError('Hung up.', EXIT.hungUp);

/** Whether an error, or the reason of a signal, is that the terminal is gone: a question then ends as `connectionLost`. */
export const isHangUp = (error: unknown): boolean => error instanceof CliError && error.exitCode === EXIT.hungUp;
