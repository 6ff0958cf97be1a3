import { HttpAgent } from '@ag-ui/client';
import { Fragment, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { AskUserDialog } from 'react-ask-user';
import { agUiAskTool } from 'react-ask-user/ag-ui';
import { useAgUiAskUser } from 'react-ask-user/ag-ui/react';
import 'react-ask-user/styles.css';

const KEY = 'thread';
const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
const agent = new HttpAgent({ url: '/api/agent', threadId: 'thread', initialMessages: kept.messages ?? [] });
agent.pendingInterrupts = kept.pendingInterrupts ?? [];
const keep = () => {
  const { messages, pendingInterrupts } = agent;
  localStorage.setItem(KEY, JSON.stringify({ messages, pendingInterrupts }));
};
agent.subscribe({ onMessagesChanged: keep, onRunFinalized: keep });

function Chat() {
  const ask = useAgUiAskUser(agent, { parameters: { tools: [agUiAskTool()] }, asker: 'Setup assistant' });
  const [text, setText] = useState('');
  const questions = (messageId?: string) =>
    ask.after(messageId).map((props) => <AskUserDialog key={props.requestId} headingLevel={2} {...props} />);

  async function send() {
    setText('');
    agent.addMessage({ id: crypto.randomUUID(), role: 'user', content: text });
    await ask.runAgent();
  }

  return (
    <main>
      <h1>Chat</h1>
      {agent.messages.map((message) => (
        <Fragment key={message.id}>
          {message.role !== 'tool' && typeof message.content === 'string' && <p>{message.content}</p>}
          {questions(message.id)}
        </Fragment>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <label>
          Message <input value={text} onChange={(event) => setText(event.target.value)} />
        </label>
      </form>
    </main>
  );
}

createRoot(document.getElementById('root')!).render(<Chat />);
