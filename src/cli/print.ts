import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { COMMAND } from './command.js';
import { CliError } from './exit.js';
import { PendingFileError } from '../pending/errors.js';
import { writeNew, writePrivate, type Read } from '../pending/files.js';
import { toJson } from '../pending/json.js';
import { instructionLines, quoted, type PendingCommands } from '../pending/instructions.js';
import { isStdin, printMessage, writeOut } from './io.js';
import {
  type Asked,
  isSame,
  PENDING_FILE,
  type PendingFile,
  readDisposable,
  readPending,
  toPending,
} from '../pending/file.js';

export interface PrintOptions {
  readonly file: string | undefined;
  /** File that contains the request; `undefined` or `-` for standard input. */
  readonly from: string | undefined;
  /** ID of the agent's session. Defaults to a random one. */
  readonly sessionId: string | undefined;
  readonly force: boolean | undefined;
}

const withFile = (command: string, file: string): string =>
  file === PENDING_FILE ? command : `${command} ${quoted(file)}`;

const commandsFor = (file: string, count: number): PendingCommands => {
  const answers = JSON.stringify(Array.from({ length: count }, (_, i) => `answer ${i + 1}`));
  return {
    answer: `${COMMAND} answer ${quoted(file)} --answers '${answers}'`,
    edit: withFile(`${COMMAND} answer`, file),
  };
};

/**
 * Returns the file that `--force` replaces, or `undefined` if the file does not exist. Throws if the file cannot be
 * read or contains the request, and if a named file does not contain pending questions.
 */
function replaceable(named: string | undefined, from: string | undefined): Read | undefined {
  const file = named ?? PENDING_FILE;
  const there = readDisposable(file, named !== undefined);
  if (!there || isStdin(from)) return there;
  const { dev, ino } = statSync(from);
  if (dev === there.stats.dev && ino === there.stats.ino)
    throw new CliError(`${file} contains the request itself. Use another path for --file.`);
  return there;
}

/** How to continue if the file has other questions, or content that cannot be read. */
function refusal(file: string, why: string, how: string): CliError {
  const manage = withFile(`${COMMAND} questions show`, file).replace('show', 'show|clear');
  return new CliError(`${file} ${why}, so these questions were not saved. ${how} See ${manage}.`);
}

/** Returns the questions that are pending already. Throws if the file cannot be read. */
function pendingIn(file: string, asked: Asked): PendingFile | undefined {
  try {
    return readPending(file, { asked });
  } catch (error) {
    if (!(error instanceof PendingFileError)) throw error;
    throw refusal(file, 'already exists', `${error.message} Correct it, or use another path for --file.`);
  }
}

/** Questions that are saved in a file. */
export interface Saved {
  readonly file: string;
  /** Number of answers that the file already has. */
  readonly answers: number;
}

/**
 * Saves the questions in a file, unless they are pending there already.
 *
 * @throws {CliError} If the file contains something else, unless `force` is set.
 */
export function savePending(asked: Asked, { file: named, from, sessionId, force }: PrintOptions): Saved {
  const file = named ?? PENDING_FILE;
  const { dialect, request } = asked;
  const content = { dialect: dialect.name, sessionId: sessionId ?? randomUUID(), now: new Date() };
  const text = toJson(toPending(request, content), true);
  if (force) {
    if (writePrivate(file, text, replaceable(named, from))) return { file, answers: 0 };
    throw new CliError(`${file} has changed since it was read, so it was not replaced. Run the command again.`);
  }
  const pending = writeNew(file, text, () => pendingIn(file, asked));
  const isOther = pending !== undefined && !isSame(pending, asked);
  if (!pending) return { file, answers: 0 };
  if (!isOther && (sessionId === undefined || sessionId === pending.sessionId)) {
    return { file, answers: pending.questions.filter(({ answer }) => answer !== null && answer !== undefined).length };
  }
  const why = isOther ? 'has other questions' : 'has the questions of another session';
  const answer = withFile(`${COMMAND} answer`, file);
  throw refusal(file, why, `Answer those first with ${answer}, or replace them with --force.`);
}

/** Prints the JSON for questions that are pending, with the path of their file. */
export async function printPending(file: string, pretty: boolean | undefined): Promise<void> {
  try {
    await writeOut(toJson({ answered: false, answers: [], pendingFile: file }, pretty));
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    throw new CliError(`${error.message} The questions are saved in ${file}.`);
  }
}

/** Prints instructions for the user on standard error. */
export function printInstructions(file: string, { request }: Asked): void {
  for (const line of instructionLines(file, commandsFor(file, request.questions.length))) printMessage(line);
}

/** Prints instructions for the user, who may have written answers into the file before. */
export function printNextStep({ file, answers }: Saved, asked: Asked): void {
  const { length } = asked.request.questions;
  if (answers === 0) return printInstructions(file, asked);
  printMessage(
    answers === length
      ? `${file} has an answer to each question. To print the result, run:`
      : `${file} has ${answers} of ${length} answers. Replace each other null, and run:`,
  );
  printMessage(`  ${commandsFor(file, length).edit}`);
}
