import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactNode } from 'react';
import { AskUserDialog, type AskUserDialogProps, type AskUserResult } from 'react-ask-user';
import { expect, fn } from 'storybook/test';
import { database, projectSetup, serviceName } from './fixtures.js';

/** A host that settles the request, for example when the user sends a message. */
function EndedFromOutside({ event, result, ...props }: AskUserDialogProps<unknown, unknown> & { event: ReactNode }) {
  const [ending, setEnding] = useState<AskUserResult>();
  return (
    <>
      <AskUserDialog {...props} result={ending} />
      <p>
        <button type="button" onClick={() => setEnding(result)}>
          {event}
        </button>
      </p>
    </>
  );
}

/**
 * A settled request stays in the conversation as static text outside of the tab order. If the host or the agent settles
 * it, neither `onSubmit` nor `onCancel` is called, and unsent text can be copied.
 */
const meta = {
  title: 'States/Endings',
  component: AskUserDialog,
  tags: ['autodocs'],
  args: {
    asker: 'Setup assistant',
    questions: [database],
    onSubmit: fn(),
    onCancel: fn(),
  },
} satisfies Meta<typeof AskUserDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

/** The card lists every question with the selected options, the typed text and the note. */
export const Answered: Story = {
  args: { questions: projectSetup },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('1{Enter}');
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Authentication' }));
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Admin dashboard' }));
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Other' }));
    await userEvent.keyboard('Audit log, exportable as CSV');
    await userEvent.click(canvas.getByRole('button', { name: 'Add a note' }));
    await userEvent.keyboard('The dashboard can wait.');
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }));
    await userEvent.type(
      canvas.getByRole('textbox', { name: /What should we name this service/ }),
      'orders-api{Enter}',
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Submit answers' }));
    await expect(canvas.getByRole('heading', { name: 'You answered Setup assistant' })).toHaveFocus();
    await expect(canvas.queryByRole('button')).toBeNull();
    await expect(args.onSubmit).toHaveBeenCalledOnce();
    await expect(args.onSubmit).toHaveBeenCalledWith(
      {
        answered: true,
        answers: [
          {
            question: 'Which database should we use?',
            answer: 'PostgreSQL',
            selectedOption: 'PostgreSQL',
            wasCustom: false,
          },
          {
            question: 'Which features should we include?',
            answer: ['Authentication', 'Admin dashboard', 'Audit log, exportable as CSV'],
            wasCustom: true,
            notes: 'The dashboard can wait.',
          },
          { question: 'What should we name this service?', answer: 'orders-api', wasCustom: true },
        ],
      },
      expect.objectContaining({ result: expect.objectContaining({ status: 'answered' }) }),
    );
  },
};

/** A single question without typed text is cancelled at once. */
export const Cancelled: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel' }));
    await expect(canvas.getByRole('heading', { name: 'You cancelled Setup assistant’s request' })).toBeVisible();
    await expect(args.onCancel).toHaveBeenCalledOnce();
    await expect(args.onCancel).toHaveBeenCalledWith(
      { answered: false, answers: [], cancelled: true },
      expect.anything(),
    );
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** The user declined, and the agent continues without an answer. */
export const Declined: Story = {
  args: { allow: { decline: true } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Decline to answer' }));
    await expect(canvas.getByRole('heading', { name: 'You declined Setup assistant’s request' })).toBeVisible();
  },
};

/** The agent withdrew the request. Focus was outside the card, so it stays there, and the settlement is announced. */
export const Aborted: Story = {
  args: { result: { status: 'aborted', reason: 'The run was stopped.' } },
  render: (args) => <EndedFromOutside {...args} event="Stop the run" />,
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Stop the run' }));
    await expect(canvas.getByRole('heading', { name: 'Setup assistant no longer needs an answer' })).toBeVisible();
    await expect(canvas.getByRole('status')).toHaveTextContent('Setup assistant no longer needs an answer');
    await expect(canvas.getByRole('button', { name: 'Stop the run' })).toHaveFocus();
    await expect(args.onCancel).not.toHaveBeenCalled();
  },
};

/** A message replaced the request while the user was typing. The text can still be copied. */
export const SupersededWithUnsentText: Story = {
  args: {
    questions: [database, serviceName],
    result: { status: 'superseded', reason: 'A new message arrived.' },
  },
  render: (args) => <EndedFromOutside {...args} event="Send another message" />,
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByText('Other'));
    await userEvent.keyboard('The database we already run for billing');
    await userEvent.click(canvas.getByRole('tab', { name: 'Name' }));
    await userEvent.type(canvas.getByRole('textbox'), 'orders-api');
    await userEvent.click(canvas.getByRole('button', { name: 'Send another message' }));
    await expect(canvas.getByRole('heading', { name: 'Setup assistant’s request was replaced' })).toBeVisible();
    await expect(canvas.getByText('Your answer wasn’t used. You can still copy it.')).toBeVisible();
    await expect(canvas.getByText('The database we already run for billing')).toBeVisible();
    await expect(canvas.getByText('orders-api')).toBeVisible();
    await expect(args.onCancel).not.toHaveBeenCalled();
  },
};

/** Another window answered first. The card is read-only. */
export const AnsweredElsewhere: Story = {
  args: { onSubmit: fn(() => ({ ok: false, code: 'already_resolved' })) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('Other'));
    await userEvent.keyboard('CockroachDB{Enter}');
    await expect(canvas.getByRole('heading', { name: 'Setup assistant no longer needs an answer' })).toHaveFocus();
    await expect(canvas.getByText('CockroachDB')).toBeVisible();
  },
};
