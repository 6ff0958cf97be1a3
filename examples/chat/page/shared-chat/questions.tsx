import type { RefObject } from 'react';
import { AskUserQueue } from 'react-ask-user';
import type { EndedRequest } from 'react-ask-user/host';
import { markdownPreview, markdownText } from 'react-ask-user/markdown';
import { sharedDrafts } from './shared-storage.js';
import type { SharedChat } from './use-shared-chat.js';

export const QUESTIONS_ID = 'questions';

interface QuestionsProps {
  chat: SharedChat;
  /** Gets the focus after a question that had it. */
  composer: RefObject<HTMLElement | null>;
  /** What ended last. */
  last: EndedRequest | undefined;
  onEnd: (ended: EndedRequest) => void;
}

/**
 * What waits for an answer, one at a time, below the conversation. What was answered here gives its place up at once, to the
 * receipt in the conversation; what another window answered stays until it was read. It is no dock: the others in the conversation
 * go on writing while one question waits for whoever answers it. Only the window whose message it follows is taken to it.
 */
export function Questions({ chat, composer, last, onEnd }: QuestionsProps) {
  const { client, openQuestions } = chat;
  if (last?.own && openQuestions === 0) return null;
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
        onEnd={onEnd}
      />
    </div>
  );
}
