import { LIMITS } from '../../core/question/limits.js';
import { inJson } from '../../core/question/parse-question.js';
import { nameIn, SPELLINGS } from '../../core/question/spellings.js';
import { type Fields, fieldsIn, fromJson, isRecord } from './values.js';

/** Names of a request's fields in a wire format. Fields without a name are not part of the format. */
export interface FieldNames {
  /** Name of the list of questions. Absent if a request is one question. */
  readonly list?: string;
  /** Content of `metadata`: any fields, or only a string `source`. Absent if the format has no `metadata`. */
  readonly metadata?: 'any' | 'source';
  readonly question: {
    readonly question: string;
    readonly id?: string;
    readonly header?: string;
    readonly context?: string;
    readonly options?: string;
    readonly multiSelect?: string;
    /** Name of a boolean that disallows custom text beside options if it is `false`. */
    readonly allowCustom?: string;
  };
  /** Names of an option's fields. `text` if an option is a string, its label. */
  readonly option?:
    | 'text'
    | {
        readonly label: string;
        /** Other names under which the agent's host looks for a label, in this order. */
        readonly labelAliases?: readonly string[];
        readonly description?: string;
        readonly preview?: string;
        /** Name of a boolean that recommends the option if it is `true`. */
        readonly recommended?: string;
      };
}

export const CHOICE_FIELDS = {
  list: 'questions',
  question: { question: 'question', header: 'header', options: 'options', multiSelect: 'multiSelect' },
  option: { label: 'label', description: 'description' },
} as const satisfies FieldNames;

export const PREVIEW_FIELDS = {
  ...CHOICE_FIELDS,
  option: { ...CHOICE_FIELDS.option, preview: 'preview' },
} as const satisfies FieldNames;

/** The plain names that `parseRequest` parses. */
export const DEFAULT_FIELDS: FieldNames = {
  ...PREVIEW_FIELDS,
  metadata: 'any',
  question: { ...PREVIEW_FIELDS.question, id: 'id', context: 'context' },
};

export const QUESTION = ['id', 'question', 'header', 'context', 'options', 'multiSelect'] as const;
export const OPTION = ['label', 'description', 'preview', 'recommended'] as const;
/** Fields of a request or question that a model must not set. They are kept, so that `parseRequest` reports them. */
const REPORTED = ['answers', 'annotations', 'asker', 'constraints'];

const OURS = ['questions', ...QUESTION, ...OPTION] as const;

type Ours = (typeof OURS)[number];

const spellings: { readonly [Name in Ours]?: readonly [string, ...string[]] } = SPELLINGS;

/** Returns the name of a field in the source: the agent's, or any spelling of ours, because models mix them up. */
function nameOf(source: Fields, { list, question, option }: FieldNames, ours: Ours): string {
  const theirs: { readonly [Name in Ours]?: string | undefined } = {
    questions: list,
    ...question,
    ...(typeof option === 'object' && option),
  };
  const names = spellings[ours] ?? [ours];
  return nameIn(source, theirs[ours] === undefined ? names : [theirs[ours], ...names]);
}

const fieldOf = (source: Fields, names: FieldNames, ours: Ours): unknown => source[nameOf(source, names, ours)];

function around(source: Fields, { metadata }: FieldNames): Record<string, unknown> {
  const found: Record<string, unknown> = metadata === undefined ? {} : { metadata: source['metadata'] };
  for (const name of REPORTED) found[name] = source[name];
  return found;
}

function labelOf(source: Fields, names: FieldNames): unknown {
  const { option } = names;
  if (option === undefined || option === 'text') return source['label'];
  let label = fieldOf(source, names, 'label');
  for (const alias of option.labelAliases ?? []) label ??= source[alias];
  return label;
}

/** Parses an option that is JSON text of an object with a label. Returns any other value unchanged. */
const optionIn = (input: unknown, names: FieldNames): unknown => inJson(input, (one) => labelOf(one, names));

/** Parses a question that is JSON text of an object with its text. Returns any other value unchanged. */
const questionIn = (input: unknown, names: FieldNames): unknown =>
  inJson(input, (one) => fieldOf(one, names, 'question'));

function plainOption(input: unknown, names: FieldNames, values?: boolean): unknown {
  const { option } = names;
  if (option === undefined || option === 'text') return input;
  const source = optionIn(input, names);
  if (!isRecord(source)) return input;
  const plain = {
    // A format may call the label `value`; a host that writes values does not.
    label: (values ? source['label'] : undefined) ?? labelOf(source, names),
    description: fieldOf(source, names, 'description'),
    preview: fieldOf(source, names, 'preview'),
    value: values ? source['value'] : undefined,
  };
  // JSON text stays a string, so that `parseRequest` reports it.
  return source === input ? plain : JSON.stringify(plain);
}

function plainQuestion(input: unknown, names: FieldNames, values?: boolean): unknown {
  const source = questionIn(input, names);
  if (!isRecord(source)) return input;
  const question = around(source, names);
  for (const ours of QUESTION) question[ours] = fieldOf(source, names, ours);
  const options = fromJson(question['options']);
  const walkable = Array.isArray(options) && options.length <= LIMITS.display.options;
  question['options'] = walkable ? options.map((one) => plainOption(one, names, values)) : options;
  return source === input ? question : JSON.stringify(question);
}

/** The questions of an input as the agent wrote them. */
export interface Sources {
  /**
   * The questions. An object without a list is a single question. Empty if the list is not an array, or exceeds
   * the display limit.
   */
  readonly list: readonly unknown[];
  readonly fieldsOf: (index: number) => Fields;
  /** Returns the options of the question at `index` as the agent wrote them, in objects or JSON text. */
  readonly optionsOf: (index: number) => readonly unknown[];
  /** Returns the path of a field of the question at `index`, in plain names. */
  readonly pathOf: (index: number, field: string) => string;
}

/** Returns the fields of a question. A field in another spelling is returned under the agent's name, too. */
function spelledFields(fields: Fields, names: FieldNames): Fields {
  const renamed = (['options', 'multiSelect'] as const).flatMap((ours) => {
    const theirs = names.question[ours] ?? ours;
    const name = nameOf(fields, names, ours);
    return name === theirs ? [] : [[theirs, fields[name]]];
  });
  return renamed.length > 0 ? { ...fields, ...Object.fromEntries(renamed) } : fields;
}

/** Finds the questions as `parseRequest` does. */
export function sourcesOf(source: unknown, names: FieldNames = DEFAULT_FIELDS): Sources {
  const listed = isRecord(source) ? fieldOf(source, names, 'questions') : source;
  const single = isRecord(source) && listed == null;
  const found = single ? [source] : fromJson(listed);
  const list: readonly unknown[] = Array.isArray(found) && found.length <= LIMITS.display.questions ? found : [];
  const start = isRecord(source) ? 'questions' : '';
  const fieldsOf = (index: number) => spelledFields(fieldsIn(questionIn(list[index], names)), names);
  return {
    list,
    fieldsOf,
    optionsOf: (index) => {
      const options = fromJson(fieldOf(fieldsOf(index), names, 'options'));
      return Array.isArray(options) ? options.map((option) => optionIn(option, names)) : [];
    },
    pathOf: (index, field) => (single ? field : `${start}[${index}].${field}`),
  };
}

/** @param values - Whether to keep the `value` of options; see `ParseOptions`. */
export function toPlain(source: unknown, names: FieldNames, values?: boolean): unknown {
  const { list } = sourcesOf(source, names);
  const questions = list.length > 0 ? list.map((one) => plainQuestion(one, names, values)) : undefined;
  if (!isRecord(source)) return questions ?? source;
  const listed = fieldOf(source, names, 'questions');
  return listed == null ? questions?.[0] : { ...around(source, names), questions: questions ?? listed };
}

/** Returns a function that translates plain paths to the names that the source uses. Each JSON text is parsed once. */
export function pathsIn(source: unknown, names: FieldNames): (path: string) => string {
  const lists = new Map<string, unknown>();
  const read = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    if (!lists.has(value)) lists.set(value, fromJson(value));
    return lists.get(value);
  };
  return (path) => {
    let here = source;
    // If the source is the list itself, paths start with an index.
    return path.replaceAll(/(\w*)((?:\[\d+\])?)/g, (_, word: string, index: string) => {
      const fields = fieldsIn(read(here));
      const ours = OURS.find((one) => one === word);
      const name = ours ? nameOf(fields, names, ours) : word;
      if (word) here = read(fields[name]);
      if (index && Array.isArray(here)) here = here[Number(index.slice(1, -1))];
      return name + index;
    });
  };
}

/** Returns the questions of a source that are objects, or none if the source has no list of questions. */
export const questionFields = (source: Fields): readonly Fields[] =>
  source['questions'] == null ? [] : sourcesOf(source).list.filter(isRecord);
