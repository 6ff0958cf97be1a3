import { useEffect } from 'react';
import { useAskUser, type AskUserRequest, type DraftStorage } from 'react-ask-user';

interface EarlierProps {
  request: AskUserRequest;
  conversationId: string;
  draftStorage: DraftStorage;
  asker: string;
}

/** Plays an earlier request with the same questions. The user answers all but the last, and the agent asks again. */
export function Earlier({ request, ...options }: EarlierProps) {
  const { questions, settle } = useAskUser({ request: { ...request, requestId: 'earlier' } }, options);
  useEffect(() => {
    for (const question of questions.slice(0, -1)) question.choose(0);
    settle({ status: 'superseded' });
    // oxlint-disable-next-line react/exhaustive-deps -- Once, before the card is shown.
  }, []);
  return null;
}
