import 'react-ask-user/styles.css';
import { useChat } from '@ai-sdk/react-7';
import { lastAssistantMessageIsCompleteWithToolCalls } from 'ai-7';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { AskUserDialog } from 'react-ask-user';
import { stopAfterFailures, useAiSdkAskUser } from 'react-ask-user/ai-sdk/react';

function Chat() {
  const chat = useChat({ sendAutomaticallyWhen: stopAfterFailures(lastAssistantMessageIsCompleteWithToolCalls) });
  const ask = useAiSdkAskUser(chat, { asker: 'Setup assistant' });
  const [text, setText] = useState('');
  return (
    <main>
      <h1>Chat</h1>
      {chat.messages.flatMap(({ id, parts }) =>
        parts.map((part, index) => {
          if (ask.isAskPart(part))
            return <AskUserDialog key={part.toolCallId} headingLevel={2} {...ask.getDialogProps(part)} />;
          return part.type === 'text' && <p key={`${id} ${index}`}>{part.text}</p>;
        }),
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setText('');
          void ask.sendMessage({ text });
        }}
      >
        <input aria-label="Message" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      </form>
    </main>
  );
}

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Chat />
    </StrictMode>,
  );
}
