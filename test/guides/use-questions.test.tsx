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
import { stopAfterFailures } from 'react-ask-user/ai-sdk/react';
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

/**
 * Renders the chat with stored messages. Each response is what the model read, unless the server is down, or a
 * malformed call of the tool that the model is `stuck` with.
 */
function openChat(messages: UIMessage[], stuck?: (request: number) => string) {
  const server = { isDown: false, requests: 0 };
  const transport = new DefaultChatTransport({
    async fetch(_, init) {
      server.requests += 1;
      if (server.isDown) throw new TypeError('fetch failed');
      const sent = (await new Response(init?.body).json()) as { messages: UIMessage[] };
      const read = JSON.stringify((await convertToModelMessages(sent.messages)).slice(2));
      const stream = createUIMessageStream({
        execute({ writer }) {
          writer.write({ type: 'start-step' });
          const toolName = stuck?.(server.requests);
          if (toolName) {
            const call = { toolCallId: `m${server.requests}`, toolName, input: '{', dynamic: true };
            writer.write({ type: 'tool-input-error', ...call, errorText: 'Invalid input' });
          } else {
            writer.write({ type: 'text-start', id: 't' });
            writer.write({ type: 'text-delta', id: 't', delta: `I read ${read}` });
            writer.write({ type: 'text-end', id: 't' });
          }
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
      sendAutomaticallyWhen: stopAfterFailures(lastAssistantMessageIsCompleteWithToolCalls),
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
        <output>{chat.status}</output>
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

it('a stored result that cannot be read says so', async () => {
  openChat([asked, called({ chosen: 'pg' })]);
  await screen.findByText('This answer cannot be shown.');
});

it.each([
  ['that the model did not finish', { state: 'input-streaming', input: undefined }],
  ['that was malformed', { state: 'output-error', input: undefined, errorText: 'Invalid input' }],
] as const)('a stored call of AI Elements %s had no answer, so nothing is shown', async (_, part) => {
  const call = { type: 'tool-question', toolCallId: 'c1', ...part } as const;
  openChat([asked, { ...called(), parts: [call, { type: 'text', text: 'Let me try again.' }] }]);
  await screen.findByText('Let me try again.');
  expect(screen.queryByText('This answer cannot be shown.')).toBeNull();
});

it.each([
  ['the old tool', () => 'question'],
  ['the new tool', () => 'ask_user'],
  ['both tools by turns', (request: number) => (request % 2 ? 'question' : 'ask_user')],
] as const)('stops after three malformed calls of %s', async (_, stuck) => {
  // A model that is never stopped would block the test.
  const server = openChat([asked], (request) => (request < 9 ? stuck(request) : ''));
  await press('Send');
  await expect.poll(() => server.requests).toBeGreaterThan(2);
  await screen.findByText('ready');
  expect(server.requests).toBe(3);
});
