'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, type ComponentPropsWithoutRef, type MouseEvent } from 'react';
import { part } from '../anatomy.js';
import { composeEventHandlers } from '../../flow/compose-event-handlers.js';
import { useAsk } from '../context.js';
import { useFlowValue } from '../../flow/use-flow-value.js';

/** Props of the parts that render a button of the card. */
export interface AskUserButtonProps extends ComponentPropsWithoutRef<typeof Primitive.button> {}

interface ActionButtonProps extends AskUserButtonProps {
  /** Style of the button. If it is not set, the button is a quiet one, such as those of a question. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** Called on a click, unless a delivery is in flight or the host's handler called `preventDefault()`. */
  act: (event: MouseEvent<HTMLButtonElement>) => void;
}

/** Renders a `<button>` of the card. While a delivery is in flight, it keeps focus and does nothing. */
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
