import type { Issue } from '../../core/question/issues.js';
import { fromJson } from '../../core/question/scan.js';
import type { Fields } from './fields.js';
import type { Shape } from './shape.js';

/** Calls `read`. Returns `otherwise` if it throws, because untrusted inputs can throw when they are read. */
export function tryRead<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

const MOST = 10_000;

/** Returns at most the first 10,000 entries of an array, or an empty list for any other value. */
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) && value.length > MOST ? value.slice(0, MOST) : Array.isArray(value) ? value : [];

/** A request, and what the message around it contains. */
export interface Envelope {
  /** The request, in the dialect's shape or in `shape`. */
  readonly input: unknown;
  /** Path of the request in the message. @default '' */
  readonly path?: string;
  readonly requestId?: string | undefined;
  /** Other fields that the host needs, such as for its reply. `readRequest` adds them to the request's `metadata`. */
  readonly metadata?: Fields | undefined;
  /** Shape of the request, if the host uses other names than the tool. */
  readonly shape?: Shape;
  readonly beyond?: readonly Issue[];
}

/**
 * Unwraps a message. A result of `undefined` means that `source` itself is the request. JSON text is parsed before the
 * call. May throw.
 */
export type Unwrap = (source: unknown) => Envelope | undefined;

/**
 * Unwraps an input, which can be JSON text. If it has no envelope, or cannot be read, the input itself becomes `input`.
 * Never throws.
 */
export const unwrapEnvelope = (input: unknown, open: Unwrap): Envelope =>
  tryRead(
    () => {
      const source = fromJson(input);
      const envelope = open(source);
      return envelope ? { ...envelope, input: fromJson(envelope.input) } : { input: source };
    },
    { input },
  );

/** Returns the fields that are not null or undefined, or `undefined` if all are. */
export function nonEmptyFields(fields: Fields): Fields | undefined {
  const found = Object.entries(fields).filter(([, value]) => value != null);
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}
