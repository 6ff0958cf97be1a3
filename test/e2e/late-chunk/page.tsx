import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { AskUserDialog, type AskUserDialogProps, type AskUserEvent } from 'react-ask-user';
import 'react-ask-user/styles.css';

const root = createRoot(document.querySelector('main') ?? document.body);

const events: AskUserEvent[] = [];
const onEvent = (event: AskUserEvent) => events.push(event);

/** Renders the dialog, or renders it again with other props. With `reports`, its events are added to `events`. */
function show(props: AskUserDialogProps, reports = false): void {
  flushSync(() => root.render(<AskUserDialog {...props} {...(reports && { onEvent })} />));
}

Object.assign(globalThis, { show, events });
