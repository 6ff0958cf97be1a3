import { clip, type Issue } from '../../core/question/issues.js';
import { bytesOf, encodedBytes } from '../bounded-cache.js';

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

/** The size of a field is that of its name and, unless it is a list or an object, of its value. */
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
    // A UTF-16 unit has at most three bytes in UTF-8, so most fields need not be encoded.
    const bytes = text.length * 3 > largest.bytes ? encodedBytes(text) : 0;
    const innerPath = () => (isList ? `${path}[${name}]` : `${path}${path && '.'}${name}`);
    if (bytes > largest.bytes) largest = { path: innerPath(), bytes };
    if (isNested(inner)) open.push(holderOf(innerPath(), inner));
  }
  return largest;
}

const format = (bytes: number) => bytes.toLocaleString('en-US');

/** Accepts a value that is not serializable, because it has no size. */
function checkPart(part: object, what: string, maxRequestBytes: number): readonly Issue[] {
  const bytes = bytesOf(part);
  if (bytes <= maxRequestBytes) return [];
  // Read the value as JSON represents it, without the fields that JSON omits.
  const field = largestField(JSON.parse(JSON.stringify(part)));
  const message = `${what} has ${format(bytes)} bytes as JSON, and this is its largest field (${format(field.bytes)} bytes). At most ${format(maxRequestBytes)} bytes can be shown. Ask less at once, or raise the broker's \`maxRequestBytes\`.`;
  // The path contains field names, which can be long.
  return [{ code: 'too_large', path: clip(field.path), message }];
}

export function checkSize(request: object, raw: unknown, maxRequestBytes: number): readonly Issue[] {
  const issues = checkPart(request, 'The request', maxRequestBytes);
  return issues.length > 0 ? issues : checkPart({ raw }, 'The input of the request', maxRequestBytes);
}

export function checkMaxBytes(maxRequestBytes: number): void {
  if (maxRequestBytes > 0) return;
  throw new RangeError(
    `\`maxRequestBytes\` is ${maxRequestBytes}, so every request would be invalid. Pass a positive number of bytes, or omit it for 1 MiB.`,
  );
}
