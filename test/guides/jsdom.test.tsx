// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { AskUserDialog } from 'react-ask-user';
import { en } from 'react-ask-user/messages/en';

afterEach(cleanup);

const questions = [
  { question: 'Which database should we use?', header: 'Database', options: ['PostgreSQL', 'SQLite'] },
  { question: 'Which features?', header: 'Features', options: ['Search', 'Exports'], multiSelect: true },
];

it('passes the answers to onSubmit', async () => {
  const user = userEvent.setup();
  const onSubmit = vi.fn();
  render(<AskUserDialog questions={questions} onSubmit={onSubmit} />);

  await user.click(screen.getByRole('radio', { name: 'SQLite' }));
  await user.click(screen.getByRole('button', { name: en.next }));
  await user.click(screen.getByRole('checkbox', { name: 'Search' }));
  await user.click(screen.getByRole('checkbox', { name: en.other }));
  await user.type(screen.getByRole('textbox', { name: `${en.other} ${en.yourAnswer}` }), 'Audit log');
  await user.click(screen.getByRole('button', { name: en.review }));
  await user.click(screen.getByRole('button', { name: en.submitAll }));

  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({
    answered: true,
    answers: [{ answer: 'SQLite' }, { answer: ['Search', 'Audit log'], wasCustom: true }],
  });
});

it('asks for confirmation before it discards the input', async () => {
  const user = userEvent.setup();
  const onCancel = vi.fn();
  render(<AskUserDialog questions={questions} onCancel={onCancel} />);

  await user.click(screen.getByRole('radio', { name: 'SQLite' }));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeVisible();
  await user.click(screen.getByRole('button', { name: en.discard }));

  expect(onCancel.mock.calls[0]?.[1].result).toEqual({ status: 'cancelled' });
});

it('keeps the input if the agent cannot be reached', async () => {
  const user = userEvent.setup();
  let arrive: (() => void) | undefined;
  const onSubmit = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new Error('The agent cannot be reached.'))
    .mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)));
  render(<AskUserDialog questions={[{ question: 'What is its name?' }]} onSubmit={onSubmit} />);

  await user.type(screen.getByRole('textbox', { name: 'What is its name?' }), 'orders{Enter}');
  const again = await screen.findByRole('button', { name: en.retry });
  expect(screen.getByRole('textbox')).toHaveValue('orders');

  await user.click(again);
  expect(onSubmit).toHaveBeenCalledTimes(2);
  // The answer is in flight, so the card stays, read-only, until the delivery resolves.
  expect(screen.getByRole('textbox')).toHaveAttribute('readonly');
  arrive?.();
  const title = en.settled.answered.replace('{asker}', en.asker);
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
});
