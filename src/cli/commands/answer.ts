import { isRecord } from '../../core/guards.js';
import type { GivenAnswers } from '../../pending/answers.js';
import { readArgs, usageError } from '../args.js';
import { strandedLine, strandedOf } from '../../pending/claim.js';
import { COMMAND, type Command } from '../command.js';
import { CliError, EXIT, type ExitCode } from '../exit.js';
import { PendingFileError } from '../../pending/errors.js';
import { PENDING_FILE } from '../../pending/file.js';
import { takeAnswers } from '../../pending/take.js';
import { printResult } from '../result.js';

const OPTIONS = { answers: { type: 'string' }, details: { type: 'boolean' }, pretty: { type: 'boolean' } } as const;

function fromFlag(text: string): GivenAnswers {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw usageError(`--answers requires JSON, such as '["PostgreSQL", "order-processor"]'.`, 'answer');
  }
  if (Array.isArray(value) || isRecord(value)) return value;
  throw usageError('--answers requires a JSON list or object with one answer for each question.', 'answer');
}

/** Gives the error for open questions its exit code. */
function openAsPending<T>(take: () => T): T {
  try {
    return take();
  } catch (error) {
    if (!(error instanceof PendingFileError) || !error.isOpen) throw error;
    throw new CliError(error.message, EXIT.pending);
  }
}

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArgs('answer', args, OPTIONS, ['FILE']);
  const file = positionals[0] ?? PENDING_FILE;
  const given = values.answers === undefined ? undefined : fromFlag(values.answers);
  const taken = openAsPending(() => takeAnswers(file, given));
  if (!taken) {
    const stranded = strandedOf(file);
    const more = stranded === undefined ? '' : ` ${strandedLine(stranded)}`;
    throw new CliError(`No questions are pending: ${file} does not exist.${more}`);
  }
  const { dialect, request, result } = taken;
  try {
    await printResult({ dialect, result, request, pretty: values.pretty, details: values.details });
  } catch (error) {
    const restored = taken.restore();
    if (!(error instanceof CliError)) throw error;
    throw new CliError(`${error.message} The questions are still in ${restored}.`);
  }
  taken.done();
  return EXIT.ok;
}

export const answer: Command = {
  name: 'answer',
  summary: 'answer pending questions from a file',
  help: `Usage: ${COMMAND} answer [FILE] [--answers JSON] [--pretty]

Answer the questions that "ask" saved in FILE, print the result in the format of the
agent's tool, and remove FILE. FILE defaults to ${PENDING_FILE}.

Replace each null in FILE with an answer, or pass all answers, in question order or by the
id or text of each question:
  ${COMMAND} answer --answers '["PostgreSQL", "order-processor"]'

Text that equals an option's label selects that option, in --answers also the value of an
option. Any other text is a custom answer.
A multi-select question takes a list: ["Search", "Exports"]. Numbers do not select options
by position. If an answer is missing, nothing is printed, FILE is kept, standard error
lists the missing answers, and the exit code is 4.

Options
  --answers JSON    answers as a JSON list or object; FILE must contain none
  --details         print ids, values and status, instead of the agent's format
  --pretty          print the JSON on several lines
`,
  run,
};
