import { forwardRef, useEffect, useId, useRef, type FocusEvent, type SyntheticEvent } from 'react';
import { isConfirming } from '../keys/route.js';
import type { AskUserCardElement } from '../dialog/card-element.js';
import { composeAllEventHandlers } from '../flow/compose-event-handlers.js';
import { useAsk } from '../dialog/context.js';
import { useFlowValue } from '../flow/use-flow-value.js';
import { useIsomorphicLayoutEffect } from '../flow/use-isomorphic-layout-effect.js';
import { useQueueAnnouncements } from './use-queue-announcements.js';
import type { AskUserQueueMessages } from '../messages/types.js';
import { Actions } from '../dialog/parts/actions.js';
import { Body } from '../dialog/parts/body.js';
import { Card, type AskUserCardProps } from '../dialog/parts/card.js';
import { DeliveryError } from '../dialog/parts/delivery-error.js';
import { Questions } from '../dialog/parts/questions.js';
import { Title } from '../dialog/parts/title.js';
import { QueueContinue, Orphaned, QueueLine, type ConnectionIssue } from './queue-parts.js';
import { settledAs } from '../text/settled-as.js';
import { nameAsker } from '../text/asker.js';
import { enteredTexts } from '../text/entered.js';

/** Props of `QueueCard`. */
export interface QueueCardProps extends AskUserCardProps {
  words: AskUserQueueMessages;
  waiting: number;
  /** Asker of the next request, if it differs from the current one. */
  next: string | undefined;
  trouble: ConnectionIssue | undefined;
  orphaned: boolean;
  /** Whether the agent went on without this settlement. */
  unreached: boolean;
  /** Whether the request was settled elsewhere, so that the card stays until the user dismisses it. */
  stays: boolean;
  reconnect: () => void;
  leave: () => void;
  makeRoom: () => void;
}

/** Renders the dialog's card with the queue's count, connection and orphaned views. */
export const QueueCard = forwardRef<AskUserCardElement, QueueCardProps>(function QueueCard(
  { words, waiting, next, trouble, orphaned, stays, unreached, reconnect, leave, makeRoom, ...props },
  ref,
) {
  const ask = useAsk();
  const { store, intents, controls, ids, messages, card, alert } = ask;
  const settled = useFlowValue(store, ({ phase }) => phase === 'settled');
  const titleId = useId();
  const inside = useRef(false);
  const was = useRef(false);
  const home = useRef(() => {});
  const parting = useRef<string>(undefined);
  useQueueAnnouncements(ask, { words, waiting, trouble });

  useIsomorphicLayoutEffect(() => {
    home.current = () => void controls.focus(orphaned ? titleId : ids('title'));
  });

  useIsomorphicLayoutEffect(() => {
    if (was.current === orphaned) return;
    was.current = orphaned;
    const { phase, active } = store.getState();
    // Close an open confirmation: it must not take effect after the agent has returned.
    const moot = orphaned && isConfirming(phase);
    if (inside.current && !controls.isFocusOutside() && phase !== 'settled') {
      controls.focus(orphaned ? titleId : ids('heading', active));
      controls.guard('all');
    } else if (orphaned) controls.announce(words.orphaned);
    if (moot) intents.dismiss();
    // New `words` do not rerun this: an inline `messages` object changes with every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [orphaned, store, controls, ids, intents, titleId]);

  useIsomorphicLayoutEffect(() => {
    const state = store.getState();
    if (waiting === 0 || !(orphaned || (stays && settled))) return;
    const { result, settledExternally, request } = state;
    // Another client sent the same answer that was in flight here.
    const same = settled && !settledExternally;
    const untouched = enteredTexts(state, messages).every((texts) => texts.length === 0);
    if (!same && !(untouched && !card.current?.matches(':focus-within'))) return;
    parting.current =
      settled && result
        ? nameAsker(messages.settled[settledAs(result)], request.asker ?? messages.asker)
        : words.orphaned;
    makeRoom();
    // `waiting` is a dependency: the next request may arrive later. Focus is only checked at that moment.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, orphaned, stays, settled, waiting]);

  useIsomorphicLayoutEffect(() => {
    // Clear the delivery error: a settled request cannot be sent again.
    if (settled) alert.current?.replaceChildren();
  }, [settled, alert]);

  useEffect(() => {
    if (unreached) controls.announce(words.unreached);
    // New `words` do not rerun this: an inline `messages` object changes with every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [controls, unreached]);

  useEffect(() => {
    // The request that yielded is no longer rendered, so announce its settlement with the next one.
    if (parting.current !== undefined) controls.announce(parting.current);
    parting.current = undefined;
  }, [controls]);

  const moveOn = <QueueContinue words={words} waiting={waiting} next={next} close={messages.close} act={leave} />;
  return (
    <Card
      {...props}
      {...composeAllEventHandlers(props, {
        onFocus() {
          inside.current = true;
        },
        onBlur({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) inside.current = false;
        },
        // Escape closes a modal whose request was settled elsewhere.
        onClose({ target, currentTarget }: SyntheticEvent<HTMLElement>) {
          if (stays && target === currentTarget && !(target as HTMLDialogElement).open) leave();
        },
      })}
      ending={stays && moveOn}
      data-unreached={unreached ? '' : undefined}
      ref={ref}
    >
      {orphaned && (
        <Orphaned words={words} titleId={titleId}>
          {moveOn}
        </Orphaned>
      )}
      <Body {...(orphaned && { hidden: true })}>
        <Title />
        <Questions />
        <Actions />
        {!trouble && <DeliveryError />}
      </Body>
      <QueueLine
        words={words}
        waiting={orphaned ? 0 : waiting}
        next={next}
        trouble={trouble}
        reconnect={reconnect}
        home={home}
      />
    </Card>
  );
});
