import { defined } from '../../core/guards.js';
import type { ParseResult } from '../../core/question/issues.js';
import type { JsonSchema } from '../../core/question/json-schema.js';
import type { Constraints, Question } from '../../core/question/types.js';
import type { FormDetail } from './details.js';
import { FORMATS } from './formats.js';
import { otherKey, propertyOf } from './names.js';
import { distinct } from '../lib/keys.js';
import { wireName } from '../lib/read-answer.js';
import { fail } from '../lib/issues.js';

/** A form as its schema, with one detail per question: its texts and options, and what the schema cannot represent. */
export interface WrittenForm {
  readonly schema: JsonSchema & { readonly type: 'object'; readonly properties: Readonly<Record<string, JsonSchema>> };
  readonly details: readonly FormDetail[];
}

const YES_NO = '[["true","Yes"],["false","No"]]';

const textsOf = ({ header, question }: Question): JsonSchema =>
  header ? { title: header, description: question } : { title: question };

const getAnswerText = ({ input = 'text', minLength, maxLength }: Constraints): JsonSchema =>
  defined<JsonSchema>({
    type: 'string',
    minLength,
    maxLength,
    format: FORMATS.find((one) => one.input === input)?.format,
  });

function openOf({ constraints = {} }: Question): JsonSchema {
  const { input, minimum, maximum, required } = constraints;
  if (input === 'number' || input === 'integer') return defined<JsonSchema>({ type: input, minimum, maximum });
  const words = getAnswerText(constraints);
  return required === false ? words : { ...words, minLength: words.minLength ?? 1 };
}

function choiceOf(question: Question, closed: boolean): JsonSchema {
  const { options, multiSelect, constraints: { minSelected, maxSelected, required } = {} } = question;
  const names = distinct(options.map(wireName));
  const pairs = JSON.stringify(options.map(({ label }, i) => [names[i], label]));
  if (closed && !multiSelect && pairs === YES_NO) return { type: 'boolean' };
  const plain = options.every(({ label, description }, i) => label === names[i] && !description);
  const titled = plain
    ? []
    : options.map(({ label, description }, i) =>
        defined<JsonSchema>({ const: names[i], title: label, description: description || undefined }),
      );
  if (!multiSelect) return plain ? { type: 'string', enum: names } : { type: 'string', oneOf: titled };
  return defined<JsonSchema>({
    type: 'array',
    minItems: closed ? (minSelected ?? (required === false ? undefined : 1)) : undefined,
    maxItems: maxSelected,
    items: plain ? { type: 'string', enum: names } : { anyOf: titled },
  });
}

function detailOf(question: Question, key: string, other: string | undefined): FormDetail {
  const { id, question: text, header, context, options, constraints = {} } = question;
  return defined<FormDetail>({
    id: key,
    questionId: key === id ? undefined : id,
    question: text,
    header,
    context,
    options:
      options.length > 0 ? options.map(({ value: _value, ...option }) => defined<typeof option>(option)) : undefined,
    other,
    required: other === undefined || constraints.required === false ? undefined : true,
    minSelected: other === undefined ? undefined : constraints.minSelected,
    allowNotes: constraints.allowNotes === true ? undefined : constraints.allowNotes,
  });
}

/**
 * Formats questions as a form that `readForm` can parse.
 *
 * If options allow custom text, an optional string property holds it. The property with the options is then optional
 * too, and the details specify whether an answer is required.
 *
 * @returns The form, or an issue if a question is secret, because forms must not ask for secrets.
 */
export function writeForm(questions: readonly Question[]): ParseResult<WrittenForm> {
  const secret = questions.findIndex(({ constraints }) => constraints?.secret);
  if (secret >= 0) {
    return fail(
      'secret',
      `questions[${secret}]`,
      'Forms must not ask for secrets. Use a channel that is made for them.',
    );
  }
  const properties: [string, JsonSchema][] = [];
  const required: string[] = [];
  const details: FormDetail[] = [];
  const taken = new Set(questions.map(({ id }) => id));
  for (const question of questions) {
    const { options, constraints = {} } = question;
    const closed = options.length === 0 || constraints.allowCustom === false;
    const key = propertyOf(question.id, taken);
    taken.add(key);
    const other = closed ? undefined : otherKey(key, taken);
    const { title = '', description } = textsOf(question);
    const kind = options.length > 0 ? choiceOf(question, closed) : openOf(question);
    properties.push([key, defined<JsonSchema>({ ...kind, title, description })]);
    if (other !== undefined) {
      taken.add(other);
      const words = getAnswerText(constraints);
      properties.push([other, { ...words, title: `Other: ${title}`, description: 'An answer in your own words.' }]);
    } else if (constraints.required !== false) required.push(key);
    details.push(detailOf(question, key, other));
  }
  const schema = {
    type: 'object' as const,
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
  return { ok: true, value: { schema, details }, warnings: [] };
}
