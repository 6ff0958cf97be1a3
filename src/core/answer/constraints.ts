import { codePointLength, isBlank } from '../guards.js';
import type { Constraints, Question } from '../question/types.js';
import type { Reply } from './types.js';

export type Syntax = Exclude<NonNullable<Constraints['input']>, 'text'>;
type Bound = 'minSelected' | 'maxSelected' | 'minLength' | 'maxLength' | 'minimum' | 'maximum';

/**
 * A reason that a draft cannot be sent. `unanswered`: it contains no answer, or skips a required question. Otherwise,
 * `code` is a rule of `Constraints` that the answer breaks, and `value` is the value of this rule.
 */
export type AnswerIssue =
  | { readonly code: 'unanswered' }
  | { readonly code: 'allowNotes'; readonly value: Exclude<Constraints['allowNotes'], true | undefined> }
  | { readonly code: 'input'; readonly value: Syntax }
  | { readonly code: Bound; readonly value: number };

export const UNANSWERED: AnswerIssue = { code: 'unanswered' };

type Ruled = Pick<Question, 'constraints'>;

/** Whether the question may stay blank. Its reply is then a skipped one. */
export const mayStayBlank = ({ constraints }: Ruled): boolean => constraints?.required === false;

/** A reply, an answer or a draft, as far as it decides whether it can have notes. */
type Notable = { readonly selected: readonly unknown[]; readonly skipped?: boolean };

function brokenNotesRule({ constraints }: Ruled, { selected, skipped }: Notable): AnswerIssue | undefined {
  const { allowNotes = true } = constraints ?? {};
  if (allowNotes === true) return undefined;
  const fits = allowNotes === 'withAnswer' ? !skipped : allowNotes && selected.length > 0;
  return fits ? undefined : { code: 'allowNotes', value: allowNotes };
}

/** Whether an answer can have notes now, according to `constraints.allowNotes`. */
export const allowsNotes = (question: Ruled, answer: Notable): boolean => !brokenNotesRule(question, answer);

/** Returns the question as it is checked in a discussion, whose text has all notes. */
export const withAnyNotes = (question: Question): Question =>
  question.constraints ? { ...question, constraints: { ...question.constraints, allowNotes: true } } : question;

const SYNTAX: { readonly [Name in Syntax]: RegExp } = {
  number: /^\s*-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?\s*$/i,
  // "1.000" is not an integer: some countries read it as a thousand.
  integer: /^\s*-?(0|[1-9]\d*)\s*$/,
  email:
    /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d]([a-z\d-]*[a-z\d])?$/i,
  url: /^[a-z][a-z\d+.-]*:[!-~]+$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\d[t ]([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i,
};

/**
 * Whether a number is in the range of a double: it does not become infinite, and becomes 0 only if it is 0. Beyond
 * 2^53-1, it may have at most 15 digits before the exponent.
 */
function isHeld(text: string): boolean {
  const size = Math.abs(Number(text));
  const digits = text.replace(/e.*|\D/gi, '');
  if (size === 0) return !/[1-9]/.test(digits);
  // A double keeps any 15 significant digits.
  return size <= Number.MAX_SAFE_INTEGER || (size < Infinity && digits.length <= 15);
}

/** Whether the day exists. `Date` turns February 30 into another day, or into an invalid date. */
const isDay = (day: string) => JSON.stringify(new Date(day)).includes(day);

/** Whether a text has the syntax of an `input`, and names a number that can be held or a day that exists. */
export function hasSyntax(input: Syntax, text: string): boolean {
  const real = input === 'number' || input === 'integer' ? isHeld(text) : input[0] !== 'd' || isDay(text.slice(0, 10));
  return real && SYNTAX[input].test(text);
}

/**
 * Returns a rule of the question that a reply breaks, or `undefined` if it breaks none of the following. Pure.
 *
 * - A skipped `required` question is `unanswered`.
 * - `allowNotes` applies to notes that are not blank. A skip breaks no other rule.
 * - `number` is a JSON number, such as `-3`, `0.5`, or `1e3`. `isHeld` limits its size and digits.
 * - `integer` is a JSON number with digits and an optional minus sign only, and is at most 2^53-1 away from 0.
 * - Both may have white space around them, and must satisfy `minimum` and `maximum`.
 * - `email` is `name@host.tld` in ASCII. `url` is a scheme, a colon, and printable ASCII without spaces. `date` is an
 * existing day, such as `2026-01-31`. `date-time` has seconds and an offset, such as `2026-01-31T09:30:00Z`.
 * - `minLength` and `maxLength` count Unicode code points, and do not apply to numbers or blank text.
 * - `minSelected` and `maxSelected` apply to multi-select questions. Custom text counts as one.
 *
 * Source: the primitive schemas of MCP elicitation.
 */
export function brokenRule(question: Question, reply: Reply): AnswerIssue | undefined {
  const { multiSelect, constraints } = question;
  if (!constraints) return undefined;
  const { selected, custom = '', notes = '', skipped } = reply;
  const { input = 'text', required } = constraints;
  if (skipped && required) return UNANSWERED;
  const problem = isBlank(notes) ? undefined : brokenNotesRule(question, reply);
  if (problem || skipped) return problem;
  const typed = !isBlank(custom);
  const numeric = input === 'number' || input === 'integer';
  const number = numeric && typed ? Number(custom) : NaN;
  // A host can pass a request that was never parsed, with an unknown `input`.
  if (typed && Object.keys(SYNTAX).includes(input) && input !== 'text' && !hasSyntax(input, custom)) {
    return { code: 'input', value: input };
  }
  const length = typed && !numeric ? codePointLength(custom) : NaN;
  const picks = multiSelect ? selected.length + Number(typed) : NaN;
  const values: { [Code in Bound]: number } = {
    minSelected: picks,
    maxSelected: picks,
    minLength: length,
    maxLength: length,
    minimum: number,
    maximum: number,
  };
  for (const code of Object.keys(values) as Bound[]) {
    // A missing value or limit is NaN, which fails both comparisons.
    const [value, limit] = [values[code], constraints[code] ?? NaN];
    if (code.startsWith('min') ? value < limit : value > limit) return { code, value: limit };
  }
  return undefined;
}
