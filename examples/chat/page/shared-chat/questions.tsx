import type { RefObject } from 'react';
import { AskUserQueue } from 'react-ask-user';
import type { SettledRequest } from 'react-ask-user/client';
import { markdownPreview, markdownText } from 'react-ask-user/markdown';
import { sharedDrafts } from './shared-storage.js';
import type { SharedChat } from './use-shared-chat.js';

export const QUESTIONS_ID = 'questions';

interface QuestionsProps {
  chat: SharedChat;
  /** Receives focus from a question that unmounts. */
  composer: RefObject<HTMLElement | null>;
  /** The request that was settled last. */
  last: SettledRequest | undefined;
  onEnd: (ended: SettledRequest) => void;
}

/**
 * Renders the pending questions below the conversation, one at a time. A question that was answered here disappears at
 * once, because its receipt is in the conversation. A question that another window answered stays until the user closes
 * it. The questions are not docked, because the other agents keep writing while one question waits. Focus moves to a
 * question only in the window whose message it follows.
 */
export function Questions({ chat, composer, last, onEnd }: QuestionsProps) {
  const { client, openQuestions } = chat;
  if (last?.isLocal && openQuestions === 0) return null;
  return (
    <div id={QUESTIONS_ID} className="chat-question" data-open={openQuestions > 0}>
      <AskUserQueue
        client={client}
        headingLevel={3}
        renderText={markdownText}
        renderPreview={markdownPreview}
        draftStorage={sharedDrafts}
        returnFocusTo={composer}
        autoFocus="follow"
        onSettled={onEnd}
      />
    </div>
  );
}
