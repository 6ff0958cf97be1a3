import { forwardRef, useSyncExternalStore, type ComponentPropsWithoutRef, type ReactNode } from 'react';
import type { AskUserContextValue } from './context.js';
import { enOffers } from '../../messages/en-offers.js';
import type { ActionButton } from './parts/button.js';

// Do not import code of the card here: bundlers may create a third file for it. The card passes such code as props.
interface OptionalActionProps {
  ask: AskUserContextValue;
  Button: typeof ActionButton;
}

interface PartialProps extends OptionalActionProps {
  missing: number;
  props: ComponentPropsWithoutRef<'div'>;
}

export const Partial = forwardRef<HTMLDivElement, PartialProps>(function Partial(
  { ask: { store, intents, ids, messages }, Button, missing, props: { children, ...props } },
  ref,
) {
  const merged = { ...enOffers, ...messages };
  const { questions } = useSyncExternalStore(store.subscribe, () => store.getState().request);
  return (
    <div {...props} ref={ref}>
      <p data-ask-user="hint" className="au-hint" id={ids('partial')}>
        {merged.partialText(missing, questions.length, messages.asker)}
      </p>
      <Button variant="secondary" aria-describedby={ids('partial')} act={intents.submitPartial}>
        {children ?? merged.submitPartial}
      </Button>
    </div>
  );
});

export const getUnsentHint = ({ messages }: AskUserContextValue): string =>
  ({ ...enOffers, ...messages }).discussUnsent;

/** Renders the confirmation that asks for a message before the request is declined with `discuss`. */
export function Sheet({ ask, Button }: OptionalActionProps): ReactNode {
  const { store, intents, ids, messages, headingLevel } = ask;
  const merged = { ...enOffers, ...messages };
  const message = useSyncExternalStore(store.subscribe, () => store.getState().message);
  const Heading = `h${headingLevel + 1}` as 'h4';
  return (
    <div
      data-ask-user="sheet"
      className="au-sheet"
      role="dialog"
      aria-labelledby={ids('confirm')}
      aria-describedby={ids('confirm-text')}
    >
      <Heading data-ask-user="confirm-title" className="au-confirm-title" id={ids('confirm')}>
        {merged.discussTitle}
      </Heading>
      <div data-ask-user="confirm-text" className="au-confirm-text" id={ids('confirm-text')}>
        {merged.discussText(messages.asker)}
      </div>
      <div data-ask-user="notes" className="au-notes">
        <label data-ask-user="notes-label" className="au-notes-label" htmlFor={ids('discuss')}>
          {merged.discussWhat}
        </label>
        <textarea
          data-ask-user="field"
          className="au-field"
          id={ids('discuss')}
          rows={3}
          dir="auto"
          // Detach from an ancestor `<form>`.
          form=""
          autoComplete="off"
          value={message}
          onChange={({ target }) => intents.setMessage(target.value)}
        />
      </div>
      <div data-ask-user="confirm-actions" className="au-confirm-actions">
        <Button variant="secondary" act={intents.dismiss}>
          {messages.keepAnswering}
        </Button>
        <Button variant="primary" act={intents.confirm}>
          {merged.discussSend}
        </Button>
      </div>
    </div>
  );
}
