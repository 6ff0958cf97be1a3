import type { AskUserRequest } from './question/types.js';

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether a value has the outline of a parsed request. The questions are not read. */
export const isRequest = (value: unknown): value is AskUserRequest =>
  isRecord(value) && isText(value.requestId) && Array.isArray(value.questions);

export const isBlank = (text: string): boolean => !/\S/.test(text);

/** Returns a copy of the object without its `undefined` fields. A loop, because a flow does this for each key. */
export function defined<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  const copy: { [K in keyof T]?: T[K] | undefined } = {};
  for (const name of Object.keys(fields) as (keyof T)[]) if (fields[name] !== undefined) copy[name] = fields[name];
  return copy as T;
}

export const codePointLength = (text: string): number => text.replace(/[\u{10000}-\u{10ffff}]/gu, ' ').length;
