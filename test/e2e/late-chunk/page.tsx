import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { AskUserDialog, type AskUserDialogProps, type AskUserEvent } from 'react-ask-user';
import 'react-ask-user/styles.css';

const root = createRoot(document.querySelector('main') ?? document.body);

const events: AskUserEvent[] = [];
const onEvent = (event: AskUserEvent) => events.push(event);

/** Draws the dialog, or draws it anew with other props; what it reports is in `events` then. */
function show(props: AskUserDialogProps, reports = false): void {
  flushSync(() => root.render(<AskUserDialog {...props} {...(reports && { onEvent })} />));
}

Object.assign(globalThis, { show, events });
