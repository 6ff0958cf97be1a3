import { defined, isRecord } from '../../core/guards.js';
import type { JsonSchema } from '../../core/question/json-schema.js';
import type { FormDetail } from './details.js';
import { idOf, inOrder, OTHER } from './names.js';
import { listOf } from '../wire/envelope.js';
import { textOf } from '../wire/read-answer.js';

/** Value of a single answer in the wire format, or of one of several choices. */
export type FormScalar = string | number | boolean;

export interface FormChoice {
  readonly value: FormScalar;
  readonly label: string;
  readonly description?: string;
}

/** Rules of a schema for a value, in addition to its type. Lengths are in Unicode code points. */
export type FormRules = Pick<
  JsonSchema,
  'minLength' | 'maxLength' | 'pattern' | 'format' | 'minimum' | 'maximum' | 'minItems' | 'maxItems'
>;

/** One question of a form: a property, with the property for its custom text, or the confirmation of an empty form. */
export interface FormField {
  readonly id: string;
  /** Name of the property. It is the key of the answer. `''` for `confirm`. */
  readonly key: string;
  /** `one`: single-select. `many`: multi-select. `confirm`: a form without usable properties. */
  readonly type: 'text' | 'number' | 'integer' | 'one' | 'many' | 'confirm';
  /** Choices in option order. Empty for text and numbers. */
  readonly choices: readonly FormChoice[];
  readonly rules: FormRules;
  /** Whether the form requires an answer to the question. */
  readonly required: boolean;
  /** Property for the custom text beside the choices. */
  readonly other?: { readonly key: string; readonly rules: FormRules };
}

export interface FormProperty extends FormField {
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
}

type Source = Readonly<Record<string, unknown>>;

const YES_NO: readonly FormChoice[] = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
];

const CONFIRM: readonly FormChoice[] = [{ value: true, label: 'Accept' }];

const isScalar = (value: unknown): value is FormScalar =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

const nonEmptyText = (value: unknown): string | undefined => textOf(value) || undefined;

const isNull = (schema: unknown): boolean =>
  isRecord(schema) && (schema['type'] === 'null' || schema['const'] === null);

/**
 * Returns the only schema beside `null` in `oneOf` or `anyOf`, with the fields around it. Returns any other schema, and
 * constants, unchanged. A skipped question has no property, so `null` is never sent.
 */
export function withoutNull(source: Source): Source {
  const { oneOf, anyOf, ...outer } = source;
  const schemas = listOf(oneOf ?? anyOf);
  const [only, ...others] = schemas.filter((one) => !isNull(one));
  const isOptional = schemas.length > 1 && others.length === 0;
  return isOptional && isRecord(only) && only['const'] === undefined ? { ...only, ...outer } : source;
}

/**
 * Returns the choices of an enumeration: titled constants in `oneOf` or `anyOf`, else `enum` with optional `enumNames`.
 * The choice is `undefined` for a value that is not a scalar. `null` is not a choice.
 */
function listed({ oneOf, anyOf, enum: values, enumNames }: Source): readonly (FormChoice | undefined)[] {
  const titled = oneOf ?? anyOf;
  if (Array.isArray(titled)) {
    return listOf(titled).flatMap((one) => {
      if (isNull(one)) return [];
      const { const: value, title, description } = isRecord(one) ? one : {};
      return isScalar(value)
        ? defined<FormChoice>({ value, label: textOf(title) ?? String(value), description: nonEmptyText(description) })
        : undefined;
    });
  }
  const names = listOf(enumNames);
  return listOf(values).flatMap((value, i) => {
    if (value === null) return [];
    return isScalar(value) ? { value, label: textOf(names[i]) ?? String(value) } : undefined;
  });
}

/** Returns the choices of an enumeration without duplicates, or none if one of the values is not a scalar. */
function choicesOf(source: Source): readonly FormChoice[] {
  const byValue = new Map<FormScalar, FormChoice>();
  for (const choice of listed(source)) {
    if (!choice) return [];
    if (!byValue.has(choice.value)) byValue.set(choice.value, choice);
  }
  return [...byValue.values()];
}

function rulesOf(source: Source): FormRules {
  const count = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
  const { minLength, maxLength, pattern, format, minimum, maximum, minItems, maxItems } = source;
  return defined<FormRules>({
    minLength: count(minLength),
    maxLength: count(maxLength),
    pattern: nonEmptyText(pattern),
    format: textOf(format),
    minimum: count(minimum),
    maximum: count(maximum),
    minItems: count(minItems),
    maxItems: count(maxItems),
  });
}

/** Returns type and choices of a property, or `undefined` if it cannot be shown as a question. */
function kindOf(source: Source): Pick<FormField, 'type' | 'choices'> | undefined {
  const type: unknown = Array.isArray(source['type'])
    ? listOf(source['type']).find((one) => one !== 'null')
    : source['type'];
  if (type === 'array') {
    const choices = isRecord(source['items']) ? choicesOf(source['items']) : [];
    const texts = choices.length > 0 && choices.every(({ value }) => typeof value === 'string');
    return texts ? { type: 'many', choices } : undefined;
  }
  if (listed(source).length > 0) {
    const choices = choicesOf(source);
    return choices.length > 0 ? { type: 'one', choices } : undefined;
  }
  if (type === 'boolean') return { type: 'one', choices: YES_NO };
  if (type === 'number' || type === 'integer') return { type, choices: [] };
  return type === 'string' ? { type: 'text', choices: [] } : undefined;
}

/** Whether the text `other` can hold the custom text of `field`. */
const allowsOther = (field: FormField | undefined, other: FormField): boolean =>
  field !== undefined &&
  (field.type === 'one' || field.type === 'many') &&
  !field.required &&
  (field.rules.minItems ?? 0) <= 1 &&
  other.type === 'text' &&
  !other.required;

/**
 * Returns the fields of a form. May throw if the schema throws.
 *
 * An optional free-text property `<key>__other`, or the one that the details name, holds the custom text of an optional
 * choice `key` whose `minItems` is at most 1. It is not a field, unless it has its own entry in the details. A form
 * without usable properties has one `confirm` field.
 *
 * @param prefix - Prefix of the question IDs.
 * @returns The fields, and the properties that cannot be shown as questions.
 */
export function fieldsOf(
  schema: unknown,
  details: ReadonlyMap<string, FormDetail> = new Map(),
  prefix = '',
): { fields: readonly FormProperty[]; unsupported: readonly { key: string; required: boolean }[] } {
  const source = isRecord(schema) ? schema : {};
  const required = new Set(listOf(source['required']));
  const unsupported: { key: string; required: boolean }[] = [];
  const found = new Map<string, FormProperty>();
  const properties = isRecord(source['properties']) ? source['properties'] : {};
  const taken = new Set(Object.keys(properties));
  for (const key of inOrder(properties, details)) {
    const given = properties[key];
    const property = isRecord(given) ? withoutNull(given) : {};
    const kind = kindOf(property);
    if (!kind) {
      unsupported.push({ key, required: required.has(key) });
      continue;
    }
    const { title, description } = property;
    found.set(key, {
      ...defined<FormProperty>({
        ...kind,
        id: prefix + idOf(key, details.get(key), taken),
        key,
        rules: rulesOf(property),
        required: required.has(key),
        title: nonEmptyText(title),
        description: nonEmptyText(description),
      }),
      default: property['default'],
    });
  }
  for (const [key, field] of found) {
    const other = details.get(key)?.other ?? key + OTHER;
    const own = found.get(other);
    if (!own || own === field || details.has(other) || !allowsOther(field, own)) continue;
    found.set(key, {
      ...field,
      other: { key: other, rules: own.rules },
      required: details.get(key)?.required === true,
    });
    found.delete(other);
  }
  const fields = [...found.values()];
  if (fields.length > 0) return { fields, unsupported };
  const confirm = {
    id: `${prefix}accept`,
    key: '',
    type: 'confirm',
    choices: CONFIRM,
    rules: {},
    required: true,
  } as const;
  return { fields: [confirm], unsupported };
}
