import { defined, isRecord } from '../../core/guards.js';
import type { JsonSchema } from '../../core/question/json-schema.js';
import type { FormDetail } from './form-details.js';
import { listOf } from './envelope.js';
import { textOf } from './read-answer.js';

/** What one choice is on the wire. */
export type FormScalar = string | number | boolean;

/** A value that a field allows, and how it is shown. */
export interface FormChoice {
  readonly value: FormScalar;
  readonly label: string;
  readonly description?: string;
}

/** What a schema demands of a value, beyond its type. Lengths in Unicode code points. */
export type FormRules = Pick<
  JsonSchema,
  'minLength' | 'maxLength' | 'pattern' | 'format' | 'minimum' | 'maximum' | 'minItems' | 'maxItems'
>;

/** One property of a form, and so one question. */
export interface FormField {
  /** Of its question. */
  readonly id: string;
  /** The property, which the answer is filed under. */
  readonly key: string;
  /** `one` and `many` of the choices; `confirm` stands for a form without properties and has no value. */
  readonly type: 'text' | 'number' | 'integer' | 'one' | 'many' | 'confirm';
  /** In option order. */
  readonly choices: readonly FormChoice[];
  readonly rules: FormRules;
  /** The form is not accepted without an answer to it. */
  readonly required: boolean;
  /** The property for own words beside the choices. */
  readonly other?: { readonly key: string; readonly rules: FormRules };
}

/** A field with the texts that its property has. */
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

const OTHER = '__other';

const isScalar = (value: unknown): value is FormScalar =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

const said = (value: unknown): string | undefined => textOf(value) || undefined;

/** The values of an enumeration in each of its ways: `enum`, with `enumNames`, and titled constants. */
function listed({ oneOf, anyOf, enum: values, enumNames }: Source): readonly (FormChoice | undefined)[] {
  const titled = oneOf ?? anyOf;
  if (Array.isArray(titled)) {
    return listOf(titled).map((one) => {
      if (!isRecord(one) || !isScalar(one['const'])) return undefined;
      const { const: value, title, description } = one;
      return isScalar(value)
        ? defined<FormChoice>({ value, label: textOf(title) ?? String(value), description: said(description) })
        : undefined;
    });
  }
  const names = listOf(enumNames);
  return listOf(values).map((value, i) =>
    isScalar(value) ? { value, label: textOf(names[i]) ?? String(value) } : undefined,
  );
}

/** The choices of an enumeration, equal values once; none where one of them is no plain value. */
function choicesOf(source: Source): readonly FormChoice[] {
  const byValue = new Map<FormScalar, FormChoice>();
  for (const choice of listed(source)) {
    if (!choice) return [];
    if (!byValue.has(choice.value)) byValue.set(choice.value, choice);
  }
  return [...byValue.values()];
}

function patternOf(pattern: unknown): string | undefined {
  try {
    return typeof pattern === 'string' && new RegExp(pattern, 'u') ? pattern : undefined;
  } catch {
    return undefined;
  }
}

function rulesOf(source: Source): FormRules {
  const count = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
  const { minLength, maxLength, pattern, format, minimum, maximum, minItems, maxItems } = source;
  return defined<FormRules>({
    minLength: count(minLength),
    maxLength: count(maxLength),
    pattern: patternOf(pattern),
    format: textOf(format),
    minimum: count(minimum),
    maximum: count(maximum),
    minItems: count(minItems),
    maxItems: count(maxItems),
  });
}

/** Type and choices of a property; `undefined` for one that no question can be made of. */
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

/** Own words may stand in for the choices: neither has to be there, and no number of choices is demanded beside them. */
const takesOther = (field: FormField | undefined, other: FormField): boolean =>
  field !== undefined &&
  (field.type === 'one' || field.type === 'many') &&
  !field.required &&
  (field.rules.minItems ?? 0) <= 1 &&
  other.type === 'text' &&
  !other.required;

/** JavaScript puts such properties of an object in front of all others, in the order of their numbers. */
const INDEX = /^(0|[1-9]\d*)$/;
const PREFIX = 'question_';

/** The property for a question's id: the id itself, unless it would lose its place, or none of the `taken`. */
export function propertyOf(id: string, taken: ReadonlySet<string>): string {
  if (!INDEX.test(id)) return id;
  let key = PREFIX + id;
  while (taken.has(key)) key = `_${key}`;
  return key;
}

/** The id of a property's question: the one beside the form if `propertyOf` makes this property of it, and no other has it. */
function idOf(key: string, detail: FormDetail | undefined, taken: Set<string>): string {
  const { questionId = '' } = detail ?? {};
  const own = INDEX.test(questionId) && key.endsWith(PREFIX + questionId) && !taken.has(questionId);
  if (own) taken.add(questionId);
  return own ? questionId : key;
}

/** The properties, those that the details list in the order of that list. */
function inOrder(properties: Source, details: ReadonlyMap<string, FormDetail>): readonly string[] {
  const keys = Object.keys(properties);
  const ordered = [...details.keys()].filter((key) => Object.hasOwn(properties, key)).values();
  return keys.map((key) => (details.has(key) ? (ordered.next().value ?? key) : key));
}

/**
 * The fields of a form, in the order of its properties, or of the details. An optional text property `<key>__other` after an optional property
 * of choices is not a field of its own: it is where own words go.
 *
 * @param details - by property, where there are any
 * @param prefix - put before a property to make its question's id
 * @returns with the properties that no question can be made of. May throw where reading the schema does.
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
    const property = properties[key];
    const kind = isRecord(property) ? kindOf(property) : undefined;
    if (!kind || !isRecord(property)) {
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
        title: said(title),
        description: said(description),
      }),
      default: property['default'],
    });
  }
  for (const [key, field] of found) {
    const other = details.get(key)?.other ?? key + OTHER;
    const own = found.get(other);
    if (!own || own === field || details.has(other) || !takesOther(field, own)) continue;
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

/** The property for own words of a question, which none of the `taken` is called. */
export function otherKey(key: string, taken: ReadonlySet<string>): string {
  let other = key + OTHER;
  while (taken.has(other)) other += '_';
  return other;
}
