import { buildAnswers } from '../../core/answer/build-answers.js';
import type { AskUserResult, Reply } from '../../core/answer/types.js';
import type { ParseResult } from '../../core/question/issues.js';
import type { AskUserRequest, Question, QuestionOption } from '../../core/question/types.js';
import { fail } from './issues.js';
import { defined, isBlank } from './values.js';

export const wireName = ({ value, label }: QuestionOption): string => value ?? label;

type NameOf = (option: QuestionOption) => string;

/** The parsed answer to one question. It is a skip if no option is selected and the custom text is absent or blank. */
export interface ParsedAnswer {
  readonly indexes?: readonly number[] | undefined;
  /** Names of the selected options. A string that does not identify an option is custom text. */
  readonly names?: readonly string[] | undefined;
  /** Names of options and the custom text in one string, joined with `", "` for multi-select questions. */
  readonly joined?: string | undefined;
  /** Custom text that the output distinguishes from names of options. */
  readonly custom?: string | undefined;
  readonly notes?: string | undefined;
}

interface Read {
  readonly selected: readonly number[];
  readonly rest: readonly string[];
}

function indexesByName({ options }: Question, nameOf: NameOf): ReadonlyMap<string, readonly number[]> {
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
 * Maps names to options. Unknown and surplus names stay in `rest`.
 *
 * A name that occurs fewer times than there are options with it stays in `rest` too, because it does not identify an
 * option.
 */
function pick(question: Question, names: readonly string[], nameOf: NameOf): Read {
  const found = indexesByName(question, nameOf);
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

/**
 * In a joined text, labels are in option order before the custom text, so they are removed from the front in that
 * order.
 */
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

export function toReply(question: Question, parsed: ParsedAnswer | undefined, nameOf: NameOf = wireName): Reply {
  const { indexes, names = [], joined, custom, notes } = parsed ?? {};
  const named = joined === undefined ? pick(question, names, nameOf) : unjoin(question, joined, nameOf);
  const read = indexes ? { selected: indexes, rest: named.rest } : named;
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

/** Returns the answered result with the answers in question order, or the issues of an invalid answer. */
export function answered(
  request: AskUserRequest,
  parsed: readonly (ParsedAnswer | undefined)[] | ((question: Question, index: number) => ParsedAnswer | undefined),
  nameOf?: NameOf,
): ParseResult<AskUserResult> {
  const read = typeof parsed === 'function' ? parsed : (_question: Question, i: number) => parsed[i];
  const replies = request.questions.map((question, i) => toReply(question, read(question, i), nameOf));
  const built = buildAnswers(request, replies);
  return built.ok ? { ...built, value: { status: 'answered', answers: built.value } } : built;
}

export const notAResult = (expected: string) => fail('type', '', `Must be ${expected}.`);
