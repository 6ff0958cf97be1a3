import { defined, isBlank, isRecord, isText } from '../guards.js';
import type { Issue } from './issues.js';
import { DISPLAY_LIMITS } from './limits.js';
import { checkSize, fromJson, readArray, readAt, report, type Scan } from './scan.js';
import { nameIn, SPELLINGS } from './spellings.js';
import type { Question, QuestionOption } from './types.js';

type Source = Readonly<Record<string, unknown>>;
type TextField = 'question' | 'header' | 'context' | 'label' | 'description' | 'preview' | 'value';

export function drop(at: Scan, source: Source, field: string): void {
  if (source[field] != null) {
    report(at, at.warnings, 'dropped', field, 'Dropped. A model must not set it.');
  }
}

const repeated = (at: Scan, field: TextField): undefined =>
  report(at, at.beyond, 'duplicate', field, 'Must be unique.');

const checkLength = (at: Scan, text: string, field: TextField, to: Issue[] = at.issues, max?: number): void =>
  checkSize(at, to, field, text.length, 'too_long', 0, max ?? DISPLAY_LIMITS[field === 'value' ? 'label' : field]);

/** `null` counts as absent, because schema libraries and strict modes write it. */
function optionalText(at: Scan, value: unknown, field: TextField, required?: boolean): string | undefined {
  if (isText(value)) {
    checkLength(at, value, field);
    return value;
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

function parseOption(place: Scan, input: unknown, labels: Set<string> | undefined): QuestionOption | undefined {
  const option = inJson(input, ({ label }) => label);
  const at = { ...place, bare: !isRecord(option) };
  if (option !== input) report(at, at.warnings, 'coerced', '', 'Read as JSON. Send an object.');
  const source = isRecord(option) ? option : { label: option };
  const label = asString(at, source.label, 'label');
  if (label === undefined) return report(at, at.issues, 'missing', 'label', 'Missing label. Send a string.');
  checkLength(at, label, 'label');
  if (labels?.has(label)) repeated(at, 'label');
  labels?.add(label);
  const description = optionalText(at, source.description, 'description', at.limits.descriptionRequired);
  const preview = optionalText(at, source[nameIn(source, SPELLINGS.preview)], 'preview');
  if (!at.values) drop(at, source, 'value');
  const value = at.values ? optionalText(at, source.value, 'value') : undefined;
  return defined<QuestionOption>({ label, description, preview, value });
}

function parseOptions(at: Scan, source: Source): readonly QuestionOption[] {
  const { limits } = at;
  const options: QuestionOption[] = [];
  const choices = nameIn(source, SPELLINGS.options);
  const list = readArray(at, source[choices] ?? [], choices, DISPLAY_LIMITS.options);
  const count = list?.length ?? 0;
  if (count || (list && limits.optionsRequired)) {
    checkSize(at, at.beyond, choices, count, 'too_many', limits.minOptions, limits.maxOptions);
  }
  const labels = limits.uniqueLabels ? new Set<string>() : undefined;
  for (let i = 0; i < count; i++) {
    const option = readAt(at, `${choices}[${i}]`, (here) => parseOption(here, list?.[i], labels));
    if (option) options.push(option);
  }
  return options;
}

/** Returns `undefined` if the text of the question is not a string. */
export function parseQuestion(place: Scan, input: unknown, before: readonly Question[]): Question | undefined {
  const asked = inJson(input, ({ question }) => question);
  const at = { ...place, bare: !isRecord(asked) };
  if (asked !== input) report(at, at.warnings, 'coerced', '', 'Read as JSON. Send an object.');
  const source = isRecord(asked) ? asked : { question: asked };
  const { limits } = at;
  const id = parseId(at, source.id, before);
  const text = source.question;
  if (!isText(text)) {
    report(at, at.issues, 'missing', 'question', 'Missing question. Send a string.');
  } else {
    checkLength(at, text, 'question');
    if (isBlank(text)) report(at, at.beyond, 'empty', 'question', 'Blank. Send a question.');
    if (limits.uniqueQuestions && before.some(({ question }) => question === text)) repeated(at, 'question');
  }
  const header = optionalText(at, source.header, 'header', limits.headerRequired);
  checkLength(at, header ?? '', 'header', at.beyond, limits.headerMaxLength ?? Infinity);
  const context = optionalText(at, source.context, 'context');
  const multiSelect = parseMultiSelect(at, source);
  drop(at, source, 'constraints');
  const options = parseOptions(at, source);
  if (!isText(text)) return;
  return defined<Question>({
    id,
    question: text,
    options,
    multiSelect: multiSelect && options.length > 0,
    header,
    context,
  });
}
