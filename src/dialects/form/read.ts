import { codePointLength, defined, isBlank, isRecord } from '../../core/guards.js';
import type { Issue, ParseResult } from '../../core/question/issues.js';
import { LIMITS } from '../../core/question/limits.js';
import { type ParseOptions, parseRequest } from '../../core/question/parse-request.js';
import type { Constraints, Question, QuestionInput, QuestionOption } from '../../core/question/types.js';
import { listOf } from '../lib/values.js';
import type { FormChoice } from './choices.js';
import { type FormDetail, readDetails } from './details.js';
import { fieldsOf, type FormField, type FormProperty } from './fields.js';
import { FORMATS } from './formats.js';
import { CUSTOM } from './names.js';
import { asks, isHeaderOf } from './peers.js';
import { referenceText, unwrapSchema } from './schema.js';
import { getFormWarnings } from './warnings.js';
import type { Fields } from '../lib/values.js';
import { fail, unreadable } from '../lib/issues.js';

/**
 * The questions and fields of a form. `fields` has one entry per question, at the same index. It is empty if the
 * questions cannot be written as a form.
 */
export interface Form {
  readonly questions: readonly Question[];
  readonly fields: readonly FormField[];
}

export interface FormSource {
  readonly schema: unknown;
  /** Details from `writeForm`, or the questions of an AG-UI interrupt. */
  readonly details?: unknown;
  /**
   * Whether the response can have notes beside the content. Otherwise, only a property for custom text can have them.
   *
   * @default false
   */
  readonly hasNotes?: boolean | undefined;
  /** Message of the form: part of the first question's context, or the text of a single question without a text. */
  readonly message?: string | undefined;
  /** Prefix of the question IDs. Needed if there are several forms. */
  readonly prefix?: string | undefined;
  /** Path of the schema in the input. @default 'requestedSchema' */
  readonly path?: string | undefined;
}

/** Returns the default and the pattern of a field as text for the user, because no constraint represents them. */
function describeRules({ choices, rules, ...field }: FormProperty): readonly string[] {
  const given: readonly unknown[] = Array.isArray(field.default) ? listOf(field.default) : [field.default];
  const names = given.flatMap((value) => {
    const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return choices.find((choice) => choice.value === value)?.label ?? (plain && value !== '' ? String(value) : []);
  });
  return [
    ...(names.length > 0 ? [`Default: ${names.join(', ')}`] : []),
    ...(rules.pattern === undefined ? [] : [`Must match: ${rules.pattern}`]),
  ];
}

/** Returns the text of a question. A `message` that asks can be that of the only one, as claude-agent-acp writes it. */
function questionOf({ key, header, question, other }: FormProperty, message = ''): string {
  if (question !== undefined) return question;
  if (header === undefined) return message || key || 'Accept?';
  if (message && other?.key === key + CUSTOM) return isHeaderOf(message, header) ? message : header;
  const isQuestion = asks(message) && !asks(header) && codePointLength(message) > codePointLength(header);
  return isQuestion ? message : header;
}

/** Returns the details of an option, if they are those of its label. */
function moreOf({ label }: FormChoice, detail: FormDetail | undefined, index: number): Omit<QuestionOption, 'value'> {
  const more = detail?.options?.[index];
  return more?.label === label ? more : { label };
}

/** `intro` has the texts above the question. The first one can be the question itself, if it is the only one. */
function inputOf(
  field: FormProperty,
  detail: FormDetail | undefined,
  intro: readonly string[],
  message: string | undefined,
): QuestionInput {
  const { key, header, choices, type } = field;
  const question = detail?.question ?? questionOf(field, message);
  const texts = intro.filter((text) => text !== question && text !== detail?.context);
  const context = [...texts, ...(detail?.context ? [detail.context] : []), ...describeRules(field)];
  return {
    // The key of a form without usable properties is empty.
    id: key || undefined,
    question,
    header: detail ? detail.header : header,
    context: context.length > 0 ? context.join('\n\n') : undefined,
    options: choices.map((choice, i) => {
      const { description = choice.description, preview = choice.preview } = moreOf(choice, detail, i);
      return { label: choice.label, description, preview };
    }),
    multiSelect: type === 'many',
  };
}

function constraintsOf(field: FormProperty, detail: FormDetail | undefined, hasNotes?: boolean): Constraints {
  const { choices, other, rules, type, required, secret } = field;
  const words = other?.rules ?? rules;
  return defined<Constraints>({
    required,
    allowCustom: choices.length > 0 && !other ? false : undefined,
    allowNotes: hasNotes ? detail?.allowNotes : other?.takesNotes ? 'withOption' : false,
    minSelected: other ? detail?.minSelected : rules.minItems,
    maxSelected: rules.maxItems,
    input:
      type === 'number' || type === 'integer' ? type : FORMATS.find(({ format }) => format === words.format)?.input,
    minLength: words.minLength,
    maxLength: words.maxLength,
    minimum: rules.minimum,
    maximum: rules.maximum,
    secret,
  });
}

function finish(question: Question, field: FormProperty, detail: FormDetail | undefined, hasNotes?: boolean): Question {
  const options = question.options.map((option, i): QuestionOption => {
    const choice = field.choices[i];
    if (!choice) return option;
    const { recommended } = moreOf(choice, detail, i);
    return { ...option, value: String(choice.value), ...(recommended && { recommended }) };
  });
  return { ...question, id: field.id, options, constraints: constraintsOf(field, detail, hasNotes) };
}

/**
 * Parses a form as questions. Never throws.
 *
 * A `default` and a `pattern` are shown in the context. No option is preselected. A form without usable properties
 * becomes one question with the option Accept.
 *
 * @returns The form with warnings, or the issues. An optional property that cannot be shown as a question is a warning,
 * a required one an issue.
 */
export function readForm(source: FormSource, options: ParseOptions = {}): ParseResult<Form> {
  const { message, prefix, path = 'requestedSchema' } = source;
  try {
    if (!isRecord(source.schema)) return fail('type', path, 'Must be an object schema. Send one with properties.');
    const schema = unwrapSchema(source.schema, source.schema);
    if (schema['$ref'] !== undefined)
      return fail('unsupported', path, `${referenceText(schema)}. Send its properties.`);
    const properties = isRecord(schema['properties']) ? Object.keys(schema['properties']).length : 0;
    if (properties > 2 * LIMITS.display.questions) {
      return fail(
        'too_many',
        `${path}.properties`,
        `Must have at most ${2 * LIMITS.display.questions} properties, has ${properties}.`,
      );
    }
    const details = readDetails(source.details);
    const { fields, unsupported } = fieldsOf(schema, details, prefix);
    const left = unsupported.map(({ key, required, message: text }): Issue => ({
      code: required ? 'unsupported' : 'dropped',
      path: `${path}.properties.${key}`,
      message: text,
    }));
    if (unsupported.some(({ required }) => required)) {
      return { ok: false, issues: left.filter(({ code }) => code === 'unsupported') };
    }
    const intro = introOf(message, schema);
    const asking = fields.length === 1 ? filled(message) : undefined;
    const questions = fields.map((field, i) => inputOf(field, details.get(field.key), i === 0 ? intro : [], asking));
    const parsed = parseRequest({ questions }, options);
    const named = (issues: readonly Issue[]) => issues.map((issue) => inSchema(issue, fields, path));
    if (!parsed.ok) return { ok: false, issues: named(parsed.issues) };
    const finished = parsed.value.questions.flatMap((question, i) => {
      const field = fields[i];
      return field ? finish(question, field, details.get(field.key), source.hasNotes) : [];
    });
    const formWarnings = getFormWarnings(fields, `${path}.properties`);
    return {
      ok: true,
      value: { questions: finished, fields },
      warnings: [...left, ...formWarnings, ...named(parsed.warnings)],
    };
  } catch {
    return unreadable(path);
  }
}

const filled = (text: unknown) => (typeof text !== 'string' || isBlank(text) ? undefined : text);

/** Returns the texts above the first question. A title without a space is skipped, because libraries write a class name. */
function introOf(message: string | undefined, { title, description }: Fields): readonly string[] {
  const name = filled(title);
  const texts = [filled(message), name?.trim().includes(' ') ? name : undefined, filled(description)];
  return [...new Set(texts.filter((text) => text !== undefined))];
}

function inSchema({ code, path, message }: Issue, fields: readonly FormField[], schema: string): Issue {
  const [, at, part] = /^questions\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  const field = fields[Number(at)];
  const properties = `${schema}.properties`;
  if (!field) return { code, path: properties, message };
  return { code, path: `${properties}.${field.key}`, message: part ? `Its ${part}: ${message}` : message };
}
