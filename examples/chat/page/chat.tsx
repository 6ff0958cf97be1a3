import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ReplyAnnouncer } from './announcer.js';
import { Header } from './brand.js';
import { Composer } from './composer.js';
import { ASKER } from './conversation.js';
import { Elsewhere } from './elsewhere.js';
import { LaterQuestion } from './later-question.js';
import { NewChat } from './new-chat.js';
import { Notice } from './notice.js';
import { OtherChat } from './other-chat.js';
import { Question, questionElementId } from './question.js';
import { goToQuestion } from './question-link.js';
import { messageKey, type SavedChat } from './storage.js';
import { Transcript } from './transcript.js';
import { useAgentChat } from './use-agent-chat.js';
import { usePinnedScroll } from './use-pinned-scroll.js';
import { Welcome } from './welcome.js';

export interface ChatProps {
  saved: SavedChat;
  /** Whether the user has just pressed New chat. */
  focusComposer: boolean;
  onMount: (() => void) | undefined;
  onNewChat: () => void;
}

export function Chat({ saved, focusComposer, onMount, onNewChat }: ChatProps) {
  const chat = useAgentChat(saved);
  const content = useRef<HTMLDivElement>(null);
  const composer = useRef<HTMLTextAreaElement>(null);
  const pin = usePinnedScroll(content, chat.messages.length > 0);
  const question = chat.ask.openParts[0];
  /** Id of the tool call whose question is collapsed. */
  const [collapsed, setCollapsed] = useState<string>();

  useEffect(() => onMount?.(), [onMount]);

  function send(text: string): void {
    pin();
    composer.current?.focus();
    chat.send(text);
  }

  /** An open question that can wait has the place of the other one, which is collapsed meanwhile. */
  function giveWay(isOpen: boolean): void {
    flushSync(() => setCollapsed(isOpen ? question?.toolCallId : undefined));
    if (!isOpen && question) goToQuestion(questionElementId(question.toolCallId));
  }

  function startAnew(): void {
    void chat.stop();
    onNewChat();
  }

  return (
    <>
      <Header>
        <NewChat isEmpty={chat.messages.length === 0} onNewChat={startAnew} />
      </Header>
      <main className="chat-main chat-column">
        <div ref={content} className="chat-content">
          {chat.messages.length === 0 && (
            <Welcome onPick={send}>
              <OtherChat current="/" />
            </Welcome>
          )}
          <Transcript chat={chat} />
          {chat.laterQuestions.map((part) => (
            <LaterQuestion key={part.toolCallId} part={part} chat={chat} composer={composer} onOpenChange={giveWay} />
          ))}
          <Elsewhere
            waiting={chat.ask.openParts.length}
            first={question && { id: question.toolCallId, asker: ASKER }}
            elementId={question ? questionElementId(question.toolCallId) : ''}
          />
          <Notice chat={chat} onRetry={() => composer.current?.focus()} />
        </div>
        <div className="chat-dock">
          {chat.dockedQuestions.map((part) => (
            <Question
              key={part.toolCallId}
              part={part}
              chat={chat}
              composer={composer}
              isCollapsed={part.toolCallId === collapsed}
              onCollapsedChange={(now) => setCollapsed(now ? part.toolCallId : undefined)}
              onAnswer={pin}
            />
          ))}
          <Composer
            ref={composer}
            storageKey={messageKey(saved.id)}
            focusOnMount={focusComposer || saved.messages.length === 0}
            isBusy={chat.isBusy}
            isHidden={question !== undefined && question.toolCallId !== collapsed}
            hint={question && 'Sending a message here skips the question.'}
            onSend={send}
            onStop={() => void chat.stop()}
          />
        </div>
      </main>
      <ReplyAnnouncer messages={chat.messages} isBusy={chat.isBusy} />
    </>
  );
}
