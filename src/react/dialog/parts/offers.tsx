'use client';
import { forwardRef } from 'react';
import { withLaterMessages } from '../../../messages/en-later.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { part } from '../anatomy.js';
import { useAsk } from '../context.js';
import { ActionButton } from './button.js';
import type { AskUserSubmitPartialProps } from './optional-actions.js';

interface PartialProps extends AskUserSubmitPartialProps {
  missing: number;
}

export const Partial = forwardRef<HTMLDivElement, PartialProps>(function Partial({ missing, children, ...props }, ref) {
  const { store, engine, ids, messages } = useAsk();
  const { partialText, submitPartial } = withLaterMessages(messages);
  const count = useFlowValue(store, (state) => state.drafts.length);
  return (
    <div {...part('partial', props)} ref={ref}>
      <p {...part('hint')} id={ids('partial')}>
        {partialText(missing, count, messages.asker)}
      </p>
      <ActionButton
        variant="secondary"
        aria-describedby={ids('partial')}
        act={({ detail }) => engine.press('submitPartial', detail)}
      >
        {children ?? submitPartial}
      </ActionButton>
    </div>
  );
});
