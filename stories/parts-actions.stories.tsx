import type { Meta, StoryObj } from '@storybook/react-vite';
import { AskUser } from 'react-ask-user';
import { expect, fn } from 'storybook/test';
import { database, projectSetup } from './fixtures.js';

/** The buttons of the card and of a question, and the messages for a missing answer and a failed delivery. */
const meta = {
  title: 'Parts/Actions',
  component: AskUser.Root,
  subcomponents: {
    'AskUser.Actions': AskUser.Actions,
    'AskUser.KeyHints': AskUser.KeyHints,
    'AskUser.Submit': AskUser.Submit,
    'AskUser.Back': AskUser.Back,
    'AskUser.Cancel': AskUser.Cancel,
    'AskUser.Decline': AskUser.Decline,
    'AskUser.SubmitPartial': AskUser.SubmitPartial,
    'AskUser.Discuss': AskUser.Discuss,
    'AskUser.DeliveryError': AskUser.DeliveryError,
    'AskUser.AnswerError': AskUser.AnswerError,
    'AskUser.QuestionActions': AskUser.QuestionActions,
    'AskUser.AddNote': AskUser.AddNote,
    'AskUser.AskAbout': AskUser.AskAbout,
    'AskUser.AskBack': AskUser.AskBack,
    'AskUser.Clear': AskUser.Clear,
    'AskUser.Skip': AskUser.Skip,
    'AskUser.Notes': AskUser.Notes,
  },
  tags: ['autodocs'],
  args: { asker: 'Setup assistant', questions: projectSetup, onSubmit: fn(), onCancel: fn() },
} satisfies Meta<typeof AskUser.Root>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Buttons in another order, with other labels, and without key hints. */
export const OwnOrder: Story = {
  args: { allow: { decline: true, discuss: true } },
  render: (args) => (
    <AskUser.Root {...args}>
      <AskUser.Card>
        <AskUser.Body>
          <AskUser.Title />
          <AskUser.Questions />
          <AskUser.DeliveryError />
          <AskUser.Actions>
            <AskUser.Submit />
            <AskUser.Back>One back</AskUser.Back>
            <AskUser.Decline>Rather not</AskUser.Decline>
            <AskUser.Discuss>Let us talk</AskUser.Discuss>
            <AskUser.Cancel>Stop</AskUser.Cancel>
          </AskUser.Actions>
        </AskUser.Body>
      </AskUser.Card>
    </AskUser.Root>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }));
    await expect(canvas.getByRole('button', { name: 'One back' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Rather not' })).toBeVisible();
    await expect(await canvas.findByRole('button', { name: 'Let us talk' })).toBeVisible();
  },
};

/** `AskUser.SubmitPartial` sends the answers so far from anywhere in the card. */
export const SomeOfTheAnswers: Story = {
  args: { allow: { partial: true } },
  render: (args) => (
    <AskUser.Root {...args}>
      <AskUser.Card>
        <AskUser.Body>
          <AskUser.Questions />
          <AskUser.SubmitPartial>That is all for now</AskUser.SubmitPartial>
          <AskUser.Actions />
        </AskUser.Body>
      </AskUser.Card>
    </AskUser.Root>
  ),
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'SQLite' }));
    await userEvent.click(await canvas.findByRole('button', { name: 'That is all for now' }));
    await expect(args.onSubmit).toHaveBeenCalledOnce();
  },
};

/** The quiet buttons under a question, and the note that one of them opens. */
export const UnderAQuestion: Story = {
  args: { questions: [database], allow: { skip: true }, onAskBack: fn(() => 'It is one file.') },
  render: (args) => (
    <AskUser.Root {...args}>
      <AskUser.Card>
        <AskUser.Body>
          <AskUser.Questions>
            <AskUser.Question index={0}>
              <AskUser.Prompt />
              <AskUser.AskBack />
              <AskUser.Options />
              <AskUser.Other />
              <AskUser.AnswerError />
              <AskUser.Notes />
              <AskUser.QuestionActions>
                <AskUser.Skip>Not now</AskUser.Skip>
                <AskUser.Clear>Take it back</AskUser.Clear>
                <AskUser.AddNote>Say why</AskUser.AddNote>
                <AskUser.AskAbout>What is that?</AskUser.AskAbout>
              </AskUser.QuestionActions>
            </AskUser.Question>
          </AskUser.Questions>
          <AskUser.Actions>
            <AskUser.KeyHints />
            <AskUser.Submit />
          </AskUser.Actions>
        </AskUser.Body>
      </AskUser.Card>
    </AskUser.Root>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'SQLite' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Say why' }));
    await userEvent.keyboard('Small enough.');
    await userEvent.click(canvas.getByRole('button', { name: 'Take it back' }));
    await expect(canvas.getByRole('radio', { name: 'SQLite' })).not.toBeChecked();
    await expect(canvas.getByRole('textbox', { name: /Note/ })).toHaveValue('Small enough.');
  },
};

/** The host refused the answers and shows its own message. */
export const NotSent: Story = {
  args: { questions: [database], onSubmit: fn(() => ({ ok: false })) },
  render: (args) => (
    <AskUser.Root {...args}>
      <AskUser.Card>
        <AskUser.Body>
          <AskUser.Questions />
          <AskUser.DeliveryError>The line is down. Your answer is still here.</AskUser.DeliveryError>
          <AskUser.Actions />
        </AskUser.Body>
      </AskUser.Card>
    </AskUser.Root>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'SQLite' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }));
    await expect(await canvas.findByText('The line is down. Your answer is still here.')).toBeVisible();
  },
};
