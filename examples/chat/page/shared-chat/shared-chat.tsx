import { useRef, useState } from 'react';
import type { EndedRequest } from 'react-ask-user/host';
import { AGENT_IDS, AGENTS, FIRST_AGENT, namesOf } from '../../shared/agents.js';
import { ReplyAnnouncer } from '../announcer.js';
import { Composer } from '../composer.js';
import { Elsewhere } from '../elsewhere.js';
import { NewChat } from '../new-chat.js';
import { QuestionLink } from '../question-link.js';
import { usePinnedScroll } from '../use-pinned-scroll.js';
import { Ways } from '../ways.js';
import { Welcome } from '../welcome.js';
import { QUESTIONS_ID, Questions } from './questions.js';
import { ShareBar } from './share-bar.js';
import { SharedNotice } from './shared-notice.js';
import { SharedTranscript } from './shared-transcript.js';
import { useSharedChat } from './use-shared-chat.js';

export interface SharedChatProps {
  id: string;
  /** This window's name. */
  name: string;
  focusComposer: boolean;
  /** What is to be said of the address; none most of the time. */
  about: string | undefined;
  onNewChat: () => void;
}

export function SharedChat({ id, name, focusComposer, about, onNewChat }: SharedChatProps) {
  const chat = useSharedChat(id, name);
  const content = useRef<HTMLDivElement>(null);
  const composer = useRef<HTMLTextAreaElement>(null);
  const [last, setLast] = useState<EndedRequest>();
  const pin = usePinnedScroll(content);
  const { messages, unread, outbox, running, isLoading, isOnline, isGone, agents, writing, openQuestions } = chat;
  // It still has its place below the conversation, until somebody closes it.
  const lastId = last?.own ? undefined : last?.request.request.requestId;
  const shown = chat.endings.some(({ request }) => request.request.requestId === lastId) ? lastId : undefined;
  const isEmpty = messages.length + unread.length + outbox.length === 0;
  const hint = isGone ? 'There is nobody to write to here. What you have typed can still be copied.' : hintOf(chat);

  function send(text: string): void {
    pin();
    composer.current?.focus();
    chat.say(text);
  }

  function end(ended: EndedRequest): void {
    setLast(ended);
    pin();
  }

  function stop(): void {
    // This button goes with the run.
    composer.current?.focus();
    chat.stop();
  }

  return (
    <>
      <header className="chat-header">
        <div className="chat-column">
          <span className="chat-dot" aria-hidden="true" />
          <h1>{namesOf(agents)}</h1>
          <NewChat isEmpty={isEmpty} onNewChat={onNewChat}>
            This conversation stays at its address. What you have typed and not sent goes.
          </NewChat>
        </div>
      </header>
      <main className="chat-main chat-column">
        <div ref={content}>
          {about && (
            <p role="status" className="chat-notice">
              {about}
            </p>
          )}
          <ShareBar chat={chat} name={name} isEmpty={isEmpty} composer={composer} />
          {isEmpty && !isLoading && !isGone && <Welcome onPick={send} ways={<Ways current="/shared" />} />}
          <SharedTranscript chat={chat} name={name} shownBelow={shown} />
          <Questions chat={chat} composer={composer} last={last} onEnd={end} />
          <Elsewhere waiting={chat.waiting} first={chat.first} elementId={QUESTIONS_ID} composer={composer} />
          <SharedNotice chat={chat} name={name} onRetry={() => composer.current?.focus()} onNewChat={onNewChat} />
        </div>
        <div className="chat-dock">
          {openQuestions > 0 && <QuestionLink elementId={QUESTIONS_ID} />}
          <Composer
            ref={composer}
            focusOnMount={focusComposer || isEmpty}
            isBusy={false}
            canStop={running.length > 0}
            isOffline={!isOnline && !isLoading}
            isClosed={isGone}
            hint={hint}
            onSend={send}
            onStop={stop}
          />
        </div>
      </main>
      {AGENT_IDS.map((agent) => (
        <ReplyAnnouncer
          key={agent}
          messages={messages.filter(({ metadata }) => metadata?.agent === agent)}
          isBusy={writing.includes(agent)}
          asker={agents.length > 1 ? AGENTS[agent] : undefined}
        />
      ))}
    </>
  );
}

/** What becomes of a message: with two agents, whom it is for. */
function hintOf({ agents, hasQuestion }: ReturnType<typeof useSharedChat>): string | undefined {
  const first = AGENTS[FIRST_AGENT];
  if (agents.length === 1) return hasQuestion ? 'A message here takes the place of your answer.' : undefined;
  return `A message here goes to the ${first}${hasQuestion ? ', in place of your answer to it' : ''}.`;
}
