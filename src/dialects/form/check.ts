import { codePointLength } from '../../core/guards.js';
import { listOf } from '../wire/envelope.js';
import type { FormField, FormRules } from './fields.js';
import { matches } from './pattern.js';

const WORD = /^[\w!#$%&'*+/=?^`{|}~-]+$/;
const HOST = /^[a-z\d]([a-z\d-]*[a-z\d])?$/i;

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const hosts = text.slice(at + 1).split('.');
  const names = text.slice(0, Math.max(at, 0)).split('.');
  return hosts.length > 1 && hosts.every((host) => HOST.test(host)) && names.every((name) => WORD.test(name));
}

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

// `new Date` turns February 30 into another day or an invalid date.
const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && JSON.stringify(new Date(text)).includes(text);

function isDateTime(text: string): boolean {
  const [, date = '', time = ''] = /^(.{10})[t ](.+)$/i.exec(text) ?? [];
  return isDate(date) && /^([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i.test(time);
}

const FORMATS = new Map<string, readonly [(text: string) => boolean, string]>([
  ['email', [isEmail, 'an email address']],
  ['uri', [isUri, 'a URI with a scheme, such as https://example.org']],
  ['date', [isDate, 'a date, such as 2026-01-31']],
  ['date-time', [isDateTime, 'a date and time with a time zone, such as 2026-01-31T12:00:00Z']],
]);

/**
 * If the format is `uri` and the text is a URL but not a URI, returns the URL as browsers serialize it, with the other
 * characters that RFC 3986 does not allow encoded. Otherwise, returns the text unchanged.
 */
export function inFormat(text: string, { format }: FormRules): string {
  if (format !== 'uri' || isUri(text) || !URL.canParse(text)) return text;
  const [, start = '', rest = ''] = /^([^:]*:(?:\/\/[^/?#]*)?)(.*)$/s.exec(new URL(text).href) ?? [];
  return start + rest.replaceAll(/[^\w\-.~!$&'()*+,;=:@/?#%]|%(?![\da-f]{2})/giu, encodeURIComponent);
}

function textViolation(value: unknown, { minLength = 0, maxLength = Infinity, pattern, format }: FormRules) {
  if (typeof value !== 'string') return 'a string';
  const length = codePointLength(value);
  if (length < minLength) return `at least ${minLength} characters`;
  if (length > maxLength) return `at most ${maxLength} characters`;
  if (pattern !== undefined && !matches(pattern, value)) return `a string that matches ${pattern}`;
  const [fits, name] = FORMATS.get(format ?? '') ?? [];
  return fits && !fits(value) ? name : undefined;
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
