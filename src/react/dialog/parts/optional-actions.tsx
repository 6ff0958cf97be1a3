'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { missingForPartial } from '../../../core/flow/selectors.js';
import type { AskUserStore } from '../../../core/flow/store.js';
import { useOptionalActionsChunk } from '../../lazy/chunks.js';
import { part } from '../anatomy.js';
import { useAsk } from '../context.js';
import { useFlowState, useFlowValue } from '../../flow/use-flow-value.js';
import { ActionButton, type AskUserButtonProps } from './button.js';

/** Props of `AskUser.SubmitPartial`. */
export interface AskUserSubmitPartialProps extends ComponentPropsWithoutRef<'div'> {}

export const useOptionalActions = (store: AskUserStore) =>
  useOptionalActionsChunk(useFlowValue(store, ({ options: { allow } }) => Boolean(allow.partial || allow.discuss)));

/**
 * Renders a `<div>` with the button "Send what I have" and the number of unanswered questions. `children` replace the
 * label of the button. Renders `null` unless the answers so far can be sent without the others. Place it inside
 * `AskUser.Card`.
 */
export const SubmitPartial = forwardRef<HTMLDivElement, AskUserSubmitPartialProps>(function SubmitPartial(props, ref) {
  const ask = useAsk();
  const actions = useOptionalActions(ask.store);
  // Does not depend on the phase, so that the button keeps focus while the answers are sent.
  const missing = useFlowState(ask.store, missingForPartial);
  if (!actions || !missing) return null;
  return <actions.Partial ask={ask} Button={ActionButton} missing={missing} props={part('partial', props)} ref={ref} />;
});

/**
 * Renders a `<button>` that asks for a message to discuss the questions. Renders `null` unless the host sets
 * `allow.discuss` and the dialect can represent a discussion. Place it inside `AskUser.Card`.
 */
export const Discuss = forwardRef<HTMLButtonElement, AskUserButtonProps>(function Discuss(props, ref) {
  const { store, intents, messages } = useAsk();
  const allowed = useFlowValue(store, ({ options }) => options.allow.discuss);
  // Before its form is loaded, the button would open an empty confirmation.
  if (!useOptionalActions(store) || !allowed) return null;
  return (
    <ActionButton variant="quiet" act={intents.discuss} {...props} ref={ref}>
      {props.children ?? messages.discuss}
    </ActionButton>
  );
});
