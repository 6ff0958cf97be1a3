import { useEffect, useRef, useState } from 'react';
import { AskUserAnnouncer } from 'react-ask-user';
import { isId } from '../../shared/shared-chat.js';
import { SharedChat } from './shared-chat.js';
import { windowName } from './shared-storage.js';

/** The conversation's id is in the address, behind `#`: that part of it stays in the browser. */
const inAddress = (): string => location.hash.slice(1);

const NO_ID = 'The address named no conversation.';

interface Place {
  id: string;
  /** What is to be said of it. */
  about?: string | undefined;
}

/** The conversation that the address names. Where it names none, `other` takes its place there. */
function readPlace(other: string, about: string): Place {
  const text = inAddress();
  if (isId(text)) return { id: text };
  history.replaceState(null, '', `#${other}`);
  return { id: other, about: text ? `${NO_ID} ${about}` : undefined };
}

/** Shows the conversation that the address names; without one, a new one. */
export function SharedApp() {
  const [{ id, about }, setPlace] = useState(() => readPlace(crypto.randomUUID(), 'This is a new one.'));
  const [isNew, setIsNew] = useState(false);
  const [name] = useState(windowName);
  const here = useRef(id);

  useEffect(() => {
    here.current = id;
  }, [id]);

  useEffect(() => {
    // What is being typed here stays, whatever the address was changed to.
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
