import type { Meta, StoryObj } from '@storybook/react-vite';
import { AskUser } from 'react-ask-user';
import { expect, fn } from 'storybook/test';
import { database, projectSetup } from './fixtures.js';

/** The card, its title, and the placeholder for questions that are still being written. */
const meta = {
  title: 'Parts/Card',
  component: AskUser.Root,
  subcomponents: {
    'AskUser.Card': AskUser.Card,
    'AskUser.Body': AskUser.Body,
    'AskUser.Title': AskUser.Title,
    'AskUser.Collapse': AskUser.Collapse,
    'AskUser.Skeleton': AskUser.Skeleton,
  },
  tags: ['autodocs'],
  args: { asker: 'Setup assistant', questions: [database], onSubmit: fn(), onCancel: fn() },
} satisfies Meta<typeof AskUser.Root>;

export default meta;
type Story = StoryObj<typeof meta>;

/** With another title, the card is still named by the asker and the question. */
export const OwnTitle: Story = {
  render: (args) => (
    <AskUser.Root {...args}>
      <AskUser.Card>
        <AskUser.Body>
          <AskUser.Title>Before I go on</AskUser.Title>
          <AskUser.Questions />
          <AskUser.Actions />
        </AskUser.Body>
      </AskUser.Card>
    </AskUser.Root>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('region', { name: /^Question from Setup assistant: Which database/ })).toBeVisible();
    await expect(canvas.getByRole('heading', { name: 'Before I go on' })).toBeVisible();
  },
};

/** Placeholder lines for a question that the model is still writing. */
export const StillBeingWritten: Story = {
  args: { questions: [], streaming: true },
  render: (args) => (
    <AskUser.Root {...args}>
      <AskUser.Card>
        <AskUser.Body>
          <AskUser.Title />
          <AskUser.Skeleton />
        </AskUser.Body>
      </AskUser.Card>
    </AskUser.Root>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'Setup assistant is preparing a question…' })).toBeVisible();
  },
};

/** The button that collapses the card can be placed anywhere. */
export const CollapseBelow: Story = {
  args: { questions: projectSetup },
  render: (args) => (
    <AskUser.Root {...args}>
      <AskUser.Card>
        <AskUser.Body>
          <AskUser.Questions />
          <AskUser.Actions>
            <AskUser.Collapse />
            <AskUser.Submit />
          </AskUser.Actions>
        </AskUser.Body>
      </AskUser.Card>
    </AskUser.Root>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Collapse' }));
    await expect(canvas.queryByRole('radio')).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }));
    await expect(canvas.getAllByRole('radio')).toHaveLength(4);
  },
};
