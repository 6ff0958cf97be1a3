export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isText = (value: unknown): value is string => typeof value === 'string';

/** Nothing in it but white space. */
export const isBlank = (text: string): boolean => !/\S/.test(text);

/** The object without the fields that are undefined: what is absent is absent on every wire. */
export const defined = <T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

/** The length that people count: Unicode code points, so that an emoji is not two. */
export const codePointLength = (text: string): number => text.replace(/[\u{10000}-\u{10ffff}]/gu, ' ').length;
