// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { AskUserDialog, type AskUserDialogProps } from 'react-ask-user';

afterEach(cleanup);

const questions = [
  { question: 'Which database should we use?', header: 'Database', options: ['PostgreSQL', 'SQLite'] },
  { question: 'Which features?', header: 'Features', options: ['Search', 'Exports'], multiSelect: true },
];

/** Renders the dialog and returns spies for what the agent receives. */
function ask(props: AskUserDialogProps) {
  const onSubmit = vi.fn(props.onSubmit);
  const onCancel = vi.fn(props.onCancel);
  render(<AskUserDialog {...props} onSubmit={onSubmit} onCancel={onCancel} />);
  return { onSubmit, onCancel };
}

it('passes the answers to onSubmit', async () => {
  const user = userEvent.setup();
  const { onSubmit } = ask({ questions });

  await user.click(screen.getByRole('radio', { name: 'SQLite' }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(screen.getByRole('checkbox', { name: 'Search' }));
  await user.click(screen.getByRole('checkbox', { name: 'Other' }));
  await user.type(screen.getByRole('textbox', { name: 'Other Your answer' }), 'Audit log');
  await user.click(screen.getByRole('button', { name: 'Review' }));
  await user.click(screen.getByRole('button', { name: 'Submit answers' }));

  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({
    answered: true,
    answers: [{ answer: 'SQLite' }, { answer: ['Search', 'Audit log'], wasCustom: true }],
  });
});

it('asks for confirmation before it discards the input', async () => {
  const user = userEvent.setup();
  const { onSubmit, onCancel } = ask({ questions });

  await user.click(screen.getByRole('radio', { name: 'SQLite' }));
  await user.keyboard('{Escape}');
  const confirmation = screen.getByRole('dialog');
  expect(confirmation).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Discard answers' }));

  expect(onCancel.mock.calls[0]?.[1].result).toEqual({ status: 'cancelled' });
  expect(onSubmit).not.toHaveBeenCalled();
});

it('keeps the input if the agent cannot be reached', async () => {
  const user = userEvent.setup();
  let arrive: (() => void) | undefined;
  const host = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new Error('The agent cannot be reached.'))
    .mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)));
  const { onSubmit } = ask({ questions: [{ question: 'What is its name?' }], onSubmit: host });

  await user.type(screen.getByRole('textbox', { name: 'What is its name?' }), 'orders{Enter}');
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('textbox', { name: 'What is its name?' })).toHaveValue('orders');

  await user.click(again);
  expect(onSubmit).toHaveBeenCalledTimes(2);
  // The answer is in flight, so the card stays, read-only, until the delivery resolves.
  expect(screen.getByRole('textbox', { name: 'What is its name?' })).toHaveAttribute('readonly');
  arrive?.();
  expect(await screen.findByRole('heading', { name: /You answered/ })).toBeVisible();
});

it('opens and closes as a modal', async () => {
  const user = userEvent.setup();
  const { onCancel } = ask({ questions, presentation: 'modal' });

  expect(screen.getByRole('dialog', { name: '2 questions from Assistant' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onCancel).toHaveBeenCalledTimes(1);
});
