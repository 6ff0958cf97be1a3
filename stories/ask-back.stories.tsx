import type { Meta, StoryObj } from '@storybook/react-vite';
import { AskUserDialog, type OnAskBack } from 'react-ask-user';
import { expect, fn } from 'storybook/test';
import { database, projectSetup } from './fixtures.js';

const REPLY =
  'The service keeps about two million orders. PostgreSQL has them on several machines; SQLite is one file on one machine.';

/** The user asks the agent about a question, and answers afterwards. The card stays open and can be answered at any time. */
const meta = {
  title: 'States/Asking back',
  component: AskUserDialog,
  tags: ['autodocs'],
  args: {
    asker: 'Setup assistant',
    questions: [database],
    onSubmit: fn(),
    onCancel: fn(),
    onAskBack: fn<OnAskBack>(() => REPLY),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Ask about this' }));
    await expect(canvas.getByRole('textbox', { name: 'Your question' })).toHaveFocus();
    await userEvent.keyboard('How many orders are there?{Enter}');
  },
} satisfies Meta<typeof AskUserDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

/** The field is open. */
export const Typing: Story = {
  args: { questions: projectSetup },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Ask about this' }));
    await userEvent.keyboard('How many orders are there?');
  },
};

/** The reply is awaited. */
export const Waiting: Story = {
  args: { onAskBack: fn<OnAskBack>(() => new Promise(() => {})) },
  play: async (context) => {
    await meta.play(context);
    await expect(await context.canvas.findByText('Waiting for the reply…')).toBeVisible();
  },
};

/** The reply is above the options. */
export const Replied: Story = {
  play: async (context) => {
    await meta.play(context);
    await expect(await context.canvas.findByText(REPLY)).toBeVisible();
    await context.userEvent.click(context.canvas.getByText('SQLite'));
    await expect(context.canvas.getByRole('radio', { name: 'SQLite' })).toBeChecked();
  },
};

/** A long reply scrolls, and its end is missing. */
export const LongReply: Story = {
  args: { onAskBack: fn<OnAskBack>(() => `${REPLY}\n\n`.repeat(120)) },
  play: async (context) => {
    await meta.play(context);
    await expect(await context.canvas.findByText('The rest of the reply is too long to show.')).toBeInTheDocument();
  },
};

/** No reply came. The text is kept, and can be sent again. */
export const Failed: Story = {
  args: { onAskBack: fn<OnAskBack>(() => Promise.reject(new Error('offline'))) },
  play: async (context) => {
    await meta.play(context);
    await expect(await context.canvas.findByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

/** The user submits while the field has text: it would be lost. */
export const NotSent: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByText('SQLite'));
    await userEvent.click(await canvas.findByRole('button', { name: 'Ask about this' }));
    await userEvent.keyboard('How many orders are there?');
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }));
    await expect(canvas.getByRole('dialog', { name: 'Your question will not be sent.' })).toBeVisible();
  },
};

/** The host does not reply, so the user can discuss the shown question instead. */
export const DiscussThis: Story = {
  args: { questions: projectSetup, allow: { discuss: true } },
  render: ({ onAskBack: _, ...args }) => <AskUserDialog {...args} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Discuss this instead' }));
    await expect(canvas.getByRole('textbox', { name: 'What should be cleared up first? (optional)' })).toHaveFocus();
    await userEvent.keyboard('How many orders are there?');
  },
};
