import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useState } from 'react';
import { AskUserDialog, useAskUser, type DraftStorage, type QuestionInput } from 'react-ask-user';
import { expect, fn } from 'storybook/test';
import { arabicSetup, database, projectSetup, serviceName } from './fixtures.js';
import { ar } from 'react-ask-user/messages/ar';

interface EarlierProps {
  asked: readonly QuestionInput[];
  draftStorage: DraftStorage;
  asker: string | undefined;
}

/** An earlier request, of which the user answered the first and the last question before the agent asked again. */
function Earlier({ asked, draftStorage, asker }: EarlierProps) {
  const ask = useAskUser(asked, { requestId: 'earlier', draftStorage, asker });
  useEffect(() => {
    ask.questions[0]?.choose(0);
    ask.questions.at(-1)?.setText('orders-service');
    ask.settle({ status: 'superseded' });
    // oxlint-disable-next-line react/exhaustive-deps -- Once, before the card is shown.
  }, []);
  return null;
}

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

function createStorage(): DraftStorage {
  const entries = new Map<string, string>();
  return {
    get: (key) => entries.get(key),
    set: (key, text) => void entries.set(key, text),
    remove: (key) => void entries.delete(key),
  };
}

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
