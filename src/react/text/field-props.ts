import type { ComponentPropsWithoutRef, CSSProperties } from 'react';
import { RTL } from '../../core/clean.js';
import type { Question } from '../../core/question/types.js';

type TextareaProps = ComponentPropsWithoutRef<'textarea'>;

/** Adds the props by which a text area offers the right keyboard. A secret is masked in the text area, because a password field removes line breaks. */
export function withInputMode({ constraints = {} }: Question, props: TextareaProps): TextareaProps {
  const { input = 'text', minimum = -1, secret } = constraints;
  if (input === 'text' && !secret) return props;
  // Numeric phone keyboards may have no minus key.
  const digits = minimum < 0 ? undefined : input === 'integer' ? 'numeric' : 'decimal';
  return {
    inputMode: input === 'email' || input === 'url' ? input : digits,
    autoCapitalize: 'none',
    spellCheck: false,
    ...props,
    ...(secret && { 'data-secret': '', style: { ...props.style, ...MASK } }),
  };
}

const MASK = { WebkitTextSecurity: 'disc' } as CSSProperties;

/**
 * Length of a line, in UTF-16 code units, above which `auto` is not used. Chromium's layout of a text area with
 * `dir="auto"` takes quadratic time in the length of a line.
 */
const LONG_LINE = 20_000;

/** A letter, or one of the invisible marks LRM and RLM. */
const STRONG = /[\p{L}\u200e\u200f]/u;

export function textDirection(text: string): 'auto' | 'ltr' | 'rtl' {
  if (!text.split('\n').some(({ length }) => length > LONG_LINE)) return 'auto';
  const [first = ''] = STRONG.exec(text) ?? [];
  return first === '\u200f' || RTL.test(first) ? 'rtl' : 'ltr';
}
