'use client';
import { useEffect, type MouseEvent, type ReactNode } from 'react';
import { retriesNow } from '../../../core/flow/selectors.js';
import type { DeliveryError } from '../../../core/flow/types.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { part } from '../anatomy.js';
import { useAsk } from '../context.js';

/** The button that repeats a failed delivery, unless the primary button does it. Scrolls to the error around it. */
export function Retry({ error }: { error: DeliveryError }): ReactNode {
  const { store, intents, messages, card } = useAsk();
  const byPrimary = useFlowValue(store, retriesNow);
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
    !byPrimary &&
    error.retry !== false && (
      <button {...part('change')} type="button" onClick={retry}>
        {messages.retry}
      </button>
    )
  );
}
