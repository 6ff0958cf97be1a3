import type { RefObject } from 'react';
import { AskUserDialog, type ResultDetails } from 'react-ask-user';
import { parseRequest } from 'react-ask-user/core';
import { markdownText } from 'react-ask-user/markdown';
import type { LaterPart } from '../shared/chat-message.js';
import { ASKER } from './conversation.js';
import { drafts } from './storage.js';
import type { AgentChat } from './use-agent-chat.js';

interface LaterQuestionProps {
  part: LaterPart;
  chat: AgentChat;
  composer: RefObject<HTMLElement | null>;
  /** Called when the user opens or closes the question, also by an answer. */
  onOpenChange: (isOpen: boolean) => void;
}

/** Renders a question that does not stop the agent, as one line until the user opens it. */
export function LaterQuestion({ part, chat, composer, onOpenChange }: LaterQuestionProps) {
  const asked = parseRequest(part.input, { requestId: part.toolCallId, asker: ASKER, blocking: false });
  if (!asked.ok) return null;
  function end(_: object, details: Pick<ResultDetails, 'result' | 'request' | 'exchanges'>): void {
    chat.answerLater(part, details);
    onOpenChange(false);
  }

  return (
    <div className="chat-question">
      <AskUserDialog
        request={asked.value}
        conversationId={chat.id}
        headingLevel={3}
        renderText={markdownText}
        draftStorage={drafts}
        returnFocusTo={composer}
        onAskBack={chat.replyTo(part.input)}
        onCollapsedChange={(isCollapsed) => onOpenChange(!isCollapsed)}
        onSubmit={end}
        onCancel={end}
      />
    </div>
  );
}
