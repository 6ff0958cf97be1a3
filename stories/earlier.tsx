import { useEffect } from 'react';
import { useAskUser, type DraftStorage, type QuestionInput } from 'react-ask-user';

interface EarlierProps {
  asked: readonly QuestionInput[];
  draftStorage: DraftStorage;
  asker: string | undefined;
}

/** An earlier request, of which the user answered the first and the last question before the agent asked again. */
export function Earlier({ asked, draftStorage, asker }: EarlierProps) {
  const ask = useAskUser(asked, { requestId: 'earlier', draftStorage, asker });
  useEffect(() => {
    ask.questions[0]?.choose(0);
    ask.questions.at(-1)?.setText('orders-service');
    ask.settle({ status: 'superseded' });
    // oxlint-disable-next-line react/exhaustive-deps -- Once, before the card is shown.
  }, []);
  return null;
}

export function createStorage(): DraftStorage {
  const entries = new Map<string, string>();
  return {
    get: (key) => entries.get(key),
    set: (key, text) => void entries.set(key, text),
    remove: (key) => void entries.delete(key),
  };
}
