// @vitest-environment jsdom
import { cleanup, configure, render, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UIMessage } from 'ai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AskUserDialog } from 'react-ask-user';
import { createMemoryStore } from 'react-ask-user/store';
import { modelOf, type Script } from './helpers/ai-sdk.js';
import { useClaimedChat } from './loops/ai-sdk-claimed-chat.js';
import { createRoutes } from './loops/ai-sdk-windows.js';

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
configure({ defaultHidden: true });

const INPUT = { questions: [{ question: 'Which database?', options: ['Postgres', 'SQLite'] }] };
const said: UIMessage = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Set up a service' }] };
const asked: UIMessage = {
  id: 'a1',
  role: 'assistant',
  parts: [{ type: 'tool-ask_user', toolCallId: 'c1', state: 'input-available', input: INPUT }],
};
const textsOf = (messages: readonly UIMessage[]) =>
  messages.map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')).join(''));

/** The sample's server, with a stored chat whose question is open. The model replies `Reply 1`, `Reply 2`, … */
function startServer() {
  const prompts: Parameters<Script>[0][] = [];
  let chat = [said, asked];
  let firstReply = Promise.resolve();
  const server = {
    prompts,
    stored: () => chat,
    /** The end of the first reply waits for this promise. */
    holdFirst: (until: Promise<void>) => void (firstReply = until),
    ...createRoutes({
      model: modelOf((prompt) => {
        const count = prompts.push(prompt);
        return { text: `Reply ${count}`, ...(count === 1 && { pauseAtEnd: () => firstReply }) };
      }),
      store: createMemoryStore(),
      mayUse: async () => true,
      chats: {
        load: async () => chat,
        async put(_, message) {
          const there = chat.find(({ id }) => id === message.id);
          if (!there) chat = [...chat, message];
          else if (there.parts.length <= message.parts.length)
            chat = chat.map((one) => (one === there ? message : one));
        },
      },
    }),
  };
  vi.stubGlobal('fetch', async (url: string, { body, method }: RequestInit = {}) => {
    if (method !== 'POST') return Response.json(chat);
    const request = new Request(`http://localhost${url}`, { method, body: body as string });
    return url === '/api/claim' ? server.claim(request) : server.chat(request);
  });
  return server;
}

function openWindow(messages: UIMessage[]) {
  function Chat() {
    const { chat, ask } = useClaimedChat('chat', messages);
    return (
      <>
        {chat.messages.flatMap(({ parts }) =>
          parts.map((part) => {
            if (ask.isAskPart(part)) return <AskUserDialog key={part.toolCallId} {...ask.getDialogProps(part)} />;
            return part.type === 'text' && <p key={part.text}>{part.text}</p>;
          }),
        )}
        <button onClick={() => void ask.sendMessage({ text: 'Never mind' })}>Send</button>
      </>
    );
  }
  const tab = within(render(<Chat />).container);
  return {
    ...tab,
    press: async (name: string) => user.click(await tab.findByRole('button', { name })),
    async answer(name: string) {
      await user.click(await tab.findByRole('radio', { name }));
      await user.click(tab.getByRole('button', { name: 'Submit' }));
    },
  };
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollTo = () => {};
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the sample of a chat in several windows', () => {
  it.each(['after its answer', 'without an answer'])(
    'keeps the reply to the first window when the second sends a message %s',
    async (how) => {
      const server = startServer();
      const [one, two] = [openWindow([said, asked]), openWindow([said, asked])];
      await one.answer('SQLite');
      await one.findByText('Reply 1');
      await expect.poll(() => textsOf(server.stored())).toEqual(['Set up a service', 'Reply 1']);
      // A message on an open question shows its answer first, and is not sent.
      if (how === 'after its answer') await two.answer('Postgres');
      else await two.press('Send');
      await two.findByRole('heading', { name: 'You answered Setup assistant' });
      await two.press('Send');
      await two.findByText('Reply 2');
      two.getByText('Reply 1');
      expect(JSON.stringify(server.prompts[1])).toContain('Reply 1');
      const all = ['Set up a service', 'Reply 1', 'Never mind', 'Reply 2'];
      await expect.poll(() => textsOf(server.stored())).toEqual(all);
    },
  );

  it('refuses a history without a reply, and the page sends its message again with the reply', async () => {
    const server = startServer();
    const one = openWindow([said]);
    await one.press('Send');
    await one.findByText('Reply 1');
    await expect.poll(() => textsOf(server.stored()).at(-1)).toBe('Reply 1');
    // The window had been opened before the question was asked.
    expect(server.prompts).toHaveLength(1);
    expect(JSON.stringify(server.prompts[0])).toMatch(/tool-result.*Never mind/);
    expect(textsOf(server.stored())).toEqual(['Set up a service', '', 'Never mind', 'Reply 1']);
  });

  it('keeps both replies of two windows that are written at the same time', async () => {
    const server = startServer();
    let finish = () => {};
    server.holdFirst(new Promise((resolve) => (finish = resolve)));
    const [one, two] = [openWindow([said, asked]), openWindow([said, asked])];
    await one.answer('SQLite');
    await one.findByText('Reply 1');
    await two.answer('SQLite');
    await two.findByRole('heading', { name: 'You answered Setup assistant' });
    await two.press('Send');
    await two.findByText('Reply 2');
    finish();
    const all = ['Set up a service', 'Reply 1', 'Never mind', 'Reply 2'];
    await expect.poll(() => textsOf(server.stored())).toEqual(all);
  });
});
