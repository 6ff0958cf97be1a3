import { isRecord } from '../../core/guards.js';
import { listOf, tryRead, type Fields, fieldsIn, textOf } from '../lib/values.js';

export const nonEmptyTextOf = (value: unknown): string | undefined => textOf(value) || undefined;

/** Most wrappers around one schema. A schema that refers to itself has more. */
const MOST_WRAPPERS = 10;

/** Most keywords of a schema in a wrapper, because they are copied. */
const MOST_KEYWORDS = 100;

const isSchema = (value: unknown): value is Fields => isRecord(value) && Object.keys(value).length <= MOST_KEYWORDS;

export const isNull = (schema: unknown): boolean =>
  isRecord(schema) && (schema['type'] === 'null' || schema['const'] === null);

/** Returns the schema that a reference names with a JSON Pointer, such as `#/$defs/Size`. */
function referredTo(reference: string, root: Fields): unknown {
  const [start, ...names] = tryRead(() => decodeURIComponent(reference), reference).split('/');
  if (start !== '#') return undefined;
  return names.reduce<unknown>((schema, name) => {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    return isRecord(schema) && Object.hasOwn(schema, key) ? schema[key] : undefined;
  }, root);
}

/** Returns the schema in a wrapper, with the fields around it, or `undefined` if the schema is no wrapper. */
function openWrapper(source: Fields, root: Fields): Fields | undefined {
  if (typeof source['$ref'] === 'string') {
    const { $ref: _reference, ...outer } = source;
    const inner = referredTo(source['$ref'], root);
    return isSchema(inner) ? { ...inner, ...outer } : undefined;
  }
  const [whole, ...more] = listOf(source['allOf']);
  if (isSchema(whole) && more.length === 0) {
    const { allOf: _allOf, ...outer } = source;
    return { ...whole, ...outer };
  }
  // A skipped question has no property, so `null` is never sent.
  const { oneOf, anyOf, ...outer } = source;
  const [only, ...others] = listOf(oneOf ?? anyOf).filter((one) => !isNull(one));
  const isWrapper = isSchema(only) && only['const'] === undefined && others.length === 0;
  return isWrapper ? { ...only, ...outer } : undefined;
}

/**
 * Returns a schema without its wrappers: a local `$ref`, an `allOf` of one schema, and a union of one schema,
 * with or without `null`. The fields of the wrapper take precedence. A reference that cannot be followed stays.
 */
export function unwrapSchema(schema: unknown, root: Fields): Fields {
  let source = fieldsIn(schema);
  for (let i = 0; i < MOST_WRAPPERS; i++) {
    const inner = openWrapper(source, root);
    if (!inner) return source;
    source = inner;
  }
  return { $ref: source['$ref'] ?? '#' };
}

/** Describes why a reference stayed. */
export const referenceText = ({ $ref }: Fields): string =>
  `Its $ref "${String($ref)}" is not in this schema, or leads back to itself`;
