import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { button, cleanUpAfterEach, click, focused, heading } from '../helpers/browser/card.js';
import { SOON, typeKeys } from '../helpers/browser/keys.js';
import { mouseClick } from '../helpers/browser/pointer.js';
import { answered, cut, live, mount, nameField, q1, q2, say, text } from '../helpers/browser/queue.js';
import { createScriptedClient } from '../helpers/scripted-client.js';
import '../../src/styles/index.css';

cleanUpAfterEach();

describe('the connection [R-HTTP]', () => {
  it('lost, it is said once and quietly, and nothing is', async () => {
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

  it('a flicker is nobody’s business', async () => {
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
    'what is submitted meanwhile is kept, and sent again by the one button that is left (%s)',
    async (code) => {
      const client = createScriptedClient(q1());
      mount(client);
      await cut(client, code === 'offline' ? 'offline' : 'refused');
      client.reply({ ok: false, code, message: 'no' });
      await mouseClick(nameField());
      await typeKeys('orders\n');
      await expect.poll(() => live()[1], SOON).toBe('Your answers weren’t sent. They’re still here.');
      // One line, and one way out.
      expect([text('error'), text('connection')]).toEqual([undefined, expect.stringMatching(/kept\.$/)]);
      expect(screen.queryByRole('button', { name: 'Reconnect' })).toBeNull();
      expect(nameField().value).toBe('orders');
      client.reply({ ok: true });
      await click(button('Try again'));
      await expect.poll(() => text('settled'), SOON).toContain('You answered Ada');
      expect(client.calls.map(([method]) => method)).toEqual(['answer', 'answer']);
    },
  );

  it('more than the host takes at once: says so and what to do; what fails otherwise afterwards says that', async () => {
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

  it('an answer whose word was lost is the person’s own all the same', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client);
    client.reply({ ok: false, code: 'offline', message: 'no' });
    await mouseClick(nameField());
    await typeKeys('orders\n');
    await expect.poll(() => text('error'), SOON).toContain('weren’t sent');
    await say(() => client.end('q1', answered('orders'), { own: true }));
    expect(heading('Question from Bo')).toBeVisible();
  });
});

describe('[R-QUEUE] nothing pending, as far as is known', () => {
  it.each([
    ['offline', /^Connection lost\. Reconnecting…/],
    ['refused', /^You don’t have access/],
  ] as const)('%s: says so where the page shows that nothing is there, and tries again', async (connection, words) => {
    const client = createScriptedClient();
    mount(client, { empty: <p>All done</p> });
    await cut(client, connection);
    expect(screen.getByRole('status').textContent).toMatch(words);
    expect(screen.queryByText('All done')).toBeNull();
    await click(button('Reconnect'));
    expect(client.calls).toEqual([['reconnect']]);
    await say(() => client.connect('online'));
    expect(screen.getByText('All done')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Reconnect' })).toBeNull();
  });

  it('never says that nothing is there before the host has', async () => {
    const client = createScriptedClient();
    mount(client, { empty: <p>All done</p> });
    await say(() => client.connect('offline'));
    expect(screen.queryByText('All done')).toBeNull();
  });

  it('a page without such words stays as it is', async () => {
    const client = createScriptedClient();
    mount(client);
    await cut(client, 'offline');
    expect(document.querySelector('[data-ask-user]')).toBeNull();
  });
});
