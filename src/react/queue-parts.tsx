import { useContext, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { isBlank } from '../core/guards.js';
import type { Connection } from '../host/client/types.js';
import { part } from './anatomy.js';
import { RenderTextContext, useAskUserContext } from './context.js';
import { useFlowValue } from './hooks/use-flow-value.js';
import { useIsomorphicLayoutEffect } from './hooks/use-isomorphic-layout-effect.js';
import type { AskUserQueueMessages } from './messages/types.js';
import { RecordView } from './record-view.js';
import { shownText } from './text/secret.js';

/** What is wrong with the connection, as far as the person has to know. */
export type Trouble = Extract<Connection, 'offline' | 'refused'>;

/** The way on from what has ended: the next request, or none. */
export function MoveOn({ words, waiting, close, act }: MoveOnProps): ReactNode {
  return (
    <div {...part('actions')}>
      {waiting > 0 && <p {...part('queue-count')}>{words.moreWaiting(waiting)}</p>}
      <button {...part('button')} type="button" data-variant={waiting > 0 ? 'primary' : 'secondary'} onClick={act}>
        {waiting > 0 ? words.nextQuestion : close}
      </button>
    </div>
  );
}

interface MoveOnProps {
  words: AskUserQueueMessages;
  waiting: number;
  /** What the button is called where nothing waits. */
  close: string;
  act: () => void;
}

/** Nobody waits for the answer, as far as is known: what was typed, to be read and copied. */
export function Orphaned({ words, titleId, children }: OrphanedProps): ReactNode {
  const { store, messages, headingLevel } = useAskUserContext('Card');
  const { request, drafts } = useFlowValue(store, (now) => now);
  const renderText = useContext(RenderTextContext);
  return (
    <RecordView
      status="connectionLost"
      asker={request.asker}
      questions={request.questions}
      answers={[]}
      reason={words.orphanedText}
      unsent={drafts.map(({ custom, notes }, at) =>
        [shownText(request.questions[at], custom), notes].filter((text) => !isBlank(text)),
      )}
      messages={{ ...messages, settled: { ...messages.settled, connectionLost: words.orphaned } }}
      headingLevel={headingLevel}
      titleId={titleId}
      renderText={renderText}
    >
      {children}
    </RecordView>
  );
}

interface OrphanedProps {
  words: AskUserQueueMessages;
  titleId: string;
  /** The way on. */
  children: ReactNode;
}

/** Below the questions: what is wrong with the connection, and how many others wait. Nothing, most of the time. */
export function QueueLine({ words, waiting, trouble, reconnect, home }: QueueLineProps): ReactNode {
  const { controls, messages } = useAskUserContext('Card');
  const before = useRef(waiting);
  const focused = useRef(false);

  useEffect(() => {
    const more = waiting - before.current;
    before.current = waiting;
    if (more > 0) controls.announce(more === 1 ? words.anotherWaiting : words.moreWaiting(waiting));
    // Not again for new words: hosts write `messages={{ … }}` in place.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [waiting]);

  useEffect(() => {
    if (trouble) controls.announce(words[trouble]);
    // Likewise; and the next request has the same connection.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [trouble]);

  useIsomorphicLayoutEffect(() => {
    if (trouble || !focused.current) return;
    // The button that had it went with the trouble.
    focused.current = false;
    controls.disarm();
    home.current();
  }, [trouble, controls, home]);

  if (!trouble && waiting === 0) return null;
  return (
    <div {...part('queue')}>
      {trouble && (
        <div
          {...part('connection')}
          onFocus={() => {
            focused.current = true;
          }}
          onBlur={() => {
            focused.current = false;
          }}
        >
          <span>{words[trouble]}</span>
          <button {...part('change')} type="button" onClick={reconnect}>
            {messages.retry}
          </button>
        </div>
      )}
      {waiting > 0 && <p {...part('queue-count')}>{words.moreWaiting(waiting)}</p>}
    </div>
  );
}

interface QueueLineProps {
  words: AskUserQueueMessages;
  waiting: number;
  trouble: Trouble | undefined;
  reconnect: () => void;
  /** Takes the focus to what the card says first. */
  home: RefObject<() => void>;
}
