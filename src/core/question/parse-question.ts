import { isBlank, isRecord, isText } from '../guards.js';
import { DISPLAY_LIMITS } from './limits.js';
import { isRecommended } from './recommended.js';
import { checkSize, fromJson, readArray, readItems, report, type Scan } from './scan.js';
import { nameIn, SPELLINGS } from './spellings.js';
import type { Question, QuestionOption } from './types.js';

type Source = Readonly<Record<string, unknown>>;
type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Reports a field that is not read, unless its value changes nothing. */
export function drop(at: Scan, value: unknown, field: string): void {
  if ((value ?? false) !== false) report(at, at.warnings, 'dropped', field, 'Dropped. A model must not set it.');
}

const repeated = (at: Scan, field: string): undefined => report(at, at.beyond, 'duplicate', field, 'Must be unique.');

const checkLength = (at: Scan, text: string, field: string, max: number): void =>
  checkSize(at, at.issues, field, text.length, 'too_long', 0, max);

/** Sets a field to an optional text. `null` counts as absent, because schema libraries and strict modes write it. */
function readText<Field extends string>(
  at: Scan,
  to: { [Name in Field]?: string },
  field: Field,
  value: unknown,
  max: number,
  required?: boolean,
): void {
  if (isText(value)) {
    checkLength(at, value, field, max);
    to[field] = value;
    return;
  }
  if (value != null) report(at, at.warnings, 'ignored', field, 'Ignored. Send a string.');
  if (required) report(at, at.beyond, 'missing', field, 'Missing. Send a string.');
}

function asString(at: Scan, value: unknown, field: string): string | undefined {
  if (isText(value)) return value;
  if (typeof value !== 'number' && typeof value !== 'boolean') return;
  report(at, at.warnings, 'coerced', field, `Read as "${value}". Send a string.`);
  return `${value}`;
}

/**
 * Reads an id, or assigns one if it is absent, empty, invalid or taken. An assigned id depends on earlier questions
 * only, so it stays the same while the model writes the rest.
 */
function parseId(at: Scan, value: unknown, before: readonly Question[]): string {
  const taken = (id: string) => before.some((question) => question.id === id);
  const given = asString(at, value, 'id');
  if (given && !taken(given)) return given;
  let n = before.length + 1;
  while (taken(`q${n}`)) n++;
  if (value != null) {
    report(at, at.warnings, given ? 'duplicate' : 'ignored', 'id', `Read as "q${n}". Send a unique string.`);
  }
  return `q${n}`;
}

function parseMultiSelect(at: Scan, source: Source): boolean {
  const name = nameIn(source, SPELLINGS.multiSelect);
  const value = source[name];
  const on = value === true || value === 'true';
  if (value != null && typeof value !== 'boolean') {
    const code = on || value === 'false' ? 'coerced' : 'ignored';
    report(at, at.warnings, code, name, `Read as ${on}. Send true or false.`);
  }
  return on;
}

/**
 * Returns the question or the option in a JSON string such as `'{"label":"A"}'`, which some models write. Returns other
 * input unchanged.
 *
 * @param nameOf - Returns the text of a question, or the label of an option.
 */
export function inJson(input: unknown, nameOf: (fields: Source) => unknown): unknown {
  // Avoid a failing JSON.parse for each ordinary text.
  const held = isText(input) && /^\s*\{/.test(input) && fromJson(input);
  return isRecord(held) && isText(nameOf(held)) ? held : input;
}

/** Returns the fields of a question or an option. Input that has no fields is the value of the named one. */
function fieldsOf(at: Scan, input: unknown, name: 'question' | 'label'): Source {
  const value = inJson(input, (fields) => fields[name]);
  at.bare = !isRecord(value);
  if (value !== input) report(at, at.warnings, 'coerced', '', 'Read as JSON. Send an object.');
  return isRecord(value) ? value : { [name]: value };
}

function parseOption(at: Scan, input: unknown, labels: Set<string> | undefined): QuestionOption | undefined {
  const source = fieldsOf(at, input, 'label');
  const label = asString(at, source.label, 'label');
  if (label === undefined) return report(at, at.issues, 'missing', 'label', 'Missing label. Send a string.');
  checkLength(at, label, 'label', DISPLAY_LIMITS.label);
  if (labels?.has(label)) repeated(at, 'label');
  labels?.add(label);
  const option: Mutable<QuestionOption> = { label };
  readText(at, option, 'description', source.description, DISPLAY_LIMITS.description, at.limits.descriptionRequired);
  // The names in `SPELLINGS`. A search for each option would take longer than the rest of it.
  readText(at, option, 'preview', source.preview ?? source.markdown, DISPLAY_LIMITS.preview);
  if (at.values) readText(at, option, 'value', source.value, DISPLAY_LIMITS.label);
  else drop(at, source.value, 'value');
  drop(at, source.recommended === true && !isRecommended(option), 'recommended');
  drop(at, source.disabled === true, 'disabled');
  return option;
}

function parseOptions(at: Scan, source: Source): QuestionOption[] {
  const { limits } = at;
  const options: QuestionOption[] = [];
  const name = nameIn(source, SPELLINGS.options);
  const items = readArray(at, source[name] ?? [], name, DISPLAY_LIMITS.options);
  if (!items) return options;
  if (items.length || limits.optionsRequired) {
    checkSize(at, at.beyond, name, items.length, 'too_many', limits.minOptions, limits.maxOptions);
  }
  const labels = limits.uniqueLabels ? new Set<string>() : undefined;
  readItems(at, name, items, (item) => {
    const option = parseOption(at, item, labels);
    if (option) options.push(option);
  });
  return options;
}

/** Adds a question to those before it, unless its text is not a string. */
export function parseQuestion(at: Scan, input: unknown, before: Question[]): void {
  const source = fieldsOf(at, input, 'question');
  const { limits } = at;
  const id = parseId(at, source.id, before);
  const question: Mutable<Question> = { id, question: '', options: [], multiSelect: false };
  const text = source.question;
  if (!isText(text)) {
    report(at, at.issues, 'missing', 'question', 'Missing question. Send a string.');
  } else {
    question.question = text;
    checkLength(at, text, 'question', DISPLAY_LIMITS.question);
    if (isBlank(text)) report(at, at.beyond, 'empty', 'question', 'Blank. Send a question.');
    if (limits.uniqueQuestions && before.some((one) => one.question === text)) repeated(at, 'question');
  }
  readText(at, question, 'header', source.header, DISPLAY_LIMITS.header, limits.headerRequired);
  checkSize(at, at.beyond, 'header', question.header?.length ?? 0, 'too_long', 0, limits.headerMaxLength);
  readText(at, question, 'context', source.context, DISPLAY_LIMITS.context);
  const multiSelect = parseMultiSelect(at, source);
  drop(at, source.constraints, 'constraints');
  drop(at, source.required === true, 'required');
  drop(at, source.secret === true, 'secret');
  drop(at, source.allowOther === false, 'allowOther');
  question.options = parseOptions(at, source);
  question.multiSelect = multiSelect && question.options.length > 0;
  if (isText(text)) before.push(question);
}
