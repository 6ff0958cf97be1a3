import type { Meta, StoryObj } from '@storybook/react-vite';
import { AskUserDialog } from 'react-ask-user';
import { expect, fn } from 'storybook/test';
import { database, deployApproval, features, projectSetup, serviceName } from './fixtures.js';

/**
 * The ready-made dialog: a card in the conversation that asks what an agent wants to know, and hands over exactly what
 * the person answered, or that they cancelled. It takes no focus, preselects nothing and sends nothing by itself.
 *
 * Choose with the mouse, the arrow keys or the number keys; Enter does what the primary button does.
 */
const meta = {
  title: 'Dialog/AskUserDialog',
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

const { context: _, ...plainDatabase } = database;

/** One question with one choice. “Other”, the person's own answer, is always the last option. */
export const SingleSelect: Story = {
  args: { questions: [plainDatabase] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('region', { name: /Setup assistant asks: Which database/ })).toBeVisible();
    const options = canvas.getAllByRole('radio');
    await expect(options).toHaveLength(4);
    for (const option of options) await expect(option).not.toBeChecked();
    await expect(canvas.getByRole('radio', { name: 'Other' })).toHaveAccessibleDescription('Type your own answer');
    await expect(document.body).toHaveFocus();
  },
};

/** One question with any number of choices. Space toggles; options and Other combine. */
export const MultiSelect: Story = {
  args: { questions: [features] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group', { name: 'Which features should we include?' })).toHaveAccessibleDescription(
      'Choose all that apply.',
    );
    await expect(canvas.getAllByRole('checkbox', { checked: false })).toHaveLength(4);
  },
};

/** A question without options is answered in the person's own words. Enter submits, Shift and Enter is a new line. */
export const OwnWords: Story = {
  args: { questions: [serviceName] },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: 'What should we name this service?' }), 'orders-api');
    await expect(canvas.queryByRole('radio')).toBeNull();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/**
 * One tab a question, then Review, which shows every answer before anything is sent: all or nothing. What was entered
 * stays while the person moves between the tabs.
 */
export const SeveralQuestions: Story = {
  args: { questions: projectSetup },
  play: async ({ canvas, userEvent, args }) => {
    const names = ['Database', 'Features', 'Name', 'Review, 0 of 3 answered'];
    for (const [index, tab] of canvas.getAllByRole('tab').entries()) {
      await expect(tab).toHaveAccessibleName(names[index]);
    }
    await expect(canvas.getAllByRole('tab')).toHaveLength(names.length);
    await userEvent.click(canvas.getByRole('radio', { name: 'PostgreSQL' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }));
    await expect(canvas.getByRole('heading', { name: /Question 2 of 3. Which features/ })).toHaveFocus();
    await expect(canvas.getByRole('tab', { name: 'Database, answered' })).toBeVisible();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** A label that ends in “(Recommended)” shows a badge. Its name, and the answer, keep the whole label. */
export const Recommended: Story = {
  args: { asker: 'Release assistant', questions: deployApproval },
  play: async ({ canvas }) => {
    const option = canvas.getByRole('radio', { name: 'Tonight at 02:00 UTC (Recommended)' });
    await expect(option).not.toBeChecked();
    await expect(canvas.getByText('Recommended')).toBeVisible();
  },
};

/** `context` says why the agent asks. */
export const WithContext: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/2 GB of orders/)).toBeVisible();
  },
};

/** A note goes along with the answer. It is never an answer by itself. */
export const WithNotes: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'SQLite' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Add a note' }));
    const note = canvas.getByRole('textbox', { name: 'Note (optional)' });
    await expect(note).toHaveFocus();
    await userEvent.type(note, 'Only until we have more than one server.{Enter}Then PostgreSQL.');
    await expect(note).toHaveValue('Only until we have more than one server.\nThen PostgreSQL.');
  },
};

/** With `allowSkip` the person can leave single questions out; the agent is told that they were skipped. */
export const AllowSkip: Story = {
  args: { questions: projectSetup, allowSkip: true },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Skip' }));
    await expect(canvas.getByRole('tab', { name: 'Database, skipped' })).toBeVisible();
    await expect(canvas.getByRole('tab', { name: 'Features', selected: true })).toBeVisible();
  },
};

/**
 * With `allowPartial`, Review offers to send the answers so far. The agent is told that the other questions were skipped.
 */
export const AllowPartial: Story = {
  args: { questions: projectSetup, allowPartial: true },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'SQLite' }));
    await userEvent.click(canvas.getByRole('tab', { name: /Review/ }));
    const send = await canvas.findByRole('button', { name: 'Send what I have' });
    await expect(send).toHaveAccessibleDescription(/questions stay unanswered/);
  },
};

/**
 * With `allowDiscuss` the user can ask to talk first. The agent gets the message and the answers so far, which are not submitted.
 */
export const AllowDiscuss: Story = {
  args: { asker: 'Setup assistant', questions: projectSetup, allowDiscuss: true },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'SQLite' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Discuss instead' }));
    await userEvent.keyboard('How many users will there be?');
    await userEvent.click(canvas.getByRole('button', { name: 'Send and discuss' }));
    await expect(args.onCancel).toHaveBeenCalledOnce();
  },
};

/** The sheet that asks what to discuss. */
export const DiscussSheet: Story = {
  args: { asker: 'Setup assistant', questions: projectSetup, allowDiscuss: true },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Discuss instead' }));
    await expect(canvas.getByRole('dialog', { name: 'Discuss the questions first?' })).toBeVisible();
  },
};

/** With `allowDecline` the person can refuse to answer while the agent goes on, which is not the same as Cancel. */
export const AllowDecline: Story = {
  args: { asker: 'Release assistant', questions: deployApproval, allowDecline: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Decline to answer' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Cancel' })).toBeVisible();
  },
};
