import type { ComponentPropsWithoutRef, CSSProperties } from 'react';
import type { Question } from '../core/question/types.js';

type TextareaProps = ComponentPropsWithoutRef<'textarea'>;

/**
 * The props of a question's field: the host's, over how such an answer is written. A secret is masked: in a text area, since a
 * password field takes line breaks away, and inline, so that no stylesheet is needed for it.
 */
export function writing({ constraints = {} }: Question, props: TextareaProps): TextareaProps {
  const { input = 'text', minimum = -1, secret } = constraints;
  if (input === 'text' && !secret) return props;
  // Phones have no minus among their digits.
  const digits = minimum < 0 ? undefined : input === 'integer' ? 'numeric' : 'decimal';
  return {
    inputMode: input === 'email' || input === 'url' ? input : digits,
    autoCapitalize: 'none',
    spellCheck: false,
    ...props,
    ...(secret && { style: { ...props.style, ...MASK } }),
  };
}

const MASK = { WebkitTextSecurity: 'disc' } as CSSProperties;
