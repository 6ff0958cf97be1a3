import { useRef } from 'react';
import type { ChatMessage } from '../shared/chat-message.js';
import { Announcer } from './announcer.js';
import { Composer } from './composer.js';
import { ASKER } from './conversation.js';
import { Notice } from './notice.js';
import { QuestionLink } from './question-link.js';
import { Transcript } from './transcript.js';
import { useAgentChat } from './use-agent-chat.js';
import { usePinnedScroll } from './use-pinned-scroll.js';
import { Welcome } from './welcome.js';

export interface ChatProps {
  id: string;
  restored: ChatMessage[];
  /** The person has just pressed New chat. */
  focusComposer: boolean;
  onNewChat: () => void;
}

export function Chat({ id, restored, focusComposer, onNewChat }: ChatProps) {
  const chat = useAgentChat(id, restored);
  const content = useRef<HTMLDivElement>(null);
  const composer = useRef<HTMLTextAreaElement>(null);
  const pin = usePinnedScroll(content);
  const question = chat.openQuestions[0];

  function send(text: string): void {
    pin();
    composer.current?.focus();
    void chat.send(text);
  }

  function startAnew(): void {
    void chat.stop();
    onNewChat();
  }

  return (
    <>
      <header className="chat-header">
        <div className="chat-column">
          <span className="chat-dot" aria-hidden="true" />
          <h1>{ASKER}</h1>
          <button type="button" className="chat-button" onClick={startAnew}>
            New chat
          </button>
        </div>
      </header>
      <main className="chat-main chat-column">
        <div ref={content}>
          {chat.messages.length === 0 && <Welcome onPick={send} />}
          <Transcript
            chat={chat}
            onAnswer={pin}
            onLeaveQuestion={() => composer.current?.focus({ preventScroll: true })}
          />
          <Notice chat={chat} onRetry={() => composer.current?.focus()} />
        </div>
        <div className="chat-dock">
          {question && <QuestionLink questionId={question.toolCallId} />}
          <Composer
            ref={composer}
            focusOnMount={focusComposer || restored.length === 0}
            isBusy={chat.isBusy}
            hasQuestion={question !== undefined}
            onSend={send}
            onStop={() => void chat.stop()}
          />
        </div>
      </main>
      <Announcer chat={chat} />
    </>
  );
}
