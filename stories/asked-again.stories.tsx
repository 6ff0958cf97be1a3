import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { AskUserDialog, type QuestionInput } from 'react-ask-user';
import { expect, fn } from 'storybook/test';
import { createStorage, Earlier } from './earlier.js';
import { arabicSetup, database, projectSetup, serviceName } from './fixtures.js';
import { ar } from 'react-ask-user/messages/ar';

/** The agent asks again, or goes on asking. What the user has entered is not typed twice. */
const meta = {
  title: 'States/Asked again',
  component: AskUserDialog,
  tags: ['autodocs'],
  args: {
    asker: 'Setup assistant',
    questions: projectSetup,
    requestId: 'again',
    onSubmit: fn(),
    onCancel: fn(),
  },
  argTypes: { asked: { table: { disable: true } } },
  render: function Again({ asked = projectSetup, ...args }) {
    const [draftStorage] = useState(createStorage);
    return (
      <>
        <Earlier asked={asked} draftStorage={draftStorage} asker={args.asker} />
        <AskUserDialog {...args} draftStorage={draftStorage} />
      </>
    );
  },
} satisfies Meta<Parameters<typeof AskUserDialog>[0] & { asked?: readonly QuestionInput[] }>;

export default meta;
type Story = StoryObj<typeof meta>;

/** The answers to an earlier request that were not accepted are offered. Nothing is filled in. */
export const Offered: Story = {
  play: async ({ canvas }) => {
    const [offer] = await canvas.findAllByText('You have already answered 2 of these 3 questions.');
    await expect(offer).toBeVisible();
    await expect(canvas.getByRole('radio', { name: /^PostgreSQL/ })).not.toBeChecked();
  },
};

/** The user has filled the answers in, and can undo that. Nothing has been sent. */
export const Used: Story = {
  play: async (context) => {
    const { canvas, userEvent } = context;
    await userEvent.click(await canvas.findByRole('button', { name: 'Use my answers' }));
    await expect(canvas.getByRole('radio', { name: /^PostgreSQL/ })).toBeChecked();
    await expect(canvas.getByRole('button', { name: 'Undo' })).toHaveFocus();
  },
};

/** One question has changed since, so its earlier answer is only shown. A text whose question is gone can be copied. */
export const Changed: Story = {
  args: {
    questions: [{ ...database, options: ['PostgreSQL 18', 'SQLite'] }, projectSetup[1]!],
    asked: [database, serviceName],
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Changed since your answer: look again.')).toBeVisible();
    await expect(canvas.getByText('You also typed this. You can copy it.')).toBeVisible();
  },
};

/** In Arabic, from right to left. */
export const RightToLeft: Story = {
  args: { questions: arabicSetup, asked: arabicSetup, messages: ar, dir: 'rtl' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: ar.carriedUse })).toBeVisible();
  },
};

/** From the second round on, the title says which one it is, and how many answers there are. */
export const ThirdRound: Story = {
  args: { round: { number: 3, answered: 14 } },
  render: (args) => <AskUserDialog {...args} />,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: /Round 3, 14 answered so far/ })).toBeVisible();
  },
};
