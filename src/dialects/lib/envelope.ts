import type { Issue } from '../../core/question/issues.js';
import type { FieldNames } from './fields.js';
import { type Fields, fieldsIn, fromJson, tryRead } from './values.js';

/** A request, and what the message around it contains. */
interface Envelope {
  /** The request. */
  readonly input: unknown;
  /** Path of the request in the message. @default '' */
  readonly path?: string;
  readonly requestId?: string | undefined;
  /** Other fields that the host needs, such as for its reply. `readRequest` adds them to the request's `metadata`. */
  readonly metadata?: Fields | undefined;
  /** Names of the request's fields, if the host uses other names than the tool. */
  readonly fields?: FieldNames;
  /** Violations of the agent's rules: warnings, or issues if the parse is strict. */
  readonly issues?: readonly Issue[];
}

/** Unwraps a message. A result of `undefined` means that `source` itself is the request. May throw. */
export type Unwrap = (source: unknown) => Envelope | undefined;

/**
 * Unwraps a message, and parses a request that is JSON text. A source without an envelope, or that cannot be read, becomes
 * `input`. Never throws.
 */
export const unwrapEnvelope = (source: unknown, unwrap: Unwrap): Envelope =>
  tryRead(
    () => {
      const envelope = unwrap(source);
      return envelope ? { ...envelope, input: fromJson(envelope.input) } : { input: source };
    },
    { input: source },
  );

/** Returns the fields of the request in a message, or of the message itself if it is none. */
export const fieldsWithin = (source: unknown, unwrap: Unwrap): Fields => fieldsIn(unwrapEnvelope(source, unwrap).input);
