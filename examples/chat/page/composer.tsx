import { useEffect, useId, type FormEvent, type KeyboardEvent, type RefObject } from 'react';
import { SendIcon, StopIcon } from './icons.js';
import { useKeptText } from './use-kept-text.js';

export interface ComposerProps {
  ref: RefObject<HTMLTextAreaElement | null>;
  /** Where this tab keeps the message until it is sent. */
  storageKey: string;
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
    storageKey,
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
  const [text, setText] = useKeptText(storageKey);
  const fieldId = useId();
  const hintId = useId();
  const message = text.trim();
  const action = isBusy ? 'Stop' : 'Send';

  useEffect(() => {
    // The page's one field, on a page that is for typing into it. On a small screen, its first words stay in view.
    if (focusOnMount) ref.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

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
