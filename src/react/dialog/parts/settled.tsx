'use client';
import type { ReactNode } from 'react';
import { useLater } from '../../lazy/later.js';
import { laterCard } from '../../lazy/later-card.js';
import { useAsk } from '../context.js';
import { useFlowState } from '../../flow/use-flow-value.js';
import { RecordView } from '../../record/record-view.js';
import { getSettledKey } from '../../../messages/asker.js';
import { getEnteredTexts } from '../../text/entered.js';

export function Settled({ children }: { children?: ReactNode }) {
  const { store, ids, messages, headingLevel } = useAsk();
  const state = useFlowState(store, (now) => now);
  const { result, settledExternally } = state;
  const later = useLater(laterCard);
  if (!result) return null;
  const answers = ('answers' in result && result.answers) || [];
  // A user who cancels discards what was entered. A settlement by the agent or host does not.
  const unsent = settledExternally && getEnteredTexts(state, messages);
  return (
    <RecordView
      body={later && <later.SettledBody result={result} answers={answers} unsent={unsent} />}
      status={getSettledKey(result)}
      hasAnswers={answers.length > 0}
      unsent={unsent}
      messages={messages}
      headingLevel={headingLevel}
      titleId={ids('title')}
    >
      {children}
    </RecordView>
  );
}
