import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { AskUserRecord, AskUserResult } from '../../core/answer/types.js';
import { toRecord } from '../../core/answer/record.js';
import { isRecord } from '../../core/guards.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { parseAnswers } from '../../pending/answers.js';
import { PendingFileError } from '../../pending/error.js';
import type { PendingFile } from '../../pending/file.js';
import { createPendingTransport, type PendingTransport } from '../../pending/transport.js';
import type { PiContext } from './types.js';
import { WORDS } from './words.js';

/** Path of the file, from the folder that pi runs in. */
export const FILE = '.pi/pending-questions.json';

/** Creates the transport for a pi without a user interface. */
export const pendingTransportOf = ({ sessionManager }: Pick<PiContext, 'sessionManager'>): PendingTransport =>
  createPendingTransport({
    file: FILE,
    commands: (file) => ({ answer: `pi -p @${file} "your answers"`, edit: 'pi -c' }),
    getSessionId: () => sessionManager.getSessionId(),
  });

/** The answers of `--answers`, which are used once. */
export interface GivenAnswers {
  /** Returns the values that nothing has used yet; throws if they are not a list. */
  values(): readonly unknown[] | undefined;
  used(): void;
  /** Returns the result for a request; `undefined` if there are no answers, or if they do not fit: `warn` receives the reason. */
  resultFor(request: AskUserRequest, warn: (message: string) => void): AskUserResult | undefined;
}

function parseList(flag: string): readonly unknown[] {
  try {
    const values: unknown = JSON.parse(flag);
    if (Array.isArray(values)) return values;
  } catch {
    // The message is the same.
  }
  throw new PendingFileError(WORDS.flagUnreadable);
}

/** Reads the flag `--answers` when it is needed: pi sets flags after an extension was loaded. */
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

/** Answers that were taken out of the file, as a record. */
export interface Taken {
  readonly record: AskUserRecord;
  /** Removes the file: the answers are in the session. */
  done(): void;
}

/** Whether a file waits for this session, or for any that continues if it has lost the session's id. */
const isOf = ({ sessionId }: PendingFile, { sessionManager }: PiContext): boolean =>
  sessionId === undefined
    ? sessionManager.getBranch().some((entry) => isRecord(entry) && entry['type'] === 'message')
    : sessionId === sessionManager.getSessionId();

const isTouched = ({ questions }: PendingFile): boolean =>
  questions.some(({ answer }) => answer !== null && answer !== undefined);

/**
 * Takes the answers that the user has written into this session's file, or has given with `--answers`, which answer the file of any
 * session. `notify` receives what the user has to know if the file stays.
 */
export function takePending(
  context: PiContext,
  given: GivenAnswers,
  notify: (message: string, type: 'info' | 'warning') => void,
): Taken | undefined {
  const transport = pendingTransportOf(context);
  try {
    const pending = transport.read();
    if (!pending) return undefined;
    const values = given.values();
    if (!values && !isOf(pending, context)) return undefined;
    if (!values && !isTouched(pending)) {
      // In print mode, the prompt may be the answer.
      if (context.hasUI) notify(`${WORDS.pending(FILE, pending.questions.length)} ${WORDS.see}`, 'info');
      return undefined;
    }
    const taken = transport.take(values);
    if (!taken) return undefined;
    given.used();
    const request = { ...taken.request, requestId: `pending-${randomUUID()}` };
    return { record: toRecord(taken.result, request, { mode: 'print', answeredAt: Date.now() }), done: taken.done };
  } catch (error) {
    if (!(error instanceof PendingFileError)) throw error;
    // Answers that do not fit these questions were not meant for any other.
    given.used();
    notify(error.message, 'warning');
    return undefined;
  }
}

/** Whether a prompt contains the file, such as after `pi -p @.pi/pending-questions.json "…"`: the model reads the questions and the answers. */
export const holdsFile = (prompt: string): boolean => prompt.includes(`<file name="${resolve(FILE)}">\n`);

const answerOf = (answer: unknown): string =>
  answer === null || answer === undefined ? WORDS.notAnswered : JSON.stringify(answer);

/** Runs the command `/questions`: returns what to show to the user. */
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
    const list = questions.map(({ question, answer }, i) => `${i + 1}. ${String(question)} ${answerOf(answer)}`);
    return { message: [WORDS.pending(FILE, questions.length), ...list].join('\n'), type: 'info' };
  } catch (error) {
    if (!(error instanceof PendingFileError)) throw error;
    return { message: error.message, type: 'warning' };
  }
}
