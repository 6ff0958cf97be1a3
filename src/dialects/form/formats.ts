import type { Syntax } from '../../core/answer/constraints.js';

/** Formats of text that are checked, with the `input` of a question and what a text must be. */
export const FORMATS: readonly { readonly format: string; readonly input: Syntax; readonly name: string }[] = [
  { format: 'email', input: 'email', name: 'an email address' },
  { format: 'uri', input: 'url', name: 'a URI with a scheme, such as https://example.org' },
  { format: 'date', input: 'date', name: 'a date, such as 2026-01-31' },
  { format: 'date-time', input: 'date-time', name: 'a date and time with a time zone, such as 2026-01-31T12:00:00Z' },
];
