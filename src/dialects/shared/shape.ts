import { isRecord } from '../../core/guards.js';
import type { Issue, ParseResult } from '../../core/question/issues.js';
import { LIMITS } from '../../core/question/limits.js';
import { parseRequest, type ParseOptions } from '../../core/question/parse-request.js';
import { fromJson } from '../../core/question/scan.js';
import type { AskUserRequest, Question, QuestionOption } from '../../core/question/types.js';

export type Fields = Readonly<Record<string, unknown>>;

/** What a family calls the parts of a request. What has no name here is not on its wire. */
export interface Shape {
  /** Key of the list of questions. Absent where a request is one question. */
  readonly list?: string;
  readonly question: {
    readonly question: string;
    readonly id?: string;
    readonly header?: string;
    readonly context?: string;
    readonly options?: string;
    readonly multiSelect?: string;
  };
  /** `text`: an option is its label. */
  readonly option?:
    | 'text'
    | {
        readonly label: string;
        /** Where else the family's host looks for a label, in its order. */
        readonly labelAliases?: readonly string[];
        readonly description?: string;
        readonly preview?: string;
      };
}

const QUESTION = ['id', 'question', 'header', 'context', 'options', 'multiSelect'] as const;
const OPTION = ['label', 'description', 'preview'] as const;
/** What a model must not say, handed on so that `parseRequest` can report it. */
const REPORTED = ['answers', 'annotations', 'asker', 'constraints'];

/** A field under the family's name, else under ours: models mix them up. */
const fieldOf = (source: Fields, name: string | undefined, ours: string): unknown =>
  (name === undefined ? undefined : source[name]) ?? source[ours];

function toOption(input: unknown, { option }: Shape): unknown {
  if (!isRecord(input) || option === undefined || option === 'text') return input;
  const fields = OPTION.map((ours) => [ours, fieldOf(input, option[ours], ours)]);
  const names = [option.label, 'label', ...(option.labelAliases ?? [])];
  return { ...Object.fromEntries(fields), label: names.map((name) => input[name]).find((one) => one != null) };
}

function toQuestion(input: unknown, shape: Shape): unknown {
  if (!isRecord(input)) return input;
  const fields = QUESTION.map((ours): [string, unknown] => [ours, fieldOf(input, shape.question[ours], ours)]);
  const question = Object.fromEntries(fields);
  const options = fromJson(question['options'] ?? input['suggestions']);
  const walkable = Array.isArray(options) && options.length <= LIMITS.display.options;
  const reported = REPORTED.filter((name) => input[name] != null).map((name) => [name, input[name]]);
  return {
    ...Object.fromEntries(reported),
    ...question,
    options: walkable ? options.map((one) => toOption(one, shape)) : options,
  };
}

/** The questions of an input as its family writes them, one by one; `undefined` where it has no list that can be walked. */
export function questionsOf(input: unknown, { list }: Shape): readonly unknown[] | undefined {
  const source = fromJson(input);
  const found = isRecord(source) ? fromJson(fieldOf(source, list, 'questions') ?? [source]) : source;
  return Array.isArray(found) && found.length <= LIMITS.display.questions ? found : undefined;
}

function toInput(input: unknown, shape: Shape): unknown {
  const source = fromJson(input);
  const list = questionsOf(source, shape);
  if (!isRecord(source)) return list?.map((one) => toQuestion(one, shape)) ?? source;
  const listed = fieldOf(source, shape.list, 'questions');
  if (listed == null) return toQuestion(source, shape);
  const reported = [...REPORTED, 'metadata'].map((name) => [name, source[name]]);
  return { ...Object.fromEntries(reported), questions: list?.map((one) => toQuestion(one, shape)) ?? listed };
}

/** Our path of an issue in the family's own names, where the input uses those. */
function pathIn(input: unknown, path: string, shape: Shape): string {
  const names = new Map<string, string | undefined>([['questions', shape.list]]);
  for (const ours of QUESTION) names.set(ours, shape.question[ours]);
  if (typeof shape.option === 'object') for (const ours of OPTION) names.set(ours, shape.option[ours]);
  let at = fromJson(input);
  // The list itself may be the whole input: its path starts with a position.
  return path.replaceAll(/([A-Za-z]*)((?:\[\d+\])?)/g, (_, ours: string, index: string) => {
    const fields = isRecord(at) ? at : {};
    const theirs = names.get(ours) ?? ours;
    const name = fields[theirs] === undefined && fields[ours] !== undefined ? ours : theirs;
    if (ours) at = fromJson(fields[name]);
    if (index && Array.isArray(at)) at = fromJson(at[Number(index.slice(1, -1))]);
    return name + index;
  });
}

/**
 * Reads a request that a family writes with names of its own, by `parseRequest`: as lenient, and with paths that name what
 * the input has. `finish` may add what the shape can't say (constraints, values) from the source of each question.
 *
 * @returns never throws. A family without a list of questions refuses more than one.
 */
export function readShape(
  input: unknown,
  shape: Shape,
  options: ParseOptions,
  finish?: (question: Question, source: Fields) => Question,
): ParseResult<AskUserRequest> {
  const inTheirs = (issues: readonly Issue[]) =>
    issues.map((issue) => ({ ...issue, path: issue.path && pathIn(input, issue.path, shape) }));
  try {
    const parsed = parseRequest(toInput(input, shape), options);
    if (!parsed.ok) return { ok: false, issues: inTheirs(parsed.issues) };
    const { value, warnings } = parsed;
    if (shape.list === undefined && value.questions.length > 1) {
      return refuse('too_many', 'questions', 'This tool asks one question at a time. Send one.');
    }
    const sources = questionsOf(input, shape) ?? [];
    const questions = value.questions.map((question, i) => {
      const source = fromJson(sources[i]);
      return finish?.(question, isRecord(source) ? source : {}) ?? question;
    });
    return { ok: true, value: { ...value, questions, raw: input }, warnings: inTheirs(warnings) };
  } catch {
    return refuse('unreadable', '', 'Could not be read. Send plain JSON.');
  }
}

/** A parse that failed for one reason. */
export const refuse = (code: string, path: string, message: string): { ok: false; issues: Issue[] } => ({
  ok: false,
  issues: [{ code, path, message }],
});

/** The warning for what a wire has no room for. */
export const lost = (path: string, message: string): Issue => ({ code: 'lost', path, message });

const said = (value: unknown) => value !== undefined && value !== '' && value !== false;

/** `ours` of `source` under the family's names, each thing without a name reported as lost. */
function named<Name extends string>(
  names: readonly Name[],
  shape: { readonly [N in Name]?: string },
  source: { readonly [N in Name]?: unknown },
  path: string,
  warnings: Issue[],
): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((ours): [string, unknown][] => {
      const value = source[ours];
      const theirs = shape[ours];
      if (theirs !== undefined) return value === undefined ? [] : [[theirs, value]];
      // An id that this wire does not have is not missed: answers go by another key.
      if (said(value) && ours !== 'id') warnings.push(lost(`${path}.${ours}`, `This wire has no ${ours}.`));
      return [];
    }),
  );
}

/**
 * Writes a request with a family's names; `extra` adds to a question what the shape can't say, and `saidByExtra`
 * are the fields of ours among that.
 *
 * @returns with a warning for each thing that is lost, or the issue where a family of one question is given several.
 */
export function writeShape(
  { questions, metadata }: AskUserRequest,
  shape: Shape,
  extra: (question: Question, index: number) => Fields = () => ({}),
  saidByExtra: readonly (keyof Shape['question'])[] = [],
): ParseResult<Record<string, unknown>> {
  const warnings: Issue[] = [];
  if (shape.list === undefined && questions.length > 1) {
    return refuse('too_many', 'questions', 'This agent asks one question at a time. Ask them one after the other.');
  }
  const written = questions.map((question, i) => {
    const path = `questions[${i}]`;
    const { options, ...rest } = question;
    const fields = named(
      QUESTION.filter((name) => name !== 'options' && !saidByExtra.includes(name)),
      shape.question,
      rest,
      path,
      warnings,
    );
    if (options.length === 0) return { ...fields, ...extra(question, i) };
    if (shape.question.options === undefined) {
      warnings.push(lost(`${path}.options`, 'This wire has no options.'));
      return { ...fields, ...extra(question, i) };
    }
    const choices = options.map((option: QuestionOption, j) => {
      const names = typeof shape.option === 'object' ? shape.option : { label: 'label' };
      const { label, description, preview } = option;
      const choice = named(OPTION, names, { label, description, preview }, `${path}.options[${j}]`, warnings);
      return shape.option === 'text' ? label : choice;
    });
    return { ...fields, [shape.question.options]: choices, ...extra(question, i) };
  });
  const value = shape.list === undefined ? (written[0] ?? {}) : { [shape.list]: written };
  return { ok: true, value: { ...value, ...(shape.list !== undefined && metadata && { metadata }) }, warnings };
}
