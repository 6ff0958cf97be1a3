'use client';
import { forwardRef, type MouseEvent } from 'react';
import { part } from '../anatomy.js';
import { composeEventHandlers } from '../../flow/compose-event-handlers.js';
import { useAsk } from '../context.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { Slot, type SlotProps } from '../../radix/slot.js';

/** Props of `AskUser.Submit`, `AskUser.Back`, `AskUser.Cancel`, `AskUser.Decline` and `AskUser.Discuss`. */
export interface AskUserButtonProps extends SlotProps<'button'> {}

interface ActionButtonProps extends AskUserButtonProps {
  /** Without a variant, the button is a `question-action`. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  act: (event: MouseEvent<HTMLButtonElement>) => void;
  /** Whether the button has no effect now. */
  isOff?: boolean;
}

/** Not `disabled` while it has no effect, as during a delivery, so that it keeps focus. */
export const ActionButton = forwardRef<HTMLButtonElement, ActionButtonProps>(function ActionButton(
  { variant, act, isOff, asChild, ...props },
  ref,
) {
  const { store } = useAsk();
  const Element = (asChild ? Slot : 'button') as 'button';
  const sending = useFlowValue(store, (state) => state.phase === 'submitting');
  const off = isOff || sending;
  return (
    <Element
      type="button"
      data-variant={variant}
      aria-disabled={off || undefined}
      {...part(variant ? 'button' : 'question-action', props)}
      onClick={composeEventHandlers(props.onClick, (event: MouseEvent<HTMLButtonElement>) => {
        if (!off) act(event);
      })}
      ref={ref}
    />
  );
});
