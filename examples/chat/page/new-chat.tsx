import { useRef, type ReactNode } from 'react';

export interface NewChatProps {
  isEmpty: boolean;
  onNewChat: () => void;
  /** Text about the old chat. The default text warns that the chat will be deleted. */
  children?: ReactNode;
}

/** Starts a new chat, after a confirmation if the old one is not empty. */
export function NewChat({ isEmpty, onNewChat, children }: NewChatProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" className="chat-button" onClick={isEmpty ? onNewChat : () => dialog.current?.showModal()}>
        New chat
      </button>
      <dialog ref={dialog} className="chat-dialog" aria-labelledby="new-chat">
        <h2 id="new-chat">Start a new chat?</h2>
        <p>{children ?? 'This conversation and your unsent text will be deleted.'}</p>
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
