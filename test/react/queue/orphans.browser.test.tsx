import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { button, chosen, cleanUpAfterEach, click, focused, radio, confirmation } from '../../helpers/browser/card.js';
import { press, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { NAME } from '../../helpers/browser/questions.js';
import { live, mount, nameField, q1, q2, say, text } from '../../helpers/browser/queue.js';
import { createScriptedClient } from '../../helpers/scripted-client.js';
import '../../../src/styles/index.css';

cleanUpAfterEach();

describe('an orphaned request [R-QUEUE] [R-DURABLE]', () => {
  it('is read-only with its text for copying, and is restored when its agent returns', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    await mouseClick(nameField());
    await typeKeys('orders');
    await say(() => client.orphan('q1'));
    expect(focused()).toBe('title The agent has stopped');
    expect(text('settled')).toContain('No one is waiting for this answer.');
    expect([...document.querySelectorAll('dd')].map((one) => one.textContent)).toEqual(['orders']);
    expect(screen.queryByRole('textbox')).toBeNull();
    await press('Enter', { laterMs: 700 });
    await press('Escape', { laterMs: 700 });
    expect([client.calls, confirmation()]).toEqual([[], null]);
    await say(() => client.orphan('q1', 'awaiting_user_response'));
    expect([nameField().value, focused()]).toEqual(['orders', 'question ' + NAME.question]);
  });

  it('does not move focus that is elsewhere', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    button('Before').focus();
    await say(() => client.orphan('q1'));
    expect([focused(), live()]).toEqual(['button Before', ['The agent has stopped', '']]);
    await say(() => client.orphan('q1', 'awaiting_user_response'));
    expect(focused()).toBe('button Before');
  });

  it('ignores digits', async () => {
    const client = createScriptedClient(q2());
    mount(client);
    await mouseClick(radio('SQLite'));
    await say(() => client.orphan('q2'));
    await press('1', { laterMs: 700 });
    await say(() => client.orphan('q2', 'awaiting_user_response'));
    expect(chosen()).toEqual(['SQLite']);
  });

  it('closes an open confirmation without carrying it out', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    await mouseClick(nameField());
    await typeKeys('orders');
    await press('Escape');
    expect(confirmation()).toBeVisible();
    await say(() => client.orphan('q1'));
    expect([confirmation(), focused()]).toEqual([null, 'title The agent has stopped']);
    await say(() => client.orphan('q1', 'awaiting_user_response'));
    expect(nameField().value).toBe('orders');
  });

  it('can be dismissed', async () => {
    const client = createScriptedClient(q1());
    mount(client, { empty: <p>All done</p> });
    await say(() => client.orphan('q1'));
    await click(button('Close'));
    expect([client.calls, screen.getByText('All done').isConnected]).toEqual([[['dismiss', 'q1']], true]);
  });

  it('expands a collapsed card, which is collapsed again when the agent returns', async () => {
    const client = createScriptedClient(q1());
    mount(client, { defaultCollapsed: true });
    button('Continue').focus();
    await say(() => client.orphan('q1'));
    expect([focused(), screen.queryByRole('button', { name: 'Continue' })]).toEqual([
      'title The agent has stopped',
      null,
    ]);
    await say(() => client.orphan('q1', 'awaiting_user_response'));
    expect(focused()).toBe('button Continue');
  });
});
