import type { Meta, StoryObj } from '@storybook/react-vite';
import type { QuestionInput } from 'react-ask-user';
import { expect, fn, within } from 'storybook/test';
import { WithAgentOutputs } from './agent-outputs.js';

const questions: readonly QuestionInput[] = [
  {
    id: 'database',
    header: 'Database',
    question: 'Which database should we use?',
    options: [
      { label: 'PostgreSQL', description: 'Battle-tested relational database' },
      { label: 'SQLite', description: 'Lightweight, one file, nothing to run' },
    ],
  },
  {
    id: 'layout',
    header: 'Layout',
    question: 'Which folder layout do you prefer?',
    context: 'The service has two modules so far. It is easy to change this later.',
    options: [
      {
        label: 'By feature',
        description: 'One folder for each capability',
        preview: 'src/\n  orders/\n  billing/\n  shared/',
      },
      {
        label: 'By layer',
        description: 'Routes, services, models',
        preview: 'src/\n  routes/\n  services/\n  models/',
      },
      { label: 'Leave it unchanged' },
    ],
  },
  { id: 'name', header: 'Name', question: 'What should we name this service?' },
];

/** The pictures of the README. `node scripts/pictures/main.mjs` takes them. */
const meta = {
  title: 'Readme',
  component: WithAgentOutputs,
  parameters: { layout: 'fullscreen' },
  args: { asker: 'Setup assistant', questions, onSubmit: fn(), onCancel: fn() },
} satisfies Meta<typeof WithAgentOutputs>;

export default meta;
type Story = StoryObj<typeof meta>;

/** A request before the user has answered. */
export const Unanswered: Story = {};

/** Three answers, with the preview of the selected option. Each agent reads the same answers in its format. */
export const Answered: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('tab', { name: /^Name/ }));
    await userEvent.type(canvas.getByRole('textbox'), 'checkout');
    await userEvent.click(canvas.getByRole('tab', { name: /^Database/ }));
    await userEvent.click(canvas.getByRole('radio', { name: /^PostgreSQL/ }));
    await userEvent.click(canvas.getByRole('tab', { name: /^Layout/ }));
    await userEvent.click(canvas.getByRole('radio', { name: /^By feature/ }));
    const outputs = within(canvas.getByRole('complementary'));
    await expect(outputs.getByText(/"database":\{"answers":\["PostgreSQL"\]\}/)).toBeVisible();
    await expect(outputs.getByText(/"content":\{"database":"PostgreSQL","layout":"By feature"/)).toBeVisible();
  },
};
