import { isRecord } from '../../core/guards.js';

export { defined, isBlank, isRecord } from '../../core/guards.js';
export { fromJson } from '../../core/question/scan.js';

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsIn = (value: unknown): Fields => (isRecord(value) ? value : {});

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? listOf(value) : [value]).filter((one) => typeof one === 'string');

const MOST = 10_000;

/** Returns at most the first 10,000 entries of an array, or an empty list for any other value. */
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) && value.length > MOST ? value.slice(0, MOST) : Array.isArray(value) ? value : [];

/** Returns the fields that are not null or undefined, or `undefined` if all are. */
export function nonEmptyFields(fields: Fields): Fields | undefined {
  const found = Object.entries(fields).filter(([, value]) => value != null);
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** Calls `read`. Returns `otherwise` if it throws, because untrusted inputs can throw when they are read. */
export function tryRead<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
