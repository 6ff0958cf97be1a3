import { generateId } from 'ai';
import { useState } from 'react';
import { Chat } from './chat.js';
import { clearChat, restoreChat } from './storage.js';

/** One conversation at a time. A new one is a new `Chat`: nothing of the old one can leak into it. */
export function App() {
  const [saved, setSaved] = useState(() => restoreChat() ?? { id: generateId(), messages: [] });
  const [isNew, setIsNew] = useState(false);

  function startAnew(): void {
    clearChat();
    setIsNew(true);
    setSaved({ id: generateId(), messages: [] });
  }

  return <Chat key={saved.id} id={saved.id} restored={saved.messages} focusComposer={isNew} onNewChat={startAnew} />;
}
