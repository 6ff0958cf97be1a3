import { useState, type RefObject } from 'react';
import { AskUserDialog, AskUserReceipt } from 'react-ask-user';
import { markdownPreview, markdownText } from 'react-ask-user/markdown';
import type { AskPart } from '../shared/chat-message.js';
import { completeQuestions } from './conversation.js';
import { drafts } from './storage.js';
import type { AgentChat } from './use-agent-chat.js';

export interface QuestionProps {
  part: AskPart;
  chat: AgentChat;
  /** Gets the focus after a question that had it. */
  composer: RefObject<HTMLElement | null>;
  onAnswer: () => void;
}

export const questionElementId = (toolCallId: string): string => `question-${toolCallId}`;

/** One call of the ask tool in the transcript: the dialog while it is open, and what came of it afterwards. */
export function Question({ part, chat, composer, onAnswer }: QuestionProps) {
  const { ask, records } = chat;
  const state = ask.stateOf(part);
  // A question that was open when it appeared here keeps its dialog, which shows how it ended.
  const [wasOpen] = useState(state === 'open' || state === 'writing');
  const isAwaited = chat.isAwaited(part);
  const isOpen = state === 'open' || state === 'writing' || isAwaited;
  const record = records[part.toolCallId];
  const props = ask.props(part);

  /** Makes room for the reply, and hands over. */
  const answering =
    <Wire, Details>(hand: (wire: Wire, details: Details) => unknown) =>
    (wire: Wire, details: Details): unknown => {
      onAnswer();
      return hand(wire, details);
    };

  if (state === 'failed') return <p className="chat-aside">A question could not be shown.</p>;
  // What the user has typed in a question that was shown stays on the screen.
  if (state === 'unfinished' && !(wasOpen && completeQuestions(part).length > 0))
    return <p className="chat-aside">A question was not finished.</p>;
  if (state === 'settled' && !wasOpen) {
    if (!record) return <p className="chat-aside">A question was asked here.</p>;
    return (
      <div className="chat-record">
        <AskUserReceipt record={record} renderText={markdownText} />
      </div>
    );
  }
  return (
    <div id={questionElementId(part.toolCallId)} className="chat-question" data-open={isOpen}>
      <AskUserDialog
        {...props}
        requestId={chat.requestIdOf(part)}
        result={props.result && (record?.result ?? props.result)}
        {...(isAwaited && { input: part.input, streaming: true, result: undefined })}
        headingLevel={3}
        renderText={markdownText}
        renderPreview={markdownPreview}
        draftStorage={drafts}
        autoFocus="follow"
        composerRef={composer}
        focusShortcut="Alt+Q"
        returnFocusTo={composer}
        allowPartial
        allowDiscuss
        onSubmit={answering(props.onSubmit)}
        onCancel={answering(props.onCancel)}
      />
    </div>
  );
}
