// dock.tsx
import { useRef } from 'react';
import { AskUserDialog, type AskUserDialogProps } from 'react-ask-user';

export function Dock({ question }: { question: AskUserDialogProps | undefined }) {
  const composer = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="dock">
      {question && <AskUserDialog {...question} presentation="dock" composerRef={composer} />}
      <form>
        <textarea ref={composer} aria-label="Message" />
      </form>
    </div>
  );
}
