'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { part } from '../anatomy.js';
import { useAskUserContext } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';

export interface AskUserDeliveryErrorProps extends ComponentPropsWithoutRef<'div'> {}

/**
 * The host did not take what was sent: says so, and offers to send it again.
 * Renders a `<div>`, or nothing.
 */
export const DeliveryError = forwardRef<HTMLDivElement, AskUserDeliveryErrorProps>(function DeliveryError(
  { children, ...props },
  ref,
) {
  const { store, intents, messages, card } = useAskUserContext('DeliveryError');
  const error = useFlowValue(store, (state) => state.error);
  if (!error) return null;
  const retry = () => {
    // The button that was pressed goes; the primary one says what happens.
    card.current?.querySelector<HTMLElement>('[data-ask-user="button"][data-variant="primary"]')?.focus();
    intents.retry();
  };
  return (
    <div {...part('error')} {...props} ref={ref}>
      {children ?? (
        <>
          <span>{messages.failed(error.result.status)}</span>
          <button {...part('change')} type="button" onClick={retry}>
            {messages.retry}
          </button>
        </>
      )}
    </div>
  );
});
