import { isText } from '../guards.js';
import { addIssue, type Issue } from './issues.js';
import type { Limits } from './limits.js';

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
  /** Path of the question or option that is being read; `""` outside of a list. */
  readonly path: string;
  /** Whether the question or option is not an object, so its path cannot name a field. */
  readonly bare: boolean;
}

const join = (path: string, key: string): string => (path && key ? `${path}.${key}` : path || key);

export const report = ({ path, bare }: Scan, to: Issue[], code: string, field: string, message: string): undefined =>
  addIssue(to, { code, path: bare ? path : join(path, field), message });

/** Thrown to stop a parse whose issue has been reported. */
const STOP = {};

/** Calls `read` with the path of `key`. If `read` throws, reports that at this path and stops the parse. */
export function readAt<T>(at: Scan, key: string, read: (at: Scan) => T): T {
  const here = { ...at, path: join(at.path, key) };
  try {
    return read(here);
  } catch (error) {
    if (error !== STOP) report(here, at.issues, 'unreadable', '', 'Could not be read. Send plain JSON.');
    throw STOP;
  }
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
