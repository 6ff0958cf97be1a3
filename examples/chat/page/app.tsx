import { generateId } from 'ai';
import { useState } from 'react';
import { AskUserAnnouncer } from 'react-ask-user';
import { Chat } from './chat.js';
import { clearChat, restoreChat, type SavedChat } from './storage.js';

const emptyChat = (): SavedChat => ({ id: generateId(), messages: [], records: {}, unsent: [] });

/** Renders one conversation at a time. A new one gets a new `Chat`, so that no state of the old one remains. */
export function App() {
  const [saved, setSaved] = useState(() => restoreChat() ?? emptyChat());
  const [isNew, setIsNew] = useState(false);

  function startAnew(): void {
    setIsNew(true);
    setSaved(emptyChat());
  }

  return (
    <AskUserAnnouncer>
      {/* The new chat clears storage when it mounts, because the old one may save until it unmounts. */}
      <Chat
        key={saved.id}
        saved={saved}
        focusComposer={isNew}
        onMount={isNew ? clearChat : undefined}
        onNewChat={startAnew}
      />
    </AskUserAnnouncer>
  );
}
