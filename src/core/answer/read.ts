import { defined, isRecord } from '../guards.js';
import { addIssue, type Issue } from '../question/issues.js';

export type Faults = Issue[];

export const fault = (faults: Faults, code: string, path: string, message: string): undefined =>
  addIssue(faults, { code, path, message });

/**
 * Reads one value. If it is invalid, adds an issue and returns `undefined`. A list is returned without its invalid
 * items.
 */
export type Read<T> = (value: unknown, path: string, faults: Faults) => T | undefined;

export const anything: Read<unknown> = (value) => value;

const scalar =
  <T>(is: (value: unknown) => value is T, what: string): Read<T> =>
  (value, path, faults) =>
    is(value) ? value : fault(faults, 'type', path, `Must be ${what}.`);

export const bool: Read<boolean> = scalar((value): value is boolean => typeof value === 'boolean', 'true or false');

export const count: Read<number> = scalar(
  (value): value is number => typeof value === 'number' && Number.isFinite(value),
  'a number',
);

export const object: Read<Readonly<Record<string, unknown>>> = scalar(isRecord, 'an object');

export const text =
  (max = Infinity): Read<string> =>
  (value, path, faults) => {
    if (typeof value !== 'string') return fault(faults, 'type', path, 'Must be a string.');
    if (value.length <= max) return value;
    return fault(faults, 'too_long', path, `Must have at most ${max} characters, has ${value.length}.`);
  };

export const oneOf = <const T extends readonly (string | boolean)[]>(...values: T): Read<T[number]> =>
  scalar(
    (value): value is T[number] => values.some((one) => one === value),
    values.map((one) => JSON.stringify(one)).join(' or '),
  );

export const list =
  <T>(read: Read<T>, max: number): Read<readonly T[]> =>
  (value, path, faults) => {
    if (!Array.isArray(value)) return fault(faults, 'type', path, 'Must be an array.');
    const { length } = value;
    if (length > max) return fault(faults, 'too_many', path, `Must have at most ${max} items, has ${length}.`);
    const items: T[] = [];
    // Unlike `map`, a loop visits holes.
    for (let i = 0; i < length; i++) {
      const item = read(value[i], `${path}[${i}]`, faults);
      if (item !== undefined) items.push(item);
    }
    return items;
  };

/** Drops unknown fields. `null` counts as absent, because databases store it for absent values. */
export const fields =
  <T extends object>(
    required: readonly (keyof T & string)[],
    shape: { readonly [Name in keyof T]-?: Read<NonNullable<T[Name]>> },
  ): Read<T> =>
  (value, path, faults) => {
    const source = object(value, path, faults);
    if (!source) return undefined;
    const found: { [Name in keyof T]?: T[Name] | undefined } = {};
    let whole = true;
    for (const name of Object.keys(shape) as (keyof T & string)[]) {
      const given = source[name];
      const at = path ? `${path}.${name}` : name;
      if (given != null) found[name] = shape[name](given, at, faults);
      if (found[name] !== undefined) continue;
      if (given != null) whole = false;
      else if (required.includes(name)) {
        fault(faults, 'missing', at, 'Missing.');
        whole = false;
      }
    }
    return whole ? defined<T>(found as { [Name in keyof T]: T[Name] | undefined }) : undefined;
  };
