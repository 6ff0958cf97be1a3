import type { AskUserResult, Ended, Reply } from '../../core/answer/types.js';
import { buildAnswers, buildAnswersSoFar } from '../../core/answer/build-answers.js';
import { defined, isBlank } from '../../core/guards.js';
import type { ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest, Question, QuestionOption } from '../../core/question/types.js';
import { readDiscussText } from './discuss.js';
import { ENDED, endingOf, endingWith } from './endings.js';
import { listOf, reading } from './envelope.js';
import { fieldsIn } from './fields.js';
import { limited, refuse, unreadable } from './issues.js';

/** A text on a wire; `undefined` for anything else. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The texts of a list on a wire, or the one text; none for anything else. */
export const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? listOf(value) : [value]).filter((one) => typeof one === 'string');

/** What a wire calls an option. */
export const wireName = ({ value, label }: QuestionOption): string => value ?? label;

/** What one family's wire calls an option. */
export type NameOf = (option: QuestionOption) => string;

/** What a wire says of one question. Nothing at all: it was skipped. */
export interface Said {
  /** Positions of options. */
  readonly positions?: readonly number[] | undefined;
  /** Names of options; what is none of them is the person's own words. */
  readonly chosen?: readonly string[] | undefined;
  /** Names of options and own words in one text, joined with `", "` where several may be chosen. */
  readonly joined?: string | undefined;
  /** Own words, apart from the choices. */
  readonly custom?: string | undefined;
  readonly notes?: string | undefined;
}

interface Read {
  readonly selected: readonly number[];
  readonly rest: readonly string[];
}

/** Where each of the names stands among the options. */
function positionsOf({ options }: Question, nameOf: NameOf): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [i, option] of options.entries()) {
    const name = nameOf(option);
    const same = found.get(name);
    if (same) same.push(i);
    else found.set(name, [i]);
  }
  return found;
}

/**
 * Each name as its option; the others as they are. A name that more options have than were chosen stays a text, too: nobody
 * knows which of them it was.
 */
function pick(question: Question, names: readonly string[], nameOf: NameOf): Read {
  const found = positionsOf(question, nameOf);
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  const sure = (name: string) => (found.get(name)?.length ?? Infinity) <= times.get(name)!;
  const left = new Map([...found].map(([name, indexes]) => [name, [...indexes]]));
  const selected: number[] = [];
  const rest = names.filter((name) => {
    const index = sure(name) ? left.get(name)?.shift() : undefined;
    if (index !== undefined) selected.push(index);
    return index === undefined;
  });
  return { selected, rest };
}

/** Takes labels off the front of a joined text, in option order; what is left is the person's own words. */
function unjoin(question: Question, text: string, nameOf: NameOf): Read {
  const whole = pick(question, [text], nameOf);
  if (!question.multiSelect || whole.rest.length === 0) return whole;
  const names: string[] = [];
  let rest = text;
  for (const name of question.options.map(nameOf)) {
    if (rest !== name && !rest.startsWith(`${name}, `)) continue;
    names.push(name);
    if (rest === name) return pick(question, names, nameOf);
    rest = rest.slice(name.length + 2);
  }
  return pick(question, [...names, rest], nameOf);
}

/** The reply that a wire's words make. */
export function toReply(question: Question, said: Said | undefined, nameOf: NameOf = wireName): Reply {
  const { positions, chosen = [], joined, custom, notes } = said ?? {};
  const named = joined === undefined ? pick(question, chosen, nameOf) : unjoin(question, joined, nameOf);
  const read = positions ? { selected: positions, rest: named.rest } : named;
  const words = [...read.rest, ...(custom === undefined ? [] : [custom])].filter((text) => !isBlank(text)).join(', ');
  const nothing = read.selected.length === 0 && words === '';
  return defined<Reply>({
    questionId: question.id,
    selected: [...read.selected].sort((a, b) => a - b),
    custom: words || undefined,
    notes: notes || undefined,
    skipped: nothing || undefined,
  });
}

/** The answered result that a wire's words make, one of `said` for each question, checked against the request. */
export function answeredOf(
  request: AskUserRequest,
  said: readonly (Said | undefined)[],
  nameOf?: NameOf,
): ParseResult<AskUserResult> {
  const built = buildAnswers(
    request,
    request.questions.map((question, i) => toReply(question, said[i], nameOf)),
  );
  return built.ok ? { ...built, value: { status: 'answered', answers: built.value } } : built;
}

/** The same, of what `read` finds of each question. */
export const answeredBy = (
  request: AskUserRequest,
  read: (question: Question, index: number) => Said | undefined,
  nameOf?: NameOf,
): ParseResult<AskUserResult> => answeredOf(request, request.questions.map(read), nameOf);

/** A discussion of the questions, with what was said so far in question order; what fits no question is left out. */
export function discussionOf(
  request: AskUserRequest,
  said: readonly (Said & { readonly question: string })[],
  reason: string | undefined,
): Ended {
  let next = 0;
  const replies = request.questions.flatMap((question): Reply[] => {
    const one = said[next];
    if (one?.question !== question.question) return [];
    next++;
    return [toReply(question, one)];
  });
  const built = buildAnswersSoFar(request, replies);
  return defined<Ended>({ status: 'declined', reason, discuss: true, answers: built.ok ? built.value : [] });
}

/** The ending that a text of ours says, with the answers so far of a discussion; `undefined` for any other text. */
export function endingIn(text: string, request: AskUserRequest): Ended | undefined {
  const discussed = readDiscussText(text);
  if (!discussed) return endingOf(text);
  const said = discussed.soFar.map(({ question, answer, notes }) => ({ question, chosen: textsOf(answer), notes }));
  return discussionOf(request, said, discussed.reason);
}

/** A result without an answer, read back. */
export const unanswered = (value: Ended): ParseResult<Ended> => ({ ok: true, value, warnings: [] });

/** A result without an answer, read back; from its text where that is one of ours, else as `status`. */
export function endedOf(
  status: Exclude<Ended['status'], 'invalid' | 'unavailable'>,
  text?: string,
  request?: AskUserRequest,
): ParseResult<Ended> {
  const found = text === undefined ? undefined : request ? endingIn(text, request) : endingOf(text);
  return unanswered(found ?? { status });
}

/** An ending on a wire that has `cancelled`, `connectionLost`, or its `status` and `reason`. */
export function endedFields(wire: unknown): ParseResult<Ended> {
  const { cancelled, connectionLost, status, reason } = fieldsIn(wire);
  const named = cancelled === true ? 'cancelled' : connectionLost === true ? 'connectionLost' : status;
  const found = ENDED.find((one) => one === named);
  if (found === undefined) return notAResult('an answer, or an ending with its status');
  return unanswered(endingWith(found, textOf(reason)));
}

/** A wire that is no result of this family. */
export const notAResult = (expected: string) => refuse('type', '', `Must be ${expected}.`);

/** Reads an output back; `undefined` if it is none of the family's. May throw where reading the output does. */
export type ReadResult = (output: unknown, request: AskUserRequest) => ParseResult<AskUserResult> | undefined;

/**
 * `parseResult` as it is promised: what throws when it is read is refused, and issues are limited.
 *
 * @param expected - the outputs that there are, as the issue for anything else names them
 */
export const resultReader =
  (expected: string, read: ReadResult) =>
  (output: unknown, request: AskUserRequest): ParseResult<AskUserResult> =>
    limited(reading(() => read(output, request) ?? notAResult(expected), unreadable()));
