import { isRecord } from '../guards.js';
import { anything, bool, fault, fields, list, number, oneOf, optional, record, schema, text } from '../schema.js';
import type { Schema, Shape } from '../schema.js';
import type { Issue, ParseResult } from './issues.js';
import { DISPLAY_LIMITS } from './limits.js';
import type { AskUserRequest, Constraints, Question, QuestionOption } from './types.js';

const option = fields<QuestionOption>({
  label: text(DISPLAY_LIMITS.label),
  description: optional(text(DISPLAY_LIMITS.description)),
  preview: optional(text(DISPLAY_LIMITS.preview)),
  value: optional(text()),
  recommended: optional(oneOf(true)),
});

const CONSTRAINTS: Shape<Constraints> = {
  required: optional(bool),
  allowCustom: optional(bool),
  allowNotes: optional(oneOf(true, false, 'withAnswer', 'withOption')),
  minSelected: optional(number),
  maxSelected: optional(number),
  input: optional(oneOf('text', 'number', 'integer', 'email', 'url', 'date', 'date-time')),
  minLength: optional(number),
  maxLength: optional(number),
  minimum: optional(number),
  maximum: optional(number),
  secret: optional(bool),
};

const constraints = fields<Constraints>(CONSTRAINTS);

const asked = fields<Question>({
  id: text(),
  question: text(DISPLAY_LIMITS.question),
  header: optional(text(DISPLAY_LIMITS.header)),
  context: optional(text(DISPLAY_LIMITS.context)),
  options: list(option, DISPLAY_LIMITS.options),
  multiSelect: bool,
  constraints: optional(constraints),
});

/** A dropped constraint would not apply. Without `secret`, the answer would be shown in clear text. */
function checkMisplaced(value: unknown, path: string, issues: Issue[]): void {
  const names = isRecord(value) ? Object.keys(CONSTRAINTS).filter((name) => value[name] != null) : [];
  for (const name of names)
    fault(issues, 'unknown', `${path}.${name}`, `Move it to the constraints: { constraints: { ${name}: … } }.`);
}

const question = schema<Question>('an object', (value, path, issues) => {
  checkMisplaced(value, path, issues);
  return asked.read(value, path, issues);
});

const listed = list(question, DISPLAY_LIMITS.questions);

const questions = schema<readonly Question[]>('an array', (value, path, issues) => {
  const before = issues.length;
  const found = listed.read(value, path, issues);
  // Without its invalid items, the list has other indexes.
  if (issues.length > before) return found;
  const ids = new Set<string>();
  found?.forEach(({ id, options, multiSelect }, i) => {
    const at = `${path}[${i}]`;
    if (ids.has(id)) fault(issues, 'duplicate', `${at}.id`, 'Must be unique among the questions.');
    ids.add(id);
    if (multiSelect && !options.length) fault(issues, 'type', `${at}.multiSelect`, 'Must be false without options.');
  });
  return found;
});

export const REQUEST: Shape<AskUserRequest> = {
  requestId: text(),
  questions,
  asker: optional(text()),
  previewFormat: optional(oneOf('text', 'markdown', 'html')),
  blocking: optional(oneOf(false)),
  metadata: optional(record),
  raw: optional(anything),
};

/** Reads a request that was parsed before, also in another process. `parseRequest` reads the input of a model. */
export const requestSchema: Schema<AskUserRequest, false> = fields<AskUserRequest>(REQUEST);

/**
 * Adds the constraints in the sources to the questions that have none: `parseRequest` drops them, because a model must
 * not set any. Invalid constraints are issues.
 */
export function readConstraints(request: AskUserRequest, sources: readonly unknown[]): ParseResult<AskUserRequest> {
  const issues: Issue[] = [];
  const questions = request.questions.map((one, i): Question => {
    const source = sources[i];
    const path = `questions[${i}]`;
    checkMisplaced(source, path, issues);
    const given = one.constraints ?? (isRecord(source) ? source.constraints : undefined);
    const read = given == null ? undefined : constraints.read(given, `${path}.constraints`, issues);
    return { ...one, ...(read && { constraints: read }) };
  });
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value: { ...request, questions }, warnings: [] };
}
