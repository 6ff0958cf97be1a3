'use client';
import { useContext, type ReactNode } from 'react';
import { useLater } from '../../lazy/later.js';
import { laterCard } from '../../lazy/later-card.js';
import { RenderTextContext, useAsk } from '../context.js';
import { getExchanges } from '../../../core/flow/selectors.js';
import { useFlowState } from '../../flow/use-flow-value.js';
import { RecordView } from '../../record/record-view.js';
import { getSettledKey } from '../../../messages/asker.js';
import { getEnteredTexts } from '../../text/entered.js';

export function Settled({ children }: { children?: ReactNode }) {
  const { store, ids, messages, headingLevel } = useAsk();
  const state = useFlowState(store, (now) => now);
  const { result, request, settledExternally } = state;
  const renderText = useContext(RenderTextContext);
  const later = useLater(laterCard);
  if (!result) return null;
  const status = getSettledKey(result);
  return (
    <RecordView
      Body={later && later.SettledBody}
      status={status}
      questions={request.questions}
      answers={('answers' in result && result.answers) || []}
      reason={(settledExternally || status === 'discussed') && 'reason' in result ? result.reason : undefined}
      about={result.status === 'declined' ? result.about : undefined}
      exchanges={getExchanges(state).filter(({ reply }) => reply !== undefined || !settledExternally)}
      // A user who cancels discards what was entered. A settlement by the agent or host does not.
      unsent={settledExternally && getEnteredTexts(state, messages)}
      messages={messages}
      headingLevel={headingLevel}
      titleId={ids('title')}
      renderText={renderText}
    >
      {children}
    </RecordView>
  );
}
