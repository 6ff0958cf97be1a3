'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import type { DeliveryError as Failed } from '../../../core/flow/types.js';
import { part } from '../anatomy.js';
import { useAsk } from '../context.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { useLater } from '../../lazy/later.js';
import { laterCard } from '../../lazy/later-card.js';
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
  const { messages } = useAsk();
  const later = useLater(laterCard);
  const reason = failureReason(error);
  return (
    <>
      <div>
        <div>{messages.failed(error.result.status)}</div>
        {reason && <div dir="auto">{reason}</div>}
      </div>
      {later && <later.Retry error={error} />}
    </>
  );
}
