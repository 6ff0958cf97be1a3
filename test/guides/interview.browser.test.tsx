import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { button, cleanUpAfterEach, loaded } from '../helpers/browser/card.js';
import { press, typeKeys } from '../helpers/browser/keys.js';
import { mouseClick } from '../helpers/browser/pointer.js';
import { DATABASE } from '../helpers/browser/questions.js';
import { Interview } from './interview.js';

afterEach(() => vi.unstubAllGlobals());
cleanUpAfterEach();

it('the sample shows the reply of the server, and offers to try again after an error [R-ASKBACK]', async () => {
  const call = vi
    .fn<typeof fetch>()
    .mockResolvedValueOnce(new Response(null, { status: 502 }))
    .mockResolvedValueOnce(new Response('It is one file.'));
  vi.stubGlobal('fetch', call);
  render(<Interview conversationId="c1" questions={[DATABASE]} />);
  await loaded();
  await mouseClick(button('Ask about this'));
  await typeKeys('What is SQLite?');
  await press('Enter');
  await mouseClick(await screen.findByRole('button', { name: 'Try again' }));
  await act(async () => {});
  expect(await screen.findByText('It is one file.')).toBeVisible();
  const body = JSON.stringify({ conversationId: 'c1', questionId: 'q1', text: 'What is SQLite?' });
  expect(call.mock.calls.map(([, init]) => init?.body)).toEqual([body, body]);
});
