'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, type ComponentPropsWithoutRef, type MouseEvent } from 'react';
import { part } from '../anatomy.js';
import { composeEventHandlers } from '../../flow/compose-event-handlers.js';
import { useAsk } from '../context.js';
import { useFlowValue } from '../../flow/use-flow-value.js';

/** Props of `AskUser.Submit`, `AskUser.Back`, `AskUser.Cancel`, `AskUser.Decline` and `AskUser.Discuss`. */
export interface AskUserButtonProps extends ComponentPropsWithoutRef<typeof Primitive.button> {}

interface ActionButtonProps extends AskUserButtonProps {
  /** Without a variant, the button is a `question-action`. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  act: (event: MouseEvent<HTMLButtonElement>) => void;
}

/** Not `disabled` while a delivery is in flight, so that it keeps focus. */
export const ActionButton = forwardRef<HTMLButtonElement, ActionButtonProps>(function ActionButton(
  { variant, act, ...props },
  ref,
) {
  const { store } = useAsk();
  const sending = useFlowValue(store, (state) => state.phase === 'submitting');
  return (
    <Primitive.button
      {...part(variant ? 'button' : 'question-action')}
      type="button"
      data-variant={variant}
      aria-disabled={sending || undefined}
      {...props}
      onClick={composeEventHandlers(props.onClick, (event: MouseEvent<HTMLButtonElement>) => {
        if (!sending) act(event);
      })}
      ref={ref}
    />
  );
});
