import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { AskUserDialog, type AskUserDialogProps } from 'react-ask-user';
import 'react-ask-user/styles.css';

const root = createRoot(document.querySelector('main') ?? document.body);

/** Draws the dialog, or draws it anew with other props. */
function show(props: AskUserDialogProps): void {
  flushSync(() => root.render(<AskUserDialog {...props} />));
}

Object.assign(globalThis, { show });
