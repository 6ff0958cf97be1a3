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
  const { store, intents, messages } = useAskUserContext('DeliveryError');
  const error = useFlowValue(store, (state) => state.error);
  if (!error) return null;
  return (
    <div {...part('error')} {...props} ref={ref}>
      {children ?? (
        <>
          <p>{messages.failed(error.result.status)}</p>
          <button {...part('change')} type="button" onClick={() => intents.retry()}>
            {messages.retry}
          </button>
        </>
      )}
    </div>
  );
});
