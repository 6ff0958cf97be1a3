import { act, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createAskUserClient } from '../../../src/host/client/index.js';
import type { OnAskBack } from '../../../src/core/flow/types.js';
import type { AskOptions } from '../../../src/host/types.js';
import { createAskUserBroker, createAskUserHandler } from '../../../src/host/index.js';
import { parseRequest } from '../../../src/core/index.js';
import { AskUserQueue, type AskUserRequest, type QuestionInput } from '../../../src/react/index.js';
import { cleanUpAfterEach } from '../../helpers/browser/card.js';
import { SOON, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, NAME } from '../../helpers/browser/questions.js';
import '../../../src/styles/index.css';

cleanUpAfterEach();

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await act(async () => close());
});

function request(requestId: string, question: QuestionInput): AskUserRequest {
  const parsed = parseRequest({ questions: [question] }, { requestId, asker: 'Ada' });
  if (!parsed.ok) throw new Error('The question can’t be asked.');
  return parsed.value;
}

/** A broker behind its handler, with clients of two users. Only the network is replaced. */
function createHost() {
  const broker = createAskUserBroker();
  const handler = createAskUserHandler(broker, {
    basePath: '/ask-user',
    authorize: ({ headers }) => ({ conversations: ['c'], user: headers.get('x-user') ?? '' }),
  });
  let cut = false;
  const createClient = (user: string) => {
    const client = createAskUserClient({
      url: 'https://host.test/ask-user',
      // Reconnect without a random delay.
      random: () => 0,
      headers: { 'x-user': user },
      fetch: async (url, init) => {
        if (cut) throw new TypeError('Failed to fetch');
        return handler(new Request(url, init));
      },
    });
    closing.push(() => client.close());
    return client;
  };
  closing.push(() => broker.close());
  return {
    ask: (id: string, question: QuestionInput, options: Pick<AskOptions, 'onAskBack' | 'signal'> = {}) =>
      broker.ask(request(id, question), { conversationId: 'c', ...options }),
    createClient,
    cut: (is: boolean) => {
      cut = is;
    },
  };
}

const windowOf = (user: string) => within(screen.getByRole('main', { name: user }));

describe('a queue with a real host [R-QUEUE] [R-HTTP] [R-FIRST]', () => {
  it('accepts the first of two answers, and the other tab shows it and keeps its text', async () => {
    const { ask, createClient } = createHost();
    const first = ask('a', NAME);
    const second = ask('b', DATABASE);
    render(
      <>
        {['Ana', 'Bo'].map((user) => (
          <main key={user} aria-label={user}>
            <AskUserQueue client={createClient(user)} />
          </main>
        ))}
      </>,
    );
    const [ana, bo] = [windowOf('Ana'), windowOf('Bo')];
    await mouseClick(await bo.findByRole('textbox', {}, SOON));
    await typeKeys('half');
    await mouseClick(await ana.findByRole('textbox', {}, SOON));
    await typeKeys('orders\n');
    expect(await first).toMatchObject({ status: 'answered', answers: [{ answer: 'orders' }] });
    await expect.poll(() => bo.queryByText('Answered by Ana')?.isConnected, SOON).toBe(true);
    expect([bo.getByText('“orders”').isConnected, bo.getByText('half').isConnected]).toEqual([true, true]);
    await mouseClick(await ana.findByRole('radio', { name: 'SQLite' }, SOON));
    await mouseClick(ana.getByRole('button', { name: 'Submit' }));
    expect(await second).toMatchObject({ status: 'answered', answers: [{ answer: 'SQLite' }] });
    await expect.poll(() => ana.queryByText(/^You answered/)?.isConnected, SOON).toBe(true);
    await expect.poll(() => bo.queryByRole('button', { name: 'Close' })?.isConnected, SOON).toBe(true);
  });

  it('shows the later of two simultaneous answers as not used, without an offer to send it again', async () => {
    const { ask, createClient } = createHost();
    const asked = ask('a', DATABASE);
    render(
      <>
        {['Ana', 'Bo'].map((user) => (
          <main key={user} aria-label={user}>
            <AskUserQueue client={createClient(user)} />
          </main>
        ))}
      </>,
    );
    const windows = ['Ana', 'Bo'].map(windowOf);
    const said: (string | null)[] = [];
    const observer = new MutationObserver((records) =>
      said.push(...records.flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent))),
    );
    observer.observe(document.body, { childList: true, subtree: true });
    const labels = ['SQLite', 'PostgreSQL'];
    for (const [at, one] of windows.entries())
      await mouseClick(await one.findByRole('radio', { name: labels[at]! }, SOON));
    await act(async () => {
      for (const one of windows) one.getByRole('button', { name: 'Submit' }).click();
    });
    const result = await asked;
    const won = result.status === 'answered' ? labels.indexOf(String(result.answers[0]!.answer)) : -1;
    const lost = windows[1 - won]!;
    await expect.poll(() => lost.queryByText(/^Your answer wasn’t used/)?.isConnected, SOON).toBe(true);
    expect(lost.getAllByRole('definition').map((one) => one.textContent)).toEqual([labels[won], labels[1 - won]]);
    observer.disconnect();
    expect(said.filter((one) => /weren’t sent|Couldn’t send/.test(one ?? ''))).toEqual([]);
  });

  it('brings a question to the agent, and the reply to both windows [R-ASKBACK]', async () => {
    const { ask, createClient } = createHost();
    const replies: (() => void)[] = [];
    const onAskBack: OnAskBack = ({ text }) =>
      new Promise((resolve) => replies.push(() => resolve(`You asked: ${text}`)));
    const asked = ask('a', DATABASE, { onAskBack });
    render(
      <>
        {['Ana', 'Bo'].map((user) => (
          <main key={user} aria-label={user}>
            <AskUserQueue client={createClient(user)} />
          </main>
        ))}
      </>,
    );
    const [ana, bo] = [windowOf('Ana'), windowOf('Bo')];
    await mouseClick(await ana.findByRole('button', { name: 'Ask about this' }, SOON));
    await typeKeys('Which is cheaper?');
    await mouseClick(ana.getByRole('button', { name: 'Send question' }));
    await expect.poll(() => bo.queryByText('“Which is cheaper?”')?.isConnected, SOON).toBe(true);
    // The form stays open meanwhile.
    await mouseClick(bo.getByRole('radio', { name: 'SQLite' }));
    await act(async () => replies[0]!());
    for (const one of [ana, bo])
      await expect.poll(() => one.queryByText('You asked: Which is cheaper?')?.isConnected, SOON).toBe(true);
    expect(replies).toHaveLength(1);
    await mouseClick(bo.getByRole('button', { name: 'Submit' }));
    expect(await asked).toMatchObject({ status: 'answered', answers: [{ answer: 'SQLite' }] });
  });

  it('offers no question to the agent once nobody can reply, and keeps what was said [R-ASKBACK]', async () => {
    const { ask, createClient } = createHost();
    const abort = new AbortController();
    void ask('a', DATABASE);
    void ask('a', DATABASE, { onAskBack: () => 'It is slow.', signal: abort.signal });
    render(<AskUserQueue client={createClient('Ana')} />);
    await mouseClick(await screen.findByRole('button', { name: 'Ask about this' }, SOON));
    await typeKeys('Why not SQLite?');
    await mouseClick(screen.getByRole('button', { name: 'Send question' }));
    expect((await screen.findByText('It is slow.', {}, SOON)).isConnected).toBe(true);
    await typeKeys('And Oracle?');
    await act(async () => abort.abort());
    await expect.poll(() => screen.queryByRole('button', { name: 'Send question' })?.ariaDisabled, SOON).toBe('true');
    expect(screen.getByText('It is slow.').isConnected).toBe(true);
    expect(screen.getByDisplayValue('And Oracle?')).toBe(document.activeElement);
  });

  it('keeps the field that the user types into once nobody can reply [R-KEEP] [R-ASKBACK]', async () => {
    const { ask, createClient } = createHost();
    const abort = new AbortController();
    void ask('a', DATABASE);
    void ask('a', DATABASE, { onAskBack: () => 'It is slow.', signal: abort.signal });
    render(<AskUserQueue client={createClient('Ana')} />);
    await mouseClick(await screen.findByRole('button', { name: 'Ask about this' }, SOON));
    await typeKeys('Why not');
    await act(async () => abort.abort());
    await expect.poll(() => screen.queryByRole('button', { name: 'Send question' })?.ariaDisabled, SOON).toBe('true');
    await typeKeys(' SQLite?');
    expect(screen.getByDisplayValue('Why not SQLite?')).toBe(document.activeElement);
  });

  it('loses nothing with the connection, and sends again what was not sent', async () => {
    const { ask, createClient, cut } = createHost();
    const asked = ask('a', NAME);
    const client = createClient('Ana');
    render(<AskUserQueue client={client} />);
    await mouseClick(await screen.findByRole('textbox', {}, SOON));
    await typeKeys('orders');
    cut(true);
    await mouseClick(screen.getByRole('button', { name: 'Submit' }));
    const again = await screen.findByRole('button', { name: 'Try again' }, SOON);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('orders');
    cut(false);
    await mouseClick(again);
    expect(await asked).toMatchObject({ status: 'answered', answers: [{ answer: 'orders' }] });
  });
});
