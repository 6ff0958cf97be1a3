import { defined, isRecord } from './guards.js';
import { addIssue, type Issue } from './question/issues.js';

/** Reads values that come from outside, such as from a client, a store or a peer. */
export interface Schema<T, IsOptional extends boolean = boolean> {
  /** Description of a valid value, such as `a string`. */
  readonly what: string;
  readonly isOptional: IsOptional;
  /**
   * Returns a copy of the value. If it is invalid, adds an issue and returns `undefined`. A list is returned without its
   * invalid items.
   */
  readonly read: (value: unknown, path: string, issues: Issue[]) => T | undefined;
  /** Never set. Because of it, a schema that reads fewer values than its field can have does not compile. */
  readonly type?: (value: T) => T;
}

/** A schema for each field of an object, which is optional if the field is. */
export type Shape<T> = {
  readonly [Name in keyof T]-?: Record<never, never> extends Pick<T, Name>
    ? Schema<NonNullable<T[Name]>, true>
    : Schema<T[Name], false>;
};

export const fault = (issues: Issue[], code: string, path: string, message: string): undefined =>
  addIssue(issues, { code, path, message });

export const schema = <T>(what: string, read: Schema<T>['read']): Schema<T, false> => ({
  what,
  isOptional: false,
  read,
});

const scalar = <T>(is: (value: unknown) => value is T, what: string): Schema<T, false> =>
  schema(what, (value, path, issues) => (is(value) ? value : fault(issues, 'type', path, `Must be ${what}.`)));

export const optional = <T>(required: Schema<T>): Schema<T, true> => ({ ...required, isOptional: true });

export const anything: Schema<NonNullable<unknown>, false> = schema('any value', (value) => value ?? undefined);

export const bool: Schema<boolean, false> = scalar(
  (value): value is boolean => typeof value === 'boolean',
  'true or false',
);

export const number: Schema<number, false> = scalar(
  (value): value is number => typeof value === 'number' && Number.isFinite(value),
  'a number',
);

/** Does not copy the object. */
export const record: Schema<Readonly<Record<string, unknown>>, false> = scalar(isRecord, 'an object');

export const oneOf = <const T extends readonly (string | number | boolean)[]>(...values: T): Schema<T[number], false> =>
  scalar(
    (value): value is T[number] => values.some((one) => one === value),
    values.map((one) => JSON.stringify(one)).join(' or '),
  );

export const text = (max = Infinity): Schema<string, false> =>
  schema('a string', (value, path, issues) => {
    if (typeof value !== 'string') return fault(issues, 'type', path, 'Must be a string.');
    if (value.length <= max) return value;
    return fault(issues, 'too_long', path, `Must have at most ${max} characters, has ${value.length}.`);
  });

export const list = <T>(item: Schema<T>, max: number): Schema<readonly T[], false> =>
  schema<readonly T[]>('an array', (value, path, issues) => {
    if (!Array.isArray(value)) return fault(issues, 'type', path, 'Must be an array.');
    const { length } = value;
    if (length > max) return fault(issues, 'too_many', path, `Must have at most ${max} items, has ${length}.`);
    const items: T[] = [];
    // Unlike `map`, a loop visits holes.
    for (let i = 0; i < length; i++) {
      const read = item.read(value[i], `${path}[${i}]`, issues);
      if (read !== undefined) items.push(read);
    }
    return items;
  });

/** Drops unknown fields. `null` counts as absent, because databases store it for absent values. */
export const fields = <T extends object>(shape: Shape<T>): Schema<T, false> =>
  schema('an object', (value, path, issues) => {
    const source = record.read(value, path, issues);
    if (!source) return undefined;
    const found: { [Name in keyof T]?: T[Name] | undefined } = {};
    let isWhole = true;
    for (const [name, field] of Object.entries<Omit<Schema<T[keyof T]>, 'type'>>(shape)) {
      const given = source[name];
      const at = path ? `${path}.${name}` : name;
      const read = given == null ? undefined : field.read(given, at, issues);
      found[name as keyof T] = read;
      if (read !== undefined || (given == null && field.isOptional)) continue;
      if (given == null) fault(issues, 'missing', at, `Missing. Must be ${field.what}.`);
      isWhole = false;
    }
    return isWhole ? defined<T>(found as { [Name in keyof T]: T[Name] | undefined }) : undefined;
  });
