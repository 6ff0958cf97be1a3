import { useEffect, useState } from 'react';
import { AskUserAnnouncer } from 'react-ask-user';
import { SharedChat } from './shared-chat.js';
import { windowName } from './window-name.js';

/** The conversation's id is in the address, behind `#`: that part of it stays in the browser. */
const idInAddress = (): string => location.hash.slice(1);

function startConversation(): string {
  const id = crypto.randomUUID();
  history.replaceState(null, '', `#${id}`);
  return id;
}

/** Shows the conversation that the address names; without one, a new one. */
export function SharedApp() {
  const [id, setId] = useState(() => idInAddress() || startConversation());
  const [isNew, setIsNew] = useState(false);
  const [name] = useState(windowName);

  useEffect(() => {
    const follow = (): void => setId(idInAddress() || startConversation());
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);

  function startAnew(): void {
    setIsNew(true);
    location.hash = crypto.randomUUID();
  }

  return (
    <AskUserAnnouncer>
      <SharedChat key={id} id={id} name={name} focusComposer={isNew} onNewChat={startAnew} />
    </AskUserAnnouncer>
  );
}
