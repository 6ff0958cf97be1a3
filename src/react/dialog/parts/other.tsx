'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAskQuestion } from '../context.js';
import { useDraft } from '../../flow/use-draft.js';
import { Field } from './field.js';

/** Props of `AskUser.Other`. */
export interface AskUserOtherProps extends ComponentPropsWithoutRef<typeof Primitive.div> {}

/**
 * Renders a `<div>` with the field of Other, or `null` while Other is not selected. Place it directly after
 * `AskUser.Options`.
 */
export const Other = forwardRef<HTMLDivElement, AskUserOtherProps>(function Other({ children, ...props }, ref) {
  const ask = useAskQuestion();
  const { ids, messages, index } = ask;
  const chosen = useDraft(ask, ({ other }) => other, 'selection');
  if (!chosen) return null;
  return (
    <Primitive.div {...part('other-field')} {...props} ref={ref}>
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
    </Primitive.div>
  );
});
