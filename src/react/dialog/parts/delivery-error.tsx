'use client';
import { forwardRef, useEffect, type ComponentPropsWithoutRef } from 'react';
import { retriesNow } from '../../../core/flow/selectors.js';
import type { DeliveryError as Failed } from '../../../core/flow/types.js';
import { part } from '../anatomy.js';
import { useAsk } from '../context.js';
import { useFlowValue } from '../../flow/use-flow-value.js';

/** Props of `AskUser.DeliveryError`. */
export interface AskUserDeliveryErrorProps extends ComponentPropsWithoutRef<'div'> {}

/**
 * Renders a `<div>` with the error of a failed delivery, or `null`. It contains a retry button, unless the primary
 * button retries. Place it inside `AskUser.Card`.
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
    // The error may be outside the visible part of a modal or window. jsdom does not implement `scrollIntoView`.
    if (strip) strip.scrollIntoView?.({ block: 'nearest' });
  }, [error, card]);
  const retry = () => {
    // A new delivery unmounts the pressed button. The primary button shows that it is in flight.
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
