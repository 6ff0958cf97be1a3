import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import type { AskUserRequest } from '../core/question/types.js';
import { CliError } from './exit.js';
import { writePrivate, type Read } from '../pending/files.js';
import { toJson } from '../pending/json.js';
import { instructionLines, quoted, type PendingCommands } from '../pending/instructions.js';
import { isStdin, printMessage, writeOut } from './io.js';
import { PENDING_FILE, readDisposable, toPending } from '../pending/file.js';

export interface PrintOptions {
  readonly dialect: string;
  readonly file: string | undefined;
  /** File that contains the request; `undefined` or `-` for standard input. */
  readonly from: string | undefined;
  /** ID of the agent's session. Defaults to a random one. */
  readonly sessionId: string | undefined;
  readonly force: boolean | undefined;
  readonly pretty: boolean | undefined;
}

const withFile = (command: string, file: string): string =>
  file === PENDING_FILE ? command : `${command} ${quoted(file)}`;

const commandsFor = (file: string, count: number): PendingCommands => {
  const answers = JSON.stringify(Array.from({ length: count }, (_, i) => `answer ${i + 1}`));
  return {
    answer: `ask-user answer ${quoted(file)} --answers '${answers}'`,
    edit: withFile('ask-user answer', file),
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

/**
 * Saves the questions in a file, prints JSON with its path on standard output, and prints instructions for the user on
 * standard error. Rejects if the file exists, unless `force` is set.
 */
export async function printPending(
  request: AskUserRequest,
  { dialect, file: named, from, sessionId = randomUUID(), force, pretty }: PrintOptions,
): Promise<void> {
  const file = named ?? PENDING_FILE;
  const pending = toPending(request, { dialect, sessionId, now: new Date() });
  const replaced = force ? replaceable(named, from) : undefined;
  if (!writePrivate(file, toJson(pending, true), replaced)) {
    if (force)
      throw new CliError(`${file} has changed since it was read, so it was not replaced. Run the command again.`);
    const manage = withFile('ask-user questions show', file).replace('show', 'show|clear');
    throw new CliError(`${file} already exists. See ${manage}, or replace it with --force.`);
  }
  try {
    await writeOut(toJson({ answered: false, answers: [], pendingFile: file }, pretty));
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    throw new CliError(`${error.message} The questions are saved in ${file}.`);
  }
  for (const line of instructionLines(file, commandsFor(file, request.questions.length))) printMessage(line);
}
