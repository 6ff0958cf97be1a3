import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AskUserDialog } from 'react-ask-user';
import 'react-ask-user/styles.css';

afterEach(cleanup);

it('a card is answered by keyboard: arrows select, and Enter submits', async () => {
  const onSubmit = vi.fn();
  const questions = [{ question: 'Which database should we use?', options: ['PostgreSQL', 'SQLite'] }];
  render(<AskUserDialog questions={questions} onSubmit={onSubmit} />);
  page.getByRole('radio', { name: 'PostgreSQL' }).element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('radio', { name: 'SQLite' })).toBeChecked();
  await userEvent.keyboard('{Enter}');
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ answers: [{ answer: 'SQLite' }] });
});
