import { defined, isBlank, isRecord } from '../../core/guards.js';
import type { Issue, ParseResult } from '../../core/question/issues.js';
import { LIMITS } from '../../core/question/limits.js';
import { type ParseOptions, parseRequest } from '../../core/question/parse-request.js';
import type { Constraints, Question, QuestionInput, QuestionOption } from '../../core/question/types.js';
import { listOf } from './envelope.js';
import { type FormDetail, readDetails } from './form-details.js';
import { doubtsOf } from './form-doubts.js';
import { fieldsOf, type FormField, type FormProperty } from './form-fields.js';
import { refuse, unreadable } from './issues.js';

/** A form that was read: questions, and by the same position the field that each one's answer is written to. */
export interface Form {
  readonly questions: readonly Question[];
  readonly fields: readonly FormField[];
}

/** A form as it came. */
export interface FormSource {
  readonly schema: unknown;
  /** What `writeForm` gave beside the schema. */
  readonly details?: unknown;
  /** Why the form is sent. Shown with the first question; the question itself where the form has no text of its own. */
  readonly message?: string | undefined;
  /** Put before a property to make its question's id, where there are several forms. */
  readonly prefix?: string | undefined;
  /** Where the schema stands in the input. @default 'requestedSchema' */
  readonly path?: string | undefined;
}

const INPUTS: Readonly<Record<string, Constraints['input']>> = {
  email: 'email',
  uri: 'url',
  date: 'date',
  'date-time': 'date-time',
};

/** What the schema says of an answer that a person should know and that no constraint says. */
function remarks({ choices, rules, ...field }: FormProperty): readonly string[] {
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

function inputOf(
  field: FormProperty,
  detail: FormDetail | undefined,
  message: string | undefined,
  only: boolean,
): QuestionInput {
  const { key, title, description, choices, type } = field;
  const question = detail?.question ?? description ?? title ?? (only ? message : undefined) ?? (key || 'Accept?');
  const repeats = message === undefined || message === question || message === detail?.context;
  const context = [...(repeats ? [] : [message]), ...(detail?.context ? [detail.context] : []), ...remarks(field)];
  return {
    id: key,
    question,
    header: detail ? detail.header : title,
    context: context.length > 0 ? context.join('\n\n') : undefined,
    options: choices.map((choice, i) => {
      const more = detail?.options?.[i];
      const preview = more?.label === choice.label ? more.preview : undefined;
      const text = more?.label === choice.label ? (more.description ?? choice.description) : choice.description;
      return { label: choice.label, description: text, preview };
    }),
    multiSelect: type === 'many',
  };
}

function constraintsOf(field: FormField, detail: FormDetail | undefined): Constraints {
  const { choices, other, rules, type, required } = field;
  const words = other?.rules ?? rules;
  return defined<Constraints>({
    required,
    allowCustom: choices.length > 0 && !other ? false : undefined,
    minSelected: other ? detail?.minSelected : rules.minItems,
    maxSelected: rules.maxItems,
    input: type === 'number' || type === 'integer' ? type : INPUTS[words.format ?? ''],
    minLength: words.minLength,
    maxLength: words.maxLength,
    minimum: rules.minimum,
    maximum: rules.maximum,
  });
}

/** A question with what only its field knows. */
function finish(question: Question, field: FormField, detail: FormDetail | undefined): Question {
  const options = question.options.map((option, i): QuestionOption => {
    const choice = field.choices[i];
    return choice ? { ...option, value: String(choice.value) } : option;
  });
  return { ...question, id: field.id, options, constraints: constraintsOf(field, detail) };
}

/**
 * Reads a form as questions: `id` is the property, `header` its title, the text its description, else its title, else the
 * property; a yes or no is a choice of two. Nothing is chosen beforehand: a `default` is told in the context and no more. A form
 * without properties is one question, its message, to be accepted or not.
 *
 * `required` is set on every question, `allowCustom: false` on choices without a property for own words, and the
 * schema's counts, lengths, ranges and formats as far as constraints have them.
 *
 * @param options - of the dialect's parser: limits, and whether they are strict
 * @returns with a warning for an optional property that no question can be made of, and the issue for a required one. Never
 * throws.
 */
export function readForm(source: FormSource, options: ParseOptions = {}): ParseResult<Form> {
  const { schema, message, prefix, path = 'requestedSchema' } = source;
  try {
    if (!isRecord(schema)) return refuse('type', path, 'Must be an object schema. Send one with properties.');
    const properties = isRecord(schema['properties']) ? Object.keys(schema['properties']).length : 0;
    if (properties > 2 * LIMITS.display.questions) {
      return refuse('too_many', `${path}.properties`, `Has ${properties} properties. Ask for fewer at a time.`);
    }
    const details = readDetails(source.details);
    const { fields, unsupported } = fieldsOf(schema, details, prefix);
    const left = unsupported.map(({ key, required }): Issue => ({
      code: required ? 'unsupported' : 'dropped',
      path: `${path}.properties.${key}`,
      message: `Is no text, number, yes or no, or choice of texts${required ? '. Ask for one of those.' : ', and was left out.'}`,
    }));
    if (unsupported.some(({ required }) => required)) {
      return { ok: false, issues: left.filter(({ code }) => code === 'unsupported') };
    }
    const questions = fields.map((field, i) =>
      inputOf(field, details.get(field.key), i === 0 ? filled(message) : undefined, fields.length === 1),
    );
    const parsed = parseRequest({ questions }, options);
    const named = (issues: readonly Issue[]) => issues.map((issue) => inSchema(issue, fields, path));
    if (!parsed.ok) return { ok: false, issues: named(parsed.issues) };
    const finished = parsed.value.questions.flatMap((question, i) => {
      const field = fields[i];
      return field ? finish(question, field, details.get(field.key)) : [];
    });
    const doubts = doubtsOf(schema['properties'], fields, `${path}.properties`);
    return {
      ok: true,
      value: { questions: finished, fields },
      warnings: [...left, ...doubts, ...named(parsed.warnings)],
    };
  } catch {
    return unreadable(path);
  }
}

const filled = (text: string | undefined) => (text === undefined || isBlank(text) ? undefined : text);

/** An issue of a question as one of the property that it was made of. */
function inSchema({ code, path, message }: Issue, fields: readonly FormField[], schema: string): Issue {
  const [, at, part] = /^questions\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  const field = fields[Number(at)];
  const properties = `${schema}.properties`;
  if (!field) return { code, path: properties, message };
  return { code, path: `${properties}.${field.key}`, message: part ? `Its ${part}: ${message}` : message };
}
