import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { AskUserDialog, type AskUserDialogProps, type AskUserEvent, type DraftStorage } from 'react-ask-user';
import 'react-ask-user/styles.css';

const root = createRoot(document.querySelector('main') ?? document.body);

const events: AskUserEvent[] = [];
const onEvent = (event: AskUserEvent) => events.push(event);

const draftStorage: DraftStorage = {
  get: (key) => sessionStorage.getItem(key),
  set: (key, text) => sessionStorage.setItem(key, text),
  remove: (key) => sessionStorage.removeItem(key),
};

/**
 * Renders the dialog, or renders it again with other props. With `reports`, its events are added to `events`. Another
 * `mount` replaces the card. With `requestId`, drafts are stored.
 */
function show(props: AskUserDialogProps, reports = false, mount = 0): void {
  const more = { ...(reports && { onEvent }), ...(props.requestId && { draftStorage }) };
  flushSync(() => root.render(<AskUserDialog key={mount} {...props} {...more} />));
}

Object.assign(globalThis, { show, events });
