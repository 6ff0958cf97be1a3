import { useId, useState, type FormEvent, type KeyboardEvent, type Ref } from 'react';
import { SendIcon, StopIcon } from './icons.js';

export interface ComposerProps {
  ref: Ref<HTMLTextAreaElement>;
  focusOnMount: boolean;
  isBusy: boolean;
  /** A question has its place. What was typed stays. @default false */
  isHidden?: boolean;
  /** A question waits. The page's primary button is then the question's. @default false */
  hasQuestion?: boolean;
  /** An agent is at work that can be stopped while messages are sent. @default false */
  canStop?: boolean;
  /** The agent can't be reached: it can't be stopped now. @default false */
  isOffline?: boolean;
  /** There is nobody to write to. What was typed stays, to be copied. @default false */
  isClosed?: boolean;
  /** What happens to a message, if that needs to be said. */
  hint?: string | undefined;
  onSend: (text: string) => void;
  onStop: () => void;
}

/** Enter sends, Shift+Enter makes a new line. While the agent writes, the text waits and the button stops the agent. */
export function Composer(props: ComposerProps) {
  const {
    ref,
    focusOnMount,
    isBusy,
    isHidden = false,
    hasQuestion = false,
    canStop = false,
    isOffline = false,
    isClosed = false,
  } = props;
  const { onSend, onStop } = props;
  const hint = isOffline && canStop ? 'Offline. The agent can be stopped once the server is back.' : props.hint;
  const [text, setText] = useState('');
  const fieldId = useId();
  const hintId = useId();
  const message = text.trim();
  const action = isBusy ? 'Stop' : 'Send';

  function send(): void {
    if (!message || isBusy || isClosed) return;
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
    <form className="chat-composer" aria-label="Message" hidden={isHidden} onSubmit={onSubmit}>
      <label htmlFor={fieldId} className="chat-hidden">
        Message
      </label>
      <textarea
        ref={ref}
        id={fieldId}
        rows={1}
        placeholder="Message"
        enterKeyHint="send"
        // The page's one field, on a page that is for typing into it.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={focusOnMount}
        aria-describedby={hint ? hintId : undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className="chat-send">
        {canStop && (
          <button
            type="button"
            className="chat-icon-button"
            title="Stop"
            aria-label="Stop"
            // It keeps the focus, and says why.
            aria-disabled={isOffline}
            aria-describedby={isOffline ? hintId : undefined}
            onClick={isOffline ? undefined : onStop}
          >
            <StopIcon />
          </button>
        )}
        <button
          type="submit"
          className={isBusy || hasQuestion ? 'chat-icon-button' : 'chat-icon-button chat-button-primary'}
          title={action}
          aria-label={action}
          aria-disabled={!isBusy && (isClosed || !message)}
        >
          {isBusy ? <StopIcon /> : <SendIcon />}
        </button>
      </div>
      {hint && (
        <p id={hintId} className="chat-hint">
          {hint}
        </p>
      )}
    </form>
  );
}
