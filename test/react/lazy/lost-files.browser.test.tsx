import { fireEvent, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SOON } from '../../helpers/browser/keys.js';

/** Opens a page whose files are lost, or with the hash `#late` come late. */
function open(hash = '') {
  const frame = document.body.appendChild(document.createElement('iframe'));
  onTestFinished(() => frame.remove());
  frame.src = new URL('../../helpers/browser/lost.html', import.meta.url).pathname + hash;
  const page = () => frame.contentDocument!;
  const all = () => within(page().body);
  const find = (role: string, name: string | RegExp) => waitFor(() => all().getByRole(role, { name }), SOON);
  const sees = (text: string) => waitFor(() => expect(all().getByText(text)).toBeVisible(), SOON);
  const type = async (value: string) => {
    fireEvent.mouseDown(await find('tab', 'Name'));
    fireEvent.change(await find('textbox', /name of/), { target: { value } });
  };
  const focused = () => page().activeElement?.textContent;
  return { frame, page, all, find, sees, type, focused };
}

describe('a card that can load no further file', () => {
  it('takes no focus, and announces, shows and sends everything as text [A65 A79]', async () => {
    const { page, all, find, sees, type } = open();
    const database = await find('radio', 'SQLite');
    const [told] = all().getAllByRole('status');
    await waitFor(() => expect(told).toHaveTextContent('Assistant has 2 questions. First: Which database'), SOON);
    expect(page().activeElement).toBe(page().body);
    await sees('CREATE TABLE');
    fireEvent.click(database);
    await type('orders');
    fireEvent.mouseDown(await find('tab', /Review/));
    expect(await find('tabpanel', /Review/)).toHaveTextContent(/SQLite\s*orders/);
    fireEvent.click(await find('button', 'Submit answers'));
    await find('heading', 'Assistant no longer needs an answer');
    await sees('orders');
  });

  it('asks before it cancels, with the words of its buttons, and keeps the text', async () => {
    const { all, find, type, focused } = open();
    await type('orders');
    const cancel = await find('button', 'Cancel');
    cancel.focus();
    fireEvent.click(cancel);
    const asked = within(await find('dialog', 'Cancel'));
    expect(asked.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Back', 'Cancel']);
    await waitFor(() => expect(focused()).toBe('Back'), SOON);
    fireEvent.click(asked.getByRole('button', { name: 'Back' }));
    expect(await find('textbox', /name of/)).toHaveValue('orders');
    expect(all().queryByRole('dialog')).toBeNull();
    fireEvent.click(await find('button', 'Cancel'));
    fireEvent.click(within(await find('dialog', 'Cancel')).getByRole('button', { name: 'Cancel' }));
    await find('heading', 'You cancelled Assistant’s request');
  });

  it('shows the text that was entered if it cannot be rendered any more', async () => {
    const { frame, page, sees, type } = open();
    await type('orders');
    frame.contentWindow?.dispatchEvent(new Event('offline'));
    await sees('orders');
    expect(page().querySelector('textarea, [role="tab"]')).toBeNull();
  });
});

it('a confirmation whose words come late keeps its buttons and the focus', async () => {
  const { frame, page, find, type, focused } = open('#late');
  await type('orders');
  const cancel = await find('button', 'Cancel');
  cancel.focus();
  fireEvent.click(cancel);
  await find('dialog', 'Cancel');
  await waitFor(() => expect(focused()).toBe('Back'), SOON);
  const { activeElement } = page();
  frame.contentWindow?.dispatchEvent(new Event('online'));
  await find('dialog', 'Discard 1 answer?');
  expect([page().activeElement === activeElement, focused()]).toEqual([true, 'Keep answering']);
});
