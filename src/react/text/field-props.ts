import type { ComponentPropsWithoutRef, CSSProperties } from 'react';
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
const RTL = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export function textDirection(text: string): 'auto' | 'ltr' | 'rtl' {
  if (!text.split('\n').some(({ length }) => length > LONG_LINE)) return 'auto';
  return RTL.test(STRONG.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';
}
