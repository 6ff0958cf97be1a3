import { isRecord } from '../core/guards.js';
import type { AskUserRequest } from '../core/question/types.js';
import { askUser } from '../dialects/ask-user.js';
import { DIALECTS } from '../dialects/catalogue.js';
import type { AgentDialect } from '../dialects/types.js';
import { quote } from './answers.js';
import { PendingFileError } from './error.js';
import { readPrivate, type Read } from './files.js';
import { decode, parseJson } from './json.js';
import { issueLine } from './reason.js';

/** Where the questions wait, unless `--file` says otherwise. */
export const PENDING_FILE = '.ask-user/pending-questions.json';

/** One question as it waits. Source: the pending-questions file of the `ask_user` tool specification. */
export interface PendingQuestion {
  question: string;
  header?: string;
  multiSelect?: true;
  /** Labels. */
  options?: readonly string[];
  /** `null` until the person has written it: a text, or texts where several may be chosen. */
  answer: unknown;
}

/** The file of pending questions: the fields of the tool specification, and what is needed to give the agent its own result. */
export interface Pending {
  sessionId: string;
  /** ISO 8601 in UTC, in seconds. */
  timestamp: string;
  questions: readonly PendingQuestion[];
  /** Name of the dialect that the result is written in. */
  dialect: string;
  /** The request as the agent sent it. */
  request: unknown;
}

/** The file's content for a request that nobody has answered yet. */
export function toPending(
  { questions, raw }: AskUserRequest,
  { dialect, sessionId, now }: { dialect: string; sessionId: string; now: Date },
): Pending {
  return {
    sessionId,
    timestamp: now.toISOString().replace(/\.\d+Z$/, 'Z'),
    questions: questions.map(({ question, header, multiSelect, options }) => ({
      question,
      ...(header !== undefined && { header }),
      ...(multiSelect && { multiSelect }),
      ...(options.length > 0 && { options: options.map(({ label }) => label) }),
      answer: null,
    })),
    dialect,
    request: raw,
  };
}

/** A file of pending questions. */
export interface PendingFile {
  readonly file: string;
  /**
   * @internal
   */
  readonly read: Read;
  /** The questions as they are in the file, which the user may have edited. `answer` is `null` until the user has written one. */
  readonly questions: readonly Readonly<Record<string, unknown>>[];
  readonly sessionId: unknown;
  /** ISO 8601 in UTC. */
  readonly timestamp: unknown;
  /** Dialect of the agent that asked. */
  readonly dialect: AgentDialect;
  /** The request that the agent sent. If the file has lost it, it is made of the questions in the file. */
  readonly request: AskUserRequest;
}

/** A request is no file of pending questions, however alike they are: it has no answers, and nothing that this command adds. */
const isPending = (value: Readonly<Record<string, unknown>>, questions: readonly unknown[]): boolean =>
  ['sessionId', 'dialect', 'request'].some((name) => name in value) ||
  questions.some((question) => isRecord(question) && 'answer' in question);

const isQuestion = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && typeof value['question'] === 'string';

/** A question of a file that has lost its request. */
const rebuilt = ({ question, header, options, multiSelect }: Readonly<Record<string, unknown>>) => ({
  question,
  header,
  options,
  multiSelect,
});

/** Reads a file of pending questions; returns `undefined` if there is none. A symbolic link in the place of the folder `own` is refused. */
export function readPending(file: string, own?: string): PendingFile | undefined {
  const read = readPrivate(file, own);
  if (!read) return undefined;
  const value = parseJson(decode(read.bytes, file), file);
  const fields = isRecord(value) ? value : {};
  const { sessionId, timestamp, questions, dialect: name, request: sent } = fields;
  const whole = Array.isArray(questions) && questions.length > 0 && questions.every(isQuestion);
  if (!whole || !isPending(fields, questions)) {
    throw new PendingFileError(
      `${file} does not contain pending questions. Expected {"questions":[{"question":"…","answer":…}]}.`,
    );
  }
  const dialect = name === undefined ? askUser : DIALECTS.find((one) => one.name === name);
  if (!dialect)
    throw new PendingFileError(
      `${file}: ${typeof name === 'string' ? `unknown dialect ${quote(name)}` : '"dialect" must be a string'}.`,
    );
  const parsed = dialect.parse(sent ?? { questions: questions.map(rebuilt) });
  if (!parsed.ok) {
    const [issue] = parsed.issues;
    throw new PendingFileError(
      `${file}: invalid ${sent === undefined ? 'questions' : 'request'}. ${issue ? issueLine(issue) : ''}`,
    );
  }
  checkOrder(file, questions, parsed.value);
  return { file, read, questions, sessionId, timestamp, dialect, request: parsed.value };
}

/**
 * The file that is about to be removed or replaced; `undefined` where there is none. One that was named has to be a file of
 * pending questions: a slip must not cost another. In the place of our own anything goes, so that a broken one can.
 */
export const readDisposable = (file: string, named: boolean, own?: string): Read | undefined =>
  named ? readPending(file, own)?.read : readPrivate(file, own);

/** Answers go by position: a file whose questions were moved would give them to the wrong ones. */
function checkOrder(
  file: string,
  questions: readonly Readonly<Record<string, unknown>>[],
  asked: AskUserRequest,
): void {
  if (questions.length !== asked.questions.length) {
    throw new PendingFileError(
      `${file} has ${questions.length} questions, but the agent asked ${asked.questions.length}.`,
    );
  }
  const texts = asked.questions.map(({ question }) => question);
  const moved = questions.findIndex(
    ({ question }, i) => question !== texts[i] && texts.some((one) => one === question),
  );
  if (moved >= 0) throw new PendingFileError(`${file}: question ${moved + 1} was moved. Restore the original order.`);
}
