import { buildAnswers } from '../core/answer/build-answers.js';
import type { AnsweredResult, Reply } from '../core/answer/types.js';
import { mayStayBlank } from '../core/answer/constraints.js';
import { isBlank } from '../core/guards.js';
import type { AskUserRequest, Question } from '../core/question/types.js';

/** Result of `parseAnswers`: an answered result, or lines of text that describe the errors. */
type ParsedAnswers =
  | { readonly ok: true; readonly result: AnsweredResult }
  | {
      readonly ok: false;
      readonly problems: readonly string[];
      /** Whether answers are missing, and nothing else is wrong. */
      readonly isOpen: boolean;
    };

/** Answers in question order, or by the ids or the texts of the questions. */
export type GivenAnswers = readonly unknown[] | Readonly<Record<string, unknown>>;

/** Maximum number of missing questions and of lines with errors, and of labels per line. */
const MOST_QUESTIONS = 50;
const MOST_LABELS = 10;

/** Quotes a text as JSON for a message. Cuts it after 60 UTF-16 code units. */
export const quote = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

const moreOf = (count: number): readonly string[] => (count > 0 ? [`${count} more`] : []);

function limited(problems: readonly string[]): readonly string[] {
  if (problems.length <= MOST_QUESTIONS) return problems;
  const named = problems.slice(0, MOST_QUESTIONS - 1);
  return [...named, ...moreOf(problems.length - named.length)];
}

/** `Array.isArray` does not narrow a readonly list. */
const isList = (given: GivenAnswers): given is readonly unknown[] => Array.isArray(given);

const nameOf = ({ question }: Question, i: number): string => `question ${i + 1} (${quote(question)})`;

const nothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && isBlank(value)) ||
  (Array.isArray(value) && value.length === 0);

function findTypeIssue({ multiSelect }: Question, value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') {
    return `must be a string: "${value}" (a number does not select an option by position)`;
  }
  if (typeof value === 'string') return undefined;
  if (!Array.isArray(value)) return 'must be a string';
  if (!multiSelect) return 'must be one string, not a list';
  const texts = value.every((one) => typeof one === 'string' && !isBlank(one));
  return texts ? undefined : 'each item of the list must be a string that is not blank';
}

function toReply({ id, options }: Question, value: unknown): Reply {
  const texts: readonly string[] = Array.isArray(value) ? value : [String(value)];
  const selected: number[] = [];
  const own = texts.filter((text) => {
    const named = options.flatMap(({ label }, i) => (label === text ? [i] : []));
    const free = named.find((i) => !selected.includes(i)) ?? named[0];
    if (free !== undefined) selected.push(free);
    return free === undefined;
  });
  return { questionId: id, selected, ...(own.length > 0 && { custom: own.join(', ') }) };
}

const WHY: Readonly<Record<string, string>> = {
  custom_not_allowed: 'must be one of its options',
  duplicate_option: 'contains an option twice',
};

function findAnswerIssue(question: Question, reply: Reply): string | undefined {
  const built = buildAnswers({ requestId: '', questions: [question] }, [reply]);
  if (built.ok) return undefined;
  const [issue] = built.issues;
  const { options } = question;
  const named = options.slice(0, MOST_LABELS).map(({ label }) => quote(label));
  const labels = [...named, ...moreOf(options.length - named.length)].join(', ');
  const why = WHY[issue?.code ?? ''] ?? issue?.message.replace(/\.$/, '') ?? 'is not valid';
  return issue?.code === 'custom_not_allowed' ? `${why}: ${labels}` : why;
}

interface Ordered {
  readonly values: readonly unknown[];
  readonly problems: readonly string[];
}

function orderList({ length }: readonly Question[], values: readonly unknown[]): Ordered {
  const count = length === 1 ? '1 answer' : `${length} answers`;
  const problem = `expected ${count} (one for each question), got ${values.length}`;
  return { values, problems: values.length === length ? [] : [problem] };
}

/** Brings answers into question order. An id precedes a text. */
function orderByName(questions: readonly Question[], given: Readonly<Record<string, unknown>>): Ordered {
  const values = new Map<number, unknown>();
  const problems = Object.entries(given).flatMap(([name, value]) => {
    const indexesOf = (key: 'id' | 'question') => questions.flatMap((one, i) => (one[key] === name ? [i] : []));
    const byId = indexesOf('id');
    const [index, ...more] = byId.length > 0 ? byId : indexesOf('question');
    if (index === undefined) return [`no question has the id or the text ${quote(name)}`];
    if (more.length > 0) return [`${more.length + 1} questions have the text ${quote(name)}: use their ids, or a list`];
    if (values.has(index)) return [`${nameOf(questions[index]!, index)} has two answers`];
    values.set(index, value);
    return [];
  });
  return { values: questions.map((_, i) => values.get(i)), problems };
}

export const inOrder = (questions: readonly Question[], given: GivenAnswers): Ordered =>
  isList(given) ? orderList(questions, given) : orderByName(questions, given);

/**
 * Parses answers as a user writes them, one for each question. A string that equals the label of an
 * option selects that option. Other strings are custom text, joined with `", "`. A multi-select question takes a string
 * or a list. Numbers do not select options by position. A question with `constraints.required: false` may stay blank
 * (`null` or `''`) if there is another answer.
 *
 * @param given - The answers, such as those of a JSON list or object.
 */
export function parseAnswers(request: AskUserRequest, given: GivenAnswers): ParsedAnswers {
  const { questions } = request;
  const { values, problems: misplaced } = inOrder(questions, given);
  if (misplaced.length > 0) return { ok: false, problems: limited(misplaced), isOpen: false };
  // Nobody has completed answers without any answer, such as those of a file as it was written.
  const isLeftBlank = (question: Question, i: number) =>
    nothing(values[i]) && mayStayBlank(question) && !values.every(nothing);
  const missing = questions.flatMap((question, i) =>
    nothing(values[i]) && !isLeftBlank(question, i) ? [nameOf(question, i)] : [],
  );
  const problems = questions.flatMap((question, i) => {
    if (nothing(values[i])) return [];
    const issue = findTypeIssue(question, values[i]) ?? findAnswerIssue(question, toReply(question, values[i]));
    return issue === undefined ? [] : [`${nameOf(question, i)}: ${issue}`];
  });
  const isOpen = problems.length === 0;
  if (missing.length > 0) {
    const named = missing.slice(0, MOST_QUESTIONS);
    problems.unshift(`no answer to ${[...named, ...moreOf(missing.length - named.length)].join(', ')}`);
  }
  if (problems.length > 0) return { ok: false, problems: limited(problems), isOpen };
  const replies = questions.map((question, i): Reply =>
    isLeftBlank(question, i) ? { questionId: question.id, selected: [], skipped: true } : toReply(question, values[i]),
  );
  const built = buildAnswers(request, replies);
  if (built.ok) return { ok: true, result: { status: 'answered', answers: built.value } };
  return { ok: false, problems: built.issues.map(({ message }) => message), isOpen: false };
}
