import type { AskUserRequest, ParseOptions, ParseResult, Question } from '../core/index.js';
import { parseRequest } from '../core/question/parse-request.js';
import { DEFAULT_FIELDS } from './lib/fields.js';
import { fail, issue, joinPath, prefixPath, succeed, unreadable } from './lib/issues.js';
import { readParts } from './lib/read-parts.js';
import { readRequest } from './lib/read-request.js';
import { type FormField, readForm } from './form/index.js';
import { defined, type Fields, fieldsIn, fromJson, listOf, nonEmptyFields, textOf, tryRead } from './lib/values.js';

/** One interrupt with its questions. */
export interface Part {
  readonly id: string;
  /** Source of the questions. It determines the format of the answer. */
  readonly from: 'questions' | 'form' | 'message';
  readonly questions: readonly Question[];
  /** Fields of a form, at the indexes of their questions. Empty for other sources. */
  readonly fields: readonly FormField[];
}

interface Found {
  readonly interrupts: readonly unknown[];
  readonly path: string;
  readonly pathOf: (index: number) => string;
}

/** Returns the message that `formatRequest` writes: the question texts, joined with line breaks. */
export const messageOf = ({ questions }: Pick<AskUserRequest, 'questions'>): string =>
  questions.map(({ question }) => question).join('\n');

const inList = (interrupts: readonly unknown[], path: string): Found => ({
  interrupts,
  path,
  pathOf: (index) => `${path}[${index}]`,
});

const NAMED = ['reason', 'message', 'responseSchema', 'metadata'];

const isInterrupt = (source: unknown): boolean =>
  'id' in fieldsIn(source) && NAMED.some((name) => name in fieldsIn(source));

function interruptsIn(source: unknown): Found | undefined {
  if (Array.isArray(source)) return listOf(source).some(isInterrupt) ? inList(source, '') : undefined;
  const { outcome, interrupts } = fieldsIn(source);
  if (Array.isArray(interrupts)) return inList(interrupts, 'interrupts');
  const inOutcome = fieldsIn(outcome)['interrupts'];
  if (Array.isArray(inOutcome)) return inList(inOutcome, 'outcome.interrupts');
  return isInterrupt(source) ? { interrupts: [source], path: '', pathOf: () => '' } : undefined;
}

/**
 * Whether there are questions and each one has an ID that is a property of the schema, so that the answers can be the
 * content of the form.
 */
function fitsForm(questions: unknown, schema: unknown): boolean {
  const properties = fieldsIn(fieldsIn(schema)['properties']);
  const ids = listOf(fromJson(questions)).map((one) => fieldsIn(one)['id']);
  return ids.length > 0 && ids.every((id) => typeof id === 'string' && Object.hasOwn(properties, id));
}

function introduced(questions: readonly Question[], message: string | undefined): readonly Question[] {
  const [first, ...rest] = questions;
  if (!first || !message || first.context !== undefined || message === messageOf({ questions })) return questions;
  return [{ ...first, context: message }, ...rest];
}

function readQuestions(
  { metadata, responseSchema, message }: Fields,
  path: string,
  prefix: string,
  options: ParseOptions,
): ParseResult<Omit<Part, 'id'>> {
  const { questions } = fieldsIn(metadata);
  const text = textOf(message);
  const named = (list: readonly Question[]) => list.map((question) => ({ ...question, id: prefix + question.id }));
  if (responseSchema != null && (questions == null || fitsForm(questions, responseSchema))) {
    const schema = joinPath(path, 'responseSchema');
    const form = readForm({ schema: responseSchema, details: questions, message: text, prefix, path: schema }, options);
    return form.ok ? { ...form, value: { ...form.value, from: 'form' } } : form;
  }
  if (questions != null) {
    const parsed = parseRequest({ questions }, options);
    if (!parsed.ok) return { ok: false, issues: prefixPath(joinPath(path, 'metadata'), parsed.issues) };
    const value = {
      from: 'questions',
      questions: named(introduced(parsed.value.questions, text)),
      fields: [],
    } as const;
    return succeed(value, prefixPath(joinPath(path, 'metadata'), parsed.warnings));
  }
  if (text === undefined) {
    return fail('missing', path, 'Nothing to ask. Send metadata.questions, a responseSchema, or a message.');
  }
  const parsed = parseRequest({ question: text }, options);
  if (!parsed.ok) return { ok: false, issues: prefixPath(path, parsed.issues) };
  // The answer is the text alone.
  const noted = named(parsed.value.questions).map((one) => ({ ...one, constraints: { allowNotes: false } }));
  return { ...parsed, value: { from: 'message', questions: noted, fields: [] } };
}

function readInterrupts({ interrupts, path, pathOf }: Found, options: ParseOptions): ParseResult<readonly Part[]> {
  if (interrupts.length === 0) return fail('too_few', path, 'No interrupts. Send at least one.');
  const ids = new Set<string>();
  return readParts(interrupts, { path, what: 'interrupts' }, (given, i) => {
    const place = pathOf(i);
    const { id } = fieldsIn(given);
    if (typeof id !== 'string') return fail('missing', place, 'Missing id. Send a string.');
    if (ids.has(id)) return fail('duplicate', place, `An earlier interrupt has the id "${id}". Send unique ids.`);
    ids.add(id);
    // Numbers, because different pairs of interrupt and question IDs could join to the same ID.
    const prefix = interrupts.length > 1 ? `${i + 1}.` : '';
    const read = readQuestions(fieldsIn(given), place, prefix, options);
    return read.ok ? { ...read, value: { id, ...read.value } } : read;
  });
}

function envelopeOf(interrupt: unknown): unknown {
  const { message: _message, responseSchema: _schema, metadata, ...rest } = fieldsIn(interrupt);
  const { questions: _questions, ...more } = fieldsIn(metadata);
  return { ...rest, ...(nonEmptyFields(more) && { metadata: nonEmptyFields(more) }) };
}

const requireInterrupt = () => [
  issue('type', '', 'Not an interrupt. Send { "type": "interrupt", "interrupts": [...] }.'),
];

/** A plain request is parsed with a warning, or is an issue if `strict` is set. */
export function parseInterrupts(input: unknown, options: ParseOptions): ParseResult<AskUserRequest> {
  return tryRead(() => {
    const found = interruptsIn(input);
    if (!found) return readRequest(input, { fields: DEFAULT_FIELDS, rules: [requireInterrupt] }, options);
    const read = readInterrupts(found, options);
    if (!read.ok) return read;
    const { asker, previewFormat, requestId = read.value.map(({ id }) => id).join(' ') } = options;
    const value = defined<AskUserRequest>({
      requestId,
      questions: read.value.flatMap(({ questions }) => questions),
      asker,
      previewFormat,
      metadata: { interrupts: found.interrupts.map(envelopeOf) },
    });
    return succeed(value, read.warnings);
  }, unreadable());
}

/**
 * A request from another source, or whose question IDs have changed since `parse`, is treated as one interrupt with the
 * request ID.
 */
export function partsOf({ requestId, questions, raw }: AskUserRequest): readonly Part[] {
  const found = tryRead(() => {
    const interrupts = interruptsIn(fromJson(raw));
    const read = interrupts && readInterrupts(interrupts, {});
    return read?.ok ? read.value : [];
  }, []);
  const ids = found.flatMap((part) => part.questions.map(({ id }) => id));
  if (found.length > 0 && ids.length === questions.length && ids.every((id, i) => id === questions[i]?.id)) {
    return found;
  }
  return [{ id: requestId, from: 'questions', questions, fields: [] }];
}
