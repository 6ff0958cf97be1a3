'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { missingForPartial } from '../../core/flow/selectors.js';
import { part } from '../anatomy.js';
import { useAskUserContext } from '../context.js';
import { useFlowState, useFlowValue } from '../hooks/use-flow-value.js';
import { ActionButton } from './button.js';

export interface AskUserSubmitPartialProps extends ComponentPropsWithoutRef<'div'> {}

/**
 * "Send what I have", and how many questions stay unanswered. `children` replace the button's words.
 * Renders a `<div>`, or nothing if the host does not allow it, or there is nothing to send or nothing missing.
 */
export const SubmitPartial = forwardRef<HTMLDivElement, AskUserSubmitPartialProps>(function SubmitPartial(
  { children, ...props },
  ref,
) {
  const { store, intents, ids, messages } = useAskUserContext('SubmitPartial');
  // It stays while the answers are sent, so that its button keeps the focus.
  const missing = useFlowState(store, missingForPartial);
  const { questions, asker } = useFlowValue(store, ({ request }) => request);
  if (!missing) return null;
  return (
    <div {...part('partial')} {...props} ref={ref}>
      <p {...part('hint')} id={ids('partial')}>
        {messages.partialText(missing, questions.length, asker ?? messages.asker)}
      </p>
      <ActionButton
        variant="secondary"
        aria-describedby={ids('partial')}
        act={({ detail }) => {
          // The second click of a double click on Review has reviewed nothing.
          if (detail < 2) intents.submitPartial();
        }}
      >
        {children ?? messages.submitPartial}
      </ActionButton>
    </div>
  );
});
