import { generateId } from 'ai';
import { useState } from 'react';
import { AskUserAnnouncer } from 'react-ask-user';
import { Chat } from './chat.js';
import { clearChat, restoreChat } from './storage.js';

/** One conversation at a time. A new one is a new `Chat`: nothing of the old one can leak into it. */
export function App() {
  const [saved, setSaved] = useState(() => restoreChat() ?? { id: generateId(), messages: [], records: {} });
  const [isNew, setIsNew] = useState(false);

  function startAnew(): void {
    setIsNew(true);
    setSaved({ id: generateId(), messages: [], records: {} });
  }

  return (
    <AskUserAnnouncer>
      {/* Cleared when the old chat is gone: until then it may still save something. */}
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
