import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { de } from '../../../src/messages/languages/de.js';
import { button, chosen, cleanUpAfterEach, click, focused, frame } from '../../helpers/browser/card.js';
import { press, QUICK, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { answered, live, mount, nameField, q1, q2, say, text } from '../../helpers/browser/queue.js';
import { createScriptedClient } from '../../helpers/scripted-client.js';
import '../../../src/styles/index.css';

cleanUpAfterEach();

describe('a queue whose messages have a function that throws', () => {
  const breaks = () => {
    throw new Error('It broke');
  };

  it('goes on to the next request', async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    const onSettled = vi.fn();
    mount(createScriptedClient(q1(), q2()), { onSettled, messages: { moreWaiting: breaks } });
    expect(text('title')).toBe('Ada’s request couldn’t be shown');
    expect(text('queue-count')).toBe('1 more waiting · Next: Bo');
    expect(onSettled).toHaveBeenCalledOnce();
    await click(button('Next question'));
    expect(text('title')).toBe('Question from Bo');
    vi.mocked(console.error).mockClear();
  });

  it('shows in English who answered', async () => {
    const client = createScriptedClient(q1());
    mount(client, {
      messages: { elsewhere: { answered: breaks, cancelled: breaks, declined: breaks, discussed: breaks } },
    });
    await say(() => client.end('q1', answered('orders'), { by: 'Ana' }));
    expect(text('title')).toBe('Answered by Ana');
  });
});

describe('a request settled elsewhere while it is shown [R-QUEUE] [R-FIRST]', () => {
  it('shows who answered what, keeps typed text, and takes focus only if focus was inside', async () => {
    const client = createScriptedClient(q1(), q2());
    const onSettled = vi.fn();
    mount(client, { onSettled });
    await mouseClick(nameField());
    await typeKeys('half an ans');
    await say(() => client.end('q1', answered('orders'), { by: 'Ana' }));
    expect(focused()).toBe('title Answered by Ana');
    expect([...document.querySelectorAll('dd')].map((one) => one.textContent)).toEqual(['“orders”', 'half an ans']);
    expect([screen.queryByRole('textbox'), client.calls, text('queue-count')]).toEqual([
      null,
      [],
      '1 more waiting · Next: Bo',
    ]);
    expect(onSettled).toHaveBeenCalledOnce();
    button('Next question').focus();
    await press('Enter');
    expect([focused(), client.calls]).toEqual(['title Question from Bo', [['dismiss', 'q1']]]);
    await press('Enter', QUICK);
    expect([chosen(), client.calls.length, onSettled.mock.calls.length]).toEqual([[], 1, 1]);
  });

  it.each([
    [{}, 'Discussion requested in another window'],
    [{ by: 'Ana' }, 'Ana asked to discuss the questions first'],
    [{ reached: false as const }, 'The agent had gone on, and did not get this'],
  ])('shows for a discussion with %j: %s', async (settlement, title) => {
    const client = createScriptedClient(q1());
    mount(client);
    await say(() => client.end('q1', { status: 'declined', discuss: true }, settlement));
    expect(text('title')).toBe(title);
  });

  it.each([
    ['the answer of the user', true],
    ['the answer of another tab', false],
  ])('announces once that the agent did not receive %s', async (_, isLocal) => {
    const client = createScriptedClient(q1());
    const onSettled = vi.fn();
    mount(client, { onSettled });
    if (isLocal) {
      await mouseClick(nameField());
      await typeKeys('mine\n');
      await say(() => client.end('q1', answered('mine'), { isLocal }));
      expect(text('title')).toBe('You answered Ada');
    } else await say(() => client.end('q1', answered('mine'), { by: 'Ana' }));
    for (let i = 0; i < 2; i++) await say(() => client.end('q1', answered('mine'), { isLocal, reached: false }));
    await expect.poll(() => text('title'), SOON).toBe('The agent had gone on, and did not get this');
    expect(live().filter((one) => one.includes('did not get this'))).toHaveLength(1);
    expect(onSettled).toHaveBeenCalledOnce();
  });

  it('is announced if focus is elsewhere, and focus does not move', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    button('Before').focus();
    await say(() => client.end('q1', { status: 'cancelled' }));
    expect([focused(), live()]).toEqual(['button Before', ['Cancelled in another window', '']]);
    await click(button('Close'));
    await frame();
    expect([screen.queryByRole('group'), focused()]).toEqual([null, 'button Before']);
  });

  it('overrides an answer in flight, and the first answer is shown', async () => {
    const client = createScriptedClient(q1());
    client.reply(Promise.resolve({ ok: false, code: 'already_resolved', message: '' }));
    mount(client);
    await mouseClick(nameField());
    await typeKeys('mine\n');
    await say(() => client.end('q1', answered('theirs'), { by: 'Ana' }));
    await expect.poll(() => text('title'), SOON).toBe('Answered by Ana');
    expect([...document.querySelectorAll('dd')].map((one) => one.textContent)).toEqual(['“theirs”', 'mine']);
  });

  it('removes the error of a failed attempt', async () => {
    const client = createScriptedClient(q1());
    client.reply({ ok: false, code: 'offline', message: 'no' });
    mount(client);
    await mouseClick(nameField());
    await typeKeys('mine\n');
    await expect.poll(live, SOON).toEqual(['', 'Your answers weren’t sent. They’re still here.']);
    await say(() => client.end('q1', answered('theirs'), { by: 'Ana' }));
    expect([live(), text('error')]).toEqual([['', ''], undefined]);
  });

  it('settles the dialog and removes its error if the answer had arrived after all [R-QUEUE]', async () => {
    const client = createScriptedClient(q1());
    client.reply({ ok: false, code: 'offline', message: 'no' });
    mount(client);
    await mouseClick(nameField());
    await typeKeys('mine\n');
    await expect.poll(live, SOON).toEqual(['', 'Your answers weren’t sent. They’re still here.']);
    await say(() => client.end('q1', answered('mine'), { isLocal: true }));
    await expect.poll(() => text('error'), SOON).toBeUndefined();
    expect([screen.queryByRole('textbox'), screen.queryByRole('button', { name: 'Submit' })]).toEqual([null, null]);
    expect(document.querySelector('[data-phase]')?.getAttribute('data-phase') ?? 'gone').toBe('settled');
  });

  it('shows the reason of an agent that withdrew it', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    await say(() => client.end('q1', { status: 'aborted', reason: 'The run was stopped.' }));
    expect([text('title'), text('hint')]).toEqual(['Ada no longer needs an answer', 'The run was stopped.']);
    expect(button('Close')).toBeVisible();
  });

  it.each(['Escape', 'the button'])('is followed by the next request in a modal on %s', async (by) => {
    const client = createScriptedClient(q1(), q2());
    mount(client, { presentation: 'modal' });
    await say(() => client.end('q1', answered('orders'), { by: 'Ana' }));
    expect(document.querySelector('dialog')?.matches(':modal')).toBe(true);
    if (by === 'Escape') await press('Escape');
    else await mouseClick(button('Next question'));
    await expect.poll(focused, SOON).toBe('title Question from Bo');
    expect(document.querySelector('dialog')?.matches(':modal')).toBe(true);
  });

  it('restores focus on Close in a modal without a next request', async () => {
    const client = createScriptedClient();
    mount(client, { presentation: 'modal' });
    button('Before').focus();
    await say(() => client.arrive(q1()));
    await say(() => client.end('q1', answered('orders'), { by: 'Ana' }));
    await mouseClick(button('Close'));
    expect([document.querySelector('dialog'), focused()]).toEqual([null, 'button Before']);
  });

  it('is shown even if the card is collapsed', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client, { defaultCollapsed: true });
    button('Continue').focus();
    await say(() => client.end('q1', answered('orders'), { by: 'Ana' }));
    expect(text('title')).toBe('Answered by Ana');
    await click(button('Next question'));
    expect(button('Continue')).toBeVisible();
  });

  it('is shown in the given language', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client, { messages: de });
    expect(text('queue-count')).toBe('Eine weitere Anfrage wartet · Als Nächstes: Bo');
    nameField().focus();
    await say(() => client.end('q1', answered('orders'), { by: 'Ana' }));
    expect(text('title')).toBe('Von Ana beantwortet');
    expect(button('Nächste Frage')).toBeVisible();
  });
});
