import { useEffect, useRef, useState } from 'react';
import { AskUserAnnouncer } from 'react-ask-user';
import { isId } from '../../shared/shared-chat.js';
import { SharedChat } from './shared-chat.js';
import { windowName } from './shared-storage.js';

/** Returns the conversation's id from the part of the address after `#`, which browsers never send to a server. */
const inAddress = (): string => location.hash.slice(1);

const NO_ID = 'The address named no conversation.';

interface Place {
  id: string;
  /** Message to show about the address. */
  about?: string | undefined;
}

/** Returns the conversation in the address. If the address contains none, writes `other` into it. */
function readPlace(other: string, about: string): Place {
  const text = inAddress();
  if (isId(text)) return { id: text };
  history.replaceState(null, '', `#${other}`);
  return { id: other, about: text ? `${NO_ID} ${about}` : undefined };
}

/** Renders the conversation in the address, or a new one. */
export function SharedApp() {
  const [{ id, about }, setPlace] = useState(() => readPlace(crypto.randomUUID(), 'This is a new one.'));
  const [isNew, setIsNew] = useState(false);
  const [name] = useState(windowName);
  const here = useRef(id);

  useEffect(() => {
    here.current = id;
  }, [id]);

  useEffect(() => {
    // An invalid address leaves the current conversation open, so the text that is being typed stays.
    const follow = (): void => setPlace(readPlace(here.current, 'You are still in this one.'));
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);

  function startAnew(): void {
    setIsNew(true);
    location.hash = crypto.randomUUID();
  }

  return (
    <AskUserAnnouncer>
      <SharedChat key={id} id={id} name={name} focusComposer={isNew} about={about} onNewChat={startAnew} />
    </AskUserAnnouncer>
  );
}
