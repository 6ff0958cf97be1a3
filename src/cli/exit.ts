export const EXIT = {
  /** Answered, or done. */
  ok: 0,
  /** Any error except a usage error. */
  error: 1,
  usage: 2,
  /** Not answered (cancelled, declined, …). Standard output contains the result. */
  notAnswered: 3,
  /** The questions are in a file, and not all of them are answered. */
  pending: 4,
  /** Ended by SIGHUP or a closed terminal, without a result: 128 + 1. */
  hungUp: 129,
  /** Ended by SIGINT, or by Ctrl+C in the prompt: 128 + 2. */
  interrupted: 130,
  /** Ended by SIGTERM: 128 + 15. */
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Error with a message for standard error and an exit code. */
export class CliError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.error) {
    super(message);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}

/** Creates the error for SIGHUP, and for a terminal that closes while the user types the input. */
export const hungUp = (): CliError => new CliError('Hung up.', EXIT.hungUp);

export const isHangUp = (error: unknown): boolean => error instanceof CliError && error.exitCode === EXIT.hungUp;
