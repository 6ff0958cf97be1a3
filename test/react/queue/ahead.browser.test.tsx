import { screen } from '@testing-library/react';
import { createRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { LateAnswers } from '../../../src/react/index.js';
import { button, cleanUpAfterEach, field, heading, loaded } from '../../helpers/browser/card.js';
import { press, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { live, mount, q2, say, text } from '../../helpers/browser/queue.js';
import { createScriptedClient, wire } from '../../helpers/scripted-client.js';
import '../../../src/styles/index.css';

cleanUpAfterEach();

/** A request whose agent does not wait. */
const ahead = (id: string, question = `What of ${id}?`) => {
  const one = wire(id, [{ question }]);
  return { ...one, request: { ...one.request, blocking: false as const }, allow: { partial: true } };
};

const openFirst = async () => {
  button('Answer').focus();
  await press('Enter');
};

describe('requests whose agents do not wait [R-AHEAD]', () => {
  it('are a line with a count, which shows the next one when the user wants it', async () => {
    const client = createScriptedClient(ahead('a1'), ahead('a2'));
    mount(client);
    expect(screen.queryByRole('region')).toBeNull();
    expect(text('queue-count')).toBe('2 requests can wait');
    await openFirst();
    await expect.poll(() => document.activeElement, SOON).toBe(field('What of a1?'));
    expect(text('ahead')).toBe('Ada goes on meanwhile. Answer whenever you like.');
    expect(text('queue-count')).toBe('1 request can wait');
    await typeKeys('yes');
    await press('Enter');
    await expect.poll(() => client.calls.map(([name, id]) => [name, id]), SOON).toEqual([['answer', 'a1']]);
  });

  it('let one that blocks come first, and leave the focus where it is', async () => {
    const client = createScriptedClient(ahead('a1'));
    mount(client, { autoFocus: 'follow' });
    button('Before').focus();
    await say(() => client.arrive(q2()));
    await loaded();
    expect(heading('Question from Bo')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Answer' })).toBeNull();
    expect(text('queue-count')).toBe('1 request can wait');
    expect(document.activeElement).toBe(button('Before'));
  });

  it('are a card once their agent waits', async () => {
    const client = createScriptedClient(ahead('a1', 'Which port?'), ahead('a2'));
    mount(client);
    expect(screen.queryByRole('region')).toBeNull();
    await say(() => client.arrive(wire('a1', [{ question: 'Which port?' }])));
    expect(field('Which port?')).toBeVisible();
    expect(text('queue-count')).toBe('1 request can wait');
  });

  it('keep what was entered, the focus and their place once their agent waits', async () => {
    const client = createScriptedClient(ahead('a1', 'Which port?'));
    mount(client);
    await openFirst();
    await expect.poll(() => document.activeElement, SOON).toBe(field('Which port?'));
    await typeKeys('80');
    await say(() => client.arrive(wire('a1', [{ question: 'Which port?' }])));
    expect(screen.queryByText(/goes on meanwhile/)).toBeNull();
    expect(screen.getByRole('region')).not.toHaveAttribute('data-blocking');
    expect(document.activeElement).toBe(field('Which port?'));
    await typeKeys('80');
    expect(field('Which port?').value).toBe('8080');
    await say(() => client.arrive(ahead('a1', 'Which port?')));
    expect(text('ahead')).toBe('Ada goes on meanwhile. Answer whenever you like.');
    expect(field('Which port?').value).toBe('8080');
  });

  it('stay while their answer is on its way, and what was entered is offered when it is asked again', async () => {
    const client = createScriptedClient(ahead('a1', 'Which port?'));
    let deliver: ((result: { ok: true }) => void) | undefined;
    client.answer = () => new Promise((resolve) => (deliver = resolve));
    mount(client);
    await openFirst();
    await expect.poll(() => document.activeElement, SOON).toBe(field('Which port?'));
    await typeKeys('8080');
    await press('Enter');
    await expect.poll(() => deliver !== undefined, SOON).toBe(true);
    button('Collapse').click();
    expect(field('Which port?')).toBeVisible();
    await say(() => client.end('a1', { status: 'superseded' }));
    button('Close').click();
    await say(() => client.arrive(wire('b1', [{ question: 'Which port?' }])));
    await expect.poll(() => screen.queryByRole('button', { name: 'Use my answers' }), SOON).not.toBeNull();
    expect(field('Which port?').value).toBe('');
  });

  it('are answered too late, and what was entered is sent as a message, once', async () => {
    const client = createScriptedClient(ahead('a1', 'Which port?'));
    const onLateAnswers = vi.fn<(late: LateAnswers) => unknown>(() => ({ ok: false }));
    mount(client, { onLateAnswers });
    await openFirst();
    await expect.poll(() => document.activeElement, SOON).toBe(field('Which port?'));
    await typeKeys('8080');
    client.reply({ ok: false, code: 'already_resolved', message: 'Over.' });
    client.answer = async (...call) => {
      client.end('a1', { status: 'superseded' });
      client.calls.push(['answer', ...call]);
      return { ok: false, code: 'already_resolved', message: 'Over.' };
    };
    await press('Enter');
    await expect.poll(() => screen.queryByRole('button', { name: 'Send as a message' }), SOON).not.toBeNull();
    button('Send as a message').focus();
    await press('Enter');
    await expect.poll(() => live(), SOON).toContain('Your answers weren’t sent. They’re still here.');
    expect(document.activeElement).toBe(button('Send as a message'));
    let deliver = () => undefined as void;
    onLateAnswers.mockReturnValue(new Promise<void>((resolve) => (deliver = resolve)));
    await press('Enter');
    await press('Enter');
    expect(onLateAnswers).toHaveBeenCalledTimes(2);
    deliver();
    await expect.poll(() => document.activeElement?.textContent, SOON).toBe('Your answers were sent as a message.');
    expect(screen.queryByRole('button', { name: 'Send as a message' })).toBeNull();
    const [[first], [second]] = onLateAnswers.mock.calls as [[LateAnswers], [LateAnswers]];
    expect(first).toMatchObject({ request: { requestId: 'a1' }, answers: [{ answer: '8080' }] });
    expect(second).toEqual(first);
    expect(first.text).toBe(
      'The user answered after the request had ended.\nUser was asked "Which port?" and answered "8080".',
    );
  });

  it('offer no message without the host, without an answer, or for an agent that waits', async () => {
    const onLateAnswers = vi.fn();
    for (const [request, props, typed] of [
      [ahead('a1', 'Which port?'), {}, '1'],
      [ahead('a2', 'Which port?'), { onLateAnswers }, ''],
      [wire('b1', [{ question: 'Which port?' }]), { onLateAnswers }, '1'],
    ] as const) {
      const client = createScriptedClient(request);
      const { unmount } = mount(client, props);
      if (request.request.blocking === false) await openFirst();
      await loaded();
      field('Which port?').focus();
      if (typed) await typeKeys(typed);
      await say(() => client.end(request.request.requestId, { status: 'superseded' }));
      await expect.poll(() => screen.queryByText(/request was replaced/), SOON).not.toBeNull();
      expect(screen.queryByRole('button', { name: 'Send as a message' })).toBeNull();
      unmount();
    }
  });

  it.each(['inline', 'dock', 'modal'] as const)(
    'take no key from a message that is being written: %s',
    async (presentation) => {
      const client = createScriptedClient();
      const composer = createRef<HTMLTextAreaElement>();
      mount(client, { presentation, composerRef: composer, autoFocus: 'follow' }, (page) => (
        <>
          <textarea ref={composer} aria-label="Message" />
          {page}
        </>
      ));
      await say(() => client.connect('online'));
      composer.current!.focus();
      for (const [at, letter] of 'Please 1, 2 go on'.split('').entries()) {
        if (at === 3) client.arrive(ahead('a1'));
        if (at === 8) client.arrive(ahead('a2'));
        await typeKeys(letter);
      }
      await expect.poll(() => text('queue-count'), SOON).toBe('2 requests can wait');
      expect(composer.current!.value).toBe('Please 1, 2 go on');
      expect(document.activeElement).toBe(composer.current);
      expect(screen.queryByRole('textbox', { name: 'What of a1?' })).toBeNull();
    },
  );

  it('open in place of the composer only by the user, and stay open', async () => {
    const client = createScriptedClient(ahead('a1'));
    const composer = createRef<HTMLTextAreaElement>();
    mount(client, { presentation: 'dock', composerRef: composer }, (page) => (
      <>
        <textarea ref={composer} aria-label="Message" defaultValue="Draft" />
        {page}
      </>
    ));
    await openFirst();
    await expect.poll(() => document.activeElement, SOON).toBe(field('What of a1?'));
    await loaded();
    expect(field('What of a1?')).toBeVisible();
  });

  it('are put away without losing what was typed', async () => {
    const client = createScriptedClient(ahead('a1'));
    mount(client);
    await openFirst();
    await expect.poll(() => document.activeElement, SOON).toBe(field('What of a1?'));
    await typeKeys('half of it');
    button('Collapse').focus();
    await press('Enter');
    await expect.poll(() => text('queue-count'), SOON).toBe('1 request can wait');
    expect(document.activeElement).toBe(button('Answer'));
    await openFirst();
    await expect.poll(() => field('What of a1?').value, SOON).toBe('half of it');
    expect(client.calls).toEqual([]);
  });
});
