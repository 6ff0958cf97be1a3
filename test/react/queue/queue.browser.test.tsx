import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { AskUserAnnouncer, AskUserQueue, useAskUserClient } from '../../../src/react/index.js';
import {
  button,
  chosen,
  cleanUpAfterEach,
  click,
  focused,
  heading,
  loaded,
  radio,
} from '../../helpers/browser/card.js';
import { keyDown, keyUp, press, QUICK, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, NAME } from '../../helpers/browser/questions.js';
import { answered, live, memory, mount, nameField, q1, q2, q3, say, text } from '../../helpers/browser/queue.js';
import { createScriptedClient, wire } from '../../helpers/scripted-client.js';
import '../../../src/styles/index.css';

cleanUpAfterEach();

describe('a queue [R-QUEUE]', () => {
  it('says in the title of a later round which one it is [R-ROUNDS]', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    expect(text('title')).toBe('Question from Ada');
    await say(() => client.end('q1', answered('shop'), { isLocal: true }));
    await say(() => client.arrive({ ...q2(), conversationId: 'c' }));
    expect(screen.getByRole('heading', { name: /^Question from Bo.*Round 2, 1 answered so far$/ })).toBeVisible();
  });

  it('shows the first request with its asker, and counts the others', () => {
    mount(createScriptedClient(q1(), q2(), q3()));
    expect(heading('Question from Ada')).toBeVisible();
    expect(screen.getAllByRole('region')).toHaveLength(1);
    expect(text('queue-count')).toBe('2 more waiting · Next: Bo');
  });

  it('sends an answer to its request, and shows and focuses the next one', async () => {
    const client = createScriptedClient(q1(), q2());
    const onSettled = vi.fn();
    mount(client, { onSettled });
    await mouseClick(nameField());
    await typeKeys('orders\n');
    await expect.poll(focused, SOON).toBe('title Question from Bo');
    expect(client.calls).toEqual([['answer', 'q1', [{ questionId: 'q1', selected: [], custom: 'orders' }]]]);
    expect(onSettled.mock.calls.map(([{ request, isLocal }]) => [request.request.requestId, isLocal])).toEqual([
      ['q1', true],
    ]);
    await say(() => client.end('q1', answered('orders'), { isLocal: true }));
    expect([onSettled.mock.calls.length, heading('Question from Bo').isConnected]).toEqual([1, true]);
  });

  it('ignores a second quick Enter and a quick digit in the next request', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client);
    await mouseClick(nameField());
    await typeKeys('orders\n');
    await expect.poll(focused, SOON).toBe('title Question from Bo');
    await press('Enter', QUICK);
    await press('1', QUICK);
    expect([chosen(), client.calls.length, text('answer-error')]).toEqual([[], 1, undefined]);
    await press('1', { laterMs: 700 });
    expect(chosen()).toEqual(['PostgreSQL']);
  });

  it('does not move focus that is elsewhere', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client);
    button('Before').focus();
    await say(() => client.end('q1', answered('x'), { isLocal: true }));
    expect([focused(), heading('Question from Bo').isConnected]).toEqual(['button Before', true]);
  });

  it('shows the last settled request until another one arrives', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    await mouseClick(nameField());
    await typeKeys('orders\n');
    await expect.poll(() => text('settled'), SOON).toContain('You answered Ada');
    expect(screen.queryByRole('button', { name: /Close|Next question/ })).toBeNull();
    await say(() => client.arrive(q2()));
    expect([focused(), text('settled')]).toEqual(['title Question from Bo', undefined]);
  });

  it('announces a request that arrives, which replaces nothing even if it is older', async () => {
    const client = createScriptedClient(q2());
    mount(client);
    await mouseClick(radio('SQLite'));
    await say(() => client.arrive(q1()));
    expect([chosen(), text('queue-count'), live()]).toEqual([
      ['SQLite'],
      '1 more waiting · Next: Ada',
      ['1 more waiting', ''],
    ]);
  });

  it('removes the announcement of a request that is no longer pending', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    await say(() => client.arrive(q2()));
    await say(() => client.arrive(q3()));
    expect([text('queue-count'), live()]).toEqual(['2 more waiting · Next: Bo', ['2 more waiting', '']]);
    await say(() => client.end('q2', answered('x'), { by: 'Ana' }));
    expect([text('queue-count'), live()]).toEqual(['1 more waiting · Next: Cy', ['', '']]);
  });

  it('does not name the next asker if it is the same', () => {
    mount(createScriptedClient(q1(), wire('q2', [DATABASE], { asker: 'Ada' })));
    expect(text('queue-count')).toBe('1 more waiting');
  });

  it('shows the `asker` of the host for every request, and does not name the next one', () => {
    mount(createScriptedClient(q1(), q2()), { asker: 'Setup assistant' });
    expect([heading('Question from Setup assistant').isConnected, text('queue-count')]).toEqual([
      true,
      '1 more waiting',
    ]);
  });

  it('names the next asker as it is shown, and not if its name is invisible', () => {
    const next = (asker: string) => createScriptedClient(q1(), wire('q2', [DATABASE], { asker }));
    const { update } = mount(next('Bo\u202e'));
    expect(text('queue-count')).toBe('1 more waiting · Next: Bo');
    update({ client: next('\u200b') });
    expect(text('queue-count')).toBe('1 more waiting');
  });

  it('treats an equal request of another client as a different one', async () => {
    const { update } = mount(createScriptedClient(q1()));
    await mouseClick(nameField());
    await typeKeys('old');
    update({ client: createScriptedClient(q1()) });
    expect(nameField().value).toBe('');
  });

  it('offers Skip and Decline as each request specifies', async () => {
    const client = createScriptedClient(wire('q1', [NAME], { allow: { skip: true, decline: true } }), q2());
    mount(client);
    expect(button('Skip')).toBeVisible();
    await click(button('Decline to answer'));
    await expect.poll(() => heading('Question from Bo').isConnected, SOON).toBe(true);
    expect([client.calls, client.instances]).toEqual([[['decline', 'q1']], ['q1#1']]);
    expect(screen.queryByRole('button', { name: /Skip|Decline/ })).toBeNull();
  });

  it('offers to send some of the answers as each request specifies [R-PARTIAL]', async () => {
    const client = createScriptedClient(wire('q1', [NAME, DATABASE], { allow: { partial: true } }), q2());
    mount(client);
    await loaded();
    await mouseClick(nameField());
    await typeKeys('web');
    await mouseClick(screen.getByRole('tab', { name: /Review/ }));
    await mouseClick(button('Send what I have'));
    await expect.poll(() => heading('Question from Bo').isConnected, SOON).toBe(true);
    expect(client.calls).toEqual([
      [
        'answer',
        'q1',
        [
          { questionId: 'q1', selected: [], custom: 'web' },
          { questionId: 'q2', selected: [], skipped: true },
        ],
      ],
    ]);
  });

  it('sends a decline for discussion with the question, the message and the answers so far [R-DISCUSS] [R-ASKBACK]', async () => {
    const client = createScriptedClient(wire('q1', [NAME, DATABASE], { allow: { discuss: true } }), q2());
    mount(client);
    await loaded();
    await mouseClick(nameField());
    await typeKeys('web');
    await mouseClick(button('Discuss this instead'));
    await typeKeys('Why?');
    await mouseClick(button('Send and discuss'));
    await expect.poll(() => heading('Question from Bo').isConnected, SOON).toBe(true);
    const replies = [{ questionId: 'q1', selected: [], custom: 'web' }];
    expect(client.calls).toEqual([['decline', 'q1', { reason: 'Why?', discuss: true, about: 'q1', replies }]]);
  });

  it('renders the empty content only once it is known that nothing is pending', async () => {
    const client = createScriptedClient();
    mount(client, { empty: <p>All done</p> });
    expect(screen.queryByText('All done')).toBeNull();
    await say(() => client.connect('online'));
    expect(screen.getByText('All done')).toBeVisible();
    await say(() => client.arrive(q1()));
    expect(screen.queryByText('All done')).toBeNull();
  });

  it('renders nothing on the server', () => {
    expect(renderToString(<AskUserQueue client={createScriptedClient(q1())} empty={<p>none</p>} />)).toBe('');
  });

  it('unsubscribes from its client on unmount', () => {
    const client = createScriptedClient(q1());
    const { unmount } = mount(client);
    expect(client.listeners).toBeGreaterThan(0);
    unmount();
    expect([client.listeners, client.calls]).toEqual([0, []]);
  });

  it('announces each arrival once with an announcer', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client, {}, (page) => <AskUserAnnouncer>{page}</AskUserAnnouncer>);
    await expect
      .poll(() => document.querySelector('[role="status"]')?.textContent, SOON)
      .toMatch(/^Ada has a question/);
    await say(() => client.end('q1', answered('x'), { isLocal: true }));
    await expect.poll(() => document.querySelector('[role="status"]')?.textContent, SOON).toMatch(/^Bo has a question/);
  });
});

it('a held Enter answers one question, not two [R-QUEUE] [R-ONCE]', async () => {
  const client = createScriptedClient(q1(), q3());
  mount(client);
  await mouseClick(nameField());
  await typeKeys('orders');
  await keyDown('Enter');
  await expect.poll(focused, SOON).toBe('title Question from Cy');
  await keyDown('Enter', QUICK);
  await keyUp('Enter');
  expect([client.calls.length, text('answer-error')]).toEqual([1, undefined]);
});

describe('drafts in a queue [R-REPLAY]', () => {
  it('are kept under their request over a reload, until the request is settled', async () => {
    const draftStorage = memory();
    const first = mount(createScriptedClient(q1(), q2()), { draftStorage });
    await loaded();
    await mouseClick(nameField());
    await typeKeys('half');
    first.unmount();
    expect([...draftStorage.texts.keys()]).toEqual(['ask-user:q1', 'ask-user', 'ask-user-kept']);
    const client = createScriptedClient(q1(), q2());
    mount(client, { draftStorage });
    await expect.poll(() => nameField().value, SOON).toBe('half');
    await say(() => client.end('q1', answered('x'), { by: 'Ana' }));
    expect(text('settled')).toContain('half');
    await expect.poll(() => [...draftStorage.texts.keys()], SOON).toEqual([]);
  });

  it('are restored for the same question of a host that restarted during the reload', async () => {
    const draftStorage = memory();
    const first = mount(createScriptedClient(q1()), { draftStorage });
    await loaded();
    await mouseClick(nameField());
    await typeKeys('half');
    first.unmount();
    mount(createScriptedClient(wire('q1', q1().request.questions, { instanceId: 'q1#2', order: 7 })), { draftStorage });
    await expect.poll(() => nameField().value, SOON).toBe('half');
  });

  it('of a settled instance are not restored for another one with its request id', async () => {
    const draftStorage = memory();
    const client = createScriptedClient(q1());
    const first = mount(client, { draftStorage });
    await mouseClick(nameField());
    await typeKeys('old');
    await expect.poll(() => draftStorage.texts.get('ask-user:q1'), SOON).toContain('old');
    await say(() => {
      client.end('q1', answered('theirs'), { by: 'Ana' });
      client.arrive(wire('q1', q1().request.questions, { instanceId: 'q1#2' }));
    });
    expect(text('settled')).toContain('old');
    await click(button('Next question'));
    expect(nameField().value).toBe('');
    await mouseClick(nameField());
    await typeKeys('new');
    first.unmount();
    expect(draftStorage.texts.get('ask-user:q1')).not.toContain('old');
    mount(createScriptedClient(wire('q1', q1().request.questions, { instanceId: 'q1#2' })), { draftStorage });
    await expect.poll(() => nameField().value, SOON).toBe('new');
  });
});

it('useAskUserClient returns the state and the methods of a client [R-HTTP]', async () => {
  const client = createScriptedClient(q1());
  function Own() {
    const { requests, settled, connection, answer, dismiss } = useAskUserClient(client);
    return (
      <>
        <p>{[connection, requests.length, settled.length].join(' ')}</p>
        <button type="button" onClick={() => void answer('q1', [])}>
          Answer
        </button>
        <button type="button" onClick={() => dismiss('q1')}>
          Dismiss
        </button>
      </>
    );
  }
  render(<Own />);
  expect(screen.getByText('online 1 0')).toBeVisible();
  await click(button('Answer'));
  await say(() => client.end('q1', answered('x')));
  expect(screen.getByText('online 0 1')).toBeVisible();
  await say(() => button('Dismiss').click());
  expect([screen.getByText('online 0 0').isConnected, client.calls]).toEqual([
    true,
    [
      ['answer', 'q1', []],
      ['dismiss', 'q1'],
    ],
  ]);
});
