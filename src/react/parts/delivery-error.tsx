'use client';
import { forwardRef, useEffect, type ComponentPropsWithoutRef } from 'react';
import { retriesNow } from '../../core/flow/selectors.js';
import type { DeliveryError as Failed } from '../../core/flow/types.js';
import { part } from '../anatomy.js';
import { useAsk } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';

export interface AskUserDeliveryErrorProps extends ComponentPropsWithoutRef<'div'> {}

/**
 * The host did not take what was sent: says so, and offers to send it again where the primary button does something else.
 * Renders a `<div>`, or nothing.
 */
export const DeliveryError = forwardRef<HTMLDivElement, AskUserDeliveryErrorProps>(function DeliveryError(
  { children, ...props },
  ref,
) {
  const { store } = useAsk();
  const error = useFlowValue(store, (state) => state.error);
  if (!error) return null;
  return (
    <div {...part('error')} {...props} ref={ref}>
      {children ?? <Failure error={error} />}
    </div>
  );
});

function Failure({ error }: { error: Failed }) {
  const { store, intents, messages, card } = useAsk();
  const byPrimary = useFlowValue(store, retriesNow);
  useEffect(() => {
    const strip = card.current?.matches(':focus-within') && card.current.querySelector('[data-ask-user="error"]');
    // It may have come below the edge of a modal, or of the window. There is no such method without a layout.
    if (strip) strip.scrollIntoView?.({ block: 'nearest' });
  }, [error, card]);
  const retry = () => {
    // The button that was pressed goes; the primary one says what happens.
    card.current?.querySelector<HTMLElement>('[data-ask-user="button"][data-variant="primary"]')?.focus();
    intents.retry();
  };
  return (
    <>
      <span>{messages.failed(error.result.status)}</span>
      {!byPrimary && (
        <button {...part('change')} type="button" onClick={retry}>
          {messages.retry}
        </button>
      )}
    </>
  );
}
