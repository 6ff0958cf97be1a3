import type { Answer } from '../../core/answer/types.js';
import { isBlank, isRecord } from '../../core/guards.js';
import { limitIssues, type Issue } from '../../core/question/issues.js';
import { fromJson } from '../../core/question/scan.js';
import { getViolation, inFormat, getOtherViolation } from './check.js';
import type { FormScalar } from './choices.js';
import type { FormField } from './fields.js';
import { listOf, textOf } from '../lib/values.js';
import { type ParsedAnswer } from '../lib/read-answer.js';

/** Content of an accepted form, by property. Even `__proto__` is an own property. */
export type FormContent = Readonly<Record<string, string | number | boolean | string[]>>;

type Entry = [key: string, value: FormScalar | string[]];

function toNumber(text: string, whole: boolean): number | string {
  const value = fromJson(text);
  // Adding 0 turns -0 into 0, because JSON writes both as 0.
  return typeof value === 'number' && (!whole || Number.isSafeInteger(value)) ? value + 0 : text;
}

/**
 * Returns the property that holds the notes of an answer: the one for custom text, if it takes notes and the answer
 * leaves it free. Returns `undefined` if there is none.
 */
export function notesKeyOf(field: FormField, { selected, custom, notes }: Answer): string | undefined {
  const isFree = selected.length > 0 && custom === undefined && notes !== undefined;
  return field.other?.takesNotes && isFree ? field.other.key : undefined;
}

function entriesOf(field: FormField, answer: Answer): Entry[] {
  const { key, type, choices, other, rules } = field;
  const { selected, custom, notes, skipped } = answer;
  if (skipped || type === 'confirm') return [];
  if (choices.length === 0) {
    if (custom === undefined) return [];
    return [[key, type === 'text' ? inFormat(custom, rules) : toNumber(custom, type === 'integer')]];
  }
  const chosen = selected.flatMap(({ index }) => choices[index]?.value ?? []);
  const texts = chosen.filter((value) => typeof value === 'string');
  const [first] = chosen;
  const words = notesKeyOf(field, answer) === undefined ? custom : notes;
  const own: Entry[] = words === undefined ? [] : [[other?.key ?? key, words]];
  if (type === 'many') return texts.length > 0 ? [[key, texts], ...own] : own;
  const value = first ?? (custom === undefined ? undefined : other?.standIn);
  return value === undefined ? own : [[key, value], ...own];
}

function check(fields: readonly FormField[], content: Readonly<Record<string, unknown>>): readonly Issue[] {
  const has = (key: string | undefined) => key !== undefined && Object.hasOwn(content, key);
  return fields.flatMap((field): Issue[] => {
    const { key, other, required, type } = field;
    if (type === 'confirm') return [];
    const issue = (code: string, at: string, message: string): Issue => ({ code, path: `content.${at}`, message });
    if (required && !has(key) && !has(other?.key)) return [issue('missing', key, 'Required.')];
    const violation = has(key) ? getViolation(field, content[key]) : undefined;
    const otherViolation = other && has(other.key) ? getOtherViolation(field, content[other.key]) : undefined;
    return [
      ...(violation === undefined ? [] : [issue('schema', key, `Must be ${violation}.`)]),
      ...(other === undefined || otherViolation === undefined
        ? []
        : [issue('schema', other.key, `Must be ${otherViolation}.`)]),
    ];
  });
}

/** Skipped questions have no property. Content with issues must not be sent as accepted. */
export function toContent(
  fields: readonly FormField[],
  answers: readonly Answer[],
): { content: FormContent; issues: readonly Issue[] } {
  const byId = new Map(answers.map((answer) => [answer.questionId, answer]));
  const entries = fields.flatMap((field) => {
    const answer = byId.get(field.id);
    return answer ? entriesOf(field, answer) : [];
  });
  const content = Object.fromEntries(entries);
  const refused = fields.flatMap(({ id, type }): Issue[] =>
    type === 'confirm' && !byId.get(id)?.selected.length
      ? [{ code: 'missing', path: 'content', message: 'Not accepted.' }]
      : [],
  );
  const known = new Set(fields.map(({ id }) => id));
  const lost = answers.flatMap(({ questionId }): Issue[] =>
    known.has(questionId)
      ? []
      : [{ code: 'unknown_question', path: 'content', message: `No property for the question "${questionId}".` }],
  );
  return { content, issues: limitIssues([...lost, ...refused, ...check(fields, content)]) };
}

function parseField(field: FormField, content: Readonly<Record<string, unknown>>): ParsedAnswer | undefined {
  const { key, type, choices, other } = field;
  if (type === 'confirm') return { indexes: [0] };
  const read = (name: string | undefined): unknown =>
    name !== undefined && Object.hasOwn(content, name) ? content[name] : undefined;
  const value = read(key);
  if (choices.length === 0) return { custom: typeof value === 'number' ? String(value) : textOf(value) };
  const values = new Set(Array.isArray(value) ? listOf(value) : [value]);
  const indexes = choices.flatMap((choice, i) => (values.has(choice.value) ? [i] : []));
  const words = read(other?.key);
  const own = typeof words === 'string' && !isBlank(words) ? words : undefined;
  // A single-select answer has one option, so a text beside it is read as notes.
  return type === 'one' && indexes.length > 0 ? { indexes, notes: own } : { indexes, custom: own };
}

/** `parsed` has one entry per field. */
export function fromContent(
  fields: readonly FormField[],
  content: unknown,
): { parsed: readonly (ParsedAnswer | undefined)[]; issues: readonly Issue[] } {
  const given = isRecord(content) ? content : {};
  return { parsed: fields.map((field) => parseField(field, given)), issues: limitIssues(check(fields, given)) };
}
