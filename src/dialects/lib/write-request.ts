import { limitIssues, type Issue, type ParseResult } from '../../core/question/issues.js';
import type { Limits } from '../../core/question/limits.js';
import { type ParseOptions, parseRequest } from '../../core/question/parse-request.js';
import type { AskUserRequest, Constraints, Question, QuestionOption } from '../../core/question/types.js';
import { type FieldNames, OPTION, QUESTION } from './fields.js';
import { fail, lossIssue, succeed } from './issues.js';
import { wireName } from './read-answer.js';
import type { Fields } from './values.js';

type Constraint = keyof Constraints;

interface WriteOptions {
  /**
   * Limits of the agent's tool. Violations are reported as warnings. A missing header that they require becomes
   * `Question 1` and so on, and a missing description becomes `''`.
   */
  readonly limits?: Limits;
  /** Returns more fields of a question. They replace fields of the same name. */
  readonly extra?: (question: Question, index: number, request: AskUserRequest) => Fields;
  /** Fields of `Question` and constraints that `extra` represents. */
  readonly represents?: readonly ((typeof QUESTION)[number] | Constraint)[];
  /** Whether the format identifies options by index, so that equal labels are unambiguous. */
  readonly keyedByIndex?: boolean;
}

/** Returns the list of options for formats that require one, if the question has none. */
export const emptyOptions = ({ options }: Question): Fields => (options.length > 0 ? {} : { options: [] });

/** Whether a host gave values to options. They are not for the agent. */
export const hasValues = ({ options }: Question): boolean => options.some(({ value }) => value !== undefined);

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

/** `allowNotes` is never lost, because it is a limit of a wire format and not a wish of the agent. */
function lostConstraints(
  { allowNotes: _limit, ...constraints }: Constraints,
  path: string,
  represented: readonly string[],
): readonly Issue[] {
  const asked = Object.entries(constraints) as [Constraint, unknown][];
  return asked
    .filter(([name, value]) => value !== undefined && value !== FREE[name] && !represented.includes(name))
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

/** Missing fields are not reported, because they are filled in, or `extra` can write them. Equal labels are left to `equalNames`. */
function beyondLimits(questions: readonly Question[], limits: Limits): readonly Issue[] {
  const plain = questions.map(({ constraints: _constraints, options, ...question }) => ({
    ...question,
    options: options.map(({ value: _value, recommended: _recommended, ...option }) => option),
  }));
  const parsed = parseRequest({ questions: plain }, { limits: { ...limits, uniqueLabels: false } });
  return (parsed.ok ? parsed.warnings : parsed.issues).filter(({ code }) => code !== 'missing');
}

const HEAD = QUESTION.filter((name) => name !== 'options');
const LABELS = { label: 'label' };

function withRequired(question: Question, index: number, { headerRequired, descriptionRequired }: Limits): Question {
  const { header, options } = question;
  return {
    ...question,
    ...(headerRequired && { header: header || `Question ${index + 1}` }),
    ...(descriptionRequired && {
      options: options.map((option) => ({ ...option, description: option.description ?? '' })),
    }),
  };
}

function writeQuestion(
  question: Question,
  i: number,
  names: FieldNames,
  given: WriteOptions,
  warnings: Issue[],
): Fields {
  const { represents = [] } = given;
  const { options, constraints = {} } = question;
  const { options: list, allowCustom } = names.question;
  const path = () => `questions[${i}]`;
  const ours = HEAD.filter((name) => !represents.includes(name));
  const fields = named(ours, names.question, question, path, warnings);
  if (options.length > 0 && list === undefined) {
    warnings.push(lossIssue(`${path()}.options`, 'This format has no options.'));
  } else if (options.length > 0) {
    const theirs = typeof names.option === 'object' ? names.option : LABELS;
    const choices = options.map((option: QuestionOption, j) => {
      const choice = named(OPTION, theirs, option, () => `${path()}.options[${j}]`, warnings);
      return names.option === 'text' ? option.label : choice;
    });
    fields[list ?? 'options'] = choices;
  }
  if (allowCustom !== undefined && constraints.allowCustom === false) fields[allowCustom] = false;
  warnings.push(...lostConstraints(constraints, path(), allowCustom ? [...represents, 'allowCustom'] : represents));
  if (!given.keyedByIndex) warnings.push(...equalNames(question, path()));
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
 * Formats a request in an agent's names, with warnings for lost parts and violated limits. If they include no list,
 * several questions are an issue.
 */
export function writeRequest(
  request: AskUserRequest,
  names: FieldNames,
  options: WriteOptions = {},
): ParseResult<Record<string, unknown>> {
  const { questions } = request;
  const { limits, extra } = options;
  if (names.list === undefined && questions.length > 1) {
    return fail('too_many', 'questions', 'This agent asks one question per call. Send the questions one by one.');
  }
  const warnings: Issue[] = [];
  const written = questions.map((question, i) => ({
    ...writeQuestion(limits ? withRequired(question, i, limits) : question, i, names, options, warnings),
    ...extra?.(question, i, request),
  }));
  const value = names.list === undefined ? { ...written[0] } : { [names.list]: written };
  const metadata = forwarded(request, names, warnings);
  if (limits) warnings.push(...beyondLimits(questions, limits));
  return succeed({ ...value, ...(metadata && { metadata }) }, limitIssues(warnings));
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
