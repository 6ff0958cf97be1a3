import { isText } from '../guards.js';
import { addIssue, type Issue } from './issues.js';
import type { Limits } from './limits.js';

/** Place of a question or an option in the input. */
interface Place {
  /** The question of an option. */
  readonly outer: Place | undefined;
  /** Name of the list that contains it. */
  readonly list: string;
  index: number;
}

/** Position of a parser in its input, with its limits and findings. */
export interface Scan {
  readonly limits: Limits;
  /** Findings that make the input invalid. */
  readonly issues: Issue[];
  /** Findings that the agent should know about, but that do not make the input invalid. */
  readonly warnings: Issue[];
  /** List for blank questions and violations of `limits`: `issues` if `strict` is set, otherwise `warnings`. */
  readonly beyond: Issue[];
  /** Whether to read the `value` of options. */
  readonly values?: boolean | undefined;
  /** The question or the option that is being read, if it is in a list. */
  place: Place | undefined;
  /** Whether the question or option is not an object, so its path cannot name a field. */
  bare: boolean;
}

const join = (path: string, key: string): string => (path && key ? `${path}.${key}` : path || key);

// Only a finding needs a path, so input without one does not pay for it.
const pathOf = (place: Place | undefined): string =>
  place ? join(pathOf(place.outer), `${place.list}[${place.index}]`) : '';

export const report = (at: Scan, to: Issue[], code: string, field: string, message: string): undefined =>
  addIssue(to, { code, path: join(pathOf(at.place), at.bare ? '' : field), message });

/** Reads each item of a list. If `read` throws, the parser stays at its item. */
export function readItems(at: Scan, list: string, items: readonly unknown[], read: (item: unknown) => void): void {
  const { length } = items;
  const outer = at.place;
  const place = { outer, list, index: 0 };
  at.place = place;
  for (; place.index < length; place.index++) read(items[place.index]);
  at.place = outer;
}

export function checkSize(
  at: Scan,
  to: Issue[],
  field: string,
  size: number,
  excess: 'too_many' | 'too_long',
  min: number,
  max: number = Infinity,
): void {
  if (size >= min && size <= max) return;
  const range = min === max ? max : !min ? `at most ${max}` : max < Infinity ? `${min}-${max}` : `at least ${min}`;
  const unit = excess === 'too_long' ? 'characters' : max === 1 ? 'item' : 'items';
  report(at, to, size < min ? 'too_few' : excess, field, `Must have ${range} ${unit}, has ${size}.`);
}

/** Parses JSON text. Returns any other value unchanged. */
export function fromJson(value: unknown): unknown {
  if (!isText(value)) return value;
  try {
    // trim() also removes a byte order mark.
    return JSON.parse(value.trim());
  } catch {
    return value;
  }
}

export function readArray(at: Scan, value: unknown, field: string, max: number): readonly unknown[] | undefined {
  const list = fromJson(value);
  if (!Array.isArray(list)) return report(at, at.issues, 'type', field, 'Must be an array, or JSON text of one.');
  const { length } = list;
  checkSize(at, at.issues, field, length, 'too_many', 0, max);
  if (length <= max) return list;
}
