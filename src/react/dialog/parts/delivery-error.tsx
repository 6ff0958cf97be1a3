'use client';
import { forwardRef, useEffect, type ComponentPropsWithoutRef, type MouseEvent } from 'react';
import { retriesNow } from '../../../core/flow/selectors.js';
import type { DeliveryError as Failed } from '../../../core/flow/types.js';
import { part } from '../anatomy.js';
import { useAsk } from '../context.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { failureReason } from '../../text/failure-reason.js';

/** Props of `AskUser.DeliveryError`. */
export interface AskUserDeliveryErrorProps extends ComponentPropsWithoutRef<'div'> {}

/**
 * Renders a `<div>` with the error of a failed delivery and the host's reason, or `null`. It contains a retry button,
 * unless the primary button retries or the host refused with `retry: false`. Place it inside `AskUser.Card`.
 */
export const DeliveryError = forwardRef<HTMLDivElement, AskUserDeliveryErrorProps>(function DeliveryError(
  { children, ...props },
  ref,
) {
  const { store } = useAsk();
  const error = useFlowValue(store, (state) => state.error);
  if (!error) return null;
  return (
    <div {...part('error', props)} ref={ref}>
      {children ?? <Failure error={error} />}
    </div>
  );
});

function Failure({ error }: { error: Failed }) {
  const { store, intents, messages, card } = useAsk();
  const byPrimary = useFlowValue(store, retriesNow);
  const reason = failureReason(error);
  useEffect(() => {
    const strip = card.current?.matches(':focus-within') && card.current.querySelector('[data-ask-user="error"]');
    // The error may be outside the visible part of a modal or window. jsdom does not implement `scrollIntoView`.
    if (strip) strip.scrollIntoView?.({ block: 'nearest' });
  }, [error, card]);
  const retry = ({ detail }: MouseEvent) => {
    if (detail > 1) return;
    // A new delivery unmounts the pressed button. The primary button shows that it is in flight.
    card.current?.querySelector<HTMLElement>('[data-ask-user="button"][data-variant="primary"]')?.focus();
    intents.retry();
  };
  return (
    <>
      <div>
        <div>{messages.failed(error.result.status)}</div>
        {reason && <div dir="auto">{reason}</div>}
      </div>
      {!byPrimary && error.retry !== false && (
        <button {...part('change')} type="button" onClick={retry}>
          {messages.retry}
        </button>
      )}
    </>
  );
}
