import type { Issue } from '../../core/question/issues.js';
import { isRecommended } from '../../core/question/recommended.js';
import type { AskUserRequest, Question, QuestionOption } from '../../core/question/types.js';
import type { Sources } from './fields.js';
import { issue } from './issues.js';
import { type Fields, fieldsIn, listOf } from './values.js';

/** A field that changes what the user can answer, in the names of various formats. */
interface Meaning<Parsed> {
  readonly names: RegExp;
  /** Whether this value changes something. */
  readonly says: (value: unknown) => boolean;
  /** Whether the parsed question or option has that meaning already, or cannot have it. */
  readonly isRead: (parsed: Parsed) => boolean;
  readonly message: string;
}

const isTrue = (value: unknown) => value === true || value === 'true';
const isFalse = (value: unknown) => value === false || value === 'false';

/** Not "multiple choice", which also names a question with one answer. */
const MULTI = /^(?:multi(?!ple[ _-]?choice)|checkbox)/i;

const OF_QUESTION: readonly Meaning<Question>[] = [
  {
    names: /^(?:type|mode|selection_?(?:mode|type)|max_?select(?:ed|ions?))$/i,
    says: (value) => (typeof value === 'number' ? value > 1 : typeof value === 'string' && MULTI.test(value)),
    isRead: ({ options, multiSelect }) => options.length === 0 || multiSelect,
    message: 'Ignored. The user can select one option.',
  },
  {
    names: /^(?:custom|is_?other|allow_?(?:other|custom(?:_?input)?|free_?(?:form|text)(?:_?input)?))$/i,
    says: isFalse,
    isRead: ({ options, constraints }) => options.length === 0 || constraints?.allowCustom === false,
    message: 'Ignored. The user can type another answer.',
  },
  {
    names: /^(?:is_?)?required$/i,
    says: isTrue,
    isRead: ({ constraints }) => constraints?.required === true,
    message: 'Ignored. The user can leave the question unanswered.',
  },
  {
    names: /^(?:is_?)?(?:secret|password)$/i,
    says: isTrue,
    isRead: ({ constraints }) => constraints?.secret === true,
    message: 'Ignored. The answer is visible while the user types it.',
  },
];

const OF_OPTION: readonly Meaning<QuestionOption>[] = [
  {
    names: /^(?:is_?)?recommended$/i,
    says: isTrue,
    isRead: isRecommended,
    message: 'Ignored. Write " (Recommended)" at the end of the label.',
  },
  {
    names: /^(?:is_?)?disabled$/i,
    says: isTrue,
    isRead: () => false,
    message: 'Ignored. Leave out options that the user must not select.',
  },
];

function unread<Parsed>(fields: Fields, parsed: Parsed, meanings: readonly Meaning<Parsed>[], start = ''): Issue[] {
  return meanings.flatMap(({ names, says, isRead, message }) => {
    if (isRead(parsed)) return [];
    const name = Object.keys(fields).find((one) => names.test(one) && says(fields[one]));
    return name === undefined ? [] : [issue('ignored', start + name, message)];
  });
}

/** Finds a list in a question without options, because it can be a list of options under an unknown name. */
function unreadList(fields: Fields, { options }: Question): Issue[] {
  if (options.length > 0) return [];
  const name = Object.keys(fields).find((one) => /^\w+$/.test(one) && listOf(fields[one]).length > 0);
  const message = 'Ignored. If these are options of the question, send them under the name that the tool declares.';
  return name === undefined ? [] : [issue('ignored', name, message)];
}

/**
 * Returns warnings for the fields of questions and options that change what the user can answer in some format, but that
 * the parsed request does not express.
 */
export const unreadFields = (
  { questions }: AskUserRequest,
  { fieldsOf, optionsOf, pathOf }: Sources,
): readonly Issue[] =>
  questions.flatMap((question, i) => {
    const fields = fieldsOf(i);
    const sent = optionsOf(i);
    const found = [
      ...(sent.length > 0 ? [] : unreadList(fields, question)),
      ...unread(fields, question, OF_QUESTION),
      ...question.options.flatMap((option, j) => unread(fieldsIn(sent[j]), option, OF_OPTION, `options[${j}].`)),
    ];
    return found.map((issue) => ({ ...issue, path: pathOf(i, issue.path) }));
  });
