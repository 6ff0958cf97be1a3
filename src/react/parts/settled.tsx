'use client';
import { useContext, type ReactNode } from 'react';
import { isBlank } from '../../core/guards.js';
import { RenderTextContext, useAskUserContext } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';
import { RecordView } from '../record-view.js';
import { shownText } from '../text/secret.js';

/** What stays in the conversation, whatever the ending. Text that was typed and not sent can be copied. */
export function Settled({ children }: { children?: ReactNode }) {
  const { store, ids, messages, headingLevel } = useAskUserContext('Settled');
  const { result, request, drafts, withdrawn } = useFlowValue(store, (now) => now);
  const renderText = useContext(RenderTextContext);
  if (!result) return null;
  return (
    <RecordView
      status={result.status}
      asker={request.asker}
      questions={request.questions}
      answers={result.status === 'answered' ? result.answers : []}
      reason={withdrawn && 'reason' in result ? result.reason : undefined}
      // A cancellation of the user's own discards everything; an ending from outside takes nothing away.
      unsent={
        withdrawn &&
        drafts.map(({ custom, notes }, at) =>
          [shownText(request.questions[at], custom), notes].filter((text) => !isBlank(text)),
        )
      }
      messages={messages}
      headingLevel={headingLevel}
      titleId={ids('title')}
      renderText={renderText}
    >
      {children}
    </RecordView>
  );
}
