import { readArgs, usageError } from '../args.js';
import { strandedLine, strandedOf } from '../../pending/claim.js';
import type { Command } from '../command.js';
import { CliError, EXIT, type ExitCode } from '../exit.js';
import { PENDING_FILE } from '../../pending/file.js';
import { takeAnswers } from '../../pending/take.js';
import { printResult } from '../result.js';

const OPTIONS = { answers: { type: 'string' }, pretty: { type: 'boolean' } } as const;

/** The answers of `--answers`. */
function fromFlag(text: string): readonly unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw usageError(`--answers takes a JSON list, as '["PostgreSQL", "order-processor"]'.`, 'answer');
  }
  if (Array.isArray(value)) return value;
  throw usageError('--answers takes a JSON list, one answer for each question.', 'answer');
}

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArgs('answer', args, OPTIONS, ['FILE']);
  const file = positionals[0] ?? PENDING_FILE;
  const taken = takeAnswers(file, values.answers === undefined ? undefined : fromFlag(values.answers));
  if (!taken) {
    const stranded = strandedOf(file);
    const more = stranded === undefined ? '' : `; ${strandedLine(stranded)}`;
    throw new CliError(`there are no pending questions: no file ${file}${more}`);
  }
  const { dialect, request, result } = taken;
  try {
    await printResult({ dialect, result, request, pretty: values.pretty });
  } catch (error) {
    const kept = taken.putBack();
    if (!(error instanceof CliError)) throw error;
    throw new CliError(`${error.message}; the questions still wait in ${kept}`);
  }
  taken.done();
  return EXIT.ok;
}

/** Makes the result of questions that wait in a file. */
export const answer: Command = {
  name: 'answer',
  summary: 'answer questions that wait in a file',
  help: `Usage: ask-user answer [FILE] [--answers JSON] [--pretty]

Answers the questions that "ask-user ask --print" left in FILE, prints the result as the
agent's own tool would return it, and then removes FILE. FILE is
${PENDING_FILE} unless you name another.

Write each answer into FILE in place of null, or give them all at once, in question order:
  ask-user answer --answers '["PostgreSQL", "order-processor"]'

A text that is an option's label chooses that option; any other text is your own words.
A question that takes several answers takes a list: ["Search", "Exports"].
Numbers are not positions. Every question needs an answer; otherwise nothing is printed,
FILE stays, and a line says what is missing.

Options
  --answers JSON    the answers as a JSON list; FILE must have none then
  --pretty          print the JSON on several lines
`,
  run,
};
