import { useState, type RefObject } from 'react';
import { AskUserDialog } from 'react-ask-user';
import { markdownPreview, markdownText } from 'react-ask-user/markdown';
import type { AskPart } from '../shared/chat-message.js';
import { completeQuestions } from './conversation.js';
import { drafts } from './storage.js';
import type { AgentChat } from './use-agent-chat.js';

interface QuestionProps {
  part: AskPart;
  chat: AgentChat;
  composer: RefObject<HTMLElement | null>;
  isCollapsed: boolean;
  onCollapsedChange: (isCollapsed: boolean) => void;
  onAnswer: () => void;
}

export const questionElementId = (toolCallId: string): string => `question-${toolCallId}`;

/**
 * Renders one ask-tool call in the composer's place while it is open. If the agent or host settles it, the card stays
 * until the user closes it.
 */
export function Question({ part, chat, composer, isCollapsed, onCollapsedChange, onAnswer }: QuestionProps) {
  const { ask, records } = chat;
  const state = ask.getState(part);
  const isOpen = state === 'open' || state === 'writing';
  const [wasOpen, setWasOpen] = useState(isOpen);
  // On a busy page, a question can first be rendered in another state.
  if (isOpen && !wasOpen) setWasOpen(true);
  const isAwaited = chat.isAwaited(part);
  const props = ask.getDialogProps(part);
  const result = props.result && (records[part.toolCallId]?.result ?? props.result);

  /** Calls `onAnswer`, which scrolls to the reply, before it passes the result on. */
  const answering =
    <Wire, Details>(hand: (wire: Wire, details: Details) => unknown) =>
    (wire: Wire, details: Details): unknown => {
      onAnswer();
      return hand(wire, details);
    };

  const isShown = wasOpen && state !== 'failed' && (state !== 'unfinished' || completeQuestions(part).length > 0);
  if (!isShown) return null;
  return (
    <div id={questionElementId(part.toolCallId)} className="chat-question">
      <AskUserDialog
        {...props}
        requestId={chat.requestIdOf(part)}
        conversationId={chat.id}
        round={chat.roundOf(part)}
        onAskBack={chat.replyTo(part.input)}
        result={result}
        {...(isAwaited && { input: part.input, streaming: true, result: undefined })}
        presentation="dock"
        composerRef={composer}
        collapsed={isCollapsed}
        onCollapsedChange={onCollapsedChange}
        autoFocus="follow"
        focusShortcut="Alt+Q"
        headingLevel={3}
        renderText={markdownText}
        renderPreview={markdownPreview}
        draftStorage={drafts}
        allow={{ partial: true, discuss: true }}
        onSubmit={(wire, details) => {
          // Both go to the agent in one request.
          chat.send();
          return answering(props.onSubmit)(wire, details);
        }}
        onCancel={answering(props.onCancel)}
      />
    </div>
  );
}
