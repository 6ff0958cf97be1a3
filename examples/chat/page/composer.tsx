import { useEffect, useId, type FormEvent, type KeyboardEvent, type RefObject } from 'react';
import { SendIcon, StopIcon } from './icons.js';
import { useKeptText } from './use-kept-text.js';

export interface ComposerProps {
  ref: RefObject<HTMLTextAreaElement | null>;
  /** Key under which this tab keeps the message until it is sent. */
  storageKey: string;
  focusOnMount: boolean;
  isBusy: boolean;
  /** Whether a question takes the composer's place. The typed text stays. @default false */
  isHidden?: boolean;
  /** Whether a question is open. The page's primary button is then the question's. @default false */
  hasQuestion?: boolean;
  /** Whether an agent can be stopped while messages are sent. @default false */
  canStop?: boolean;
  /** Whether the server is unreachable, so that the agent can't be stopped now. @default false */
  isOffline?: boolean;
  /** Whether no one can receive a message. The typed text stays, so that the user can copy it. @default false */
  isClosed?: boolean;
  /** Hint about what happens to a message. */
  hint?: string | undefined;
  onSend: (text: string) => void;
  onStop: () => void;
}

/**
 * Renders the message field. Enter sends, and Shift+Enter starts a new line. While the agent writes, the text stays and
 * the button stops the agent.
 */
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
    // Typing into this field is what the page is for. On a small screen, the page's first lines stay in view.
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
    // This Enter belongs to the input method that is composing the text. Safari reports that only by the key code.
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
            // `aria-disabled` keeps the button focusable, and the hint explains the state.
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
