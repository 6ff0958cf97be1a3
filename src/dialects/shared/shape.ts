import { isRecord } from '../../core/guards.js';
import { LIMITS } from '../../core/question/limits.js';
import { heldOption } from '../../core/question/parse-question.js';
import { fromJson } from '../../core/question/scan.js';
import { type Fields, fieldsIn } from './fields.js';

/** What a family calls the parts of a request. What has no name here is not on its wire. */
export interface Shape {
  /** Key of the list of questions. Absent where a request is one question. */
  readonly list?: string;
  /** What is forwarded and never shown, `metadata` in every family: anything, or a text `source` alone. */
  readonly metadata?: 'any' | 'source';
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

/** Our own names, which `parseRequest` reads. */
export const PLAIN: Shape = {
  list: 'questions',
  metadata: 'any',
  question: {
    id: 'id',
    question: 'question',
    header: 'header',
    context: 'context',
    options: 'options',
    multiSelect: 'multiSelect',
  },
  option: { label: 'label', description: 'description', preview: 'preview' },
};

export const QUESTION = ['id', 'question', 'header', 'context', 'options', 'multiSelect'] as const;
export const OPTION = ['label', 'description', 'preview'] as const;
/** What a model must not say, handed on so that `parseRequest` can report it. */
const REPORTED = ['answers', 'annotations', 'asker', 'constraints'];

/** A field under the family's name, else under ours: models mix them up. */
const fieldOf = (source: Fields, name: string | undefined, ours: string): unknown =>
  (name === undefined ? undefined : source[name]) ?? source[ours];

function around(source: Fields, { metadata }: Shape): Record<string, unknown> {
  const found: Record<string, unknown> = metadata === undefined ? {} : { metadata: source['metadata'] };
  for (const name of REPORTED) found[name] = source[name];
  return found;
}

function labelOf(source: Fields, { option }: Shape): unknown {
  if (option === undefined || option === 'text') return source['label'];
  let label = fieldOf(source, option.label, 'label');
  for (const alias of option.labelAliases ?? []) label ??= source[alias];
  return label;
}

/** An option as its family wrote it: an object also where JSON text of one stands in the list. */
export const optionIn = (input: unknown, shape: Shape): unknown => heldOption(input, (one) => labelOf(one, shape));

function plainOption(input: unknown, shape: Shape): unknown {
  const { option } = shape;
  if (option === undefined || option === 'text') return input;
  const source = optionIn(input, shape);
  if (!isRecord(source)) return input;
  const plain = {
    label: labelOf(source, shape),
    description: fieldOf(source, option.description, 'description'),
    preview: fieldOf(source, option.preview, 'preview'),
  };
  // A text stays one, so that `parseRequest` can report it.
  return source === input ? plain : JSON.stringify(plain);
}

function plainQuestion(input: unknown, shape: Shape): unknown {
  if (!isRecord(input)) return input;
  const question = around(input, shape);
  for (const ours of QUESTION) question[ours] = fieldOf(input, shape.question[ours], ours);
  const options = fromJson(question['options'] ?? input['suggestions']);
  const walkable = Array.isArray(options) && options.length <= LIMITS.display.options;
  question['options'] = walkable ? options.map((one) => plainOption(one, shape)) : options;
  return question;
}

/** The questions of an input as its family wrote them, and where in it they stand. */
export interface Sources {
  /** Where it has no list that can be walked, none. */
  readonly list: readonly unknown[];
  /** The fields of the question at `index`; none where it is a plain text. */
  readonly fieldsOf: (index: number) => Fields;
  /** The path of a field of the question at `index`, in our names. */
  readonly pathOf: (index: number, field: string) => string;
}

/** Finds the questions where `parseRequest` does: a list, an object of one, a single question. `source` is no JSON text. */
export function sourcesOf(source: unknown, { list: name }: Shape = PLAIN): Sources {
  const listed = isRecord(source) ? fieldOf(source, name, 'questions') : source;
  const single = isRecord(source) && listed == null;
  const found = single ? [source] : fromJson(listed);
  const list: readonly unknown[] = Array.isArray(found) && found.length <= LIMITS.display.questions ? found : [];
  const start = isRecord(source) ? 'questions' : '';
  return {
    list,
    fieldsOf: (index) => fieldsIn(list[index]),
    pathOf: (index, field) => (single ? field : `${start}[${index}].${field}`),
  };
}

/** A source in our names, for `parseRequest` to read. */
export function toPlain(source: unknown, shape: Shape): unknown {
  const { list } = sourcesOf(source, shape);
  const questions = list.length > 0 ? list.map((one) => plainQuestion(one, shape)) : undefined;
  if (!isRecord(source)) return questions ?? source;
  const listed = fieldOf(source, shape.list, 'questions');
  return listed == null ? questions?.[0] : { ...around(source, shape), questions: questions ?? listed };
}

/** Our paths in the family's own names, where the source uses those. JSON text is parsed once for all paths. */
export function pathsIn(source: unknown, shape: Shape): (path: string) => string {
  const lists = new Map<string, unknown>();
  const read = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    if (!lists.has(value)) lists.set(value, fromJson(value));
    return lists.get(value);
  };
  return (path) => pathIn(source, path, shape, read);
}

function pathIn(source: unknown, path: string, shape: Shape, read: (value: unknown) => unknown): string {
  const names = new Map<string, string | undefined>([['questions', shape.list]]);
  for (const ours of QUESTION) names.set(ours, shape.question[ours]);
  if (typeof shape.option === 'object') for (const ours of OPTION) names.set(ours, shape.option[ours]);
  let here = source;
  // The list itself may be the whole source: its path starts with a position.
  return path.replaceAll(/([A-Za-z]*)((?:\[\d+\])?)/g, (_, ours: string, index: string) => {
    const fields = fieldsIn(read(here));
    const theirs = names.get(ours) ?? ours;
    const name = fields[theirs] === undefined && fields[ours] !== undefined ? ours : theirs;
    if (ours) here = read(fields[name]);
    if (index && Array.isArray(here)) here = here[Number(index.slice(1, -1))];
    return name + index;
  });
}
