import { useContext, useRef, type ReactNode, type RefObject } from 'react';
import { retriesNow } from '../core/flow/selectors.js';
import type { Connection } from '../host/client/types.js';
import { part } from './anatomy.js';
import { RenderTextContext, useAsk } from './context.js';
import { useFlowState, useFlowValue } from './hooks/use-flow-value.js';
import { useIsomorphicLayoutEffect } from './hooks/use-isomorphic-layout-effect.js';
import type { AskUserQueueMessages } from './messages/types.js';
import { RecordBody } from './record-body.js';
import { RecordView } from './record-view.js';
import { withAsker } from './text/asker.js';
import { enteredTexts } from './text/entered.js';

/** What is wrong with the connection, as far as the person has to know. */
export type Trouble = Extract<Connection, 'offline' | 'refused'>;

interface CountProps {
  words: AskUserQueueMessages;
  waiting: number;
  /** Who asks next, where that is somebody else. */
  next: string | undefined;
}

/** How many wait, and for whom. Nothing where none does. */
function Count({ words, waiting, next }: CountProps): ReactNode {
  if (waiting === 0) return null;
  return (
    <p {...part('queue-count')}>
      {words.moreWaiting(waiting)}
      {next !== undefined && <> · {withAsker(words.nextAsker, next)}</>}
    </p>
  );
}

/** The way on from what has ended: the next request, or none. */
export function MoveOn({ words, waiting, next, close, act }: MoveOnProps): ReactNode {
  return (
    <div {...part('actions')}>
      <Count words={words} waiting={waiting} next={next} />
      <button {...part('button')} type="button" data-variant={waiting > 0 ? 'primary' : 'secondary'} onClick={act}>
        {waiting > 0 ? words.nextQuestion : close}
      </button>
    </div>
  );
}

interface MoveOnProps extends CountProps {
  /** What the button is called where nothing waits. */
  close: string;
  act: () => void;
}

/** Nobody waits for the answer, as far as is known: what was entered, to be read and copied. */
export function Orphaned({ words, titleId, children }: OrphanedProps): ReactNode {
  const { store, messages, headingLevel } = useAsk();
  const state = useFlowState(store, (now) => now);
  const { request } = state;
  const renderText = useContext(RenderTextContext);
  return (
    <RecordView
      Body={RecordBody}
      status="connectionLost"
      asker={request.asker}
      questions={request.questions}
      answers={[]}
      reason={words.orphanedText}
      unsent={enteredTexts(state, messages)}
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
export function QueueLine({ words, waiting, next, trouble, reconnect, home }: QueueLineProps): ReactNode {
  const { store, controls } = useAsk();
  // One way out is enough: what was sent meanwhile is sent again by the primary button.
  const retries = useFlowValue(store, retriesNow);
  const focused = useRef(false);

  useIsomorphicLayoutEffect(() => {
    if (trouble || !focused.current) return;
    // The button that had it went with the trouble.
    focused.current = false;
    controls.guard('all');
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
          {!retries && (
            <button {...part('change')} type="button" onClick={reconnect}>
              {words.reconnect}
            </button>
          )}
        </div>
      )}
      <Count words={words} waiting={waiting} next={next} />
    </div>
  );
}

/** In place of `empty`: whether anything is pending is not known now. */
export function Disconnected({ words, trouble, reconnect }: DisconnectedProps): ReactNode {
  return (
    <div {...part('card')}>
      <div {...part('connection')}>
        <span role="status">{words[trouble]}</span>
        <button {...part('change')} type="button" onClick={reconnect}>
          {words.reconnect}
        </button>
      </div>
    </div>
  );
}

interface DisconnectedProps {
  words: AskUserQueueMessages;
  trouble: Trouble;
  reconnect: () => void;
}

interface QueueLineProps extends CountProps {
  trouble: Trouble | undefined;
  reconnect: () => void;
  /** Takes the focus to what the card says first. */
  home: RefObject<() => void>;
}
