import { hasSyntax } from '../../core/answer/constraints.js';
import { codePointLength } from '../../core/guards.js';
import { listOf } from '../lib/values.js';
import type { FormField, FormRules } from './fields.js';
import { FORMATS } from './formats.js';

/**
 * Whether a text is a URI with a scheme. `URL.canParse` alone also accepts characters that RFC 3986 does not allow. It also
 * accepts `mailto:` and `foo:?x`. RFC 3986 allows these, but `ajv-formats`, with which MCP servers check an answer, does not.
 */
function isUri(text: string): boolean {
  const [, rest = ''] = /^[a-z][a-z\d+.-]*:(.+)$/i.exec(text) ?? [];
  const [, authority, path = ''] = /^\/\/([^/?#]*)(.*)$/.exec(rest) ?? [undefined, undefined, rest];
  const bare = text.replaceAll(/%[\da-f]{2}/gi, '');
  if (rest === '' || !URL.canParse(text)) return false;
  if (authority !== undefined && !/^([^@[\]]*@)?(\[[\da-f:.]+\]|[^@:[\]]*)(:\d*)?$/i.test(authority)) return false;
  if (authority === undefined && /^[?#]/.test(rest)) return false;
  return /^[\w\-.~!$&'()*+,;=:@/?#[\]]*$/.test(bare) && !/[[\]]/.test(path) && path.split('#').length <= 2;
}

/**
 * If the format is `uri` and the text is a URL but not a URI, returns the URL as browsers serialize it, with the other
 * characters that RFC 3986 does not allow encoded. Otherwise, returns the text unchanged.
 */
export function inFormat(text: string, { format }: FormRules): string {
  if (format !== 'uri' || isUri(text) || !URL.canParse(text)) return text;
  const [, start = '', rest = ''] = /^([^:]*:(?:\/\/[^/?#]*)?)(.*)$/s.exec(new URL(text).href) ?? [];
  return start + rest.replaceAll(/[^\w\-.~!$&'()*+,;=:@/?#%]|%(?![\da-f]{2})/giu, encodeURIComponent);
}

/** Does not check the `pattern`: the server that asked does. */
function textViolation(value: unknown, { minLength = 0, maxLength = Infinity, format }: FormRules) {
  if (typeof value !== 'string') return 'a string';
  const length = codePointLength(value);
  if (length < minLength) return `at least ${minLength} characters`;
  if (length > maxLength) return `at most ${maxLength} characters`;
  const checked = FORMATS.find((one) => one.format === format);
  if (!checked) return undefined;
  return hasSyntax(checked.input, value) && (checked.input !== 'url' || isUri(value)) ? undefined : checked.name;
}

function numberViolation(value: unknown, whole: boolean, { minimum = -Infinity, maximum = Infinity }: FormRules) {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'a number';
  if (whole && !Number.isInteger(value)) return 'a whole number';
  if (value < minimum) return `at least ${minimum}`;
  return value > maximum ? `at most ${maximum}` : undefined;
}

function listViolation(value: unknown, { choices, rules }: FormField) {
  const { minItems = 0, maxItems = Infinity } = rules;
  if (!Array.isArray(value)) return 'a list';
  const own = new Set<unknown>(choices.map((choice) => choice.value));
  if (!listOf(value).every((one) => own.has(one))) return 'a list of allowed values';
  if (value.length < minItems) return `at least ${minItems} choices`;
  return value.length > maxItems ? `at most ${maxItems} choices` : undefined;
}

/** Returns what the value must be and is not, such as `a number`. Returns `undefined` for a valid value. */
export function getViolation(field: FormField, value: unknown): string | undefined {
  const { type, choices, rules } = field;
  if (type === 'text') return textViolation(value, rules);
  if (type === 'number' || type === 'integer') return numberViolation(value, type === 'integer', rules);
  if (type === 'many') return listViolation(value, field);
  return choices.some((choice) => choice.value === value) ? undefined : 'one of the allowed values';
}

export const getOtherViolation = (field: FormField, value: unknown): string | undefined =>
  textViolation(value, field.other?.rules ?? {});
