// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { AskUserDialog, type AskUserDialogProps } from 'react-ask-user';

afterEach(cleanup);

it.each(['its button', 'Escape'])('the dialog in jsdom opens a preview larger, closed by %s', async (by) => {
  const user = userEvent.setup();
  const onError = vi.fn();
  const options = [{ label: 'Flat', preview: 'src' }, 'Deep'];
  render(<AskUserDialog questions={[{ question: 'Which layout?', options }]} onError={onError} />);

  await user.click(screen.getByRole('radio', { name: 'Flat' }));
  await user.click(screen.getByRole('button', { name: 'Open larger' }));
  expect(screen.getByRole('dialog', { name: 'Preview of “Flat”' })).toBeVisible();
  if (by === 'Escape') await user.keyboard('{Escape}');
  else await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Open larger' })).toHaveFocus();
  expect(onError).not.toHaveBeenCalled();
});

it('the dialog in jsdom closes a modal after an outside settlement', async () => {
  const user = userEvent.setup();
  const draw = (props: AskUserDialogProps) => (
    <AskUserDialog questions={[{ question: 'Why?' }]} presentation="modal" requestId="r" {...props} />
  );
  const { rerender } = render(draw({}));
  rerender(draw({ result: { status: 'aborted' } }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the dialog in jsdom opens and closes as a modal', async () => {
  const user = userEvent.setup();
  const onCancel = vi.fn();
  render(<AskUserDialog questions={[{ question: 'Why?' }]} presentation="modal" onCancel={onCancel} />);
  expect(screen.getByRole('dialog', { name: 'Question from Assistant: Why?' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onCancel).toHaveBeenCalledTimes(1);
});
