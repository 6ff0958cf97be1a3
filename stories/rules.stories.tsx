import type { Meta, StoryObj } from '@storybook/react-vite';
import { AskUserDialog, type QuestionInput } from 'react-ask-user';
import type { Constraints } from 'react-ask-user/core';
import { askUser } from 'react-ask-user/dialects';
import { expect, fn } from 'storybook/test';

/** Questions with rules by question ID, as a protocol sends them. */
interface Form {
  questions: readonly QuestionInput[];
  rules: Readonly<Record<string, Constraints>>;
}

const booking: Form = {
  questions: [
    { id: 'guests', header: 'Guests', question: 'How many people are coming?' },
    {
      id: 'days',
      header: 'Days',
      question: 'Which days suit you?',
      multiSelect: true,
      options: ['Thursday', 'Friday', 'Saturday', 'Sunday'],
    },
    { id: 'mail', header: 'Mail', question: 'Where should the confirmation go?' },
    { id: 'code', header: 'Code', question: 'What is your member code?', context: 'It is shown to nobody.' },
  ],
  rules: {
    guests: { input: 'integer', minimum: 1, maximum: 12 },
    days: { allowCustom: false, minSelected: 1, maxSelected: 2 },
    mail: { input: 'email', required: false },
    code: { secret: true, minLength: 4 },
  },
};

const isForm = (input: unknown): input is Form => typeof input === 'object' && input !== null && 'rules' in input;

/** A dialect that adds the rules of a protocol to its questions. */
const form: typeof askUser = {
  ...askUser,
  parse(input, options) {
    const parsed = askUser.parse(input, options);
    if (!parsed.ok || !isForm(input)) return parsed;
    const questions = parsed.value.questions.map((question) => {
      const constraints = input.rules[question.id];
      return constraints ? { ...question, constraints } : question;
    });
    return { ...parsed, value: { ...parsed.value, questions } };
  },
};

const only = (id: string): Form => ({ ...booking, questions: booking.questions.filter((one) => one.id === id) });

/**
 * Some protocols restrict an answer: a whole number from 1 to 12, at most two options, an email address. The dialog
 * shows the rule beside the field. An invalid answer does not count: the tab and Review mark it, and a submit is
 * refused. Typed text is never cut or changed.
 */
const meta = {
  title: 'States/Rules',
  component: AskUserDialog,
  tags: ['autodocs'],
  args: {
    asker: 'Booking',
    input: booking,
    dialect: form,
    onSubmit: fn(),
    onCancel: fn(),
  },
} satisfies Meta<typeof AskUserDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

/** A form of four fields. The third is optional and stays blank. */
export const BookingForm: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByRole('textbox')).toHaveAccessibleDescription('Enter a whole number (1 to 12).');
    await userEvent.type(canvas.getByRole('textbox'), '20');
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }));
    await expect(canvas.getByRole('tab', { name: 'Guests, answer not valid' })).toBeVisible();
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Friday' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }));
    await expect(canvas.getByRole('textbox')).toHaveAccessibleDescription(/^Optional\./);
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }));
    await userEvent.type(canvas.getByRole('textbox'), 'h4rbour');
    await userEvent.click(canvas.getByRole('button', { name: 'Review' }));
    await expect(canvas.getByText('2 of 4 answered')).toBeVisible();
    await expect(await canvas.findByText('Left blank')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Submit answers' }));
    await expect(args.onSubmit).not.toHaveBeenCalled();
    await expect(canvas.getByRole('tab', { name: 'Guests, answer not valid' })).toHaveAttribute('data-state', 'active');
    await expect(canvas.getByRole('textbox')).toHaveFocus();
  },
};

/** A number out of range. The hint becomes the error message. */
export const NumberOutOfRange: Story = {
  args: { input: only('guests') },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.type(canvas.getByRole('textbox'), '20{Enter}');
    await expect(args.onSubmit).not.toHaveBeenCalled();
    await expect(canvas.getByRole('textbox')).toBeInvalid();
    await expect(canvas.getByRole('textbox')).toHaveAccessibleDescription('Enter a whole number (1 to 12).');
  },
};

/** More options can be selected than the rule allows. The submit is refused. */
export const TooManyChosen: Story = {
  args: { input: only('days') },
  play: async ({ canvas, userEvent, args }) => {
    for (const name of ['Thursday', 'Friday', 'Sunday']) {
      await userEvent.click(canvas.getByRole('checkbox', { name }));
    }
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }));
    await expect(args.onSubmit).not.toHaveBeenCalled();
    await expect(canvas.getByRole('group', { name: 'Which days suit you?' })).toHaveAccessibleDescription(
      'Choose 1 to 2.',
    );
  },
};

/** A secret is masked while the user types it, and shown as dots afterwards. The agent receives the text. */
export const Secret: Story = {
  args: { input: only('code') },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.type(canvas.getByRole('textbox'), 'h4rbour');
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }));
    await expect(args.onSubmit).toHaveBeenCalledOnce();
    await expect(canvas.getByText('“••••••••”')).toBeVisible();
  },
};
