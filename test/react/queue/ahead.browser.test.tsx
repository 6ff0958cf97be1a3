import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { button, cleanUpAfterEach, field, heading, loaded } from '../../helpers/browser/card.js';
import { press, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { mount, q2, say, text } from '../../helpers/browser/queue.js';
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
