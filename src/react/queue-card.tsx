import { forwardRef, useId, useRef, type FocusEvent, type SyntheticEvent } from 'react';
import { isConfirming } from './keys/route.js';
import { chainAll } from './chain.js';
import { useAskUserContext } from './context.js';
import { useIsomorphicLayoutEffect } from './hooks/use-isomorphic-layout-effect.js';
import type { AskUserQueueMessages } from './messages/types.js';
import { Actions } from './parts/actions.js';
import { Body } from './parts/body.js';
import { Card, type AskUserCardProps } from './parts/card.js';
import { DeliveryError } from './parts/delivery-error.js';
import { Questions } from './parts/questions.js';
import { Title } from './parts/title.js';
import { MoveOn, Orphaned, QueueLine, type Trouble } from './queue-parts.js';

export interface QueueCardProps extends AskUserCardProps {
  words: AskUserQueueMessages;
  waiting: number;
  trouble: Trouble | undefined;
  orphaned: boolean;
  /** It has ended, and not by the person's own doing. */
  stays: boolean;
  reconnect: () => void;
  leave: () => void;
}

/** The dialog's card, and what a queue has to say in it. */
export const QueueCard = forwardRef<HTMLDivElement, QueueCardProps>(function QueueCard(
  { words, waiting, trouble, orphaned, stays, reconnect, leave, ...props },
  ref,
) {
  const { store, intents, controls, ids, messages } = useAskUserContext('Card');
  const titleId = useId();
  const inside = useRef(false);
  const was = useRef(false);
  const home = useRef(() => {});

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
      controls.disarm();
    } else if (orphaned) controls.announce(words.orphaned);
    if (moot) intents.dismiss();
    // Not again for new words: hosts write `messages={{ … }}` in place.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [orphaned, store, controls, ids, intents, titleId]);

  const moveOn = <MoveOn words={words} waiting={waiting} close={messages.close} act={leave} />;
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
        <DeliveryError />
        <Actions />
      </Body>
      <QueueLine words={words} waiting={orphaned ? 0 : waiting} trouble={trouble} reconnect={reconnect} home={home} />
    </Card>
  );
});
