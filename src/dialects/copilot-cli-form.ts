import type { Answer, AskUserRequest, Issue, Limits, ParseOptions, ParseResult, Question } from '../core/index.js';
import { codePointLength } from '../core/guards.js';
import type { JsonSchema } from '../core/question/json-schema.js';
import type { FieldNames } from './lib/fields.js';
import { fail, joinPath, lossIssue } from './lib/issues.js';
import { distinct } from './lib/keys.js';
import { type ParsedAnswer, wireName } from './lib/read-answer.js';
import { type Fields, fieldsIn, listOf, tryRead } from './lib/values.js';
import { withWarnings, writeRequest } from './lib/write-request.js';
import { readElicitation, requestOf, STOCK } from './form/elicitation.js';

type Value = string | number | boolean | readonly string[];

/** Content of an accepted form, by field: a value, custom text, or a list of them. Skipped questions are absent. */
export type CopilotCliContent = Readonly<Record<string, Value>>;

const propertiesOf = (params: unknown): Fields => fieldsIn(fieldsIn(fieldsIn(params)['requestedSchema'])['properties']);

/**
 * Parses a form of `ask_user`.
 *
 * @param path - Path of the form in the input.
 */
export function parseForm(params: unknown, path: string, options: ParseOptions): ParseResult<AskUserRequest> {
  const { elicitationSource: server } = fieldsIn(params);
  if (typeof server === 'string') {
    const message = 'An MCP server asks this, and checks the answer. Use the dialect mcpElicitation.';
    return fail('unsupported', joinPath(path, 'elicitationSource'), message);
  }
  if (Object.keys(propertiesOf(params)).length === 0) {
    return fail('missing', joinPath(path, 'requestedSchema.properties'), 'Missing. Send at least one field.');
  }
  const read = requestOf(readElicitation(params, { path, prefix: '' }, options), options);
  if (!read.ok) return read;
  // Copilot CLI accepts any text in any field.
  const questions = read.value.questions.map(({ constraints: _constraints, ...question }) => question);
  return { ...read, value: { ...read.value, questions } };
}

const valuesOf = ({ options }: Question): readonly string[] => distinct(options.map(wireName));

/** Returns the number that a text represents, or the text if the number would be written in another way. */
function numberOr(words: string): number | string {
  const value = Number(words);
  return Number.isFinite(value) && String(value) === words ? value : words;
}

function valueOf(question: Question, { selected, custom }: Answer, type: unknown): Value {
  const values = valuesOf(question);
  const chosen = selected.flatMap(({ index }) => values[index] ?? []);
  if (question.multiSelect) return custom === undefined ? chosen : [...chosen, custom];
  const [value] = chosen;
  if (value !== undefined) return type === 'boolean' ? value === 'true' : value;
  return type === 'number' || type === 'integer' ? numberOr(custom ?? '') : (custom ?? '');
}

/**
 * Returns the content of a form with the answers.
 *
 * @param params - The form that asked. Without one, every value is a string.
 */
export function contentOf(
  params: unknown,
  questions: readonly Question[],
  answers: readonly Answer[],
): CopilotCliContent {
  const typeOf = (id: string) => tryRead(() => fieldsIn(propertiesOf(params)[id])['type'], undefined);
  const entries = questions.flatMap((question, i): [string, Value][] => {
    const answer = answers[i];
    return !answer || answer.skipped ? [] : [[question.id, valueOf(question, answer, typeOf(question.id))]];
  });
  return Object.fromEntries(entries);
}

export function parseValue(question: Question, value: unknown): ParsedAnswer {
  const scalars = ['string', 'number', 'boolean'];
  const given = (Array.isArray(value) ? listOf(value) : [value])
    .filter((one) => scalars.includes(typeof one))
    .map(String);
  const values = valuesOf(question);
  const [chosen, offered] = [new Set(given), new Set(values)];
  return {
    indexes: values.flatMap((one, i) => (chosen.has(one) ? [i] : [])),
    custom: given.filter((one) => !offered.has(one)).join(', '),
  };
}

/** Writes a text that could look like another one as JSON, also without a `=`, as it is before the next value. */
const besideOthers = (text: string): string =>
  /, |"/.test(text) ? JSON.stringify(text).replaceAll('=', String.raw`\u003d`) : text;

/** Returns the text that the model reads for an accepted form. */
export function contentText(content: CopilotCliContent): string {
  const entries = Object.entries(content).map(([key, value]) => [key, [value].flat().map(String)] as const);
  const [first, second] = entries;
  if (!first) return 'User accepted but provided no values.';
  if (!second) return `User responded: ${first[1].join(', ')}`;
  return `User responded: ${entries.map(([key, texts]) => `${key}=${texts.map(besideOthers).join(', ')}`).join(', ')}`;
}

/** What a field represents, for the warnings about what it does not. */
const FIELDS: FieldNames = {
  list: 'properties',
  question: { question: 'description', header: 'title', options: 'oneOf', multiSelect: 'type' },
  option: { label: 'title' },
};

/** Reading takes the longer text of a field as its question, so that a longer header is dropped. */
const fits = ({ header = '', question }: Question): boolean => codePointLength(header) <= codePointLength(question);

function propertyOf(question: Question): JsonSchema {
  const texts = {
    ...(question.header && fits(question) && { title: question.header }),
    description: question.question,
  };
  const values = valuesOf(question);
  const choices = question.options.map(({ label }, i) => ({ const: values[i], title: label }));
  if (choices.length === 0) return { type: 'string', ...texts };
  return question.multiSelect
    ? { type: 'array', ...texts, items: { anyOf: choices } }
    : { type: 'string', ...texts, oneOf: choices };
}

/** Formats questions as a form. Its message is the context of the first question. */
export function writeForm(request: AskUserRequest, limits: Limits): ParseResult<Fields> {
  const { questions } = request;
  const rest = questions.map(({ context, ...question }, i) => (i > 0 && context ? { ...question, context } : question));
  const message = 'This format takes the longer text as the question.';
  const unfit = questions.flatMap((question, i): Issue[] =>
    question.header && !fits(question) ? [lossIssue(`questions[${i}].header`, message)] : [],
  );
  const written = writeRequest({ ...request, questions: rest }, FIELDS, { keyedByIndex: true, limits });
  if (!written.ok) return written;
  const properties = Object.fromEntries(questions.map((question) => [question.id, propertyOf(question)]));
  const [first, second] = questions;
  const intro = first?.context || (second ? undefined : first?.question) || STOCK;
  return withWarnings({ ...written, value: { message: intro, requestedSchema: { properties } } }, unfit);
}
