import { codePointLength, defined } from '../../core/guards.js';
import type { JsonSchema } from '../../core/question/json-schema.js';
import { distinctChoices, type FormChoice, type FormScalar, listedIn } from './choices.js';
import type { FormDetail } from './details.js';
import { CUSTOM, idOf, inOrder, OTHER } from './names.js';
import { asks, asksInTitle, CODEX_NONE, isHeaderOf, isSecret, readOwnWords } from './peers.js';
import { nonEmptyTextOf, referenceText, unwrapSchema } from './schema.js';
import { listOf, type Fields, fieldsIn, textOf } from '../lib/values.js';

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
  readonly other?: {
    readonly key: string;
    readonly rules: FormRules;
    /** Whether the property also holds the notes for the selected choice of a single-select question. */
    readonly takesNotes: boolean;
    /** Choice that is sent beside custom text. */
    readonly standIn?: FormScalar;
  };
}

export interface FormProperty extends FormField {
  readonly header?: string;
  readonly question?: string;
  readonly default?: unknown;
  readonly secret?: true;
  readonly ownWords?: ReturnType<typeof readOwnWords>;
  /** Rules of the schema that are not checked. */
  readonly unchecked?: readonly string[];
}

/** JSON Schema rules that cause a warning. The dialog does not check them, but a server might. */
const UNCHECKED = ['multipleOf', 'exclusiveMinimum', 'exclusiveMaximum', 'const', 'not', 'allOf', 'contains'];

const YES_NO: readonly FormChoice[] = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
];

const CONFIRM: readonly FormChoice[] = [{ value: true, label: 'Accept' }];

function rulesOf(source: Fields): FormRules {
  const count = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
  const { minLength, maxLength, pattern, format, minimum, maximum, minItems, maxItems } = source;
  return defined<FormRules>({
    minLength: count(minLength),
    maxLength: count(maxLength),
    pattern: nonEmptyTextOf(pattern),
    format: textOf(format),
    minimum: count(minimum),
    maximum: count(maximum),
    minItems: count(minItems),
    maxItems: count(maxItems),
  });
}

/** Returns type and choices of a property, or `undefined` if it cannot be shown as a question. */
function kindOf(source: Fields, root: Fields): Pick<FormField, 'type' | 'choices'> | undefined {
  const type: unknown = Array.isArray(source['type'])
    ? listOf(source['type']).find((one) => one !== 'null')
    : source['type'];
  if (type === 'array') {
    const choices = distinctChoices(listedIn(unwrapSchema(source['items'], root)));
    const texts = choices.length > 0 && choices.every(({ value }) => typeof value === 'string');
    return texts ? { type: 'many', choices } : undefined;
  }
  const listed = listedIn(source);
  if (listed.length > 0) {
    const choices = distinctChoices(listed);
    return choices.length > 0 ? { type: 'one', choices } : undefined;
  }
  if (type === 'boolean') return { type: 'one', choices: YES_NO };
  if (type === 'number' || type === 'integer') return { type, choices: [] };
  return type === 'string' ? { type: 'text', choices: [] } : undefined;
}

/**
 * The longer text is the question, and the shorter one its header, unless only the description asks, or codex-acp or
 * claude-agent-acp wrote them.
 */
function textsOf(property: Fields, isClaude: boolean): Pick<FormProperty, 'header' | 'question'> {
  const title = nonEmptyTextOf(property['title']);
  const description = nonEmptyTextOf(property['description']);
  if (asksInTitle(property)) return defined({ header: description, question: title });
  if (title === undefined || description === undefined) return defined({ header: title, question: description });
  const isLonger = codePointLength(title) > codePointLength(description);
  return (isClaude ? !isHeaderOf(description, title) : isLonger && (asks(title) || !asks(description)))
    ? { header: description, question: title }
    : { header: title, question: description };
}

/** Whether the text `own` can hold the custom text of `field`. A mark of the peer says so even of a required choice. */
const allowsOther = (field: FormProperty, own: FormProperty): boolean =>
  (field.type === 'one' || field.type === 'many') &&
  (!field.required || own.ownWords?.choice === field.key) &&
  (field.rules.minItems ?? 0) <= 1 &&
  own.type === 'text' &&
  !own.required;

function withOther(field: FormProperty, own: FormProperty, isRequired: boolean): FormProperty {
  const { takesNotes = false, isCodex } = own.ownWords ?? {};
  // A rule of the property could refuse the notes.
  const isPlain = Object.keys(own.rules).length === 0;
  const hasNotes = takesNotes && isPlain && field.type === 'one' && !own.key.startsWith(field.key + OTHER);
  const standIn = isCodex ? field.choices.find(({ value }) => value === CODEX_NONE)?.value : undefined;
  return defined<FormProperty>({
    ...field,
    other: defined({ key: own.key, rules: own.rules, takesNotes: hasNotes, standIn }),
    required: isRequired || field.required,
    secret: field.secret ?? own.secret,
  });
}

function unsupportedText(property: Fields, isRequired: boolean): string {
  const isReference = property['$ref'] !== undefined;
  const problem = isReference ? referenceText(property) : 'Not a string, number, boolean, or list of allowed strings';
  if (!isRequired) return `${problem}, so it was omitted.`;
  return `${problem}. ${isReference ? 'Send the schema itself.' : 'Ask for one of those.'}`;
}

/**
 * Returns the fields of a form. May throw if the schema throws.
 *
 * An optional free-text property that the details, a mark in `_meta`, or its name ties to a choice holds the custom text
 * of that choice. It is not a field, unless it has its own entry in the details. Only a mark ties it to a required
 * choice, and nothing ties it to one with a `minItems` above 1. A form without usable properties has one `confirm` field.
 *
 * @param prefix - Prefix of the question IDs.
 * @returns The fields, and the properties that cannot be shown as questions.
 */
export function fieldsOf(
  schema: unknown,
  details: ReadonlyMap<string, FormDetail> = new Map(),
  prefix = '',
): {
  fields: readonly FormProperty[];
  unsupported: readonly { key: string; required: boolean; message: string }[];
} {
  const root = fieldsIn(schema);
  const required = new Set(listOf(root['required']));
  const unsupported: { key: string; required: boolean; message: string }[] = [];
  const found = new Map<string, FormProperty>();
  const marked = new Map<string, string>();
  const properties = fieldsIn(root['properties']);
  const taken = new Set(Object.keys(properties));
  for (const key of inOrder(properties, details)) {
    const property = unwrapSchema(properties[key], root);
    const kind = kindOf(property, root);
    if (!kind) {
      const isRequired = required.has(key);
      unsupported.push({ key, required: isRequired, message: unsupportedText(property, isRequired) });
      continue;
    }
    const ownWords = readOwnWords(property);
    if (ownWords.choice !== undefined) marked.set(ownWords.choice, key);
    found.set(key, {
      ...defined<FormProperty>({
        ...kind,
        id: prefix + idOf(key, details.get(key), taken),
        key,
        rules: rulesOf(property),
        required: required.has(key),
        ...textsOf(property, Object.hasOwn(properties, key + CUSTOM)),
        ownWords,
        secret: isSecret(property) || undefined,
        unchecked: UNCHECKED.filter((name) => property[name] !== undefined),
      }),
      default: property['default'],
    });
  }
  for (const [key, field] of found) {
    const names = [key + OTHER, key + CUSTOM];
    const other = details.get(key)?.other ?? marked.get(key) ?? names.find((name) => found.has(name));
    const own = other === undefined ? undefined : found.get(other);
    if (!own || own === field || details.has(own.key) || !allowsOther(field, own)) continue;
    found.set(key, withOther(field, own, details.get(key)?.required === true));
    found.delete(own.key);
  }
  const fields = [...found.values()];
  if (fields.length > 0) return { fields, unsupported };
  const confirm = { key: '', type: 'confirm', choices: CONFIRM, rules: {}, required: true } as const;
  return { fields: [{ ...confirm, id: `${prefix}accept` }], unsupported };
}
