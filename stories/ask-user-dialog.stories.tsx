import type { Meta, StoryObj } from '@storybook/react-vite';
import { AskUserDialog } from 'react-ask-user';
import { expect, fn } from 'storybook/test';
import { database, deployApproval, features, projectSetup, serviceName, withRecommendations } from './fixtures.js';

/**
 * Shows an agent's questions as a card in the conversation. Passes exactly what the user answered to `onSubmit`, or the
 * cancellation to `onCancel`. The dialog does not move focus when it arrives, does not preselect an option, and sends
 * nothing by itself.
 *
 * Options can be selected with the mouse, the arrow keys or the number keys. Enter does what the primary button does.
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

/** One question with one answer. The last option is always “Other”, which opens a text field. */
export const SingleSelect: Story = {
  args: { questions: [plainDatabase] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('region', { name: /Question from Setup assistant: Which database/ })).toBeVisible();
    const options = canvas.getAllByRole('radio');
    await expect(options).toHaveLength(4);
    for (const option of options) await expect(option).not.toBeChecked();
    await expect(canvas.getByRole('radio', { name: 'Other' })).toHaveAccessibleDescription('Type your answer');
    await expect(document.body).toHaveFocus();
  },
};

/** One question with any number of answers. Space toggles an option, and options combine with Other. */
export const MultiSelect: Story = {
  args: { questions: [features] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group', { name: 'Which features should we include?' })).toHaveAccessibleDescription(
      'Choose all that apply.',
    );
    await expect(canvas.getAllByRole('checkbox', { checked: false })).toHaveLength(4);
  },
};

/** A question without options has a text field. Enter submits, and Shift+Enter starts a new line. */
export const OwnWords: Story = {
  args: { questions: [serviceName] },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: 'What should we name this service?' }), 'orders-api');
    await expect(canvas.queryByRole('radio')).toBeNull();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/**
 * Each question has a tab. The last tab, Review, shows every answer before all of them are sent together. Moving
 * between the tabs keeps what the user entered.
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

/** A label that ends in “(Recommended)” has a badge. The accessible name and the answer contain the whole label. */
export const Recommended: Story = {
  args: { asker: 'Release assistant', questions: deployApproval },
  play: async ({ canvas }) => {
    const option = canvas.getByRole('radio', { name: 'Tonight at 02:00 UTC (Recommended)' });
    await expect(option).not.toBeChecked();
    await expect(canvas.getByText('Recommended')).toBeVisible();
  },
};

/** `context` explains why the agent asks. */
export const WithContext: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/2 GB of orders/)).toBeVisible();
  },
};

/** A note is sent with the answer. A note alone is not an answer. */
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

/** With `allow.skip`, the user can skip a question. The agent receives it as skipped. */
export const AllowSkip: Story = {
  args: { questions: projectSetup, allow: { skip: true } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Skip' }));
    await expect(canvas.getByRole('tab', { name: 'Database, skipped' })).toBeVisible();
    await expect(canvas.getByRole('tab', { name: 'Features', selected: true })).toBeVisible();
  },
};

/**
 * Review offers to use the recommended options of the unanswered questions. A button lists them, and another one selects
 * them. They are marked, can be taken back, and are sent by Submit.
 */
export const RecommendedAnswers: Story = {
  args: { questions: withRecommendations },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('tab', { name: /Review/ }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Use the recommended option for 3 questions' }));
    const take = canvas.getByRole('button', { name: 'Use these 3 options' });
    await expect(take).toHaveAccessibleDescription(/Which database.* PostgreSQL/);
  },
};

/** After the user has accepted the recommended options. */
export const RecommendedAnswersTaken: Story = {
  args: { questions: withRecommendations },
  play: async (context) => {
    const { canvas, userEvent } = context;
    await RecommendedAnswers.play?.(context);
    await userEvent.click(canvas.getByRole('button', { name: 'Use these 3 options' }));
    await expect(canvas.getByRole('button', { name: 'Undo' })).toHaveFocus();
    await expect(canvas.getAllByText('Recommended').filter((badge) => badge.checkVisibility())).toHaveLength(3);
  },
};

/** With `allow.partial`, Review offers to send the answers so far. The agent receives the other questions as skipped. */
export const AllowPartial: Story = {
  args: { questions: projectSetup, allow: { partial: true } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'SQLite' }));
    await userEvent.click(canvas.getByRole('tab', { name: /Review/ }));
    const send = await canvas.findByRole('button', { name: 'Send what I have' });
    await expect(send).toHaveAccessibleDescription(/questions stay unanswered/);
  },
};

/**
 * With `allow.discuss`, the user can ask to discuss the questions first. The agent receives the message and the answers
 * so far, which are not submitted.
 */
export const AllowDiscuss: Story = {
  args: { asker: 'Setup assistant', questions: projectSetup, allow: { discuss: true } },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'SQLite' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'Discuss instead' }));
    await userEvent.keyboard('How many users will there be?');
    await userEvent.click(canvas.getByRole('button', { name: 'Send and discuss' }));
    await expect(args.onCancel).toHaveBeenCalledOnce();
  },
};

/** The confirmation asks for the message to discuss. */
export const DiscussSheet: Story = {
  args: { asker: 'Setup assistant', questions: projectSetup, allow: { discuss: true } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Discuss instead' }));
    await expect(canvas.getByRole('dialog', { name: 'Discuss the questions first?' })).toBeVisible();
  },
};

/** With `allow.decline`, the user can decline to answer. Unlike after Cancel, the agent may continue. */
export const AllowDecline: Story = {
  args: { asker: 'Release assistant', questions: deployApproval, allow: { decline: true } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Decline to answer' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Cancel' })).toBeVisible();
  },
};
