import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { button, cleanUpAfterEach, click, focused, heading } from '../../helpers/browser/card.js';
import { SOON, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { answered, cut, live, mount, nameField, q1, q2, say, text } from '../../helpers/browser/queue.js';
import { de } from '../../../src/messages/languages/de.js';
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
      await cut(client, code);
      client.reply({ ok: false, code, message: 'no' });
      await mouseClick(nameField());
      await typeKeys('orders\n');
      await expect
        .poll(() => live()[1], SOON)
        .toBe(
          `Your answers weren’t sent. They’re still here.${code === 'offline' ? '' : ' You don’t have permission to answer.'}`,
        );
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

  it('does not hide another reason of a refused delivery [R-ASYNC]', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    await cut(client, 'unauthorized');
    client.reply({ ok: false, code: 'forbidden', message: 'no' });
    await mouseClick(nameField());
    await typeKeys('orders\n');
    await expect.poll(() => text('error'), SOON).toContain('You don’t have permission to answer.');
    expect(text('connection')).toBe('You’re signed out. Sign in and try again. Your answers are kept.');
    expect(screen.getAllByRole('button', { name: /Try again|Reconnect/ })).toHaveLength(1);
  });

  it('says after it is restored that the answers were not sent, and sends them only when the user does [R-ASYNC]', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    client.reply({ ok: false, code: 'offline', message: 'no' });
    await mouseClick(nameField());
    await typeKeys('orders\n');
    await expect.poll(() => text('error'), SOON).toContain('weren’t sent');
    await cut(client);
    client.reply({ ok: true });
    await say(() => client.connect('online'));
    expect(live()).toEqual(['Connected again. Your answers weren’t sent. They’re still here.', '']);
    expect(client.calls.map(([method]) => method)).toEqual(['answer']);
    await click(button('Try again'));
    await expect.poll(() => text('settled'), SOON).toContain('You answered Ada');
  });
});

describe('a refused delivery', () => {
  const NOT_SENT = 'Your answers weren’t sent. They’re still here.';
  const reasons = [
    ['unauthorized', 'You’re signed out. Sign in and try again.', 'Try again'],
    ['forbidden', 'You don’t have permission to answer.', 'Try again'],
    ['misdirected', 'The server doesn’t accept the address of this page.', 'Try again'],
    // The same answers would be refused again.
    ['too_large', 'Your answers are too long to send. Shorten them and try again.', 'Submit'],
    ['invalid', 'The server didn’t accept your answers. Change them and try again.', 'Submit'],
  ] as const;

  it.each(reasons)('is shown and announced as %s, not as a lost connection [R-ASYNC]', async (code, reason, again) => {
    const client = createScriptedClient(q1());
    mount(client);
    client.reply({ ok: false, code, message: 'English text of the client' });
    await mouseClick(nameField());
    await typeKeys('orders\n');
    await expect.poll(() => text('error'), SOON).toBe(NOT_SENT + reason);
    expect(live()).toEqual(['', `${NOT_SENT} ${reason}`]);
    expect(document.body.textContent).not.toMatch(/Connection lost|English text/);
    expect(nameField().value).toBe('orders');
    client.reply({ ok: true });
    await click(button(again));
    await expect.poll(() => text('settled'), SOON).toContain('You answered Ada');
  });

  it('is explained in the language of the host [R-ASYNC]', async () => {
    const client = createScriptedClient(q1());
    mount(client, { messages: de });
    client.reply({ ok: false, code: 'unauthorized', message: 'no' });
    await mouseClick(nameField());
    await typeKeys('orders\n');
    await expect.poll(() => text('error'), SOON).toContain(de.unauthorized);
  });

  it('loses its reason if the next attempt fails without one', async () => {
    const client = createScriptedClient(q1());
    const signedOut = reasons[0][1];
    mount(client);
    client.reply({ ok: false, code: 'unauthorized', message: 'no' });
    await mouseClick(nameField());
    await typeKeys('orders\n');
    await expect.poll(() => text('error'), SOON).toContain(signedOut);
    client.reply({ ok: false, code: 'offline', message: 'no' });
    await click(button('Try again'));
    await expect.poll(() => text('error'), SOON).toBe(NOT_SENT);
    expect(live()).toEqual(['', 'Your answers weren’t sent. They’re still here.']);
  });

  it('is explained once if the language changes while the connection is refused for the same reason', async () => {
    const client = createScriptedClient(q1());
    const { update } = mount(client);
    client.reply({ ok: false, code: 'unauthorized', message: 'no' });
    await mouseClick(nameField());
    await typeKeys('orders\n');
    await expect.poll(() => text('error'), SOON).toContain('You’re signed out.');
    await cut(client, 'unauthorized');
    await expect.poll(() => text('connection'), SOON).toContain('You’re signed out.');
    update({ messages: de });
    await expect.poll(() => text('connection'), SOON).toContain(de.unauthorized);
    expect(text('error')).toBeUndefined();
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
    ['unauthorized', 'You’re signed out. Sign in and try again.'],
    ['forbidden', 'You don’t have permission to answer.'],
    ['misdirected', 'The server doesn’t accept the address of this page.'],
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
