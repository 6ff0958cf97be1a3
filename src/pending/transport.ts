import { randomUUID } from 'node:crypto';
import { basename, dirname, resolve } from 'node:path';
import type { AskUserResult } from '../core/answer/types.js';
import type { AskUserRequest } from '../core/question/types.js';
import { askUser } from '../dialects/ask-user.js';
import type { AskOptions, Asker } from '../host/types.js';
import { strandedOf } from './claim.js';
import { PendingFileError } from './error.js';
import { PENDING_FILE, readDisposable, readPending, toPending, type PendingFile } from './file.js';
import { removeRead, writePrivate } from './files.js';
import { instructionLines, quoted, type GetPendingCommands } from './instructions.js';
import { toJson } from './json.js';
import { takeAnswers, type TakenAnswers } from './take.js';

/** Options of `createPendingTransport`. */
export interface PendingTransportOptions {
  /**
   * Path of the file. Its folder belongs to the host, such as `.pi`: it is created if it is missing, and refused if it is a symbolic link,
   * because a copied project could lead answers anywhere.
   *
   * @default '.ask-user/pending-questions.json'
   */
  readonly file?: string | undefined;
  /** The host's own commands, which the instructions for the user name. */
  readonly commands: GetPendingCommands;
  /** Returns the agent's session, which is stored in the file. By default, every request gets a random one. */
  readonly getSessionId?: (() => string) | undefined;
}

/** A transport that leaves requests in a file, and the way to read them back. Every method is synchronous but `ask`. */
export interface PendingTransport extends Asker {
  readonly mode: 'print';
  readonly file: string;
  /**
   * Writes the questions into the file and resolves at once, as `unavailable` with `pendingFile`, and with the instructions for the user as
   * `reason`. If the same questions are pending already, the file stays as it is, with the answers in it. If other questions are, or the
   * file can't be written, `pendingFile` is absent and `reason` says why. Rejects only if
   * `commands` or `getSessionId` throws; nothing is written then.
   */
  ask(request: AskUserRequest, options?: AskOptions): Promise<AskUserResult>;
  /**
   * Returns the pending questions, with what is answered so far; `undefined` if there are none.
   *
   * @throws {PendingFileError} If the file can't be read as pending questions.
   */
  read(): PendingFile | undefined;
  /**
   * Takes the questions out of the file if every one of them is answered. Call `done` on the value once the agent has its answers. Of
   * several processes at once, one gets them.
   *
   * @param answers - Answers in question order; by default those that the user has written into the file.
   * @returns `undefined` if no questions are pending.
   * @throws {PendingFileError} If an answer is missing or invalid, or if another process has taken the questions and is not done. The file
   * stays as it is.
   */
  take(answers?: readonly unknown[]): TakenAnswers | undefined;
  /**
   * Removes the file, also if nothing can be read in it. Returns whether there was one.
   *
   * @throws {PendingFileError} If the file can't be removed.
   */
  clear(): boolean;
}

/** The request as the file gives it back. */
function askedIn({ raw, ...request }: AskUserRequest): AskUserRequest {
  const parsed = askUser.parse(raw);
  return parsed.ok ? parsed.value : request;
}

const isSame = (a: AskUserRequest, b: AskUserRequest): boolean =>
  JSON.stringify(a.questions) === JSON.stringify(b.questions);

/** What to store of a request: as the agent sent it if `askUser` reads the same questions in that, else as `askUser` writes it. */
function storable(request: AskUserRequest): AskUserRequest {
  const parsed = askUser.parse(request.raw);
  if (parsed.ok && isSame(parsed.value, request)) return request;
  const written = askUser.formatRequest(request);
  return { ...request, raw: written.ok ? written.value : undefined };
}

/**
 * Creates a transport for a host without a user interface: questions wait in the pending-questions file of the `ask_user` tool
 * specification until the user answers them. The file is private (0600, its folder 0700) and written whole or not at all.
 *
 * @example
 * const pending = createPendingTransport({
 *   file: '.my-agent/pending-questions.json',
 *   commands: (file) => ({ answer: `my-agent -p @${file} "your answers"`, edit: 'my-agent --continue' }),
 * });
 * const tool = createAskUserTool({ tool: askUserPendingTool, broker: pending });
 */
export function createPendingTransport({
  file = PENDING_FILE,
  commands,
  getSessionId = randomUUID,
}: PendingTransportOptions): PendingTransport {
  const own = basename(dirname(resolve(file)));

  function write(request: AskUserRequest): AskUserResult {
    // Before the file is written, so that an error of the host's leaves nothing behind.
    const reason = instructionLines(file, commands(quoted(file), request)).join('\n');
    const waiting: AskUserResult = { status: 'unavailable', reason, pendingFile: file };
    const stored = storable(request);
    const pending = toPending(stored, { dialect: askUser.name, sessionId: getSessionId(), now: new Date() });
    if (writePrivate(file, toJson(pending, true), undefined, own)) return waiting;
    const there = readPending(file, own);
    if (there && isSame(there.request, askedIn(stored))) return waiting;
    const other = `Other questions are pending in ${file}, so these were not saved. Ask again after the user has answered the pending ones.`;
    return { status: 'unavailable', reason: other };
  }

  return {
    mode: 'print',
    file,
    async ask(request, { signal } = {}) {
      if (signal?.aborted) return { status: 'aborted' };
      try {
        return write(request);
      } catch (error) {
        if (!(error instanceof PendingFileError)) throw error;
        return { status: 'unavailable', reason: `The questions could not be saved. ${error.message}` };
      }
    },
    read: () => readPending(file, own),
    take(answers) {
      const taken = takeAnswers(file, answers, own);
      const stranded = taken ? undefined : strandedOf(file);
      if (stranded === undefined) return taken;
      throw new PendingFileError(
        `Another process is answering ${stranded}. If none is running, it was killed: rename the file to ${file} and answer again.`,
      );
    },
    clear() {
      const read = readDisposable(file, false, own);
      if (!read) return false;
      if (removeRead(file, read)) return true;
      throw new PendingFileError(`${file} has changed since it was read, so it was not removed.`);
    },
  };
}
