import { useRef, useState, type KeyboardEvent } from 'react';
import { AskUserAnnouncer, AskUserDialog, type AskUserDialogProps } from '../../../src/react/index.js';
import '../../../src/styles/index.css';

export interface ChatProps {
  /** Dialogs on the page, in order. */
  cards: readonly (AskUserDialogProps & { requestId: string })[];
  /** Props for all dialogs. */
  dialog?: AskUserDialogProps;
  /** Whether the dialogs receive the composer of a second agent. */
  isOther?: boolean;
}

/** A chat whose composer sends by Enter or by its button, and receives focus after an answer. */
export function Chat({ cards, dialog, isOther = false }: ChatProps) {
  const composer = useRef<HTMLTextAreaElement>(null);
  const other = useRef<HTMLTextAreaElement>(null);
  const own = isOther ? other : composer;
  const [text, setText] = useState('');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    setText('');
  };
  return (
    <AskUserAnnouncer>
      <button type="button">Elsewhere</button>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setText('');
        }}
      >
        <textarea
          aria-label="Message"
          ref={composer}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
        />
        <button>Send</button>
      </form>
      <textarea aria-label="To another agent" ref={other} />
      {cards.map((card) => (
        <AskUserDialog key={card.requestId} composerRef={own} returnFocusTo={own} {...dialog} {...card} />
      ))}
    </AskUserAnnouncer>
  );
}
