// @vitest-environment jsdom
import { useChat } from '@ai-sdk/react';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  convertToModelMessages,
  createUIMessageStream,
  createUIMessageStreamResponse,
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from 'ai';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useQuestions } from './use-questions.js';

afterEach(cleanup);
configure({ defaultHidden: true });

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

const INPUT = {
  prompt: 'Which database?',
  options: [
    { value: 'pg', label: 'PostgreSQL' },
    { value: 'lite', label: 'SQLite' },
  ],
};
const asked: UIMessage = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Set up a service' }] };
const called = (output?: object): UIMessage => {
  const call = { type: 'tool-question', toolCallId: 'c1', input: INPUT } as const;
  const part = output
    ? { ...call, state: 'output-available' as const, output }
    : { ...call, state: 'input-available' as const };
  return { id: 'a1', role: 'assistant', parts: [part] };
};
const OPEN = [asked, called()];

/** Renders the chat with stored messages. Each response is what the model read, unless the server is down. */
function openChat(messages: UIMessage[]) {
  const server = { isDown: false };
  const transport = new DefaultChatTransport({
    async fetch(_, init) {
      if (server.isDown) throw new TypeError('fetch failed');
      const sent = (await new Response(init?.body).json()) as { messages: UIMessage[] };
      const read = JSON.stringify((await convertToModelMessages(sent.messages)).slice(2));
      const stream = createUIMessageStream({
        execute({ writer }) {
          writer.write({ type: 'start-step' });
          writer.write({ type: 'text-start', id: 't' });
          writer.write({ type: 'text-delta', id: 't', delta: `I read ${read}` });
          writer.write({ type: 'text-end', id: 't' });
          writer.write({ type: 'finish-step' });
        },
      });
      return createUIMessageStreamResponse({ stream });
    },
  });
  function Chat() {
    const chat = useChat({
      messages,
      transport,
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
    });
    const questions = useQuestions(chat, 'Setup');
    const [text, setText] = useState('');
    return (
      <>
        {chat.messages.flatMap(({ parts }) =>
          parts.map((part) => questions.render(part) ?? (part.type === 'text' && <p key={part.text}>{part.text}</p>)),
        )}
        <input aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
        <button onClick={() => void questions.sendMessage({ text })}>Send</button>
      </>
    );
  }
  render(<Chat />);
  return server;
}

it('an open call of AI Elements gets its response, and stays open if the request fails', async () => {
  const server = openChat(OPEN);
  await user.click(await screen.findByRole('radio', { name: 'SQLite' }));
  server.isDown = true;
  await press('Submit');
  await screen.findByRole('button', { name: 'Try again' });
  expect(vi.mocked(console.error).mock.calls).toEqual([[expect.any(TypeError)]]);
  vi.mocked(console.error).mockClear();
  expect(screen.queryByRole('heading', { name: 'You answered Setup' })).toBeNull();
  server.isDown = false;
  await press('Try again');
  const read = await screen.findByText(/^I read/);
  expect(read.textContent).toContain('"value":{"selectedValues":["lite"]}');
  await screen.findByRole('heading', { name: 'You answered Setup' });
});

it('an open call of AI Elements is settled by the next message', async () => {
  openChat(OPEN);
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Never mind');
  await press('Send');
  const read = await screen.findByText(/^I read/);
  expect(read.textContent).toMatch(/"answered":false.*superseded.*Never mind/);
});

it('stored calls of AI Elements are receipts with the name of the agent and no time', async () => {
  openChat([asked, called({ selectedValues: ['pg'] })]);
  await screen.findByRole('heading', { name: 'You answered Setup' });
  screen.getByText('PostgreSQL');
  expect(document.querySelector('time')).toBeNull();
});

it('a call of AI Elements that the model did not finish has no answer', async () => {
  const part = { type: 'tool-question', toolCallId: 'c1', state: 'input-streaming', input: undefined } as const;
  openChat([asked, { ...called(), parts: [part] }]);
  await screen.findByText('This answer cannot be shown.');
});
