import { clip, type Issue } from '../../core/question/issues.js';
import { bytesOf, encodedBytes } from '../newest.js';

/** A list or an object, and how far it has been read. */
interface Holder {
  readonly path: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly names: readonly string[];
  next: number;
}

const holderOf = (path: string, value: object): Holder => {
  const fields = value as Readonly<Record<string, unknown>>;
  return { path, value: fields, names: Object.keys(fields), next: 0 };
};

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Returns the first of the largest fields in plain data.
 *
 * @returns its `bytes` are those of its name and, unless it holds fields, of its value
 */
function largestField(data: object): { readonly path: string; readonly bytes: number } {
  let largest = { path: '', bytes: 0 };
  const open = [holderOf('', data)];
  for (let holder = open.at(-1); holder; holder = open.at(-1)) {
    const { path, value, names, next } = holder;
    holder.next++;
    const name = names[next];
    if (name === undefined) {
      open.pop();
      continue;
    }
    const inner = value[name];
    const isList = Array.isArray(value);
    const text = (isList ? '' : JSON.stringify(name)) + (isNested(inner) ? '' : JSON.stringify(inner));
    // A character has three bytes at most, so that most fields are not encoded.
    const bytes = text.length * 3 > largest.bytes ? encodedBytes(text) : 0;
    const innerPath = () => (isList ? `${path}[${name}]` : `${path}${path && '.'}${name}`);
    if (bytes > largest.bytes) largest = { path: innerPath(), bytes };
    if (isNested(inner)) open.push(holderOf(innerPath(), inner));
  }
  return largest;
}

const format = (bytes: number) => bytes.toLocaleString('en-US');

/** Returns an issue if the value has more bytes as JSON than a request may have. What JSON cannot say has no size. */
function checkPart(part: object, what: string, maxRequestBytes: number): readonly Issue[] {
  const bytes = bytesOf(part);
  if (bytes <= maxRequestBytes) return [];
  // As JSON has it, without the fields that it leaves out.
  const field = largestField(JSON.parse(JSON.stringify(part)));
  const message = `${what} has ${format(bytes)} bytes as JSON, and this is its largest field (${format(field.bytes)} bytes). At most ${format(maxRequestBytes)} bytes can be shown: ask less at once, or have the host raise \`maxRequestBytes\` of its broker.`;
  // The name of a field may be as long as the request.
  return [{ code: 'too_large', path: clip(field.path), message }];
}

/**
 * Checks the size of a request as clients get it, and separately that of its `raw` input, which only stores get.
 *
 * @param maxRequestBytes in bytes of JSON in UTF-8
 */
export function checkSize(request: object, raw: unknown, maxRequestBytes: number): readonly Issue[] {
  const issues = checkPart(request, 'The request', maxRequestBytes);
  return issues.length > 0 ? issues : checkPart({ raw }, 'The input of the request', maxRequestBytes);
}

/** @throws {RangeError} If the number is no size. */
export function checkMaxBytes(maxRequestBytes: number): void {
  if (maxRequestBytes > 0) return;
  throw new RangeError(
    `maxRequestBytes is ${maxRequestBytes}, so every request would be invalid. Give a number of bytes above 0, or leave it out for 1 MiB.`,
  );
}
