import type { Answer, AnsweredResult } from '../../core/answer/types.js';
import type { Issue } from '../../core/question/issues.js';
import type { AskUserRequest, Question } from '../../core/question/types.js';
import { issue } from './issues.js';
import { besideQuotes, inQuotes } from './quoted.js';
import type { Rule } from './rules.js';
import { fieldsIn, textOf } from './values.js';

/** What identifies an answer: a text of its question. */
export interface Key {
  /** Name of the key in messages. */
  readonly name: string;
  /** Field of `Question` to which issues refer. */
  readonly field: string;
  readonly of: (question: Question) => string;
}

const BY_TEXT: Key = { name: 'text', field: 'question', of: ({ question }) => question };

/** Makes names unique. Repeated names become `name (2)`, `name (3)`, and so on, unless that is an original name. */
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

export const questionOf = ({ questionId }: Answer, { questions }: AskUserRequest): Question | undefined =>
  questions.find(({ id }) => id === questionId);

/** Returns one unique key per question. */
export const keysOf = ({ questions }: AskUserRequest, by: Key = BY_TEXT): readonly string[] =>
  distinct(questions.map(by.of));

/**
 * Returns the `value` of each answer by the key of its question. Values that are `undefined` are omitted. Even
 * `__proto__` is an own property.
 */
export function writeByKey<T>(
  request: AskUserRequest,
  result: AnsweredResult,
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

export const textsByKey = (request: AskUserRequest, result: AnsweredResult): Record<string, string> =>
  writeByKey(request, result, ({ text, skipped }) => (skipped ? undefined : text));

export function annotationsByKey<T extends object>(
  request: AskUserRequest,
  result: AnsweredResult,
  value: (answer: Answer) => T,
): { annotations?: Record<string, T> } {
  const annotations = writeByKey(request, result, (answer) => {
    const one = value(answer);
    return Object.keys(one).length > 0 ? one : undefined;
  });
  return Object.keys(annotations).length > 0 ? { annotations } : {};
}

export const textsByIndex = ({ answers }: AnsweredResult): Record<string, string> =>
  Object.fromEntries(answers.flatMap(({ text, skipped }, i) => (skipped ? [] : [[String(i), text]])));

export function readByKey<T>(
  request: AskUserRequest,
  record: unknown,
  read: (value: unknown) => T,
  by: Key = BY_TEXT,
): (T | undefined)[] {
  const fields = fieldsIn(record);
  return keysOf(request, by).map((key) => (Object.hasOwn(fields, key) ? read(fields[key]) : undefined));
}

export const readNotes = (request: AskUserRequest, annotations: unknown): (string | undefined)[] =>
  readByKey(request, annotations, (one) => textOf(fieldsIn(one)['notes']));

export const uniqueKeys =
  (by: Key = BY_TEXT): Rule =>
  (request, { pathOf }) => {
    const names = request.questions.map(by.of);
    return keysOf(request, by).flatMap((key, i): Issue[] => {
      if (key === names[i]) return [];
      const message = `An earlier question has the same ${by.name}, so the answer is returned as "${key}". Make them unique.`;
      return [issue('duplicate_key', pathOf(i, by.field), message)];
    });
  };

export function skippedText(request: AskUserRequest, result: AnsweredResult): string {
  const skipped = writeByKey(request, result, (answer) => (answer.skipped ? (answer.notes ?? '') : undefined));
  const list = Object.entries(skipped).map(([key, notes]) =>
    notes ? `${inQuotes(key)} user notes: ${besideQuotes(notes)}` : inQuotes(key),
  );
  // The user sends what they have, and can answer the others later.
  const what = request.blocking === false ? 'has not answered yet' : 'skipped, and chose no option for';
  return list.length > 0 ? `The user ${what}: ${list.join(', ')}.` : '';
}

export const withSkipped = (text: string, request: AskUserRequest, result: AnsweredResult, separator = '\n'): string =>
  [text, skippedText(request, result)].filter(Boolean).join(separator);
