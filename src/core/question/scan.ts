import { isText } from '../guards.js';
import { addIssue, type Issue } from './issues.js';
import type { Limits } from './limits.js';

/** Where a parser is in its input, and what it has found. */
export interface Scan {
  readonly limits: Limits;
  /** What makes the input unusable. */
  readonly issues: Issue[];
  /** What the agent should know, though it can be asked. */
  readonly warnings: Issue[];
  /** What is beyond its dialect's limits: `issues` when strict, else `warnings`. */
  readonly beyond: Issue[];
  /** Path of the question or option that is read; `""` outside of the list of questions. */
  readonly path: string;
  /** The question or option is not an object, and has no fields that a path could name. */
  readonly bare: boolean;
}

const join = (path: string, key: string): string => (path && key ? `${path}.${key}` : path || key);

/** Adds to `issues`, `warnings` or `beyond`. */
export const report = ({ path, bare }: Scan, to: Issue[], code: string, field: string, message: string): undefined =>
  addIssue(to, { code, path: bare ? path : join(path, field), message });

/** Stops a parse whose issue has been reported. */
const STOP = {};

/** Reads what stands at `key`. Reports it there if reading it throws, and stops the parse. */
export function readAt<T>(at: Scan, key: string, read: (at: Scan) => T): T {
  const here = { ...at, path: join(at.path, key) };
  try {
    return read(here);
  } catch (error) {
    if (error !== STOP) report(here, at.issues, 'unreadable', '', 'Could not be read. Send plain JSON.');
    throw STOP;
  }
}

/** Reports a length, of an array or a text, outside of `min` to `max`. */
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
  report(at, to, size < min ? 'too_few' : excess, field, `Has a length of ${size}. Make it ${range}.`);
}

/** What a JSON text says; anything else as it is. */
export function fromJson(value: unknown): unknown {
  if (!isText(value)) return value;
  try {
    // trim() takes a byte order mark away, too.
    return JSON.parse(value.trim());
  } catch {
    return value;
  }
}

/** The array, or the one that a JSON text holds; reports anything else, and what is too long to be walked. */
export function readArray(at: Scan, value: unknown, field: string, max: number): readonly unknown[] | undefined {
  const list = fromJson(value);
  if (!Array.isArray(list)) return report(at, at.issues, 'type', field, 'Must be an array, or JSON text of one.');
  const { length } = list;
  checkSize(at, at.issues, field, length, 'too_many', 0, max);
  if (length <= max) return list;
}
