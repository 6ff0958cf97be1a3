import { useRef, useState } from 'react';
import type { SettledRequest } from 'react-ask-user/client';
import { AGENT_IDS, AGENTS, FIRST_AGENT } from '../../shared/agents.js';
import { ReplyAnnouncer } from '../announcer.js';
import { Header } from '../brand.js';
import { Composer } from '../composer.js';
import { Elsewhere } from '../elsewhere.js';
import { NewChat } from '../new-chat.js';
import { OtherChat } from '../other-chat.js';
import { QuestionLink } from '../question-link.js';
import { usePinnedScroll } from '../use-pinned-scroll.js';
import { Welcome } from '../welcome.js';
import { QUESTIONS_ID, Questions } from './questions.js';
import { ShareBar } from './share-bar.js';
import { SharedNotice } from './shared-notice.js';
import { SharedTranscript } from './shared-transcript.js';
import { messageKey } from './shared-storage.js';
import { useSharedChat } from './use-shared-chat.js';

export interface SharedChatProps {
  id: string;
  /** Name of this window. */
  name: string;
  focusComposer: boolean;
  /** Message about the address, if there is one. */
  about: string | undefined;
  onNewChat: () => void;
}

export function SharedChat({ id, name, focusComposer, about, onNewChat }: SharedChatProps) {
  const chat = useSharedChat(id, name);
  const content = useRef<HTMLDivElement>(null);
  const composer = useRef<HTMLTextAreaElement>(null);
  const [last, setLast] = useState<SettledRequest>();
  const { messages, unread, outbox, running, isLoading, isOnline, isGone, agents, writing, openQuestions } = chat;
  // A question that was settled elsewhere stays below the conversation until the user closes it.
  const lastId = last?.isLocal ? undefined : last?.request.request.requestId;
  const shown = chat.endings.some(({ request }) => request.request.requestId === lastId) ? lastId : undefined;
  const isEmpty = messages.length + unread.length + outbox.length === 0;
  const pin = usePinnedScroll(content, !isEmpty);
  const hint = isGone ? 'No one can read a message here. You can still copy what you typed.' : hintOf(chat);

  function send(text: string): void {
    pin();
    composer.current?.focus();
    chat.say(text);
  }

  function end(ended: SettledRequest): void {
    setLast(ended);
    pin();
  }

  function stop(): void {
    // The Stop button unmounts with the run.
    composer.current?.focus();
    chat.stop();
  }

  return (
    <>
      <Header>
        <NewChat isEmpty={isEmpty} onNewChat={onNewChat}>
          This conversation stays at its address. Your unsent text will be deleted.
        </NewChat>
      </Header>
      <main className="chat-main chat-column">
        <div ref={content} className="chat-content">
          {about && (
            <p role="status" className="chat-notice">
              {about}
            </p>
          )}
          <ShareBar chat={chat} name={name} isEmpty={isEmpty} composer={composer} />
          {isEmpty && !isLoading && !isGone && (
            <Welcome onPick={send}>
              <OtherChat current="/shared" />
            </Welcome>
          )}
          <SharedTranscript chat={chat} name={name} shownBelow={shown} />
          <Questions chat={chat} composer={composer} last={last} onEnd={end} />
          <Elsewhere waiting={chat.waiting} first={chat.first} elementId={QUESTIONS_ID} />
          <SharedNotice chat={chat} name={name} onRetry={() => composer.current?.focus()} onNewChat={onNewChat} />
        </div>
        <div className="chat-dock">
          {openQuestions > 0 && <QuestionLink elementId={QUESTIONS_ID} />}
          <Composer
            ref={composer}
            storageKey={messageKey(id)}
            focusOnMount={focusComposer || isEmpty}
            isBusy={false}
            hasQuestion={openQuestions > 0}
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

/** Returns what happens to a message. With two agents, it names the one that receives the message. */
function hintOf({ agents, hasQuestion, asking }: ReturnType<typeof useSharedChat>): string | undefined {
  if (agents.length === 1) return hasQuestion ? 'Sending a message here skips the question.' : undefined;
  const name = AGENTS[FIRST_AGENT];
  if (!hasQuestion) return `Goes to ${name}.`;
  return asking === FIRST_AGENT ? `Goes to ${name} instead of your answer.` : `Goes to ${name} and skips its question.`;
}
