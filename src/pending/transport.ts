import { randomUUID } from 'node:crypto';
import { basename, dirname, isAbsolute, normalize, sep } from 'node:path';
import type { AskUserResult } from '../core/answer/types.js';
import { recommend } from '../core/question/recommended.js';
import { readConstraints } from '../core/question/schema.js';
import type { AskUserRequest, Question } from '../core/question/types.js';
import { askUser } from '../dialects/ask-user.js';
import type { GivenAnswers } from './answers.js';
import type { AskOptions, AskUserTransport } from '../host/types.js';
import { strandedOf } from './claim.js';
import { issueLine, PendingFileError } from './errors.js';
import {
  isSame,
  PENDING_FILE,
  readDisposable,
  readPending,
  toPending,
  type Pending,
  type PendingFile,
} from './file.js';
import { removeRead, writeNew } from './files.js';
import { instructionLines, quoted, type GetPendingCommands } from './instructions.js';
import { toJson } from './json.js';
import { takeAnswers, type TakenAnswers } from './take.js';

/** Options for `createPendingTransport`. */
export interface PendingTransportOptions {
  /**
   * Path of the file, which must not be a symbolic link. Its folders, such as `.pi`, are created if they are missing. No
   * folder of a relative path may be a link, because a link in a copied project could redirect answers. Of an absolute
   * path, only the last folder is checked.
   *
   * @default '.ask-user/pending-questions.json'
   */
  readonly file?: string | undefined;
  /** Returns the host's commands for the instructions to the user. */
  readonly commands: GetPendingCommands;
  /** Returns the ID of the agent's session, which is stored in the file. By default, a random ID for every request. */
  readonly getSessionId?: (() => string) | undefined;
}

/** Transport that saves requests in a file and reads the answers back. All methods except `ask` are synchronous. */
export interface PendingTransport extends AskUserTransport {
  readonly mode: 'print';
  /** Path of the pending-questions file, as passed or by default. */
  readonly file: string;
  /**
   * Writes the questions into the file and resolves at once as `unavailable`, with `pendingFile` and with the
   * instructions for the user as `reason`. If the same questions are already pending, the file stays unchanged,
   * including its answers. If the questions were not saved, `pendingFile` is absent and `reason` is the cause.
   * Resolves as `aborted` if the signal is already aborted. Rejects if `commands` or `getSessionId` throws; nothing is
   * written then.
   */
  ask(request: AskUserRequest, options?: AskOptions): Promise<AskUserResult>;
  /**
   * Returns the pending questions with the answers so far, or `undefined` if no questions are pending.
   *
   * @throws {PendingFileError} If the file cannot be read or does not contain valid pending questions.
   */
  read(): PendingFile | undefined;
  /**
   * Claims the file, by renaming it, if all its questions are answered, apart from those that may stay blank. Call `done` on the returned value after the
   * agent has its answers. If several processes try at the same time, at most one succeeds.
   *
   * @param answers - Answers in question order, or by the ids or texts of the questions. By default, those that the user has written into the file.
   * @returns `undefined` if no questions are pending.
   * @throws {PendingFileError} If the file cannot be read or renamed, or is invalid, or if an answer is missing or
   * invalid. The error is also thrown if the file has an answer in addition to `answers`, has changed, or is claimed.
   * The content of the file stays unchanged.
   */
  take(answers?: GivenAnswers): TakenAnswers | undefined;
  /**
   * Removes the file, even if its content is invalid. Returns whether this call removed it.
   *
   * @throws {PendingFileError} If the file cannot be read or removed, or has changed between the two.
   */
  clear(): boolean;
}

/** Returns the first folder of the path that must not be a link. */
function ownFolderOf(file: string): string {
  const path = normalize(file);
  return isAbsolute(path) ? basename(dirname(path)) : (path.split(sep).find((part) => part !== '..') ?? '');
}

/** Returns a value as it would be read from the file, or `undefined` if JSON cannot represent it. */
function asStored(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return undefined;
  }
}

function toText(pending: Pending): string {
  try {
    return toJson(pending, true);
  } catch {
    throw new PendingFileError('The request contains a value that JSON cannot represent. Remove it from `metadata`.');
  }
}

/** Removes `allowNotes`, because it is a limit of the tool's output, and the file has no notes. */
function withoutNotesRule(request: AskUserRequest): AskUserRequest {
  const questions = request.questions.map(({ constraints, ...question }): Question => {
    const { allowNotes: _limit, ...others } = constraints ?? {};
    return Object.keys(others).length > 0 ? { ...question, constraints: others } : question;
  });
  return { ...request, questions };
}

/**
 * Returns the request as it will be read from the file, with the input to store: the agent's, if `askUser` parses the
 * same questions from it, or else `askUser`'s format, which lacks constraints, option values and which options are
 * recommended. The file has the constraints and recommendations beside the answers.
 */
function storable(asked: AskUserRequest): AskUserRequest {
  const request = withoutNotesRule(asked);
  const raw = asStored(request.raw);
  const parsed = askUser.parse(raw);
  if (parsed.ok && isSame({ dialect: askUser, request: parsed.value }, { dialect: askUser, request }))
    return { ...parsed.value, raw };
  const written = askUser.formatRequest(request);
  const plain = written.ok ? askUser.parse(written.value) : written;
  const read = plain.ok ? readConstraints(plain.value, request.questions) : plain;
  if (!read.ok) throw new PendingFileError(read.issues.slice(0, 1).map(issueLine).join(''));
  const questions = read.value.questions.map((question, i) =>
    recommend(question, (index) => request.questions[i]?.options[index]?.recommended === true),
  );
  return { ...read.value, questions };
}

/**
 * Creates a transport for a host without a user interface. It saves questions in the pending-questions file of the
 * `ask_user` tool specification until the user answers them. The file is private (0600, missing folders 0700).
 *
 * @example
 * const pending = createPendingTransport({
 *   file: '.my-agent/pending-questions.json',
 *   commands: (file) => ({ answer: `my-agent -p @${file} "your answers"`, edit: 'my-agent --continue' }),
 * });
 * const tool = createAskUserTool({ spec: askUserPendingTool, transport: pending });
 */
export function createPendingTransport({
  file = PENDING_FILE,
  commands,
  getSessionId = randomUUID,
}: PendingTransportOptions): PendingTransport {
  const own = ownFolderOf(file);

  function write(request: AskUserRequest): AskUserResult {
    const stored = storable(request);
    // Call the host before writing the file, so that an error in its function leaves no file.
    const reason = instructionLines(file, commands(quoted(file), request)).join('\n');
    const waiting: AskUserResult = { status: 'unavailable', reason, pendingFile: file };
    const other = `Other questions are pending in ${file}, so these were not saved. Ask again after the user has answered the pending ones.`;
    const text = toText(toPending(stored, { dialect: askUser.name, sessionId: getSessionId(), now: new Date() }));
    const there = writeNew(file, text, () => readPending(file, { own }), own);
    const isSaved = !there || isSame(there, { dialect: askUser, request: stored });
    return isSaved ? waiting : { status: 'unavailable', reason: other };
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
    read: () => readPending(file, { own }),
    take(answers) {
      const taken = takeAnswers(file, answers, { own });
      const stranded = taken ? undefined : strandedOf(file);
      if (stranded === undefined) return taken;
      throw new PendingFileError(
        `Another process is answering ${stranded}. If none is running, it was killed: rename the file to ${file} and answer again.`,
      );
    },
    clear() {
      const read = readDisposable(file, false, own);
      return read !== undefined && removeRead(file, read);
    },
  };
}
