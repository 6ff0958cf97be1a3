'use client';
import { forwardRef, useEffect, useSyncExternalStore, type ComponentPropsWithoutRef } from 'react';
import { missingForPartial } from '../../core/flow/selectors.js';
import type { AskUserStore } from '../../core/flow/store.js';
import { useAskUserContext } from '../context.js';
import { useFlowState, useFlowValue } from '../hooks/use-flow-value.js';
import type * as Offers from '../offers.js';
import { ActionButton, type AskUserButtonProps } from './button.js';

export interface AskUserSubmitPartialProps extends ComponentPropsWithoutRef<'div'> {}

/** The file of `allowPartial` and `allowDiscuss`, for every card: a part that is mounted later has it at once. */
let loaded: typeof Offers | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(offers: typeof Offers): void {
  loaded = offers;
  for (const listener of listeners) listener();
}

/** Returns the file once it is loaded, which begins when the host sets one of the two. */
export function useOffers(store: AskUserStore): typeof Offers | undefined {
  const needed = useFlowValue(store, ({ options }) => options.allowPartial || options.allowDiscuss);
  useEffect(() => {
    // Without it, nothing is offered.
    if (needed) import('../offers.js').then(keep, () => {});
  }, [needed]);
  return useSyncExternalStore(
    subscribe,
    () => loaded,
    () => undefined,
  );
}

/**
 * "Send what I have", and how many questions stay unanswered. `children` replace the button's words.
 * Renders a `<div>`, or nothing if the host does not allow it, or there is nothing to send or nothing missing.
 */
export const SubmitPartial = forwardRef<HTMLDivElement, AskUserSubmitPartialProps>(function SubmitPartial(props, ref) {
  const ask = useAskUserContext('SubmitPartial');
  const offers = useOffers(ask.store);
  // It stays while the answers are sent, so that its button keeps the focus.
  const missing = useFlowState(ask.store, missingForPartial);
  if (!offers || !missing) return null;
  return <offers.Partial ask={ask} Button={ActionButton} missing={missing} props={props} ref={ref} />;
});

/** Asks what to discuss before answering. Renders a `<button>`, or nothing if the host does not allow it. */
export const Discuss = forwardRef<HTMLButtonElement, AskUserButtonProps>(function Discuss(props, ref) {
  const { store, intents, messages } = useAskUserContext('Discuss');
  const allowed = useFlowValue(store, ({ options }) => options.allowDiscuss);
  // Without its sheet, the button would lead nowhere.
  if (!useOffers(store) || !allowed) return null;
  return (
    <ActionButton variant="quiet" act={intents.discuss} {...props} ref={ref}>
      {props.children ?? messages.discuss}
    </ActionButton>
  );
});
