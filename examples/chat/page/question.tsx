import { useState, type RefObject } from 'react';
import { AskUserDialog, AskUserReceipt, type ResultDetails } from 'react-ask-user';
import { toRecord } from 'react-ask-user/core';
import { askUserQuestion } from 'react-ask-user/dialects';
import type { AskOutput, AskPart } from '../shared/chat-message.js';
import { ASKER } from './conversation.js';
import { drafts } from './storage.js';
import type { AgentChat } from './use-agent-chat.js';

export interface QuestionProps {
  part: AskPart;
  /** The model is still writing the message that this question is in. */
  isWriting: boolean;
  chat: AgentChat;
  /** Gets the focus after a question that had it. */
  composer: RefObject<HTMLElement | null>;
  onAnswer: () => void;
}

export const questionElementId = (toolCallId: string): string => `question-${toolCallId}`;

/** One call of the ask tool in the transcript: the dialog while it is open, and what came of it afterwards. */
export function Question({ part, isWriting, chat, composer, onAnswer }: QuestionProps) {
  // A question that was open when it appeared here keeps its dialog, which shows how it ended.
  const [wasOpen] = useState(part.state.startsWith('input-'));
  const isOver = part.state === 'output-available';
  const record = chat.records[part.toolCallId];

  function deliver(output: AskOutput, { result, request }: ResultDetails): Promise<void> {
    onAnswer();
    return chat.settle(part, output, toRecord(result, request, { mode: 'interactive', answeredAt: Date.now() }));
  }

  if (part.state === 'output-error') return <p className="chat-aside">A question could not be shown.</p>;
  if (part.state === 'input-streaming' && !isWriting) return <p className="chat-aside">A question was not finished.</p>;
  if (isOver && !wasOpen) {
    return record ? <AskUserReceipt record={record} /> : <p className="chat-aside">A question was asked here.</p>;
  }
  // Set by the page alone: a message took the answer's place.
  const isSuperseded = isOver && record?.result.status === 'superseded';
  return (
    <div id={questionElementId(part.toolCallId)} className="chat-question" data-open={!isOver}>
      <AskUserDialog
        dialect={askUserQuestion}
        input={part.input}
        requestId={part.toolCallId}
        asker={ASKER}
        headingLevel={3}
        streaming={part.state === 'input-streaming'}
        draftStorage={drafts}
        returnFocusTo={composer}
        onSubmit={deliver}
        onCancel={deliver}
        onInvalid={(_, { result, request }) => void chat.reject(part, askUserQuestion.toModelText(result, request))}
        {...(isSuperseded && { result: record.result })}
      />
    </div>
  );
}
