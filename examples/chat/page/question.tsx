import { useEffect, useRef, useState } from 'react';
import { AskUserDialog } from 'react-ask-user';
import { askUserQuestion } from 'react-ask-user/dialects';
import type { AskOutput, AskPart } from '../shared/chat-message.js';
import { ASKER } from './conversation.js';
import { QuestionRecord } from './question-record.js';
import type { AgentChat } from './use-agent-chat.js';

export interface QuestionProps {
  part: AskPart;
  /** The model is still writing the message that this question is in. */
  isWriting: boolean;
  chat: AgentChat;
  onAnswer: () => void;
  onLeaveQuestion: () => void;
}

export const questionElementId = (toolCallId: string): string => `question-${toolCallId}`;

/** One call of the ask tool in the transcript: the dialog while it is open, and what came of it afterwards. */
export function Question({ part, isWriting, chat, onAnswer, onLeaveQuestion }: QuestionProps) {
  const box = useRef<HTMLDivElement>(null);
  // A question that was open when it appeared here keeps its dialog, which shows how it ended.
  const [wasOpen] = useState(part.state.startsWith('input-'));
  const isOver = part.state === 'output-available';
  const wasOver = useRef(isOver);

  useEffect(() => {
    if (isOver && !wasOver.current && box.current?.contains(document.activeElement)) onLeaveQuestion();
    wasOver.current = isOver;
  }, [isOver, onLeaveQuestion]);

  function deliver(output: AskOutput): Promise<void> {
    onAnswer();
    return chat.settle(part, output);
  }

  if (part.state === 'output-error') return <p className="chat-aside">A question could not be shown.</p>;
  if (part.state === 'input-streaming' && !isWriting) return <p className="chat-aside">A question was not finished.</p>;
  if (isOver && !wasOpen) return <QuestionRecord input={part.input} output={part.output} />;
  const isSuperseded = isOver && 'status' in part.output && part.output.status === 'superseded';
  return (
    <div ref={box} id={questionElementId(part.toolCallId)} className="chat-question" data-open={!isOver}>
      <AskUserDialog
        dialect={askUserQuestion}
        input={part.input}
        requestId={part.toolCallId}
        asker={ASKER}
        headingLevel={3}
        streaming={part.state === 'input-streaming'}
        onSubmit={deliver}
        onCancel={deliver}
        onInvalid={(_, { result, request }) => void chat.reject(part, askUserQuestion.toModelText(result, request))}
        {...(isSuperseded && { result: { status: 'superseded', reason: 'You wrote a message instead.' } })}
      />
    </div>
  );
}
