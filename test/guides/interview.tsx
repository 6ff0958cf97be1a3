// interview.tsx
import { AskUserDialog, type AskUserDialogProps, type OnAskBack } from 'react-ask-user';

/** Asks the server, which asks the model. */
const onAskBack =
  (conversationId: string): OnAskBack =>
  async ({ questionId, text }, { signal }) => {
    const body = JSON.stringify({ conversationId, questionId, text });
    const response = await fetch('/ask-back', { method: 'POST', body, signal });
    if (!response.ok) throw new Error(`/ask-back: ${response.status}`);
    return response.text();
  };

export const Interview = ({ conversationId, ...props }: AskUserDialogProps & { conversationId: string }) => (
  <AskUserDialog {...props} onAskBack={onAskBack(conversationId)} />
);
