import type { AskUserResult, Ended, Reply } from '../../core/answer/types.js';
import { buildAnswers } from '../../core/answer/build-answers.js';
import { defined, isBlank, isRecord } from '../../core/guards.js';
import type { ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest, Question, QuestionOption } from '../../core/question/types.js';
import { ENDED, endingOf, endingWith } from './endings.js';
import { refuse } from './shape.js';

/** A text on a wire; `undefined` for anything else. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The texts of a list on a wire, or the one text; none for anything else. */
export const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');

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

/** Each name as the first option of that name which is not taken; the others as they are. */
function pick({ options }: Question, names: readonly string[], nameOf: NameOf): Read {
  const selected: number[] = [];
  const rest = names.filter((name) => {
    const index = options.findIndex((option, i) => nameOf(option) === name && !selected.includes(i));
    if (index >= 0) selected.push(index);
    return index < 0;
  });
  return { selected, rest };
}

/** Takes labels off the front of a joined text, in option order; what is left is the person's own words. */
function unjoin(question: Question, text: string, nameOf: NameOf): Read {
  const whole = pick(question, [text], nameOf);
  if (!question.multiSelect || whole.rest.length === 0) return whole;
  const selected: number[] = [];
  let rest = text;
  for (const [index, option] of question.options.entries()) {
    const name = nameOf(option);
    if (rest !== name && !rest.startsWith(`${name}, `)) continue;
    selected.push(index);
    if (rest === name) return { selected, rest: [] };
    rest = rest.slice(name.length + 2);
  }
  return { selected, rest: [rest] };
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

/** A result without an answer, read back; from its text where that is one of ours, else as `status`. */
export function endedOf(
  status: Exclude<Ended['status'], 'invalid' | 'unavailable'>,
  text?: string,
): ParseResult<Ended> {
  const value = (text === undefined ? undefined : endingOf(text)) ?? { status };
  return { ok: true, value, warnings: [] };
}

/** An ending on a wire that has `cancelled`, `connectionLost`, or its `status` and `reason`. */
export function endedFields(wire: unknown): ParseResult<Ended> {
  const { cancelled, connectionLost, status, reason } = isRecord(wire) ? wire : {};
  const named = cancelled === true ? 'cancelled' : connectionLost === true ? 'connectionLost' : status;
  const found = ENDED.find((one) => one === named);
  if (found === undefined) return notAResult('an answer, or an ending with its status');
  return { ok: true, value: endingWith(found, typeof reason === 'string' ? reason : undefined), warnings: [] };
}

/** A wire that is no result of this family. */
export const notAResult = (expected: string) => refuse('type', '', `Must be ${expected}.`);
