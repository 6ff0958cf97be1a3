// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { AskUserDialog } from 'react-ask-user';
import { poll } from './poll.js';

afterEach(cleanup);

const CALL = { title: 'Which database?', choices: ['PostgreSQL', 'SQLite'] };

it('asks the question of a call, and gives the agent its output', async () => {
  const user = userEvent.setup();
  const onSubmit = vi.fn();
  render(<AskUserDialog dialect={poll} input={CALL} onSubmit={onSubmit} />);

  await user.click(screen.getByRole('radio', { name: 'SQLite' }));
  await user.click(screen.getByRole('button', { name: 'Submit' }));

  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(onSubmit.mock.calls[0]?.[0]).toEqual({ vote: 'SQLite' });
});

it('offers no note, because the output has none', () => {
  render(<AskUserDialog dialect={poll} input={CALL} />);
  expect(screen.queryByRole('button', { name: 'Add a note' })).toBeNull();
});

it('tells the agent that nobody answered if the user cancels', async () => {
  const user = userEvent.setup();
  const onCancel = vi.fn();
  render(<AskUserDialog dialect={poll} input={CALL} onCancel={onCancel} />);

  await user.click(screen.getByRole('button', { name: 'Cancel' }));

  expect(onCancel.mock.calls[0]?.[0]).toEqual({
    status: 'cancelled',
    message: expect.stringMatching(/no option was chosen/),
  });
});
