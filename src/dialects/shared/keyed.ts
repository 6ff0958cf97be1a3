import type { Answer, Answered } from '../../core/answer/types.js';
import type { Issue } from '../../core/question/issues.js';
import type { AskUserRequest, Question } from '../../core/question/types.js';
import { fieldsIn } from './fields.js';
import { textOf } from './read-answer.js';
import type { Rule } from './rules.js';

/** What a wire files its answers under. */
export interface Key {
  /** What it is, in a sentence. */
  readonly called: string;
  /** Its field in the request. */
  readonly field: string;
  readonly of: (question: Question) => string;
}

export const BY_TEXT: Key = { called: 'text', field: 'question', of: ({ question }) => question };

/** The names, the later of equal ones as `name (2)`, `name (3)`, …, passing over what another is really called. */
export function distinct(names: readonly string[]): readonly string[] {
  const real = new Set(names);
  const used = new Set<string>();
  const numbers = new Map<string, number>();
  return names.map((name) => {
    let key = name;
    while (used.has(key) || (key !== name && real.has(key))) {
      const n = numbers.get(name) ?? 2;
      numbers.set(name, n + 1);
      key = `${name} (${n})`;
    }
    used.add(key);
    return key;
  });
}

/** One key for each question, for a wire keyed by question text: the text itself, or made `distinct`. Other keys in the same way. */
export const keysOf = ({ questions }: AskUserRequest, by: Key = BY_TEXT): readonly string[] =>
  distinct(questions.map(by.of));

/**
 * `value` of each answer under its question's key, those that are `undefined` left out. Every key is an own property,
 * `__proto__` too.
 */
export function keyedByText<T>(
  request: AskUserRequest,
  result: Answered,
  value: (answer: Answer) => T | undefined,
  by: Key = BY_TEXT,
): Record<string, T> {
  const keys = keysOf(request, by);
  const keyOf = new Map(request.questions.map(({ id }, i) => [id, keys[i]]));
  const entries = result.answers.flatMap((answer): [string, T][] => {
    const one = value(answer);
    return one === undefined ? [] : [[keyOf.get(answer.questionId) ?? answer.question, one]];
  });
  return Object.fromEntries(entries);
}

/** The text of each answer under its question's key; skipped ones are left out. */
export const textsByKey = (request: AskUserRequest, result: Answered): Record<string, string> =>
  keyedByText(request, result, ({ text, skipped }) => (skipped ? undefined : text));

/** What goes back beside each answer, under its question's key; no field at all where there is nothing to say. */
export function annotationsByKey<T extends object>(
  request: AskUserRequest,
  result: Answered,
  value: (answer: Answer) => T,
): { annotations?: Record<string, T> } {
  const annotations = keyedByText(request, result, (answer) => {
    const one = value(answer);
    return Object.keys(one).length > 0 ? one : undefined;
  });
  return Object.keys(annotations).length > 0 ? { annotations } : {};
}

/** The text of each answer under its question's position, from `"0"`; skipped ones are left out. */
export const textsByPosition = ({ answers }: Answered): Record<string, string> =>
  Object.fromEntries(answers.flatMap(({ text, skipped }, i) => (skipped ? [] : [[String(i), text]])));

/** What a wire keyed by text says of each question, in question order; `undefined` for a key that it does not have. */
export function saidByKey<T>(
  request: AskUserRequest,
  record: unknown,
  read: (value: unknown) => T,
  by: Key = BY_TEXT,
): (T | undefined)[] {
  const fields = fieldsIn(record);
  return keysOf(request, by).map((key) => (Object.hasOwn(fields, key) ? read(fields[key]) : undefined));
}

/** The notes in such annotations, in question order. */
export const notesByKey = (request: AskUserRequest, annotations: unknown): (string | undefined)[] =>
  saidByKey(request, annotations, (one) => textOf(fieldsIn(one)['notes']));

/** A rule: a wire keyed by text can't call each question by its own text; one with another key in the same way. */
export const sameKeys =
  (by: Key = BY_TEXT): Rule =>
  (request, { pathOf }) => {
    const names = request.questions.map(by.of);
    return keysOf(request, by).flatMap((key, i): Issue[] => {
      if (key === names[i]) return [];
      const message = `An earlier question has the same ${by.called}, so the answer comes back as "${key}". Make each one different.`;
      return [{ code: 'duplicate_key', path: pathOf(i, by.field), message }];
    });
  };

/** What the model is told about skipped questions, which such a wire leaves out; `''` if there are none. */
export function skippedText(request: AskUserRequest, result: Answered): string {
  const skipped = keyedByText(request, result, (answer) => (answer.skipped ? (answer.notes ?? '') : undefined));
  const list = Object.entries(skipped).map(([key, notes]) => (notes ? `"${key}" user notes: ${notes}` : `"${key}"`));
  return list.length > 0 ? `The user skipped, and chose no option for: ${list.join(', ')}.` : '';
}

/** A text, and below it, or after it, the sentence that names what was skipped. */
export const withSkipped = (text: string, request: AskUserRequest, result: Answered, separator = '\n'): string =>
  [text, skippedText(request, result)].filter(Boolean).join(separator);
