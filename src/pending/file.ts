import { isRecord } from '../core/guards.js';
import { recommend } from '../core/question/recommended.js';
import { readConstraints } from '../core/question/schema.js';
import type { ParseResult } from '../core/question/issues.js';
import type { AskUserRequest, Constraints } from '../core/question/types.js';
import { askUser } from '../dialects/ask-user.js';
import { DIALECTS } from '../dialects/catalogue.js';
import type { AgentDialect } from '../dialects/types.js';
import { quote } from './answers.js';
import { issueLine, PendingFileError } from './errors.js';
import { readPrivate, type Read } from './files.js';
import { decode, parseJson } from './json.js';

export const PENDING_FILE = '.ask-user/pending-questions.json';

/** One question in the file. Source: the pending-questions file of the `ask_user` tool specification. */
export interface PendingQuestion {
  question: string;
  header?: string;
  multiSelect?: true;
  options?: readonly string[];
  constraints?: Constraints;
  /** Indexes of the options that a field of the agent's format recommends. */
  recommended?: readonly number[];
  /** `null` until the user writes an answer: a string, or a list of strings for a multi-select question. */
  answer: unknown;
}

/** Content of the file. */
export interface Pending {
  sessionId: string;
  /** Time of the request, in ISO 8601 and UTC, without fractions of a second. */
  timestamp: string;
  questions: readonly PendingQuestion[];
  /** Name of the dialect that parses `request` and formats the result. */
  dialect: string;
  /** Input of the request, in the format of `dialect`. */
  request: unknown;
}

/** @throws {PendingFileError} If a question is secret. */
export function toPending(
  { questions, raw }: AskUserRequest,
  { dialect, sessionId, now }: { dialect: string; sessionId: string; now: Date },
): Pending {
  const secret = questions.findIndex(({ constraints }) => constraints?.secret);
  if (secret >= 0) {
    throw new PendingFileError(
      `Question ${secret + 1} is secret, and the file would contain its answer in plain text. Ask it in a terminal or a dialog.`,
    );
  }
  return {
    sessionId,
    timestamp: now.toISOString().replace(/\.\d+Z$/, 'Z'),
    questions: questions.map(({ question, header, multiSelect, options, constraints }) => ({
      question,
      ...(header !== undefined && { header }),
      ...(multiSelect && { multiSelect }),
      ...(options.length > 0 && { options: options.map(({ label }) => label) }),
      ...(constraints && { constraints }),
      ...(options.some((option) => option.recommended) && {
        recommended: options.flatMap((option, i) => (option.recommended ? i : [])),
      }),
      answer: null,
    })),
    dialect,
    request: raw,
  };
}

/** A file of pending questions that was read. */
export interface PendingFile {
  readonly file: string;
  /**
   * @internal
   */
  readonly read: Read;
  /**
   * Questions as they are in the file, which the user may have edited. `answer` is `null` or absent until the user
   * writes one.
   */
  readonly questions: readonly Readonly<Record<string, unknown>>[];
  /** ID of the agent's session, unchecked. `undefined` if the file does not contain it. */
  readonly sessionId: unknown;
  /** Time of the request as it is in the file, unchecked. The package writes ISO 8601 in UTC. */
  readonly timestamp: unknown;
  /** Dialect that the file names, or `askUser` if it names none. */
  readonly dialect: AgentDialect;
  /** The parsed request. If the file does not contain its input, it is built from the questions. */
  readonly request: AskUserRequest;
}

/**
 * Whether the value is a pending file and not a request, which has neither these fields nor answers.
 */
const isPending = (value: Readonly<Record<string, unknown>>, questions: readonly unknown[]): boolean =>
  ['sessionId', 'dialect', 'request'].some((name) => name in value) ||
  questions.some((question) => isRecord(question) && 'answer' in question);

const isQuestion = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && typeof value['question'] === 'string';

const rebuilt = ({ id, question, header, options, multiSelect }: Readonly<Record<string, unknown>>) => ({
  id,
  question,
  header,
  options,
  multiSelect,
});

/** Adds what the file has beside the input of the agent: the constraints, and which options are recommended. */
function withRules(
  request: AskUserRequest,
  questions: readonly Readonly<Record<string, unknown>>[],
): ParseResult<AskUserRequest> {
  const read = readConstraints(request, questions);
  if (!read.ok) return read;
  const marked = read.value.questions.map((question, i) => {
    const indexes = questions[i]?.['recommended'];
    return Array.isArray(indexes) ? recommend(question, (index) => indexes.includes(index)) : question;
  });
  return { ...read, value: { ...read.value, questions: marked } };
}

/** A request and the dialect that parsed it. */
export interface Asked {
  readonly dialect: AgentDialect;
  readonly request: AskUserRequest;
}

/** Whether two requests have the same questions in the same format. */
export const isSame = (a: Asked, b: Asked): boolean =>
  a.dialect.name === b.dialect.name && JSON.stringify(a.request.questions) === JSON.stringify(b.request.questions);

export interface ReadOptions {
  readonly own?: string | undefined;
  /** The request, if the reader knows it. Used if the user has removed it from the file. */
  readonly asked?: Asked;
}

/** Returns `undefined` if the file does not exist. */
export function readPending(file: string, { own, asked }: ReadOptions = {}): PendingFile | undefined {
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
  const dialect = name === undefined ? (asked?.dialect ?? askUser) : DIALECTS.find((one) => one.name === name);
  if (!dialect)
    throw new PendingFileError(
      `${file}: ${typeof name === 'string' ? `unknown dialect ${quote(name)}` : '"dialect" must be a string'}.`,
    );
  const plain = dialect.parse(sent ?? { questions: questions.map(rebuilt) });
  const written = plain.ok ? withRules(plain.value, questions) : plain;
  const parsed = sent === undefined && asked ? { ok: true as const, value: asked.request } : written;
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
 * Reads a file that is about to be removed or replaced. A path that the user passed must lead to valid pending
 * questions, so that a typing error cannot remove another file.
 */
export const readDisposable = (file: string, named: boolean, own?: string): Read | undefined =>
  named ? readPending(file, { own })?.read : readPrivate(file, own);

/** Answers are matched by order, so a moved question would get the wrong answer. */
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
