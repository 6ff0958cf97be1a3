'use client';
import type { ReactNode } from 'react';
import type { Phase } from '../../../core/flow/types.js';
import { part } from '../anatomy.js';
import { useAsk } from '../context.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { isConfirming } from '../../keys/route.js';
import { useLater } from '../../lazy/later.js';
import { laterCard } from '../../lazy/later-card.js';
import { ActionButton } from './button.js';

/** What a confirmation says. */
export interface ConfirmWords {
  readonly title: string;
  readonly text?: ReactNode;
  /** Label of the button that returns to the questions. */
  readonly dismiss: string;
  readonly confirm: string;
  readonly variant?: 'danger' | 'primary';
  /** Content between the text and the buttons. */
  readonly field?: ReactNode;
}

export function Confirm() {
  const { store } = useAsk();
  const phase = useFlowValue(store, (state) => state.phase);
  if (!isConfirming(phase)) return null;
  return (
    <div {...part('confirm')}>
      <Sheet phase={phase} />
    </div>
  );
}

/** Confirmations have the role `dialog`, because Orca reads an `alertdialog` twice in Chromium. */
function Sheet({ phase }: { phase: Phase }) {
  const ask = useAsk();
  const { store, ids, intents, messages, headingLevel } = ask;
  const later = useLater(laterCard);
  const declines = store.getState().result?.status === 'declined';
  // Without the words, the confirmation repeats those of the buttons that lead to it.
  const pressed = messages[phase === 'confirmingLongAnswer' ? 'submit' : declines ? 'decline' : 'cancel'];
  const plain: ConfirmWords = { title: pressed, dismiss: messages.back, confirm: pressed };
  const words = later ? later.getConfirmWords(ask) : plain;
  const { title, text, dismiss, confirm, variant = 'primary', field } = words;
  const Heading = `h${headingLevel + 1}` as 'h4';
  return (
    <div {...part('sheet')} role="dialog" aria-labelledby={ids('confirm')} aria-describedby={ids('confirm-text')}>
      <Heading {...part('confirm-title')} id={ids('confirm')}>
        {title}
      </Heading>
      <div {...part('confirm-text')} id={ids('confirm-text')}>
        {text}
      </div>
      {field}
      <div {...part('confirm-actions')}>
        <ActionButton variant="secondary" act={intents.dismiss}>
          {dismiss}
        </ActionButton>
        <ActionButton variant={variant} act={intents.confirm}>
          {confirm}
        </ActionButton>
      </div>
    </div>
  );
}
