import { useRef } from 'react';

/** Starts anew, and asks first where there is something to lose. */
export function NewChat({ isEmpty, onNewChat }: { isEmpty: boolean; onNewChat: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" className="chat-button" onClick={isEmpty ? onNewChat : () => dialog.current?.showModal()}>
        New chat
      </button>
      <dialog ref={dialog} className="chat-dialog" aria-labelledby="new-chat">
        <h2 id="new-chat">Start a new chat?</h2>
        <p>This conversation goes, and what you have typed and not sent.</p>
        <form method="dialog">
          <button type="submit" className="chat-button">
            Keep this chat
          </button>
          <button type="button" className="chat-button chat-button-danger" onClick={onNewChat}>
            Start a new chat
          </button>
        </form>
      </dialog>
    </>
  );
}
