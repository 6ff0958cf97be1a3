import { useSyncExternalStore, type ReactNode } from 'react';
import type { AskUserContextValue } from './context.js';
import { enDiscuss } from './messages/en-discuss.js';
import type { ActionButton } from './parts/button.js';

/**
 * Asks for a message before the request is declined with `discuss`. A chunk of its own: what it needs of the card comes as
 * props, so that loading it leaves the card's own files as they are.
 */
export function Sheet({ ask, Button }: { ask: AskUserContextValue; Button: typeof ActionButton }): ReactNode {
  const { store, intents, ids, messages, headingLevel } = ask;
  const words = { ...enDiscuss, ...messages };
  const message = useSyncExternalStore(store.subscribe, () => store.getState().message);
  const Heading = `h${headingLevel + 1}` as 'h4';
  const asker = store.getState().request.asker ?? messages.asker;
  return (
    <div data-ask-user="sheet" role="dialog" aria-labelledby={ids('confirm')} aria-describedby={ids('confirm-text')}>
      <Heading data-ask-user="confirm-title" id={ids('confirm')}>
        {words.discussTitle}
      </Heading>
      <div data-ask-user="confirm-text" id={ids('confirm-text')}>
        {words.discussText(asker)}
      </div>
      <div data-ask-user="notes">
        <label data-ask-user="notes-label" htmlFor={ids('discuss')}>
          {words.discussWhat}
        </label>
        <textarea
          data-ask-user="field"
          id={ids('discuss')}
          rows={3}
          dir="auto"
          // Of no form: a reset of the host's must not take the text away.
          form=""
          autoComplete="off"
          value={message}
          onChange={({ target }) => intents.setMessage(target.value)}
        />
      </div>
      <div data-ask-user="confirm-actions">
        <Button variant="secondary" act={intents.dismiss}>
          {messages.keep}
        </Button>
        <Button variant="primary" act={intents.confirm}>
          {words.discussSend}
        </Button>
      </div>
    </div>
  );
}
