import { didYouMean, readArgs, usageError } from '../args.js';
import { COMMAND, type Command } from '../command.js';
import { EXIT, type ExitCode } from '../exit.js';
import { strandedLine, strandedOf } from '../../pending/claim.js';
import { removeRead } from '../../pending/files.js';
import { toJson } from '../../pending/json.js';
import { printMessage, writeOut } from '../io.js';
import { PENDING_FILE, readDisposable, readPending } from '../../pending/file.js';

const OPTIONS = { pretty: { type: 'boolean' } } as const;
const ACTIONS = ['show', 'clear'];

async function show(named: string, pretty: boolean | undefined): Promise<void> {
  const stranded = strandedOf(named);
  const pending = readPending(named) ?? (stranded === undefined ? undefined : readPending(stranded));
  const file = pending?.file ?? named;
  if (!pending) {
    await writeOut(toJson({ pending: false, pendingFile: file }, pretty));
    return printMessage('No questions are pending.');
  }
  const { sessionId, timestamp, dialect, request } = pending;
  const questions = pending.questions.map((question, i) => ({ id: request.questions[i]?.id, ...question }));
  await writeOut(
    toJson({ pending: true, pendingFile: file, sessionId, timestamp, dialect: dialect.name, questions }, pretty),
  );
  for (const [i, { question, answer }] of pending.questions.entries()) {
    printMessage(
      `${i + 1}. ${String(question)}${answer === null || answer === undefined ? '' : ` = ${JSON.stringify(answer)}`}`,
    );
  }
  if (stranded !== undefined) printMessage(strandedLine(stranded));
}

async function clear(file: string, named: boolean, pretty: boolean | undefined): Promise<void> {
  const read = readDisposable(file, named);
  const cleared = read !== undefined && removeRead(file, read);
  await writeOut(toJson({ cleared, pendingFile: file }, pretty));
  printMessage(cleared ? `Removed ${file}.` : 'No questions are pending.');
}

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArgs('questions', args, OPTIONS, ['show|clear', 'FILE']);
  const [action = 'show', file] = positionals;
  if (!ACTIONS.includes(action)) {
    throw usageError(
      `Unknown action "${action}".${didYouMean(action, ACTIONS)} questions takes show or clear, and then FILE.`,
      'questions',
    );
  }
  if (action === 'show') await show(file ?? PENDING_FILE, values.pretty);
  else await clear(file ?? PENDING_FILE, file !== undefined, values.pretty);
  return EXIT.ok;
}

export const questions: Command = {
  name: 'questions',
  summary: 'show or clear pending questions',
  help: `Usage: ${COMMAND} questions [show|clear] [FILE] [--pretty]

show    print the pending questions in FILE, with the answers so far (default)
clear   remove FILE, including the answers in it

FILE defaults to ${PENDING_FILE}.
`,
  run,
};
