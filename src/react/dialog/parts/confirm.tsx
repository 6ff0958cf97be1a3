'use client';
import type { ReactNode } from 'react';
import { isBlank } from '../../../core/guards.js';
import { longAnswers, touchedCount } from '../../../core/flow/selectors.js';
import { part } from '../anatomy.js';
import { useAsk } from '../context.js';
import { useFlowState, useFlowValue } from '../../flow/use-flow-value.js';
import { useLater } from '../../lazy/later.js';
import { laterCard } from '../../lazy/later-card.js';
import { shortName } from '../../../messages/labels.js';
import { ActionButton } from './button.js';

/** Confirmations have the role `dialog`, because Orca reads an `alertdialog` twice in Chromium. */
export function Confirm() {
  const { store } = useAsk();
  const phase = useFlowValue(store, (state) => state.phase);
  const later = useLater(laterCard, phase === 'confirmingDiscard');
  if (phase !== 'confirmingDiscard' && phase !== 'confirmingLongAnswer') return null;
  const discusses = phase === 'confirmingDiscard' && store.getState().result;
  if (discusses && discusses.status === 'declined' && discusses.discuss)
    return <div {...part('confirm')}>{later && <later.DiscussSheet />}</div>;
  return <div {...part('confirm')}>{phase === 'confirmingDiscard' ? <Discard /> : <LongAnswer />}</div>;
}

function Discard() {
  const ask = useAsk();
  const { store, messages } = ask;
  const later = useLater(laterCard);
  const count = useFlowState(store, touchedCount);
  const declines = useFlowValue(store, (state) => state.result?.status === 'declined');
  return (
    <Sheet
      title={messages.discardTitle(count)}
      lines={later && !isBlank(store.getState().message) ? [later.getUnsentHint(ask)] : []}
      text={declines ? messages.declineText(messages.asker) : messages.discardText(messages.asker)}
      dismissLabel={messages.keepAnswering}
      confirmLabel={count === 0 ? messages.leave : messages.discard}
      variant="danger"
    />
  );
}

function LongAnswer() {
  const { store, messages } = useAsk();
  const { request } = store.getState();
  const long = longAnswers(store.getState());
  const name = (index: number) => {
    const question = request.questions[index];
    return question ? shortName(question, index, messages) : messages.tab(index + 1);
  };
  const lines =
    request.questions.length > 1 ? long.map(({ index, length }) => messages.longItem(name(index), length)) : [];
  return (
    <Sheet
      title={messages.longTitle(long.map(({ length }) => length))}
      text={messages.longText}
      lines={lines}
      dismissLabel={messages.edit}
      confirmLabel={messages.submitAnyway}
      variant="primary"
    />
  );
}

interface SheetProps {
  title: string;
  text: string;
  lines?: readonly string[];
  dismissLabel: string;
  confirmLabel: string;
  variant: 'danger' | 'primary';
  /** Content between the text and the buttons. */
  children?: ReactNode;
}

export function Sheet({ title, text, lines = [], dismissLabel, confirmLabel, variant, children }: SheetProps) {
  const { ids, intents, headingLevel } = useAsk();
  const Heading = `h${headingLevel + 1}` as 'h4';
  return (
    <div {...part('sheet')} role="dialog" aria-labelledby={ids('confirm')} aria-describedby={ids('confirm-text')}>
      <Heading {...part('confirm-title')} id={ids('confirm')}>
        {title}
      </Heading>
      <div {...part('confirm-text')} id={ids('confirm-text')}>
        {lines.map((line, index) => (
          <div key={index}>
            <bdi>{line}</bdi>
          </div>
        ))}
        <div>{text}</div>
      </div>
      {children}
      <div {...part('confirm-actions')}>
        <ActionButton variant="secondary" act={intents.dismiss}>
          {dismissLabel}
        </ActionButton>
        <ActionButton variant={variant} act={() => intents.confirm()}>
          {confirmLabel}
        </ActionButton>
      </div>
    </div>
  );
}
