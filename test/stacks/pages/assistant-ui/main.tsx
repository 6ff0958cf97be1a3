import {
  AssistantRuntimeProvider,
  ComposerPrimitive,
  defineToolkit,
  MessagePrimitive,
  ThreadPrimitive,
  Tools,
  useAui,
  useLocalRuntime,
  type ChatModelAdapter,
  type ExportedMessageRepositoryItem,
  type ThreadHistoryAdapter,
  type ToolCallMessagePartProps,
} from '@assistant-ui/react';
import { createRoot } from 'react-dom/client';
import { AskUserDialog } from 'react-ask-user';
import { assistantUiAskTool, assistantUiMessages, useAssistantUiAskUser } from 'react-ask-user/assistant-ui';
import 'react-ask-user/styles.css';

/** Each JSON line is an update. */
const model: ChatModelAdapter = {
  async *run(run) {
    const { body } = await fetch('/api/agent', {
      method: 'POST',
      body: JSON.stringify(assistantUiMessages(run)),
      signal: run.abortSignal,
    });
    let rest = '';
    for (const reader = body!.pipeThrough(new TextDecoderStream()).getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line);
    }
  },
};

const KEY = 'thread';
const kept = (): ExportedMessageRepositoryItem[] =>
  JSON.parse(localStorage.getItem(KEY) ?? '[]', (name, value) => (name === 'createdAt' ? new Date(value) : value));

async function keep(item: ExportedMessageRepositoryItem): Promise<void> {
  const others = kept().filter(({ message }) => message.id !== item.message.id);
  localStorage.setItem(KEY, JSON.stringify([...others, item]));
}

const history: ThreadHistoryAdapter = {
  load: async () => ({ messages: kept(), headId: kept().at(-1)?.message.id ?? null }),
  append: keep,
  update: keep,
};

function AskUser(call: ToolCallMessagePartProps) {
  const ask = useAssistantUiAskUser(call, useAui(), { asker: 'Setup assistant' });
  return <AskUserDialog {...ask} headingLevel={2} />;
}

const toolkit = defineToolkit({ ask_user: { ...assistantUiAskTool(), render: AskUser } });

function App() {
  const runtime = useLocalRuntime(model, { adapters: { history } });
  return (
    <AssistantRuntimeProvider runtime={runtime} aui={useAui({ tools: Tools({ toolkit }) })}>
      <main>
        <h1>Chat</h1>
        <ThreadPrimitive.Root>
          <ThreadPrimitive.Messages>
            {() => (
              <MessagePrimitive.Root>
                <MessagePrimitive.Parts />
              </MessagePrimitive.Root>
            )}
          </ThreadPrimitive.Messages>
          <ComposerPrimitive.Root>
            <ComposerPrimitive.Input aria-label="Message" />
            <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
          </ComposerPrimitive.Root>
        </ThreadPrimitive.Root>
      </main>
    </AssistantRuntimeProvider>
  );
}

createRoot(document.getElementById('root')!).render(<App />);
