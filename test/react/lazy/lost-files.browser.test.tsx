import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { SOON } from '../../helpers/browser/keys.js';

it('a card that can load no further file takes no focus, and announces, shows and sends everything as text [A65 A79]', async () => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  onTestFinished(() => frame.remove());
  frame.src = new URL('../../helpers/browser/lost.html', import.meta.url).pathname;
  const page = () => within(frame.contentDocument!.body);
  const find = (role: string, name: string | RegExp) => waitFor(() => page().getByRole(role, { name }), SOON);
  const sees = (text: string) => waitFor(() => expect(page().getByText(text)).toBeVisible(), SOON);

  const database = await find('radio', 'SQLite');
  const [told] = page().getAllByRole('status');
  await waitFor(() => expect(told).toHaveTextContent('Assistant has 2 questions. First: Which database'), SOON);
  expect(frame.contentDocument?.activeElement).toBe(frame.contentDocument?.body);
  await sees('CREATE TABLE');
  fireEvent.click(database);
  fireEvent.mouseDown(await find('tab', 'Name'));
  fireEvent.change(await find('textbox', /name of/), { target: { value: 'orders' } });
  fireEvent.mouseDown(await find('tab', /Review/));
  expect(await find('tabpanel', /Review/)).toHaveTextContent(/SQLite\s*orders/);
  fireEvent.click(await find('button', 'Submit answers'));
  await find('heading', 'Assistant no longer needs an answer');
  await sees('orders');
});
