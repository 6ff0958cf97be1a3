'use client';
import { forwardRef } from 'react';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';
import { useDraft } from '../use-draft.js';
import { Field } from './field.js';
import { Slot, type SlotProps } from '../../radix/slot.js';

/** Props of `AskUser.Other`. */
export interface AskUserOtherProps extends SlotProps<'div'> {}

/**
 * Renders a `<div>` with the field of Other, or `null` while Other is not selected. Place it directly after
 * `AskUser.Options`.
 */
export const Other = forwardRef<HTMLDivElement, AskUserOtherProps>(function Other(
  { asChild, children, ...props },
  ref,
) {
  const Element = (asChild ? Slot : 'div') as 'div';
  const ask = useAskQuestion();
  const { ids, messages, index } = ask;
  const chosen = useDraft(ask, ({ other }) => other, 'selection');
  if (!chosen) return null;
  return (
    <Element {...part('other-field', props)} ref={ref}>
      {children ?? (
        <>
          <label {...part('hidden')} id={ids('field-label', index)} htmlFor={ids('field', index)}>
            {messages.yourAnswer}
          </label>
          <Field
            placeholder={messages.otherHint}
            aria-labelledby={`${ids('label', index, 'other')} ${ids('field-label', index)}`}
          />
        </>
      )}
    </Element>
  );
});
