import { EXIT, CliError, type ExitCode } from './exit.js';
import { PENDING_FILE, type Asked } from '../pending/file.js';
import { openMailbox } from '../pending/mailbox.js';
import { waitForAnswers } from '../pending/wait.js';
import { usageError } from './args.js';
import { printMessage } from './io.js';
import { printInstructions, printPending, savePending, type PrintOptions } from './print.js';
import { printOrSave } from './result.js';

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** Parses the value of `--timeout`: a positive whole number of seconds, minutes or hours. */
export function timeoutOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, count = '', unit = 's'] = /^(\d{1,9})([smh])?$/.exec(text) ?? [];
  const timeoutMs = Number(count) * UNITS[unit]!;
  if (timeoutMs > 0) return timeoutMs;
  throw usageError(`--timeout requires a time such as 30s, 5m or 2h, not ${JSON.stringify(text)}.`, 'ask');
}

export interface AwaitOptions extends PrintOptions {
  readonly timeout: string | undefined;
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal;
  readonly pretty: boolean | undefined;
  readonly details: boolean | undefined;
}

/**
 * Saves the questions in a file, waits until they are answered, and prints the result. A timeout and a signal leave the
 * file.
 */
export async function askInFile(asked: Asked, options: AwaitOptions): Promise<ExitCode> {
  const { timeout, timeoutMs, signal, pretty, details } = options;
  const mailbox = openMailbox(options.file ?? PENDING_FILE);
  try {
    const { file } = savePending(asked, options);
    printInstructions(file, asked);
    printMessage('Waiting for the answers. If you edit the file, save it when all are there; no other step is needed.');
    const onProblem = (message: string) => printMessage(`${message} Still waiting.`);
    const end = await waitForAnswers(file, { mailbox, asked, signal, timeoutMs, onProblem });
    switch (end.status) {
      case 'answered':
        try {
          await printOrSave({ ...asked, result: end.result, pretty, details });
        } finally {
          end.done();
        }
        return EXIT.ok;
      case 'removed': {
        const reason = `The questions were removed from ${file} before anybody answered them.`;
        await printOrSave({ ...asked, result: { status: 'unavailable', reason }, pretty, details });
        printMessage(reason);
        return EXIT.notAnswered;
      }
      case 'timedOut':
        await printPending(file, pretty);
        printMessage(`Nobody has answered within ${timeout}. The questions are still in ${file}.`);
        return EXIT.pending;
      case 'stopped': {
        const { message, exitCode }: CliError = signal.reason;
        throw new CliError(`${message} The questions are still in ${file}.`, exitCode);
      }
    }
  } finally {
    mailbox.close();
  }
}
