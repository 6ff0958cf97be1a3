'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { missingForPartial } from '../../core/flow/selectors.js';
import type { AskUserStore } from '../../core/flow/store.js';
import { useOffersChunk } from '../chunks.js';
import { useAsk } from '../context.js';
import { useFlowState, useFlowValue } from '../hooks/use-flow-value.js';
import { ActionButton, type AskUserButtonProps } from './button.js';

export interface AskUserSubmitPartialProps extends ComponentPropsWithoutRef<'div'> {}

/** Returns the file once it is loaded, which begins when the host sets one of the two. Without it, nothing is offered. */
export const useOffers = (store: AskUserStore) =>
  useOffersChunk(useFlowValue(store, ({ options }) => options.allowPartial || options.allowDiscuss));

/**
 * "Send what I have", and how many questions stay unanswered. `children` replace the button's words.
 * Renders a `<div>`, or nothing if the host does not allow it, or there is nothing to send or nothing missing.
 */
export const SubmitPartial = forwardRef<HTMLDivElement, AskUserSubmitPartialProps>(function SubmitPartial(props, ref) {
  const ask = useAsk();
  const offers = useOffers(ask.store);
  // It stays while the answers are sent, so that its button keeps the focus.
  const missing = useFlowState(ask.store, missingForPartial);
  if (!offers || !missing) return null;
  return <offers.Partial ask={ask} Button={ActionButton} missing={missing} props={props} ref={ref} />;
});

/** Asks what to discuss before answering. Renders a `<button>`, or nothing if the host does not allow it. */
export const Discuss = forwardRef<HTMLButtonElement, AskUserButtonProps>(function Discuss(props, ref) {
  const { store, intents, messages } = useAsk();
  const allowed = useFlowValue(store, ({ options }) => options.allowDiscuss);
  // Without its sheet, the button would lead nowhere.
  if (!useOffers(store) || !allowed) return null;
  return (
    <ActionButton variant="quiet" act={intents.discuss} {...props} ref={ref}>
      {props.children ?? messages.discuss}
    </ActionButton>
  );
});
