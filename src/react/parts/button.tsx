'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, type ComponentPropsWithoutRef, type MouseEvent } from 'react';
import { part } from '../anatomy.js';
import { chain } from '../chain.js';
import { useAsk } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';

export interface AskUserButtonProps extends ComponentPropsWithoutRef<typeof Primitive.button> {}

interface ActionButtonProps extends AskUserButtonProps {
  /** Without one, a quiet button under a question. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  act: (event: MouseEvent<HTMLButtonElement>) => void;
}

/**
 * What all buttons of the card share: while something is on its way they keep the focus and do nothing.
 */
export const ActionButton = forwardRef<HTMLButtonElement, ActionButtonProps>(function ActionButton(
  { variant, act, ...props },
  ref,
) {
  const { store } = useAsk();
  const sending = useFlowValue(store, (state) => state.phase === 'submitting');
  return (
    <Primitive.button
      {...part(variant ? 'button' : 'extra')}
      type="button"
      data-variant={variant}
      aria-disabled={sending || undefined}
      {...props}
      onClick={chain(props.onClick, (event: MouseEvent<HTMLButtonElement>) => {
        if (!sending) act(event);
      })}
      ref={ref}
    />
  );
});
