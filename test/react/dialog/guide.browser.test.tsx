import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AskUserDialog } from 'react-ask-user';
import 'react-ask-user/styles.css';

afterEach(cleanup);

const question = { question: 'Which database should we use?', options: ['PostgreSQL', 'SQLite'] };

it('a new card takes nothing from the field that the user types in', async () => {
  const onSubmit = vi.fn();
  const { rerender } = render(<textarea aria-label="Message" />);
  await userEvent.click(page.getByRole('textbox', { name: 'Message' }));
  await userEvent.keyboard('1');
  rerender(
    <>
      <textarea aria-label="Message" />
      <AskUserDialog questions={[question]} onSubmit={onSubmit} />
    </>,
  );
  await userEvent.keyboard('2{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveValue('12\n');
  await expect.element(page.getByRole('radio', { name: 'SQLite' })).not.toBeChecked();
  expect(onSubmit).not.toHaveBeenCalled();
});

it('a card is answered by keyboard: arrows select, and Enter submits', async () => {
  const onSubmit = vi.fn();
  render(<AskUserDialog questions={[question]} onSubmit={onSubmit} />);
  page.getByRole('radio', { name: 'PostgreSQL' }).element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('radio', { name: 'SQLite' })).toBeChecked();
  await userEvent.keyboard('{Enter}');
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ answers: [{ answer: 'SQLite' }] });
});
