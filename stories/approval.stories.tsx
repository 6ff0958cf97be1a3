import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';
import { ApproveCall } from './approve-call.js';

/**
 * The card approves a tool call: the user approves it, denies it with a reason, or edits the command. The agent
 * receives only the user's decision. Every result except an approval denies the call.
 */
const meta = {
  title: 'Approval',
  component: ApproveCall,
  tags: ['autodocs'],
  args: {
    call: { id: 'call-1', command: 'npm run deploy -- --production' },
    onDecision: fn(),
  },
} satisfies Meta<typeof ApproveCall>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Two keys: `1` selects Approve, Enter sends it. */
export const Approved: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByRole('heading', { name: 'Deploy agent wants to run a command' })).toBeVisible();
    await expect(canvas.getByText(args.call.command)).toBeVisible();
    await userEvent.tab();
    await userEvent.tab();
    await expect(canvas.getByRole('radio', { name: 'Approve' })).toHaveFocus();
    await userEvent.keyboard('1');
    await expect(args.onDecision).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    await expect(args.onDecision).toHaveBeenCalledOnce();
    await expect(args.onDecision).toHaveBeenCalledWith({ approved: true, command: args.call.command });
  },
};

/** The reason goes to the agent. It is asked for only while Deny is selected. */
export const DeniedWithReason: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.queryByRole('button', { name: 'Add a reason' })).toBeNull();
    await userEvent.click(canvas.getByRole('radio', { name: 'Deny' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Add a reason' }));
    await userEvent.type(canvas.getByRole('textbox', { name: 'Reason for the agent (optional)' }), 'Not on a Friday.');
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }));
    await expect(args.onDecision).toHaveBeenCalledOnce();
    await expect(args.onDecision).toHaveBeenCalledWith({ approved: false, reason: 'Not on a Friday.' });
  },
};

/** Edit opens a field that contains the command. The text at the time of the submit is the command that runs. */
export const Edited: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'Edit' }));
    const field = canvas.getByRole('textbox', { name: 'Edit Command' });
    await expect(field).toHaveFocus();
    await expect(field).toHaveValue(args.call.command);
    await userEvent.type(field, ' --dry-run');
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }));
    await expect(args.onDecision).toHaveBeenCalledOnce();
    await expect(args.onDecision).toHaveBeenCalledWith({ approved: true, command: `${args.call.command} --dry-run` });
  },
};

/** Escape approves nothing. */
export const Cancelled: Story = {
  play: async ({ userEvent, args }) => {
    await userEvent.tab();
    await userEvent.keyboard('{Escape}');
    await expect(args.onDecision).toHaveBeenCalledOnce();
    await expect(args.onDecision).toHaveBeenCalledWith({
      approved: false,
      reason: 'The user did not decide: cancelled.',
    });
  },
};

/** Nothing is sent without a decision. */
export const Undecided: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }));
    await expect(canvas.getByText('Choose Approve, Deny or Edit.', { ignore: '[aria-live] *' })).toBeVisible();
    await expect(args.onDecision).not.toHaveBeenCalled();
  },
};
