import { codePointLength, isBlank } from '../guards.js';
import type { Constraints, Question } from '../question/types.js';
import type { Reply } from './types.js';

/** What a text can be asked to be. */
type Syntax = Exclude<NonNullable<Constraints['input']>, 'text'>;
type Bound = 'minSelected' | 'maxSelected' | 'minLength' | 'maxLength' | 'minimum' | 'maximum';

/**
 * What stands against an answer: that there is none, or the rule of its question that it breaks. `code` is the rule's name among
 * the `Constraints`, `value` what it says there.
 */
export type Problem =
  | { readonly code: 'unanswered' }
  | { readonly code: 'input'; readonly value: Syntax }
  | { readonly code: Bound; readonly value: number };

export const UNANSWERED: Problem = { code: 'unanswered' };

const SYNTAX: { readonly [Name in Syntax]: RegExp } = {
  number: /^\s*-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?\s*$/i,
  // Not "1.000", which is one here and a thousand elsewhere.
  integer: /^\s*-?(0|[1-9]\d*)\s*$/,
  email:
    /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d]([a-z\d-]*[a-z\d])?$/i,
  url: /^[a-z][a-z\d+.-]*:[!-~]+$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\d[t ]([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i,
};

/** A double has the number as it is written, as far as JSON tells: nothing became 0 or infinite, no digit of a whole number another. */
function isHeld(text: string): boolean {
  const size = Math.abs(Number(text));
  const digits = text.replace(/e.*|\D/gi, '');
  if (size === 0) return !/[1-9]/.test(digits);
  // Any 15 digits come back from a double as they went in.
  return size <= Number.MAX_SAFE_INTEGER || (size < Infinity && digits.length <= 15);
}

/** The thirtieth of February comes back as another day, or as none. */
const isDay = (day: string) => JSON.stringify(new Date(day)).includes(day);

/**
 * The rule of its question that a reply breaks, the first of them; `undefined` where it keeps to all. Pure; reads the
 * person's text and changes nothing in it. Whether there is an answer at all is not asked here.
 *
 * - A skip of what is `required` is `unanswered`, and breaks no other rule.
 * - `number` is as JSON writes it, white space around it aside: `-3`, `0.5`, `1e3`; no `+`, no comma, no leading zero, nothing
 *   that a double makes 0 or infinite, and beyond ±(2^53 - 1) no more than 15 digits. `integer` is digits within that, with or
 *   without a minus. `minimum` and `maximum` count for these two.
 * - `email` is `name@host.tld` in ASCII, `url` a scheme and ASCII without white space, `date` a day that there is, as
 *   `2026-01-31`, `date-time` that and a time with seconds and an offset, as `2026-01-31T09:30:00Z`. White space around them
 *   is part of the text that is sent, and so breaks the rule.
 * - `minLength` and `maxLength` count for all but numbers, in Unicode code points of the whole text.
 * - `minSelected` and `maxSelected` count in a multi-select question, its free answer as one.
 *
 * Source: MCP elicitation's primitive schemas, as a JSON Schema validator with formats reads them.
 */
export function brokenRule({ multiSelect, constraints }: Question, reply: Reply): Problem | undefined {
  if (!constraints) return undefined;
  const { selected, custom = '', skipped } = reply;
  const { input = 'text', required } = constraints;
  if (skipped) return required ? UNANSWERED : undefined;
  const typed = !isBlank(custom);
  const numeric = input === 'number' || input === 'integer';
  const number = numeric && typed ? Number(custom) : NaN;
  // A request that was not parsed may name a syntax that is none.
  if (typed && Object.hasOwn(SYNTAX, input) && input !== 'text') {
    const real = numeric ? isHeld(custom) : input[0] !== 'd' || isDay(custom.slice(0, 10));
    if (!real || !SYNTAX[input].test(custom)) return { code: 'input', value: input };
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
    // What is not there is neither above nor below anything.
    const [value, limit] = [values[code], constraints[code] ?? NaN];
    if (code.startsWith('min') ? value < limit : value > limit) return { code, value: limit };
  }
  return undefined;
}
