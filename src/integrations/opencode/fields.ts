import { isRecord } from '../../core/guards.js';
import type { Answer } from '../../core/index.js';
import type { OpencodeForm, OpencodeFormAnswer } from './types.js';

/** A choice of a field. */
interface FieldOption {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

/** A field of a form, as `packages/schema/src/form.ts` of opencode defines it. */
export interface Field {
  readonly key: string;
  readonly type: string;
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly when?: readonly unknown[];
  readonly options?: readonly FieldOption[];
  readonly custom?: boolean;
  readonly minItems?: number;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  multiselect: 'array',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
};

const isOption = (value: unknown): value is FieldOption =>
  isRecord(value) && typeof value['value'] === 'string' && typeof value['label'] === 'string';

function isField(value: unknown): value is Field {
  if (!isRecord(value) || typeof value['key'] !== 'string' || typeof value['type'] !== 'string') return false;
  const { options = [], when = [] } = value;
  return Array.isArray(options) && options.every(isOption) && Array.isArray(when);
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Omits texts that are not strings, such as `null` from a server that writes it for an absent text. */
const withTexts = <T extends { readonly title?: unknown; readonly description?: unknown }>({
  title,
  description,
  ...rest
}: T) => ({ ...rest, ...(isText(title) && { title }), ...(isText(description) && { description }) });

/** Returns the fields of a form. They are fewer than the form's if some cannot be read. */
export const fieldsOf = ({ fields }: OpencodeForm): readonly Field[] =>
  Array.isArray(fields)
    ? (fields as unknown[])
        .filter(isField)
        .map((field) => withTexts({ ...field, ...(field.options && { options: field.options.map(withTexts) }) }))
    : [];

/** Returns why a form cannot be asked, or `undefined`. */
export function refusalOf(form: OpencodeForm, fields: readonly Field[]): string | undefined {
  if (form.mode === 'url') return 'it asks the user to visit a web page';
  if (!Array.isArray(form.fields) || form.fields.length === 0) return 'it has no fields';
  if (form.fields.length !== fields.length) return 'a field has no key, no type, or options that cannot be read';
  for (const { key, type, when = [], options = [], custom, minItems = 0 } of fields) {
    const field = `its field ${JSON.stringify(key)}`;
    if (type === 'external') return `${field} is a link that the user must visit`;
    if (!Object.hasOwn(TYPES, type)) return `${field} has the unknown type ${JSON.stringify(type)}`;
    if (when.length > 0) return `${field} depends on other answers, and the dialog shows every field`;
    if (type === 'multiselect' && options.length === 0 && !custom) return `${field} has no options`;
    if (type === 'multiselect' && options.length === 0 && minItems > 1)
      return `${field} needs ${minItems} texts, and the dialog has one text per field`;
  }
  return undefined;
}

/** Keys of the fields that the tool `question` creates. */
const OWN_KEYS = ['key', 'type', 'title', 'description', 'options', 'custom'];

/**
 * Returns the arguments of the tool `question` if the form is of that tool, which has a field per question. Otherwise
 * returns `undefined`.
 */
export function toQuestions({ id, sessionID, metadata }: OpencodeForm, fields: readonly Field[]): object | undefined {
  const { kind, tool } = isRecord(metadata) ? metadata : {};
  const isOwn = (field: Field) =>
    (field.type === 'string' || field.type === 'multiselect') &&
    Object.keys(field).every((key) => OWN_KEYS.includes(key));
  if (kind !== 'question' || !fields.every(isOwn)) return undefined;
  return {
    id,
    sessionID,
    ...(isRecord(tool) && { tool: { messageID: tool['messageID'], callID: tool['id'] } }),
    questions: fields.map(({ title, description, type, options, custom }) => ({
      question: description ?? title,
      header: title,
      options,
      multiple: type === 'multiselect',
      custom: custom === true,
    })),
  };
}

const toEntries = (
  fields: readonly Field[],
  valuesOf: (field: Field, i: number) => readonly (string | number | boolean)[],
): OpencodeFormAnswer =>
  Object.fromEntries(
    fields.flatMap((field, i): [string, OpencodeFormAnswer[string]][] => {
      const values = valuesOf(field, i);
      const [first] = values;
      if (first === undefined) return [];
      return [[field.key, field.type === 'multiselect' ? values.map(String) : first]];
    }),
  );

/** Converts the answers to the questions of `toQuestions` to the answer of the form. */
export const fromAnswers = (fields: readonly Field[], answers: readonly Answer[]): OpencodeFormAnswer =>
  toEntries(fields, ({ options = [] }, i) => {
    const { selected = [], custom } = answers[i] ?? {};
    return [...selected.flatMap(({ index }) => options[index]?.value ?? []), ...(custom === undefined ? [] : [custom])];
  });

/** Returns the name of the property for the custom text of a field, or `undefined` if the field is one property. */
function otherKeyOf({ key, options = [], custom }: Field, fields: readonly Field[]): string | undefined {
  if (!custom || options.length === 0) return undefined;
  let other = `${key}__other`;
  while (fields.some((field) => field.key === other)) other += '_';
  return other;
}

/** The longer text is the question. */
const textsOf = ({ key, title, description }: Field): { question: string; header?: string } => {
  if (title === undefined || description === undefined) return { question: title ?? description ?? key };
  return title.length > description.length
    ? { question: title, header: description }
    : { question: description, header: title };
};

/** Converts a form to parameters that the dialect `mcpElicitation` parses, with a property for each custom text. */
export function toElicitation({ title }: OpencodeForm, fields: readonly Field[]): object {
  const details: object[] = [];
  const properties = fields.flatMap((field): [string, object][] => {
    const { key, type, options = [], required, custom: _custom, when: _when, minItems, ...rules } = field;
    const choices = options.map(({ value, label, description }) => ({ const: value, title: label, description }));
    const other = otherKeyOf(field, fields);
    details.push({ id: key, ...textsOf(field), options, other, required, minSelected: other && minItems });
    // Without options, a list has only custom text.
    if (choices.length === 0) return [[key, { ...rules, type: type === 'multiselect' ? 'string' : TYPES[type] }]];
    const chosen =
      type === 'multiselect'
        ? { ...rules, type: 'array', items: { anyOf: choices }, ...(!other && { minItems }) }
        : { ...rules, type: 'string', oneOf: choices };
    return other
      ? [
          [key, chosen],
          [other, { type: 'string' }],
        ]
      : [[key, chosen]];
  });
  const required = fields.filter((field) => field.required && !otherKeyOf(field, fields)).map(({ key }) => key);
  return {
    mode: 'form',
    message: isText(title) ? title : undefined,
    requestedSchema: { type: 'object', properties: Object.fromEntries(properties), required },
    _meta: { 'react-ask-user/questions': details },
  };
}

/** Converts the content of the form of `toElicitation` to the answer of opencode's form. */
export const fromContent = (fields: readonly Field[], content: OpencodeFormAnswer): OpencodeFormAnswer =>
  toEntries(fields, (field) =>
    [field.key, otherKeyOf(field, fields)].flatMap((key) => (key === undefined ? [] : (content[key] ?? []))),
  );
