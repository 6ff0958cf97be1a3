import type { Answer, Answered } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import type { Issue } from '../../core/question/issues.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { readSource } from './source.js';

/**
 * One key for each question, for a wire keyed by question text: the text itself, and for the later of equal texts
 * `text (2)`, `text (3)`, …, passing over what another question is really called.
 */
export function keysOf({ questions }: AskUserRequest): readonly string[] {
  const real = new Set(questions.map((question) => question.question));
  const used = new Set<string>();
  return questions.map(({ question }) => {
    let key = question;
    for (let n = 2; used.has(key) || (key !== question && real.has(key)); n++) key = `${question} (${n})`;
    used.add(key);
    return key;
  });
}

/**
 * `value` of each answer under its question's key, those that are `undefined` left out. Every key is an own property,
 * `__proto__` too.
 */
export function keyedByText<T>(
  request: AskUserRequest,
  result: Answered,
  value: (answer: Answer) => T | undefined,
): Record<string, T> {
  const keys = keysOf(request);
  const keyOf = new Map(request.questions.map(({ id }, i) => [id, keys[i]]));
  const entries = result.answers.flatMap((answer): [string, T][] => {
    const one = value(answer);
    return one === undefined ? [] : [[keyOf.get(answer.questionId) ?? answer.question, one]];
  });
  return Object.fromEntries(entries);
}

/** What a wire keyed by text says of each question, in question order; `undefined` for a key that it does not have. */
export function saidByKey<T>(request: AskUserRequest, record: unknown, read: (value: unknown) => T): (T | undefined)[] {
  const fields = isRecord(record) ? record : {};
  return keysOf(request).map((key) => (Object.hasOwn(fields, key) ? read(fields[key]) : undefined));
}

/** A warning for each question that a wire keyed by text can't call by its own text. */
export function duplicateTexts(request: AskUserRequest): Issue[] {
  return keysOf(request).flatMap((key, i): Issue[] => {
    if (key === request.questions[i]?.question) return [];
    const message = `An earlier question has the same text, so the answer comes back as "${key}". Make each one different.`;
    return [{ code: 'duplicate_key', path: readSource(request.raw).pathOf(i, 'question'), message }];
  });
}

/** What the model is told about skipped questions, which such a wire leaves out; `''` if there are none. */
export function skippedText(request: AskUserRequest, result: Answered): string {
  const skipped = keyedByText(request, result, (answer) => (answer.skipped ? (answer.notes ?? '') : undefined));
  const list = Object.entries(skipped).map(([key, notes]) => (notes ? `"${key}" user notes: ${notes}` : `"${key}"`));
  return list.length > 0 ? `The user skipped, and chose no option for: ${list.join(', ')}.` : '';
}
