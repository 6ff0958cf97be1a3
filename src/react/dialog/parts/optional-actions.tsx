'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { missingForPartial } from '../../../core/flow/selectors.js';
import { useLater } from '../../lazy/later.js';
import { laterCard } from '../../lazy/later-card.js';
import { useAsk } from '../context.js';
import { useFlowState, useFlowValue } from '../../flow/use-flow-value.js';
import { ActionButton, type AskUserButtonProps } from './button.js';

/** Props of `AskUser.SubmitPartial`. */
export interface AskUserSubmitPartialProps extends ComponentPropsWithoutRef<'div'> {}

/**
 * Renders a `<div>` with the button "Send what I have" and the number of unanswered questions. `children` replace the
 * label of the button. Renders `null` unless the answers so far can be sent without the others. Place it inside
 * `AskUser.Card`.
 */
export const SubmitPartial = forwardRef<HTMLDivElement, AskUserSubmitPartialProps>(function SubmitPartial(props, ref) {
  const { store } = useAsk();
  const later = useLater(laterCard);
  // Does not depend on the phase, so that the button keeps focus while the answers are sent.
  const missing = useFlowState(store, missingForPartial);
  return later && missing ? <later.Partial {...props} missing={missing} ref={ref} /> : null;
});

/**
 * Renders a `<button>` that asks for a message to discuss the questions. Renders `null` unless the host sets
 * `allow.discuss` and the dialect can represent a discussion. Place it inside `AskUser.Card`.
 */
export const Discuss = forwardRef<HTMLButtonElement, AskUserButtonProps>(function Discuss(props, ref) {
  const { store, intents, messages } = useAsk();
  const allowed = useFlowValue(store, ({ options }) => options.allow.discuss);
  const later = useLater(laterCard, allowed === true);
  // Before its form is loaded, the button would open an empty confirmation.
  if (!later) return null;
  return (
    <ActionButton variant="quiet" act={() => intents.discuss()} {...props} ref={ref}>
      {props.children ?? messages.discuss}
    </ActionButton>
  );
});
