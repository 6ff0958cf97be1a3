import { useEffect, useRef, useState } from 'react';
import { askUserQuestion } from 'react-ask-user/dialects';
import type { AskPart } from '../shared/chat-message.js';
import { ASKER, newestText } from './conversation.js';
import type { AgentChat } from './use-agent-chat.js';

/**
 * Reads a finished reply and the question in it to those who don't see them. The region is on the page from the start:
 * one that is inserted together with its text is not read reliably.
 */
export function Announcer({ chat }: { chat: AgentChat }) {
  const { messages, isBusy, openQuestions } = chat;
  const [text, setText] = useState('');
  const wasBusy = useRef(false);
  const question = openQuestions[0] ? introduce(openQuestions[0]) : '';
  const last = messages.at(-1);
  const reply = !isBusy && last?.role === 'assistant' ? newestText(last) : '';

  useEffect(() => {
    const heard = wasBusy.current ? reply : '';
    wasBusy.current = isBusy;
    setText(isBusy ? '' : `${heard} ${question}`.trim());
  }, [isBusy, reply, question]);

  return (
    <p role="status" aria-live="polite" aria-atomic="true" className="chat-hidden">
      {text}
    </p>
  );
}

function introduce({ input }: AskPart): string {
  const parsed = askUserQuestion.parse(input);
  if (!parsed.ok) return '';
  const { questions } = parsed.value;
  const all = questions.map(({ question }) => question).join(' ');
  return questions.length === 1
    ? `${ASKER} has a question: ${all}`
    : `${ASKER} has ${questions.length} questions: ${all}`;
}
