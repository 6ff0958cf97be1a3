'use client';
import { forwardRef } from 'react';
import { excerpt } from '../../../core/clean.js';
import type { AskUserState } from '../../../core/flow/types.js';
import { withLaterMessages } from '../../../messages/en-later.js';
import { questionText } from '../../../messages/labels.js';
import { useFlowState, useFlowValue } from '../../flow/use-flow-value.js';
import { part } from '../anatomy.js';
import { useAsk, type AskUserContextValue } from '../context.js';
import { ActionButton } from './button.js';
import { Sheet } from './confirm.js';
import type { AskUserSubmitPartialProps } from './optional-actions.js';

interface PartialProps extends AskUserSubmitPartialProps {
  missing: number;
}

export const Partial = forwardRef<HTMLDivElement, PartialProps>(function Partial({ missing, children, ...props }, ref) {
  const { store, engine, ids, messages } = useAsk();
  const { partialText, submitPartial } = withLaterMessages(messages);
  const count = useFlowValue(store, ({ drafts }) => drafts.length);
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

export const getUnsentHint = ({ messages }: AskUserContextValue): string => withLaterMessages(messages).discussUnsent;

/** Returns the index of the question that the user wants to discuss, or -1. */
const getDiscussed = ({ request, result }: AskUserState): number =>
  request.questions.findIndex(({ id }) => result?.status === 'declined' && result.about === id);

/** Renders the confirmation that asks for a message before the request is declined with `discuss`. */
export function DiscussSheet() {
  const { store, intents, ids, messages } = useAsk();
  const later = withLaterMessages(messages);
  const { discussTitle, discussThisTitle, discussText, discussWhat, discussSend } = later;
  const about = useFlowState(store, getDiscussed);
  const message = useFlowState(store, (state) => state.message);
  return (
    <Sheet
      title={about < 0 ? discussTitle : discussThisTitle}
      lines={
        about < 0 ? [] : [later.quote(excerpt(questionText(store.getState().request.questions[about]!, about, later)))]
      }
      text={discussText(messages.asker)}
      dismissLabel={messages.keepAnswering}
      confirmLabel={discussSend}
      variant="primary"
    >
      <div {...part('notes')}>
        <label {...part('notes-label')} htmlFor={ids('discuss')}>
          {discussWhat}
        </label>
        <textarea
          {...part('field')}
          id={ids('discuss')}
          rows={3}
          dir="auto"
          // Detach from an ancestor `<form>`.
          form=""
          autoComplete="off"
          value={message}
          onChange={({ target }) => intents.setMessage(target.value)}
        />
      </div>
    </Sheet>
  );
}
