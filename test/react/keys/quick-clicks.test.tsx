// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import '@testing-library/jest-dom/vitest';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { AskUserDialog } from '../../../src/react/index.js';

afterEach(cleanup);

it.each([0, null])('the dialog accepts each click of a host’s test with a delay of %s', async (delay) => {
  const user = userEvent.setup({ delay });
  const questions = ['A', 'B'].map((header) => ({ header, question: `Which ${header}?`, options: ['One', 'Two'] }));
  render(<AskUserDialog questions={questions} />);
  await user.click(screen.getByRole('radio', { name: 'One' }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(screen.getByRole('radio', { name: 'Two' }));
  expect(screen.getByRole('radio', { name: 'Two' })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Review' }));
  await user.click(screen.getByRole('button', { name: /^Change.*A/ }));
  expect(screen.getByRole('radio', { name: 'One' })).toBeChecked();
});
