import { forwardRef, useEffect, useRef, type SyntheticEvent } from 'react';
import { agentWaits } from '../../core/flow/selectors.js';
import { byUser } from '../engine/focus-after.js';
import { isConfirming } from '../keys/route.js';
import type { AskUserCardElement } from '../dialog/card-props.js';
import { composeAllEventHandlers } from '../flow/compose-event-handlers.js';
import { useAsk } from '../dialog/context.js';
import { useFlowValue } from '../flow/use-flow-value.js';
import { useIsomorphicLayoutEffect } from '../flow/use-isomorphic-layout-effect.js';
import { useQueueAnnouncements } from './use-queue-announcements.js';
import type { AskUserQueueMessages } from '../../messages/lazy-types.js';
import { Actions } from '../dialog/parts/actions.js';
import { Body } from '../dialog/parts/body.js';
import { Card, type AskUserCardProps } from '../dialog/parts/card.js';
import { DeliveryError } from '../dialog/parts/delivery-error.js';
import { Questions } from '../dialog/parts/questions.js';
import { Title } from '../dialog/parts/title.js';
import { QueueContinue, Orphaned, QueueLine, type ConnectionIssue } from './queue-parts.js';
import { getSettledKey, nameAsker } from '../../messages/asker.js';
import { getEnteredTexts } from '../text/entered.js';

export interface QueueCardProps extends AskUserCardProps {
  queueMessages: AskUserQueueMessages;
  waiting: number;
  next: string | undefined;
  connectionIssue: ConnectionIssue | undefined;
  orphaned: boolean;
  /** Whether the agent went on without this settlement. */
  unreached: boolean;
  settledElsewhere: boolean;
  reconnect: () => void;
  dismiss: () => void;
  yieldToNext: () => void;
}

export const QueueCard = forwardRef<AskUserCardElement, QueueCardProps>(function QueueCard(
  {
    queueMessages,
    waiting,
    next,
    connectionIssue,
    orphaned,
    settledElsewhere,
    unreached,
    reconnect,
    dismiss,
    yieldToNext,
    ...props
  },
  ref,
) {
  const ask = useAsk();
  const { store, intents, engine, ids, messages, card } = ask;
  const settled = useFlowValue(store, ({ phase }) => phase === 'settled');
  // The line about the connection explains a delivery that was lost, or refused for the same reason.
  const isErrorInLine = useFlowValue(
    store,
    ({ error }) => connectionIssue && (!error?.message || error.code === connectionIssue),
  );
  const titleId = ids('orphaned');
  const wasOrphaned = useRef(false);
  const focusTitle = useRef(() => {});
  const yieldedText = useRef<string>(undefined);
  useQueueAnnouncements(ask, { queueMessages, waiting, connectionIssue });

  useIsomorphicLayoutEffect(() => {
    focusTitle.current = () => void engine.focus(orphaned ? titleId : ids('title'));
  });

  useIsomorphicLayoutEffect(() => {
    if (wasOrphaned.current === orphaned) return;
    wasOrphaned.current = orphaned;
    const { phase, active } = store.getState();
    // Close an open confirmation: it must not take effect after the agent has returned.
    const closesConfirmation = orphaned && isConfirming(phase);
    if (engine.focused() && phase !== 'settled') {
      engine.focus(orphaned ? titleId : ids('heading', active));
      engine.guard('all');
    } else if (orphaned) engine.announce(queueMessages.orphaned);
    if (closesConfirmation) intents.dismiss();
    // New `queueMessages` do not rerun this: an inline `messages` object changes with every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [orphaned, store, engine, ids, intents, titleId]);

  useIsomorphicLayoutEffect(() => {
    const state = store.getState();
    if (waiting === 0 || !(orphaned || (settledElsewhere && settled))) return;
    const { result, settledExternally } = state;
    // The request was settled with a result that equals the one in flight here, or the one whose delivery failed.
    const same = settled && !settledExternally;
    const untouched = getEnteredTexts(state, messages).flat().length === 0;
    if (!same && !(untouched && !card.current?.matches(':focus-within'))) return;
    yieldedText.current =
      settled && result ? nameAsker(messages.settled[getSettledKey(result)], messages) : queueMessages.orphaned;
    yieldToNext();
    // `waiting` is a dependency, because the next request may arrive later. A change of focus or text is not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, orphaned, settledElsewhere, settled, waiting]);

  useIsomorphicLayoutEffect(() => {
    // Clear the announcement of a delivery error: a settled request cannot be sent again.
    if (settled) engine.alert.current?.replaceChildren();
  }, [settled, engine]);

  useEffect(() => {
    // Only the user opens such a request, by a button that is gone now.
    if (!agentWaits(store.getState())) engine.move(byUser);
  }, [engine, store]);

  useEffect(() => {
    if (unreached) engine.announce(queueMessages.unreached);
    // New `queueMessages` do not rerun this: an inline `messages` object changes with every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [engine, unreached]);

  useEffect(() => {
    // The request that yielded is no longer rendered, so announce its title with the next one.
    if (yieldedText.current !== undefined) engine.announce(yieldedText.current);
    yieldedText.current = undefined;
  }, [engine]);

  const continueButton = (
    <QueueContinue queueMessages={queueMessages} waiting={waiting} next={next} close={messages.close} act={dismiss} />
  );
  return (
    <Card
      {...props}
      {...composeAllEventHandlers<object>(props, {
        // The user closed a modal whose request was settled elsewhere, usually by Escape.
        onClose({ target, currentTarget }: SyntheticEvent<HTMLElement>) {
          if (settledElsewhere && target === currentTarget && !(target as HTMLDialogElement).open) dismiss();
        },
      })}
      settledActions={settledElsewhere && continueButton}
      data-unreached={unreached ? '' : undefined}
      ref={ref}
    >
      {orphaned && (
        <Orphaned queueMessages={queueMessages} titleId={titleId}>
          {continueButton}
        </Orphaned>
      )}
      <Body {...(orphaned && { hidden: true })}>
        <Title />
        <Questions />
        <Actions />
        {!isErrorInLine && <DeliveryError />}
      </Body>
      <QueueLine
        queueMessages={queueMessages}
        waiting={orphaned ? 0 : waiting}
        next={next}
        connectionIssue={connectionIssue}
        reconnect={reconnect}
        focusTitle={focusTitle}
      />
    </Card>
  );
});
