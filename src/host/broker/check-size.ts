import { clip, type Issue } from '../../core/question/issues.js';
import { bytesOf } from '../newest.js';

interface Field {
  readonly path: string;
  /** Of its name and, unless it has fields, its value. */
  readonly bytes: number;
  readonly value: unknown;
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

function fieldsOf({ path, value }: Field): readonly Field[] {
  if (!isNested(value)) return [];
  const isList = Array.isArray(value);
  return Object.entries(value as Readonly<Record<string, unknown>>).map(([name, inner]) => ({
    path: isList ? `${path}[${name}]` : `${path}${path && '.'}${name}`,
    bytes: (isList ? 0 : bytesOf(name)) + (isNested(inner) ? 0 : bytesOf(inner)),
    value: inner,
  }));
}

/** Returns the first of the largest fields in plain data. */
function largestField(data: unknown): Field {
  let largest: Field = { path: '', bytes: 0, value: data };
  const open = [largest];
  for (let field = open.pop(); field; field = open.pop()) {
    if (field.bytes > largest.bytes) largest = field;
    // Not spread: a list may have more entries than a call has arguments.
    for (const inner of fieldsOf(field).toReversed()) open.push(inner);
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
