import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../../../src/core/guards.js';
import { json } from './json.js';
import { toml } from './toml.js';

/** Keys that lead to a value in settings. `-1`, only at the end, is a new entry of a list. */
export type Path = readonly (string | number)[];

/** A text that is inserted into another one, at an offset in UTF-16 code units of the text before. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** One format of settings files. Texts have no byte order mark. */
export interface Format {
  /**
   * Reads settings. An empty text has none, and returns `{}`.
   *
   * @throws {SettingsError} If the text cannot be read. The message contains the line and the column.
   */
  read(text: string): unknown;
  /** Returns what to insert so that the settings have a value, in ascending order, or `undefined` if there is no way. */
  insert(text: string, path: Path, value: unknown): readonly Insertion[] | undefined;
  /** Returns the text of an entry, as a user writes it into the settings. `-1` is an entry of a list. */
  show(key: string | number, value: unknown): string;
  /** Returns texts of which one may be the text without a value and with everything else. */
  takeOut(text: string, path: Path): readonly string[];
}

export const FORMATS = { json, toml } satisfies Record<string, Format>;

export const getAt = (settings: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      Array.isArray(value) || isRecord(value) ? (value as Record<string | number, unknown>)[key] : undefined,
    settings,
  );

/** Returns settings with another value at a path; `undefined` removes it. */
function withAt(settings: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(settings)) {
    if (typeof key !== 'number') return settings;
    const at = key < 0 ? settings.length : key;
    const next = withAt(settings[at], rest, value);
    return settings.toSpliced(at, 1, ...(next === undefined ? [] : [next]));
  }
  const next = withAt(isRecord(settings) ? settings[key] : undefined, rest, value);
  const missing = typeof key === 'number' ? [next] : undefined;
  if (missing) return missing;
  const { [key]: _old, ...others } = isRecord(settings) ? settings : {};
  return next === undefined ? others : { ...others, [key]: next };
}

export const apply = (text: string, insertions: readonly Insertion[]): string =>
  insertions.toReversed().reduce((after, { at, text: part }) => after.slice(0, at) + part + after.slice(at), text);

/** Takes insertions back. */
export function unapply(text: string, insertions: readonly Insertion[]): string | undefined {
  let before = text;
  for (const { at, text: part } of insertions) {
    if (!before.startsWith(part, at)) return undefined;
    before = before.slice(0, at) + before.slice(at + part.length);
  }
  return before;
}

/** Copies settings, because parsers create objects without a prototype, and dates of classes of their own. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Date) return `date ${value.toISOString()}`;
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)])) : value;
}

/** Whether two values of settings are equal. */
export const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(plain(a), plain(b));

const isProven = (format: Format, after: string, expected: unknown): boolean => {
  try {
    return isSame(format.read(after), expected);
  } catch {
    return false;
  }
};

/** Inserts a value. Returns `undefined` unless reading the text afterwards returns the settings with just that value. */
export function insertProven(
  format: Format,
  text: string,
  path: Path,
  value: unknown,
): readonly Insertion[] | undefined {
  const insertions = format.insert(text, path, value);
  const expected = withAt(format.read(text), path, value);
  return insertions && isProven(format, apply(text, insertions), expected) ? insertions : undefined;
}

/** Takes a value out. Returns `undefined` unless reading the text afterwards returns the settings without just that value. */
export function takeOutProven(format: Format, text: string, path: Path): string | undefined {
  const settings = format.read(text);
  const parent = path.slice(0, -1);
  // In TOML, a table that only leads to this one vanishes with it.
  const others = withAt(settings, Object.keys(getAt(settings, parent) as object).length > 1 ? path : parent, undefined);
  const expected = [withAt(settings, path, undefined), others];
  return format.takeOut(text, path).find((after) => expected.some((one) => isProven(format, after, one)));
}
