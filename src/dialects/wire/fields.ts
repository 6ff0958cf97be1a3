import { isRecord } from '../../core/guards.js';

/** An object with unknown values. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns an object as its fields, or no fields for any other value. */
export const fieldsIn = (value: unknown): Fields => (isRecord(value) ? value : {});
