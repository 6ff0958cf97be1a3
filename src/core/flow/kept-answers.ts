import { isRecord, isText } from '../guards.js';
import type { AskUserRequest, Question } from '../question/types.js';
import { allowsOther } from './allows-other.js';
import type { Draft } from './types.js';

/** What the user saw of a question. `other` is whether it had Other. */
type AskedQuestion = Omit<Question, 'id' | 'constraints'> & { readonly other: boolean };

/** What was entered for a question, with what identifies the question in a later request. */
export interface KeptAnswer {
  readonly question: AskedQuestion;
  /** Index of the question in its request. */
  readonly index: number;
  /** Number of equal questions that precede it in its request. */
  readonly nth: number;
  /** Without what the user asked the agent. */
  readonly draft: Draft;
  /** What the user asked the agent about the question, and got no reply to. Absent if there is nothing. */
  readonly asked?: readonly string[] | undefined;
}

/** What a user has entered into a request whose answers were not accepted, or not yet. */
export interface KeptRequest {
  /** Time of the last change, in milliseconds since 1970. */
  readonly keptAt: number;
  readonly conversationId: string;
  readonly asker?: string | undefined;
  /** ID of the request while it is open. */
  readonly open?: string | undefined;
  /** Whether answers of a later request were accepted, so that texts without a question are no longer shown. */
  readonly quiet?: boolean | undefined;
  readonly answers: readonly KeptAnswer[];
  /** Message of a discussion that was not sent, or an empty string. */
  readonly message: string;
}

/** The conversation of a request, and an ID that no other open request has. */
export interface KeepScope {
  readonly conversationId: string;
  readonly id: string;
}

const MAX_REQUESTS = 20;
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

/** Returns the record without what is empty, older than 7 days, or older than the newest 20 requests. */
export const boundKept = (kept: readonly KeptRequest[], now: number): readonly KeptRequest[] =>
  kept
    .filter(({ keptAt, answers, message }) => now - keptAt < MAX_AGE_MS && (answers.length > 0 || message !== ''))
    .slice(-MAX_REQUESTS);

export const isSameConversation = (kept: KeptRequest, { asker }: AskUserRequest, { conversationId }: KeepScope) =>
  kept.conversationId === conversationId && kept.asker === asker;

export const toAsked = (question: Question): AskedQuestion => {
  const { id: _id, constraints: _constraints, options, ...asked } = question;
  // The value is for the host's code. The user does not see it.
  return { ...asked, options: options.map(({ value: _, ...option }) => option), other: allowsOther(question) };
};

const identify = ({ question, header, context, options, multiSelect, other }: AskedQuestion): string =>
  JSON.stringify([
    [question, header, context, multiSelect, other],
    options.map(({ label, description, preview }) => [label, description, preview]),
  ]);

/** Returns what identifies the question of an answer. Equal only for the n-th of equal questions. */
export const keyOf = ({ question, nth }: Pick<KeptAnswer, 'question' | 'nth'>): string => nth + identify(question);

/** Returns each question as it was asked, with the number of equal questions that precede it. */
export function askedIn({ questions }: AskUserRequest): Omit<KeptAnswer, 'draft' | 'asked'>[] {
  const counts = new Map<string, number>();
  return questions.map((parsed, index) => {
    const question = toAsked(parsed);
    const identity = identify(question);
    const nth = counts.get(identity) ?? 0;
    counts.set(identity, nth + 1);
    return { question, index, nth };
  });
}

const VERSION = 1;

export const writeKept = (kept: readonly KeptRequest[]): string => JSON.stringify({ version: VERSION, requests: kept });

const isMissingOr =
  (is: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || is(value);
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isIndex = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
const isOptionalText = isMissingOr(isText);

const isOption = (value: unknown): boolean =>
  isRecord(value) && isText(value.label) && isOptionalText(value.description) && isOptionalText(value.preview);

const isAsked = (value: unknown): value is AskedQuestion =>
  isRecord(value) &&
  isText(value.question) &&
  isOptionalText(value.header) &&
  isOptionalText(value.context) &&
  Array.isArray(value.options) &&
  value.options.every(isOption) &&
  isFlag(value.multiSelect) &&
  isFlag(value.other);

const isDraft = (value: unknown, { options }: AskedQuestion): boolean =>
  isRecord(value) &&
  Array.isArray(value.selected) &&
  value.selected.every((index) => isIndex(index) && index < options.length) &&
  isFlag(value.other) &&
  isText(value.custom) &&
  isText(value.notes) &&
  isFlag(value.skipped);

const isAnswer = (value: unknown): boolean =>
  isRecord(value) &&
  isAsked(value.question) &&
  isIndex(value.index) &&
  isIndex(value.nth) &&
  isMissingOr((asked) => Array.isArray(asked) && asked.every(isText))(value.asked) &&
  isDraft(value.draft, value.question);

const isKept = (value: unknown): value is KeptRequest =>
  isRecord(value) &&
  Number.isFinite(value.keptAt) &&
  isText(value.conversationId) &&
  isOptionalText(value.asker) &&
  isOptionalText(value.open) &&
  isMissingOr(isFlag)(value.quiet) &&
  Array.isArray(value.answers) &&
  value.answers.every(isAnswer) &&
  isText(value.message);

/** Reads a record that `writeKept` wrote. Returns `undefined` for any other text. */
export function readKept(text: string): readonly KeptRequest[] | undefined {
  try {
    const kept: unknown = JSON.parse(text);
    if (!isRecord(kept) || kept.version !== VERSION || !Array.isArray(kept.requests)) return undefined;
    const requests = kept.requests as unknown[];
    return requests.every(isKept) ? requests : undefined;
  } catch {
    return undefined;
  }
}
