import type { Meta, StoryObj } from '@storybook/react-vite';
import { AskUser, AskUserDialog, type QuestionInput } from 'react-ask-user';
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

const thirty: readonly QuestionInput[] = Array.from({ length: 30 }, (_, index) => ({
  question: `What should part ${index + 1} of the service be built with?`,
  header: index % 4 ? `Part ${index + 1}` : undefined,
  options: ['As it is now', 'Rewrite it', 'Leave it out'],
}));

/** More than 8 questions: one button in place of the tabs, and "Next unanswered". */
export const ManyQuestions: Story = {
  args: { questions: thirty, allow: { skip: true } },
  render: (args) => <AskUserDialog {...args} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('Rewrite it'));
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Skip' }));
    await expect(canvas.getByRole('button', { name: 'Question 3 of 30, 1 answered' })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Next unanswered' }));
    await expect(canvas.getByRole('heading', { name: /part 4/ })).toHaveFocus();
  },
};

/** The list of the questions, with their states. */
export const ManyQuestionsListed: Story = {
  ...ManyQuestions,
  play: async (context) => {
    const { canvas, userEvent } = context;
    await ManyQuestions.play?.(context);
    await userEvent.click(canvas.getByRole('button', { name: /^Question 4 of 30/ }));
    await expect(await canvas.findByRole('option', { name: '4. Part 4' })).toHaveFocus();
    await expect(canvas.getByRole('option', { name: '2. Part 2 skipped' })).toBeVisible();
  },
};

/** Every question is answered, so "Next unanswered" is disabled. */
export const ManyQuestionsAnswered: Story = {
  ...ManyQuestions,
  args: { questions: thirty.slice(0, 9) },
  play: async ({ canvas, userEvent }) => {
    for (const _ of thirty.slice(0, 9)) {
      await userEvent.click(canvas.getByRole('radio', { name: 'As it is now' }));
      await userEvent.click(canvas.getByRole('button', { name: /^(Next|Review)$/ }));
    }
    await expect(canvas.getByRole('button', { name: 'Review, 9 of 9 answered' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Next unanswered' })).toHaveAttribute('aria-disabled', 'true');
  },
};
