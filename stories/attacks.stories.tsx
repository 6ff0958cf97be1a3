import type { Meta, StoryObj } from '@storybook/react-vite';
import { AskUserDialog } from 'react-ask-user';
import { expect, fn } from 'storybook/test';
import { ATTACK_LABELS } from '../test/fixtures/attack-labels.js';

/**
 * Labels that try to deceive the user or to break the layout. The dialog shows them as text on one line, without hidden
 * characters, and numbers two labels that look the same. The answer contains the label as the agent wrote it.
 */
const meta = {
  title: 'States/Attacks',
  component: AskUserDialog,
  tags: ['autodocs'],
  args: {
    asker: 'Setup assistant',
    questions: ATTACK_LABELS.map(({ id, what, labels }, index) => ({
      id: `row-${index}`,
      header: id,
      question: `${id}: ${what}`,
      options: labels,
      multiSelect: true,
    })),
    onSubmit: fn(),
    onCancel: fn(),
  },
} satisfies Meta<typeof AskUserDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Each attack of the catalog has a tab. */
export const Labels: Story = {
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText('Hidden characters in this text are not shown.')).toBeVisible();
    await expect(canvasElement.querySelector('img, a, script, table')).toBeNull();
  },
};

/** Two labels that look the same, and a label without visible text. */
export const LookAlikes: Story = {
  args: {
    questions: [
      {
        question: 'May I delete the\u202E build\u202C folder?',
        options: ['Ye\u200Bs', 'Yes', 'Nо', '\u3164', 'Delete \u202Egpj.exe (Recommended)'],
      },
    ],
  },
  play: async ({ canvas }) => {
    for (const name of ['Yes (option 1)', 'Yes (option 2)', 'Nо (option 3)', 'Option 4 (no visible text)'])
      await expect(canvas.getByRole('radio', { name })).toBeVisible();
  },
};
