import { limitIssues, type Issue, type ParseResult } from '../../core/question/issues.js';
import type { Limits } from '../../core/question/limits.js';
import { type ParseOptions, parseRequest } from '../../core/question/parse-request.js';
import type { AskUserRequest, Constraints, Question, QuestionOption } from '../../core/question/types.js';
import { type FieldNames, OPTION, QUESTION } from './fields.js';
import { fail, lossIssue } from './issues.js';
import { wireName } from './read-answer.js';
import type { Fields } from './values.js';

type Constraint = keyof Constraints;

export interface Extras {
  /** Returns more fields of a question. They replace fields of the same name. */
  readonly extra?: (question: Question, index: number, request: AskUserRequest) => Fields;
  /** Fields of `Question` that `extra` represents. */
  readonly says?: readonly (typeof QUESTION)[number][];
  /** Limits of the agent's tool. Violations are reported as warnings, except missing fields. */
  readonly limits?: Limits;
  /** Whether the format identifies options by index, so that equal labels are unambiguous. */
  readonly keyedByIndex?: boolean;
  /** Constraints that the format can represent, for all questions or by question. */
  readonly constraints?: readonly Constraint[] | ((question: Question) => readonly Constraint[]);
}

/** Returns the options for formats that require a description. A missing description becomes `''`. */
export const describedOptions = ({ options }: Question): readonly { label: string; description: string }[] =>
  options.map(({ label, description = '' }) => ({ label, description }));

/** Whether a host gave values to options. They are not for the agent. */
export const hasValues = ({ options }: Question): boolean => options.some(({ value }) => value !== undefined);

/** Returns the header, or `Question 1` and so on, for formats that require one. */
export const someHeader = ({ header }: Question, index: number): string => header || `Question ${index + 1}`;

const isPresent = (value: unknown) => value !== undefined && value !== '' && value !== false;

function named<Name extends string>(
  names: readonly Name[],
  theirs: { readonly [N in Name]?: string },
  source: { readonly [N in Name]?: unknown },
  path: () => string,
  warnings: Issue[],
): Record<string, unknown> {
  const fields: [string, unknown][] = [];
  for (const ours of names) {
    const value = source[ours];
    const name = theirs[ours];
    // A dropped ID is not a loss, because such a format uses another key.
    if (name === undefined) {
      if (isPresent(value) && ours !== 'id')
        warnings.push(lossIssue(`${path()}.${ours}`, `This format has no ${ours}.`));
    } else if (value !== undefined) fields.push([name, value]);
  }
  return Object.fromEntries(fields);
}

const FREE: Constraints = { required: false, allowCustom: true, secret: false };

function lostConstraints(question: Question, path: string, { constraints = [] }: Extras): readonly Issue[] {
  const carried = typeof constraints === 'function' ? constraints(question) : constraints;
  const asked = Object.entries(question.constraints ?? {}) as [Constraint, unknown][];
  return asked
    .filter(([name, value]) => value !== undefined && value !== FREE[name] && !carried.includes(name))
    .map(([name]) => lossIssue(`${path}.constraints.${name}`, `This format cannot represent the constraint ${name}.`));
}

function equalNames({ options }: Question, path: string): readonly Issue[] {
  const seen = new Set<string>();
  return options.flatMap((option, i) => {
    const name = wireName(option);
    const again = seen.has(name);
    seen.add(name);
    return again
      ? [lossIssue(`${path}.options[${i}].label`, 'An earlier option has the same name in this format.')]
      : [];
  });
}

/** Missing fields are not reported, because `extra` can write them. Equal labels are left to `equalNames`. */
function beyondLimits(questions: readonly Question[], limits: Limits): readonly Issue[] {
  const plain = questions.map(({ constraints: _constraints, options, ...question }) => ({
    ...question,
    options: options.map(({ value: _value, ...option }) => option),
  }));
  const parsed = parseRequest({ questions: plain }, { limits: { ...limits, uniqueLabels: false } });
  return (parsed.ok ? parsed.warnings : parsed.issues).filter(({ code }) => code !== 'missing');
}

const HEAD = QUESTION.filter((name) => name !== 'options');
const LABELS = { label: 'label' };

function writeQuestion(question: Question, i: number, names: FieldNames, extras: Extras, warnings: Issue[]): Fields {
  const { says = [] } = extras;
  const { options } = question;
  const path = () => `questions[${i}]`;
  const ours = HEAD.filter((name) => !says.includes(name));
  const fields = named(ours, names.question, question, path, warnings);
  if (options.length > 0 && names.question.options === undefined) {
    warnings.push(lossIssue(`${path()}.options`, 'This format has no options.'));
  } else if (options.length > 0) {
    const theirs = typeof names.option === 'object' ? names.option : LABELS;
    const choices = options.map((option: QuestionOption, j) => {
      const choice = named(OPTION, theirs, option, () => `${path()}.options[${j}]`, warnings);
      return names.option === 'text' ? option.label : choice;
    });
    fields[names.question.options ?? 'options'] = choices;
  }
  warnings.push(...lostConstraints(question, path(), extras));
  if (!extras.keyedByIndex) warnings.push(...equalNames(question, path()));
  return fields;
}

function forwarded({ metadata }: AskUserRequest, names: FieldNames, warnings: Issue[]): Fields | undefined {
  if (metadata === undefined || names.metadata === 'any') return metadata;
  const { source } = metadata;
  const retained = names.metadata === 'source' && typeof source === 'string' ? { source } : undefined;
  const left = retained ? Object.keys(metadata).filter((name) => name !== 'source') : [];
  const paths = retained ? left.map((name) => `metadata.${name}`) : ['metadata'];
  warnings.push(...paths.map((path) => lossIssue(path, `This format has no ${path}.`)));
  return retained;
}

/**
 * Formats a request in a names, with warnings for lost parts and violated limits. If they include no list, several
 * questions are an issue.
 */
export function writeRequest(
  request: AskUserRequest,
  names: FieldNames,
  extras: Extras = {},
): ParseResult<Record<string, unknown>> {
  const { questions } = request;
  if (names.list === undefined && questions.length > 1) {
    return fail('too_many', 'questions', 'This agent asks one question per call. Send the questions one by one.');
  }
  const warnings: Issue[] = [];
  const written = questions.map((question, i) => ({
    ...writeQuestion(question, i, names, extras, warnings),
    ...extras.extra?.(question, i, request),
  }));
  const value = names.list === undefined ? { ...written[0] } : { [names.list]: written };
  const metadata = forwarded(request, names, warnings);
  if (extras.limits) warnings.push(...beyondLimits(questions, extras.limits));
  return { ok: true, value: { ...value, ...(metadata && { metadata }) }, warnings: limitIssues(warnings) };
}

export const withWarnings = <T>(parsed: ParseResult<T>, more: readonly Issue[]): ParseResult<T> =>
  parsed.ok ? { ...parsed, warnings: limitIssues([...parsed.warnings, ...more]) } : parsed;

/** Returns `written`, or the issues of the strict `parse` of its payload. */
export function unlessRefused<T>(
  written: ParseResult<T>,
  parse: (input: unknown, options: ParseOptions) => ParseResult<unknown>,
): ParseResult<T> {
  const read = written.ok ? parse(written.value, { strict: true }) : written;
  return read.ok ? written : read;
}
