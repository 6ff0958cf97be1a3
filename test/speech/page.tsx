// The page that Orca reads: a message field and the card. The test sends it orders.
import { createRoot } from 'react-dom/client';
import { AskUserDialog, type AskUserDialogProps } from '../../src/react/index.js';
import '../../src/styles/index.css';

interface Order {
  /** Props of the card to render. `null` removes the card. */
  readonly show?: AskUserDialogProps | null;
  readonly focus?: 'message';
}

const SENDING_MS = 300;

document.title = 'Speech';
document.body.innerHTML = '<main><label>Message <textarea id="message"></textarea></label><div id="card"></div></main>';
const root = createRoot(document.querySelector('#card')!);

const send = () => new Promise<void>((resolve) => setTimeout(resolve, SENDING_MS));

function obey({ show, focus }: Order): void {
  if (show !== undefined) root.render(show && <AskUserDialog {...show} onSubmit={send} onCancel={send} />);
  if (focus) document.querySelector<HTMLElement>(`#${focus}`)?.focus();
}

/** Returns the focused element as `role name`. */
function focused(): string {
  const element = document.activeElement;
  const name = element?.getAttribute('aria-label') ?? (element as HTMLButtonElement | null)?.labels?.[0]?.textContent;
  return `${element?.getAttribute('role') ?? element?.localName} ${name ?? element?.textContent ?? ''}`;
}

for (let done = ''; ; done = focused()) {
  obey((await (await fetch('/order', { method: 'POST', body: done })).json()) as Order);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
