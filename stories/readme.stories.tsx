import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import type { OnAskBack, QuestionInput } from 'react-ask-user';
import { expect, fn, within } from 'storybook/test';
import { WithAgentOutputs } from './agent-outputs.js';
import { createStorage, Earlier } from './earlier.js';

const database: QuestionInput = {
  id: 'database',
  header: 'Database',
  question: 'Which database should we use?',
  options: [
    { label: 'PostgreSQL', description: 'Battle-tested relational database' },
    { label: 'SQLite', description: 'Lightweight, one file, nothing to run' },
  ],
};
const layout: QuestionInput = {
  id: 'layout',
  header: 'Layout',
  question: 'Which folder layout do you prefer?',
  options: [
    { label: 'By feature (Recommended)', description: 'One folder for each capability' },
    { label: 'By layer', description: 'Routes, services, models' },
    { label: 'Leave it unchanged' },
  ],
};
const REPLY = 'Yes. The service has two modules so far, so it would be a small commit.';
const name: QuestionInput = { id: 'name', header: 'Name', question: 'What should we name this service?' };

/** The pictures of the README. `node scripts/pictures/main.mjs` takes them. */
const meta = {
  title: 'Readme',
  component: WithAgentOutputs,
  parameters: { layout: 'fullscreen' },
  args: {
    asker: 'Setup assistant',
    requestId: 'again',
    questions: [database, layout, name],
    round: { number: 2, answered: 4 },
    onAskBack: fn<OnAskBack>(() => REPLY),
    onSubmit: fn(),
    onCancel: fn(),
  },
  render: function Round(args) {
    const [draftStorage] = useState(createStorage);
    return (
      <>
        <Earlier asked={[database, name]} draftStorage={draftStorage} asker={args.asker} />
        <WithAgentOutputs {...args} draftStorage={draftStorage} />
      </>
    );
  },
} satisfies Meta<typeof WithAgentOutputs>;

export default meta;
type Story = StoryObj<typeof meta>;

/** The second round of an interview. Two of the three questions were answered before the agent asked again. */
export const Unanswered: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Use my answers' })).toBeVisible();
    await expect(await canvas.findByRole('button', { name: 'Ask about this' })).toBeVisible();
  },
};

/**
 * The earlier answers are filled in, the agent has replied to a question of the user, and each agent reads the same
 * answers in its format.
 */
export const Answered: Story = {
  args: {
    exchanges: [{ key: 'k1', questionId: 'layout', text: 'Can we change it later?', status: 'replied', reply: REPLY }],
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Use my answers' }));
    await userEvent.click(canvas.getByRole('tab', { name: /^Layout/ }));
    await expect(await canvas.findByText(REPLY)).toBeVisible();
    await userEvent.click(canvas.getByRole('radio', { name: /^By feature/ }));
    const outputs = within(canvas.getByRole('complementary'));
    await expect(outputs.getByText(/"database":\{"answers":\["PostgreSQL"\]\}/)).toBeVisible();
    await expect(
      outputs.getByText(/"content":\{"database":"PostgreSQL","layout":"By feature \(Recommended\)"/),
    ).toBeVisible();
  },
};
