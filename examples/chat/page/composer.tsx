import { useId, useState, type FormEvent, type KeyboardEvent, type Ref } from 'react';

export interface ComposerProps {
  ref: Ref<HTMLTextAreaElement>;
  focusOnMount: boolean;
  isBusy: boolean;
  /** An agent is at work that can be stopped while messages are sent. @default false */
  canStop?: boolean;
  hasQuestion: boolean;
  onSend: (text: string) => void;
  onStop: () => void;
}

/** Enter sends, Shift+Enter makes a new line. While the agent writes, the text waits and the button stops the agent. */
export function Composer({ ref, focusOnMount, isBusy, canStop = false, hasQuestion, onSend, onStop }: ComposerProps) {
  const [text, setText] = useState('');
  const fieldId = useId();
  const hintId = useId();

  function send(): void {
    const message = text.trim();
    if (!message || isBusy) return;
    setText('');
    onSend(message);
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isBusy) onStop();
    else send();
  }

  function onKeyDown(event: KeyboardEvent): void {
    // This Enter belongs to the input method that is composing the text; Safari tells so only by the key code.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
    event.preventDefault();
    if (!event.repeat) send();
  }

  return (
    <form className="chat-composer" aria-label="Message" onSubmit={onSubmit}>
      <label htmlFor={fieldId} className="chat-hidden">
        Message
      </label>
      <textarea
        ref={ref}
        id={fieldId}
        rows={1}
        placeholder="Write a message"
        enterKeyHint="send"
        // The page's one field, on a page that is for typing into it.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={focusOnMount}
        aria-describedby={hasQuestion ? hintId : undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className="chat-send">
        {canStop && (
          <button type="button" className="chat-button" onClick={onStop}>
            Stop
          </button>
        )}
        <button type="submit" className="chat-button chat-button-primary">
          {isBusy ? 'Stop' : 'Send'}
        </button>
      </div>
      {hasQuestion && (
        <p id={hintId} className="chat-hint">
          A message here takes the place of your answer.
        </p>
      )}
    </form>
  );
}
