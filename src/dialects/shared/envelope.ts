import type { Issue } from '../../core/question/issues.js';
import { fromJson } from '../../core/question/scan.js';
import type { Fields } from './fields.js';
import type { Shape } from './shape.js';

/** What `read` finds in an input that may do anything when it is read; `otherwise` where it throws. */
export function reading<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** More than any request or answer has. */
const MOST = 10_000;

/** The entries of a list, of a longer one no more than 10,000; of anything else none. */
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) && value.length > MOST ? value.slice(0, MOST) : Array.isArray(value) ? value : [];

/** A request in what its family's host sends to a client. */
export interface Envelope {
  /** The request, as its tool takes it or in `shape`. */
  readonly input: unknown;
  /** Where that stands in what was sent. @default '' */
  readonly path?: string;
  readonly requestId?: string | undefined;
  /** What else is said that the host needs to answer. */
  readonly metadata?: Fields | undefined;
  /** Where the host calls things otherwise than its tool does. */
  readonly shape?: Shape;
  /** What stands against the way it is written. */
  readonly beyond?: readonly Issue[];
}

/** Takes the wrapping off; `undefined` for what has none. Its argument is no JSON text. May throw where reading it does. */
export type Open = (source: unknown) => Envelope | undefined;

/** The envelope of an input; without one the input is all that it holds, no JSON text either way. Never throws. */
export const opened = (input: unknown, open: Open): Envelope =>
  reading(
    () => {
      const source = fromJson(input);
      const envelope = open(source);
      return envelope ? { ...envelope, input: fromJson(envelope.input) } : { input: source };
    },
    { input },
  );

/** The fields that have a value; `undefined` if there are none. */
export function some(fields: Fields): Fields | undefined {
  const found = Object.entries(fields).filter(([, value]) => value != null);
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}
