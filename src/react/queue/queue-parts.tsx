import { useContext, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { excerpt, isEmpty } from '../../core/clean.js';
import { retriesNow } from '../../core/flow/selectors.js';
import type { ConnectionStatus } from '../../host/client/types.js';
import { part } from '../dialog/anatomy.js';
import { RenderTextContext, useAsk } from '../dialog/context.js';
import { useFlowState, useFlowValue } from '../flow/use-flow-value.js';
import { useIsomorphicLayoutEffect } from '../flow/use-isomorphic-layout-effect.js';
import { useLater } from '../lazy/later.js';
import { laterCard } from '../lazy/later-card.js';
import type { AskUserQueueMessages } from '../../messages/lazy-types.js';
import { RecordView } from '../record/record-view.js';
import { withAsker } from '../text/asker.js';
import { getEnteredTexts } from '../text/entered.js';

export type ConnectionIssue = Exclude<ConnectionStatus, 'connecting' | 'online' | 'closed'>;

interface CountProps {
  queueMessages: AskUserQueueMessages;
  waiting: number;
  next: string | undefined;
}

function Count({ queueMessages, waiting, next }: CountProps): ReactNode {
  if (waiting === 0) return null;
  const count = queueMessages.moreWaiting(waiting);
  const asker = excerpt(next ?? '');
  return (
    <p {...part('queue-count')}>
      {isEmpty(asker) ? count : withAsker(`${count} · ${queueMessages.nextAsker}`, { asker })}
    </p>
  );
}

export function QueueContinue({ queueMessages, waiting, next, close, act }: QueueContinueProps): ReactNode {
  return (
    <div {...part('actions')}>
      <Count queueMessages={queueMessages} waiting={waiting} next={next} />
      <button {...part('button')} type="button" data-variant={waiting > 0 ? 'primary' : 'secondary'} onClick={act}>
        {waiting > 0 ? queueMessages.nextQuestion : close}
      </button>
    </div>
  );
}

interface QueueContinueProps extends CountProps {
  /** Label of the button if no other request waits. */
  close: string;
  act: () => void;
}

export function Orphaned({ queueMessages, titleId, children }: OrphanedProps): ReactNode {
  const { store, messages, headingLevel } = useAsk();
  const state = useFlowState(store, (now) => now);
  const { request } = state;
  const renderText = useContext(RenderTextContext);
  const later = useLater(laterCard);
  const record = {
    status: 'connectionLost',
    unsent: getEnteredTexts(state, messages),
    messages: { ...messages, settled: { ...messages.settled, connectionLost: queueMessages.orphaned } },
    titleId,
  } as const;
  return (
    <RecordView
      {...record}
      body={
        later && (
          <later.RecordBody
            {...record}
            questions={request.questions}
            answers={[]}
            reason={queueMessages.orphanedText}
            renderText={renderText}
          />
        )
      }
      headingLevel={headingLevel}
    >
      {children}
    </RecordView>
  );
}

interface OrphanedProps {
  queueMessages: AskUserQueueMessages;
  titleId: string;
  children: ReactNode;
}

export function QueueLine({
  queueMessages,
  waiting,
  next,
  connectionIssue,
  reconnect,
  focusTitle,
}: QueueLineProps): ReactNode {
  const { store, engine } = useAsk();
  // While the primary button offers to resend, a second button to reconnect is not needed.
  const retries = useFlowValue(store, retriesNow);
  const focused = useRef(false);

  useIsomorphicLayoutEffect(() => {
    if (connectionIssue || !focused.current) return;
    // The focused button has unmounted.
    focused.current = false;
    engine.guard('all');
    focusTitle.current();
  }, [connectionIssue, engine, focusTitle]);

  if (!connectionIssue && waiting === 0) return null;
  return (
    <div {...part('queue')}>
      {connectionIssue && (
        <div
          {...part('connection')}
          onFocus={() => {
            focused.current = true;
          }}
          onBlur={() => {
            focused.current = false;
          }}
        >
          <span>{`${queueMessages[connectionIssue]} ${queueMessages.kept}`}</span>
          {!retries && (
            <button {...part('change')} type="button" onClick={reconnect}>
              {queueMessages.reconnect}
            </button>
          )}
        </div>
      )}
      <Count queueMessages={queueMessages} waiting={waiting} next={next} />
    </div>
  );
}

export function AheadLine({ queueMessages, count, open, takesFocus }: AheadLineProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <div {...part('card')} data-blocking="false">
      <div {...part('connection')}>
        <p {...part('queue-count')}>{queueMessages.canWait(count)}</p>
        {open && (
          <button {...part('change')} type="button" onClick={open} ref={button}>
            {queueMessages.answerNow}
          </button>
        )}
      </div>
    </div>
  );
}

interface AheadLineProps {
  queueMessages: AskUserQueueMessages;
  count: number;
  /** Shows the next of them. Absent while another request has to be answered first. */
  open: (() => void) | undefined;
  /** Whether the user has just put one away, and nothing else is shown. */
  takesFocus: boolean;
}

export function Disconnected({ queueMessages, connectionIssue, reconnect }: DisconnectedProps): ReactNode {
  return (
    <div {...part('card')}>
      <div {...part('connection')}>
        <span role="status">{queueMessages[connectionIssue]}</span>
        <button {...part('change')} type="button" onClick={reconnect}>
          {queueMessages.reconnect}
        </button>
      </div>
    </div>
  );
}

interface DisconnectedProps {
  queueMessages: AskUserQueueMessages;
  connectionIssue: ConnectionIssue;
  reconnect: () => void;
}

interface QueueLineProps extends CountProps {
  connectionIssue: ConnectionIssue | undefined;
  reconnect: () => void;
  focusTitle: RefObject<() => void>;
}
