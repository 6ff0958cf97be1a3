import { forwardRef, useEffect, useId, useRef, type FocusEvent, type SyntheticEvent } from 'react';
import { isConfirming } from './keys/route.js';
import type { AskUserCardElement } from './card-element.js';
import { chainAll } from './chain.js';
import { useAsk } from './context.js';
import { useFlowValue } from './hooks/use-flow-value.js';
import { useIsomorphicLayoutEffect } from './hooks/use-isomorphic-layout-effect.js';
import { useQueueVoice } from './hooks/use-queue-voice.js';
import type { AskUserQueueMessages } from './messages/types.js';
import { Actions } from './parts/actions.js';
import { Body } from './parts/body.js';
import { Card, type AskUserCardProps } from './parts/card.js';
import { DeliveryError } from './parts/delivery-error.js';
import { Questions } from './parts/questions.js';
import { Title } from './parts/title.js';
import { MoveOn, Orphaned, QueueLine, type Trouble } from './queue-parts.js';
import { settledAs } from './text/settled-as.js';
import { nameAsker } from './text/asker.js';
import { enteredTexts } from './text/entered.js';

export interface QueueCardProps extends AskUserCardProps {
  words: AskUserQueueMessages;
  waiting: number;
  /** Who asks next, where that is somebody else. */
  next: string | undefined;
  trouble: Trouble | undefined;
  orphaned: boolean;
  /** The agent did not get how it ended. */
  unreached: boolean;
  /** It has ended, and not by the person's own doing. */
  stays: boolean;
  reconnect: () => void;
  leave: () => void;
  makeRoom: () => void;
}

/** The dialog's card, and what a queue has to say in it. */
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
  useQueueVoice(ask, { words, waiting, trouble });

  useIsomorphicLayoutEffect(() => {
    home.current = () => void controls.focus(orphaned ? titleId : ids('title'));
  });

  useIsomorphicLayoutEffect(() => {
    if (was.current === orphaned) return;
    was.current = orphaned;
    const { phase, active } = store.getState();
    // Nothing that waits for a yes is carried out when the agent is back.
    const moot = orphaned && isConfirming(phase);
    if (inside.current && !controls.elsewhere() && phase !== 'settled') {
      controls.focus(orphaned ? titleId : ids('heading', active));
      controls.guard('all');
    } else if (orphaned) controls.announce(words.orphaned);
    if (moot) intents.dismiss();
    // Not again for new words: hosts write `messages={{ … }}` in place.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [orphaned, store, controls, ids, intents, titleId]);

  useIsomorphicLayoutEffect(() => {
    const state = store.getState();
    if (waiting === 0 || !(orphaned || (stays && settled))) return;
    const { result, withdrawn, request } = state;
    // Somebody else gave the very answer that was on its way from here: it is as good as one's own.
    const same = settled && !withdrawn;
    const untouched = enteredTexts(state, messages).every((texts) => texts.length === 0);
    if (!same && !(untouched && !card.current?.matches(':focus-within'))) return;
    parting.current =
      settled && result
        ? nameAsker(messages.settled[settledAs(result)], request.asker ?? messages.asker)
        : words.orphaned;
    makeRoom();
    // What waits behind it may come later; where the focus goes by then is the person's affair.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, orphaned, stays, settled, waiting]);

  useIsomorphicLayoutEffect(() => {
    // That what was sent can be sent again is not true any more.
    if (settled) alert.current?.replaceChildren();
  }, [settled, alert]);

  useEffect(() => {
    if (unreached) controls.announce(words.unreached);
    // Not again for new words: hosts write `messages={{ … }}` in place.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [controls, unreached]);

  useEffect(() => {
    // In the next one's place, since nothing is left of the one before.
    if (parting.current !== undefined) controls.announce(parting.current);
    parting.current = undefined;
  }, [controls]);

  const moveOn = <MoveOn words={words} waiting={waiting} next={next} close={messages.close} act={leave} />;
  return (
    <Card
      {...props}
      {...chainAll(props, {
        onFocus() {
          inside.current = true;
        },
        onBlur({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) inside.current = false;
        },
        // Escape closes a modal that has nothing more to ask.
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
