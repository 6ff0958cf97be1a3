import type { ComponentPropsWithoutRef, CSSProperties } from 'react';
import type { Question } from '../../core/question/types.js';

type TextareaProps = ComponentPropsWithoutRef<'textarea'>;

/**
 * Returns the props of a question's field: the host's props, merged over those that its constraints require. A secret
 * is masked in the text area, because a password field removes line breaks. The mask is inline, so it needs no
 * stylesheet.
 */
export function getInputProps({ constraints = {} }: Question, props: TextareaProps): TextareaProps {
  const { input = 'text', minimum = -1, secret } = constraints;
  if (input === 'text' && !secret) return props;
  // Numeric phone keyboards have no minus key.
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
