import type { Meta, StoryObj } from '@storybook/react-vite';
import { AskUser } from 'react-ask-user';
import { expect, fn } from 'storybook/test';
import { projectSetup } from './fixtures.js';

/** Several questions in tabs, with a review at the end. */
const meta = {
  title: 'Parts/Questions',
  component: AskUser.Root,
  subcomponents: {
    'AskUser.Questions': AskUser.Questions,
    'AskUser.TabList': AskUser.TabList,
    'AskUser.Tab': AskUser.Tab,
    'AskUser.ReviewTab': AskUser.ReviewTab,
    'AskUser.Question': AskUser.Question,
    'AskUser.Prompt': AskUser.Prompt,
    'AskUser.Review': AskUser.Review,
  },
  tags: ['autodocs'],
  args: { asker: 'Setup assistant', questions: projectSetup, onSubmit: fn(), onCancel: fn() },
} satisfies Meta<typeof AskUser.Root>;

export default meta;
type Story = StoryObj<typeof meta>;

/** The tabs are below the questions and have other labels. */
export const TabsBelow: Story = {
  render: (args) => (
    <AskUser.Root {...args}>
      <AskUser.Card>
        <AskUser.Body>
          <AskUser.Title />
          <AskUser.Questions>
            {projectSetup.map(({ id }, index) => (
              <AskUser.Question key={id} index={index} />
            ))}
            <AskUser.Review />
            <AskUser.TabList>
              {projectSetup.map(({ id, header }, index) => (
                <AskUser.Tab key={id} index={index}>
                  {index + 1}. {header}
                </AskUser.Tab>
              ))}
              <AskUser.ReviewTab />
            </AskUser.TabList>
          </AskUser.Questions>
          <AskUser.Actions />
        </AskUser.Body>
      </AskUser.Card>
    </AskUser.Root>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('tab', { name: '2. Features' }));
    await expect(canvas.getByRole('heading', { name: /Which features/ })).toBeVisible();
  },
};

/** A composed question with a paragraph between the prompt and the options. */
export const QuestionByHand: Story = {
  args: { questions: projectSetup.slice(0, 1) },
  render: (args) => (
    <AskUser.Root {...args}>
      <AskUser.Card>
        <AskUser.Body>
          <AskUser.Questions>
            <AskUser.Question index={0}>
              <AskUser.Prompt />
              <p>You can change this later.</p>
              <AskUser.Options />
              <AskUser.Other />
              <AskUser.AnswerError />
            </AskUser.Question>
          </AskUser.Questions>
          <AskUser.Actions />
        </AskUser.Body>
      </AskUser.Card>
    </AskUser.Root>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }));
    await expect(canvas.getByRole('radiogroup')).toHaveAccessibleDescription(/Choose an option/);
  },
};
