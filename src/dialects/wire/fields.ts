import { isRecord } from '../../core/guards.js';

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsIn = (value: unknown): Fields => (isRecord(value) ? value : {});
