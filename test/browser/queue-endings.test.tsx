import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { de } from '../../src/react/messages/de.js';
import { button, chosen, cleanUpAfterEach, click, focused, frame } from '../helpers/browser/card.js';
import { press, QUICK, SOON, typeKeys } from '../helpers/browser/keys.js';
import { mouseClick } from '../helpers/browser/pointer.js';
import { answered, live, mount, nameField, q1, q2, say, text } from '../helpers/browser/queue.js';
import { createScriptedClient } from '../helpers/scripted-client.js';
import '../../src/styles/index.css';

cleanUpAfterEach();

describe('ended elsewhere while it is shown [R-QUEUE] [R-FIRST]', () => {
  it('says who and what, keeps what was typed here, and takes the focus only if it had it', async () => {
    const client = createScriptedClient(q1(), q2());
    const onEnd = vi.fn();
    mount(client, { onEnd });
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
    expect(onEnd).toHaveBeenCalledOnce();
    button('Next question').focus();
    await press('Enter');
    expect([focused(), client.calls]).toEqual(['title Question from Bo', [['dismiss', 'q1']]]);
    await press('Enter', QUICK);
    expect([chosen(), client.calls.length, onEnd.mock.calls.length]).toEqual([[], 1, 1]);
  });

  it.each([
    ['an answer of its own', true],
    ['an answer of another window', false],
  ])('says of %s that the agent did not get it, once', async (_, own) => {
    const client = createScriptedClient(q1());
    const onEnd = vi.fn();
    mount(client, { onEnd });
    if (own) {
      await mouseClick(nameField());
      await typeKeys('mine\n');
      await say(() => client.end('q1', answered('mine'), { own }));
      expect(text('title')).toBe('You answered Ada');
    } else await say(() => client.end('q1', answered('mine'), { by: 'Ana' }));
    for (let i = 0; i < 2; i++) await say(() => client.end('q1', answered('mine'), { own, reached: false }));
    await expect.poll(() => text('title'), SOON).toBe('The agent had gone on, and did not get this');
    expect(live().filter((one) => one.includes('did not get this'))).toHaveLength(1);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('with the focus elsewhere it is said, and nothing moves', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    button('Before').focus();
    await say(() => client.end('q1', { status: 'cancelled' }));
    expect([focused(), live()]).toEqual(['button Before', ['Cancelled in another window', '']]);
    await click(button('Close'));
    await frame();
    expect([screen.queryByRole('group'), focused()]).toEqual([null, 'button Before']);
  });

  it('while its own answer is on the way: the first one counts, and is shown', async () => {
    const client = createScriptedClient(q1());
    client.reply(Promise.resolve({ ok: false, code: 'already_resolved', message: '' }));
    mount(client);
    await mouseClick(nameField());
    await typeKeys('mine\n');
    await say(() => client.end('q1', answered('theirs'), { by: 'Ana' }));
    await expect.poll(() => text('title'), SOON).toBe('Answered by Ana');
    expect([...document.querySelectorAll('dd')].map((one) => one.textContent)).toEqual(['“theirs”', 'mine']);
  });

  it('after a failed attempt: nobody is told any more that it can be sent again', async () => {
    const client = createScriptedClient(q1());
    client.reply({ ok: false, code: 'offline', message: 'no' });
    mount(client);
    await mouseClick(nameField());
    await typeKeys('mine\n');
    await expect.poll(live, SOON).toEqual(['', 'Your answers weren’t sent. They’re still here.']);
    await say(() => client.end('q1', answered('theirs'), { by: 'Ana' }));
    expect([live(), text('error')]).toEqual([['', ''], undefined]);
  });

  it('settles the dialog and takes its error away when the answer had arrived after all [R-QUEUE]', async () => {
    const client = createScriptedClient(q1());
    client.reply({ ok: false, code: 'offline', message: 'no' });
    mount(client);
    await mouseClick(nameField());
    await typeKeys('mine\n');
    await expect.poll(live, SOON).toEqual(['', 'Your answers weren’t sent. They’re still here.']);
    await say(() => client.end('q1', answered('mine'), { own: true }));
    await expect.poll(() => text('error'), SOON).toBeUndefined();
    expect([screen.queryByRole('textbox'), screen.queryByRole('button', { name: 'Submit' })]).toEqual([null, null]);
    expect(document.querySelector('[data-phase]')?.getAttribute('data-phase') ?? 'gone').toBe('settled');
  });

  it('withdrawn by the agent: in its own words', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    await say(() => client.end('q1', { status: 'aborted', reason: 'The run was stopped.' }));
    expect([text('title'), text('hint')]).toEqual(['Ada no longer needs an answer', 'The run was stopped.']);
    expect(button('Close')).toBeVisible();
  });

  it.each(['Escape', 'the button'])('in a modal, %s goes on to the next', async (by) => {
    const client = createScriptedClient(q1(), q2());
    mount(client, { presentation: 'modal' });
    await say(() => client.end('q1', answered('orders'), { by: 'Ana' }));
    expect(document.querySelector('dialog')?.matches(':modal')).toBe(true);
    if (by === 'Escape') await press('Escape');
    else await mouseClick(button('Next question'));
    await expect.poll(focused, SOON).toBe('title Question from Bo');
    expect(document.querySelector('dialog')?.matches(':modal')).toBe(true);
  });

  it('in a modal without a next one, Close gives the focus back', async () => {
    const client = createScriptedClient();
    mount(client, { presentation: 'modal' });
    button('Before').focus();
    await say(() => client.arrive(q1()));
    await say(() => client.end('q1', answered('orders'), { by: 'Ana' }));
    await mouseClick(button('Close'));
    expect([document.querySelector('dialog'), focused()]).toEqual([null, 'button Before']);
  });

  it('folded: what has ended is shown', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client, { defaultCollapsed: true });
    button('Continue').focus();
    await say(() => client.end('q1', answered('orders'), { by: 'Ana' }));
    expect(text('title')).toBe('Answered by Ana');
    await click(button('Next question'));
    expect(button('Continue')).toBeVisible();
  });

  it('in the words of a language', async () => {
    const client = createScriptedClient(q1(), q2());
    mount(client, { messages: de, locale: 'de' });
    expect(text('queue-count')).toBe('Eine weitere Anfrage wartet · Als Nächstes: Bo');
    nameField().focus();
    await say(() => client.end('q1', answered('orders'), { by: 'Ana' }));
    expect(text('title')).toBe('Von Ana beantwortet');
    expect(button('Nächste Frage')).toBeVisible();
  });
});
