import { defined, isRecord } from '../core/guards.js';
import type { Issue, ParseResult } from '../core/question/issues.js';
import { LIMITS } from '../core/question/limits.js';
import { type ParseOptions, parseRequest } from '../core/question/parse-request.js';
import { fromJson } from '../core/question/scan.js';
import type { AskUserRequest, Question } from '../core/question/types.js';
import { listOf, reading, some } from './shared/envelope.js';
import type { Fields } from './shared/fields.js';
import { type FormField, readForm } from './shared/form.js';
import { at, listed, refuse, unreadable, within } from './shared/issues.js';
import { textOf } from './shared/read-answer.js';
import { withRules } from './shared/rules.js';

/** One interrupt, and the questions that it asks. */
export interface Part {
  readonly id: string;
  /** Where its questions are from, and so what its answer is. */
  readonly from: 'questions' | 'form' | 'message';
  readonly questions: readonly Question[];
  /** Of a form, by the same positions. */
  readonly fields: readonly FormField[];
}

interface Found {
  readonly interrupts: readonly unknown[];
  /** Of their list in the input. */
  readonly path: string;
  /** Of one of them. */
  readonly pathOf: (index: number) => string;
}

/** What a request's questions say in one text, for a client that shows nothing else. */
export const messageOf = ({ questions }: Pick<AskUserRequest, 'questions'>): string =>
  questions.map(({ question }) => question).join('\n');

const inList = (interrupts: readonly unknown[], path: string): Found => ({
  interrupts,
  path,
  pathOf: (index) => `${path}[${index}]`,
});

const NAMED = ['reason', 'message', 'responseSchema', 'metadata'];

const isInterrupt = (source: unknown): boolean =>
  isRecord(source) && 'id' in source && NAMED.some((name) => name in source);

/** The interrupts of an event, of its outcome, of a list, or the one; `undefined` where there are none of this family. */
function interruptsIn(input: unknown): Found | undefined {
  const source = fromJson(input);
  if (Array.isArray(source)) return listOf(source).some(isInterrupt) ? inList(source, '') : undefined;
  if (!isRecord(source)) return undefined;
  const { outcome, interrupts } = source;
  if (Array.isArray(interrupts)) return inList(interrupts, 'interrupts');
  if (isRecord(outcome) && Array.isArray(outcome['interrupts'])) {
    return inList(outcome['interrupts'], 'outcome.interrupts');
  }
  return isInterrupt(source) ? { interrupts: [source], path: '', pathOf: () => '' } : undefined;
}

/** What the schema calls the questions, too, so that an answer is filled into the form. */
function fitsForm(questions: unknown, schema: unknown): boolean {
  const properties = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : undefined;
  const list = listOf(fromJson(questions));
  if (!properties || list.length === 0) return false;
  return list.every((one) => isRecord(one) && typeof one['id'] === 'string' && Object.hasOwn(properties, one['id']));
}

/** The questions with what the interrupt says beside them, which the first one shows. */
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
  const questions = isRecord(metadata) ? metadata['questions'] : undefined;
  const text = textOf(message);
  const named = (list: readonly Question[]) => list.map((question) => ({ ...question, id: prefix + question.id }));
  if (responseSchema != null && (questions == null || fitsForm(questions, responseSchema))) {
    const schema = at(path, 'responseSchema');
    const form = readForm({ schema: responseSchema, details: questions, message: text, prefix, path: schema }, options);
    return form.ok ? { ...form, value: { ...form.value, from: 'form' } } : form;
  }
  if (questions != null) {
    const parsed = parseRequest({ questions }, options);
    if (!parsed.ok) return { ok: false, issues: within(at(path, 'metadata'), parsed.issues) };
    const value = {
      from: 'questions',
      questions: named(introduced(parsed.value.questions, text)),
      fields: [],
    } as const;
    return { ok: true, value, warnings: within(at(path, 'metadata'), parsed.warnings) };
  }
  if (text === undefined) {
    return refuse('missing', path, 'Has nothing to ask. Send metadata.questions, a responseSchema or a message.');
  }
  const parsed = parseRequest({ question: text }, options);
  if (!parsed.ok) return { ok: false, issues: within(path, parsed.issues) };
  const value = { from: 'message', questions: named(parsed.value.questions), fields: [] } as const;
  return { ...parsed, value };
}

function readParts({ interrupts, path, pathOf }: Found, options: ParseOptions): ParseResult<readonly Part[]> {
  if (interrupts.length === 0) return refuse('too_few', path, 'Has no interrupt. Send at least one.');
  if (interrupts.length > LIMITS.display.questions) {
    return refuse('too_many', path, `Has ${interrupts.length} interrupts. Send at most ${LIMITS.display.questions}.`);
  }
  const issues: Issue[] = [];
  const warnings: Issue[] = [];
  const parts: Part[] = [];
  for (const [i, interrupt] of interrupts.entries()) {
    const place = pathOf(i);
    const { id } = isRecord(interrupt) ? interrupt : {};
    if (!isRecord(interrupt) || typeof id !== 'string') {
      issues.push({ code: 'missing', path: place, message: 'Has no id to answer it by. Send one.' });
    } else if (parts.some((part) => part.id === id)) {
      issues.push({ code: 'duplicate', path: place, message: `An earlier interrupt has the id "${id}", too.` });
    } else {
      // Positions, since two ids joined with two others may read the same.
      const prefix = interrupts.length > 1 ? `${i + 1}.` : '';
      const read = readQuestions(interrupt, place, prefix, options);
      if (read.ok) parts.push({ id, ...read.value });
      (read.ok ? warnings : issues).push(...(read.ok ? read.warnings : read.issues));
    }
  }
  const count = parts.reduce((sum, { questions }) => sum + questions.length, 0);
  if (count > LIMITS.display.questions) {
    issues.push({ code: 'too_many', path, message: `Have ${count} questions together. Ask fewer at a time.` });
  }
  return issues.length > 0
    ? { ok: false, issues: listed(issues) }
    : { ok: true, value: parts, warnings: listed(warnings) };
}

/** What an interrupt says besides what it asks. */
function envelopeOf(interrupt: unknown): unknown {
  const { message: _message, responseSchema: _schema, metadata, ...rest } = isRecord(interrupt) ? interrupt : {};
  const { questions: _questions, ...more } = isRecord(metadata) ? metadata : {};
  return { ...rest, ...(some(more) && { metadata: some(more) }) };
}

const noInterrupt = (): Issue[] => [
  { code: 'type', path: '', message: 'Is no interrupt. Send { "type": "interrupt", "interrupts": [...] }.' },
];

/** The interrupts of an input as one request; a plain request as it is. Never throws. */
export function parseInterrupts(input: unknown, options: ParseOptions): ParseResult<AskUserRequest> {
  return reading(() => {
    const found = interruptsIn(input);
    if (!found) return withRules(parseRequest(input, options), input, { beyond: [noInterrupt] }, options.strict);
    const read = readParts(found, options);
    if (!read.ok) return read;
    const { asker, previewFormat, requestId = read.value.map(({ id }) => id).join(' ') } = options;
    const value = defined<AskUserRequest>({
      requestId,
      questions: read.value.flatMap(({ questions }) => questions),
      asker,
      previewFormat,
      metadata: { interrupts: found.interrupts.map(envelopeOf) },
      raw: input,
    });
    return { ok: true, value, warnings: read.warnings };
  }, unreadable());
}

/** The interrupts of a request, each with its own of the questions; a request that came otherwise is one, called by its id. */
export function partsOf({ requestId, questions, raw }: AskUserRequest): readonly Part[] {
  const found = reading(() => {
    const interrupts = interruptsIn(raw);
    const read = interrupts && readParts(interrupts, {});
    return read?.ok ? read.value : [];
  }, []);
  const ids = found.flatMap((part) => part.questions.map(({ id }) => id));
  if (found.length > 0 && ids.length === questions.length && ids.every((id, i) => id === questions[i]?.id)) {
    return found;
  }
  return [{ id: requestId, from: 'questions', questions, fields: [] }];
}
