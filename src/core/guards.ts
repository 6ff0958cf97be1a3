export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Nothing in it but white space. */
export const isBlank = (text: string): boolean => !/\S/.test(text);

/** The length that people count: Unicode code points, so that an emoji is not two. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let i = 1; i < text.length; i++) {
    const pair = (text.charCodeAt(i - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(i) & 0xfc00) === 0xdc00;
    if (pair) {
      length--;
      i++;
    }
  }
  return length;
}
