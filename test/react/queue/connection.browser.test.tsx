import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { button, cleanUpAfterEach, click, focused, heading } from '../../helpers/browser/card.js';
import { SOON, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { answered, cut, live, mount, nameField, q1, q2, say, text } from '../../helpers/browser/queue.js';
import { createScriptedClient } from '../../helpers/scripted-client.js';
import '../../../src/styles/index.css';

cleanUpAfterEach();

describe('a lost connection [R-HTTP]', () => {
  it('is announced once and politely, and nothing that was entered is lost', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client);
    await mouseClick(nameField());
    await typeKeys('orders');
    await cut(client);
    expect(text('connection')).toContain('Connection lost. Reconnecting… Your answers are kept.');
    expect([live(), nameField().value, focused()]).toEqual([
      ['Connection lost. Reconnecting… Your answers are kept.', ''],
      'orders',
      'field',
    ]);
    await typeKeys('!');
    await mouseClick(button('Reconnect'));
    expect(client.calls).toEqual([['reconnect']]);
    await say(() => client.connect('online'));
    expect([text('connection'), nameField().value, focused()]).toEqual([
      undefined,
      'orders!',
      'title Question from Ada',
    ]);
    expect(live()).toEqual(['Connected again.', '']);
  });

  it('is not shown if it lasts less than 1 s', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await say(() => client.connect('offline'));
    await act(() => vi.advanceTimersByTimeAsync(900));
    await say(() => client.connect('online'));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    vi.useRealTimers();
    expect(text('connection')).toBeUndefined();
    expect(live().join()).not.toMatch(/connect/i);
  });

  it.each(['offline', 'forbidden'] as const)(
    'keeps a submitted answer, and only one button sends it again (%s)',
    async (code) => {
      const client = createScriptedClient(q1());
      mount(client);
      await cut(client, code === 'offline' ? 'offline' : 'unauthorized');
      client.reply({ ok: false, code, message: 'no' });
      await mouseClick(nameField());
      await typeKeys('orders\n');
      await expect.poll(() => live()[1], SOON).toBe('Your answers weren’t sent. They’re still here.');
      // There is one line and one button.
      expect([text('error'), text('connection')]).toEqual([undefined, expect.stringMatching(/kept\.$/)]);
      expect(screen.queryByRole('button', { name: 'Reconnect' })).toBeNull();
      expect(nameField().value).toBe('orders');
      client.reply({ ok: true });
      await click(button('Try again'));
      await expect.poll(() => text('settled'), SOON).toContain('You answered Ada');
      expect(client.calls.map(([method]) => method)).toEqual(['answer', 'answer']);
    },
  );

  it('replaces the advice for an answer that was too long', async () => {
    const client = createScriptedClient(q1());
    const tooLong = 'Your answers are too long to send. Shorten them and try again.';
    mount(client);
    client.reply({ ok: false, code: 'too_large', message: 'no' });
    await mouseClick(nameField());
    await typeKeys('orders\n');
    await expect.poll(() => text('error'), SOON).toContain(tooLong);
    expect([live(), nameField().value]).toEqual([['', tooLong], 'orders']);
    client.reply({ ok: false, code: 'offline', message: 'no' });
    await click(button('Try again'));
    await expect.poll(() => text('error'), SOON).toContain('Your answers weren’t sent.');
    expect(live()).toEqual(['', 'Your answers weren’t sent. They’re still here.']);
  });

  it('does not attribute the user’s answer to another user if only the response was lost', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client);
    client.reply({ ok: false, code: 'offline', message: 'no' });
    await mouseClick(nameField());
    await typeKeys('orders\n');
    await expect.poll(() => text('error'), SOON).toContain('weren’t sent');
    await say(() => client.end('q1', answered('orders'), { isLocal: true }));
    expect(heading('Question from Bo')).toBeVisible();
  });
});

describe('an empty queue [R-QUEUE]', () => {
  it.each([
    ['offline', 'Connection lost. Reconnecting…'],
    ['unauthorized', 'You don’t have access. Try signing in again.'],
  ] as const)('shows the connection instead of the empty content: %s', async (connection, words) => {
    const client = createScriptedClient();
    mount(client, { empty: <p>All done</p> });
    await cut(client, connection);
    expect(screen.getByRole('status').textContent).toBe(words);
    expect(screen.queryByText('All done')).toBeNull();
    await click(button('Reconnect'));
    expect(client.calls).toEqual([['reconnect']]);
    await say(() => client.connect('online'));
    expect(screen.getByText('All done')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Reconnect' })).toBeNull();
  });

  it('does not show the empty content before the first snapshot', async () => {
    const client = createScriptedClient();
    mount(client, { empty: <p>All done</p> });
    await say(() => client.connect('offline'));
    expect(screen.queryByText('All done')).toBeNull();
  });

  it('shows the connection without empty content, unless that is `null`', async () => {
    const client = createScriptedClient();
    const { unmount } = mount(client);
    expect(document.querySelector('[data-ask-user]')).toBeNull();
    await cut(client, 'offline');
    expect(screen.getByRole('status').textContent).toBe('Connection lost. Reconnecting…');
    unmount();

    const other = createScriptedClient();
    mount(other, { empty: null });
    await cut(other, 'offline');
    expect(document.querySelector('[data-ask-user]')).toBeNull();
  });
});
