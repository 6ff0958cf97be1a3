import { isBlank, isRecord, isText } from '../../core/guards.js';
import { limitIssues, type Issue } from '../../core/question/issues.js';
import { messageOf } from '../guard.js';
import type { AskOptions } from '../types.js';
import { isUrlId } from '../wire.js';
import { checkSize } from './check-size.js';

const issue = (code: string, path: string, message: string): Issue => ({ code, path, message });

/** Id that `parseRequest` assigns to a request without one. */
const UNNAMED = 'ask-user';

export const isUnnamed = (requestId: unknown): boolean =>
  requestId === undefined || requestId === '' || requestId === UNNAMED;

type Kind = readonly [isValid: (value: unknown) => boolean, what: string];
type Fields = Readonly<Record<string, Kind>>;

const optional = ([isValid, what]: Kind): Kind => [
  (value) => value === undefined || isValid(value),
  `${what}, or absent`,
];
const oneOf = (...values: readonly unknown[]): Kind => [
  (value) => values.includes(value),
  `one of ${values.join(', ')}`,
];

const TEXT: Kind = [isText, 'a string'];
const FLAG: Kind = [(value) => typeof value === 'boolean', 'true or false'];
const NUMBER: Kind = [(value) => Number.isFinite(value), 'a number'];
const RECORD: Kind = [isRecord, 'an object'];

const REQUEST: Fields = {
  asker: optional(TEXT),
  previewFormat: optional(oneOf('text', 'markdown', 'html')),
  metadata: optional(RECORD),
  agent: optional(RECORD),
};
const QUESTION: Fields = {
  question: TEXT,
  header: optional(TEXT),
  context: optional(TEXT),
  multiSelect: FLAG,
  constraints: optional(RECORD),
};
const OPTION: Fields = {
  label: TEXT,
  description: optional(TEXT),
  preview: optional(TEXT),
  value: optional(TEXT),
};
const CONSTRAINTS: Fields = {
  required: optional(FLAG),
  allowCustom: optional(FLAG),
  allowNotes: optional(oneOf(true, false, 'withAnswer', 'withOption')),
  minSelected: optional(NUMBER),
  maxSelected: optional(NUMBER),
  input: optional(oneOf('text', 'number', 'integer', 'email', 'url', 'date', 'date-time')),
  minLength: optional(NUMBER),
  maxLength: optional(NUMBER),
  minimum: optional(NUMBER),
  maximum: optional(NUMBER),
  secret: optional(FLAG),
};

function checkFields(value: Readonly<Record<string, unknown>>, prefix: string, fields: Fields): Issue[] {
  return Object.entries(fields).flatMap(([name, [isValid, what]]) =>
    isValid(value[name]) ? [] : [issue('type', `${prefix}${name}`, `Must be ${what}.`)],
  );
}

function checkOption(option: unknown, path: string): Issue[] {
  if (!isRecord(option)) return [issue('type', path, 'Must be an option object, such as { label: "Yes" }.')];
  return checkFields(option, `${path}.`, OPTION);
}

function checkQuestion(question: unknown, path: string, ids: Set<unknown>): Issue[] {
  if (!isRecord(question)) return [issue('type', path, 'Must be a question object.')];
  const { id, options, secret, constraints } = question;
  const issues = checkFields(question, `${path}.`, QUESTION);
  if (typeof id !== 'string' || isBlank(id)) issues.push(issue('missing', `${path}.id`, 'Must be a non-blank string.'));
  else if (ids.has(id)) issues.push(issue('duplicate', `${path}.id`, 'Must be unique among the questions.'));
  ids.add(id);
  // If `secret` were ignored here, the answer would be shown in clear text.
  if (secret !== undefined)
    issues.push(issue('unknown', `${path}.secret`, 'Move it to the constraints: { constraints: { secret: true } }.'));
  if (isRecord(constraints)) issues.push(...checkFields(constraints, `${path}.constraints.`, CONSTRAINTS));
  if (!Array.isArray(options))
    return [...issues, issue('type', `${path}.options`, 'Must be an array; empty if there are no options.')];
  // Unlike `map`, `Array.from` visits holes.
  return [...issues, ...Array.from(options, (one: unknown, i) => checkOption(one, `${path}.options[${i}]`)).flat()];
}

function checkJson(value: unknown, path: string): Issue[] {
  try {
    JSON.stringify(value);
    return [];
  } catch (cause) {
    const [why] = messageOf(cause).split('\n');
    return [issue('not_json', path, `Must be serializable as JSON (${why}).`)];
  }
}

export function checkId(requestId: unknown): Issue[] {
  if (!isText(requestId)) return [issue('type', 'requestId', 'Must be a string, or absent.')];
  if (isUrlId(requestId)) return [];
  return [issue('id', 'requestId', 'Must not be empty, "." or "..", and must be valid Unicode.')];
}

type Host = Pick<AskOptions, 'asker' | 'agent'>;

function findIssues(given: unknown, { asker, agent }: Host, maxRequestBytes: number): readonly Issue[] {
  if (!isRecord(given)) return [issue('type', '', 'Must be a request object.')];
  const request = { ...given, ...(asker !== undefined && { asker }), agent: agent ?? undefined };
  const { raw, questions, ...rest }: Readonly<Record<string, unknown>> = request;
  const id = isUnnamed(given['requestId']) ? [] : checkId(given['requestId']);
  const parts = Object.entries(rest).flatMap(([name, value]) => checkJson(value, name));
  const fields = [...id, ...checkFields(request, '', REQUEST), ...parts];
  if (!Array.isArray(questions)) return [issue('type', 'questions', 'Must be an array of questions.'), ...fields];
  if (questions.length === 0) return [issue('missing', 'questions', 'Must have at least one question.'), ...fields];
  const ids = new Set<unknown>();
  const asked = Array.from(questions, (question: unknown, i) => {
    const path = `questions[${i}]`;
    return [...checkQuestion(question, path, ids), ...checkJson(question, path)];
  }).flat();
  const issues = [...asked, ...fields];
  return issues.length > 0 ? issues : checkSize({ ...rest, questions }, raw, maxRequestBytes);
}

/** Returns why no user could answer a request with these options; empty if no issue was found. Never throws. */
export function checkRequest(request: unknown, host: Host, maxRequestBytes: number): readonly Issue[] {
  try {
    return limitIssues(findIssues(request, host, maxRequestBytes));
  } catch (cause) {
    return [issue('not_json', '', `Must be plain data (${messageOf(cause)}).`)];
  }
}
