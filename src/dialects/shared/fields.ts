import { isRecord } from '../../core/guards.js';

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; none for anything else. */
export const fieldsIn = (value: unknown): Fields => (isRecord(value) ? value : {});
