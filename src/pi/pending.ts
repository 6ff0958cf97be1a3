import { isRecord } from '../core/guards.js';
import { createPendingTransport, parseAnswers, PendingFileError, type PendingTransport } from '../pending/index.js';
import { type AskUserRecord, type AskUserRequest, type AskUserResult, toRecord } from '../core/index.js';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { PiContext } from './types.js';
import { WORDS } from './words.js';

type PendingFile = NonNullable<ReturnType<PendingTransport['read']>>;

/** Path of the file with pending questions, relative to the working directory of pi. */
export const FILE = '.pi/pending-questions.json';

export const pendingTransportOf = ({ sessionManager }: Pick<PiContext, 'sessionManager'>): PendingTransport =>
  createPendingTransport({
    file: FILE,
    commands: (file) => ({ answer: `pi -p @${file} "your answers"`, edit: 'pi -c' }),
    getSessionId: () => sessionManager.getSessionId(),
  });

/** The answers of `--answers`, which are used at most once. */
export interface GivenAnswers {
  /** Returns `undefined` if the flag is missing or was used. Throws a `PendingFileError` if it is not a JSON list. */
  values(): readonly unknown[] | undefined;
  used(): void;
  /**
   * Returns the result for a request, or `undefined` if there are no valid answers for it. `warn` receives the
   * errors.
   */
  resultFor(request: AskUserRequest, warn: (message: string) => void): AskUserResult | undefined;
}

function parseList(flag: string): readonly unknown[] {
  try {
    const values: unknown = JSON.parse(flag);
    if (Array.isArray(values)) return values;
  } catch {}
  throw new PendingFileError(WORDS.flagUnreadable);
}

/** Reads the flag on demand, because pi sets flags after loading extensions. */
export function createGivenAnswers(getFlag: () => boolean | string | undefined): GivenAnswers {
  let isUsed = false;
  const values = () => {
    const flag = isUsed ? undefined : getFlag();
    return typeof flag === 'string' ? parseList(flag) : undefined;
  };
  return {
    values,
    used() {
      isUsed = true;
    },
    resultFor(request, warn) {
      try {
        const given = values();
        if (!given) return undefined;
        isUsed = true;
        const parsed = parseAnswers(request, given);
        if (parsed.ok) return parsed.result;
        warn(WORDS.flagRefused(parsed.problems));
      } catch (error) {
        isUsed = true;
        warn(error instanceof Error ? error.message : String(error));
      }
      return undefined;
    },
  };
}

export interface Taken {
  readonly record: AskUserRecord;
  /** Removes the file. Call it when the answers are in the session. */
  done(): void;
}

/**
 * Whether a file belongs to this session. A file without a session ID belongs to any session whose current branch
 * contains a message.
 */
const isOf = ({ sessionId }: PendingFile, { sessionManager }: PiContext): boolean =>
  sessionId === undefined
    ? sessionManager.getBranch().some((entry) => isRecord(entry) && entry['type'] === 'message')
    : sessionId === sessionManager.getSessionId();

const isTouched = ({ questions }: PendingFile): boolean =>
  questions.some(({ answer }) => answer !== null && answer !== undefined);

/** Takes the answers of `--answers` to any pending file, or those that the user wrote into the file of this session. */
export function takePending(
  context: PiContext,
  given: GivenAnswers,
  notify: (message: string, type: 'info' | 'warning') => void,
): Taken | undefined {
  const transport = pendingTransportOf(context);
  const warn = (error: unknown) => {
    if (!(error instanceof PendingFileError)) throw error;
    notify(error.message, 'warning');
  };
  try {
    const pending = transport.read();
    if (!pending) return undefined;
    const values = given.values();
    if (!values && !isOf(pending, context)) return undefined;
    if (!values && !isTouched(pending)) {
      // No message in print mode, because the prompt itself can contain the answers.
      if (context.hasUI) notify(`${WORDS.pending(FILE, pending.questions.length)} ${WORDS.see}`, 'info');
      return undefined;
    }
    const taken = transport.take(values);
    if (!taken) return undefined;
    given.used();
    const request = { ...taken.request, requestId: `pending-${randomUUID()}` };
    const done = () => {
      try {
        taken.done();
      } catch (error) {
        warn(error);
      }
    };
    return { record: toRecord(taken.result, request, { mode: 'print', answeredAt: Date.now() }), done };
  } catch (error) {
    warn(error);
    // Do not use the answers for another request.
    given.used();
    return undefined;
  }
}

/** Whether a prompt contains the file, such as after `pi -p @.pi/pending-questions.json "…"`. */
export const holdsFile = (prompt: string): boolean => prompt.includes(`<file name="${resolve(FILE)}">\n`);

const formatAnswer = (answer: unknown): string =>
  answer === null || answer === undefined ? WORDS.notAnswered : JSON.stringify(answer);

export function runQuestions(args: string, context: PiContext): { message: string; type: 'info' | 'warning' } {
  const transport = pendingTransportOf(context);
  const command = args.trim() || 'show';
  try {
    if (command === 'clear') {
      return { message: transport.clear() ? WORDS.cleared(FILE) : WORDS.nonePending, type: 'info' };
    }
    if (command !== 'show') return { message: WORDS.usage, type: 'warning' };
    const pending = transport.read();
    if (!pending) return { message: WORDS.nonePending, type: 'info' };
    const { questions } = pending;
    const list = questions.map(({ question, answer }, i) => `${i + 1}. ${String(question)} ${formatAnswer(answer)}`);
    return { message: [WORDS.pending(FILE, questions.length), ...list].join('\n'), type: 'info' };
  } catch (error) {
    if (!(error instanceof PendingFileError)) throw error;
    return { message: error.message, type: 'warning' };
  }
}
