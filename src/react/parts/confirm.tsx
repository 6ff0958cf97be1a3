'use client';
import { forwardRef, type ComponentPropsWithoutRef } from 'react';
import { longAnswers, touchedCount } from '../../core/flow/selectors.js';
import { part } from '../anatomy.js';
import { useAskUserContext } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';
import { ActionButton } from './button.js';

export interface AskUserConfirmProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {}

/**
 * Asks before answers are discarded or a long one is sent. The safe button comes first and gets the focus.
 * Renders a `<div>` over the card, or nothing.
 */
export const Confirm = forwardRef<HTMLDivElement, AskUserConfirmProps>(function Confirm(props, ref) {
  const { store } = useAskUserContext('Confirm');
  const phase = useFlowValue(store, (state) => state.phase);
  if (phase !== 'confirmingDiscard' && phase !== 'confirmingLongAnswer') return null;
  return (
    <div {...part('confirm')} {...props} ref={ref}>
      {phase === 'confirmingDiscard' ? <Discard /> : <LongAnswer />}
    </div>
  );
});

function Discard() {
  const { store, messages, intents } = useAskUserContext('Confirm');
  const count = useFlowValue(store, touchedCount);
  const asker = useFlowValue(store, (state) => state.request.asker) ?? messages.asker;
  const declines = useFlowValue(store, (state) => state.result?.status === 'declined');
  return (
    <Sheet
      title={messages.discardTitle(count)}
      text={declines ? messages.declineText(asker) : messages.discardText(asker)}
      keep={messages.keep}
      go={count === 0 ? messages.cancel : messages.discard}
      variant="danger"
      intents={intents}
    />
  );
}

function LongAnswer() {
  const { store, messages, intents } = useAskUserContext('Confirm');
  const { request } = store.getState();
  const long = longAnswers(store.getState());
  const name = (index: number) => {
    const question = request.questions[index];
    return question?.header || question?.question || messages.tab(index + 1);
  };
  const lines =
    request.questions.length > 1 ? long.map(({ index, length }) => messages.longItem(name(index), length)) : [];
  return (
    <Sheet
      title={messages.longTitle(long.map(({ length }) => length))}
      text={messages.longText}
      lines={lines}
      keep={messages.edit}
      go={messages.submitAnyway}
      variant="primary"
      intents={intents}
    />
  );
}

interface SheetProps {
  title: string;
  text: string;
  lines?: readonly string[];
  keep: string;
  go: string;
  variant: 'danger' | 'primary';
  intents: { confirm: () => void; dismiss: () => void };
}

function Sheet({ title, text, lines = [], keep, go, variant, intents }: SheetProps) {
  const { ids, headingLevel } = useAskUserContext('Confirm');
  const Heading = `h${headingLevel + 1}` as 'h4';
  return (
    <div {...part('sheet')} role="alertdialog" aria-labelledby={ids('confirm')} aria-describedby={ids('confirm-text')}>
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
      <div {...part('confirm-actions')}>
        <ActionButton variant="secondary" act={intents.dismiss}>
          {keep}
        </ActionButton>
        <ActionButton variant={variant} act={intents.confirm}>
          {go}
        </ActionButton>
      </div>
    </div>
  );
}
