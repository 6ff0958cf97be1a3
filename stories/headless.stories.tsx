import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn } from 'storybook/test';
import { database, features, projectSetup, serviceName } from './fixtures.js';
import { PlainQuestions } from './plain-questions.js';

/** `useAskUser` without a component: prop getters add the same flow, keys and results to native inputs. */
const meta = {
  title: 'Headless/useAskUser',
  component: PlainQuestions,
  tags: ['autodocs'],
  args: { asker: 'Setup assistant', questions: [database], onSubmit: fn(), onCancel: fn() },
} satisfies Meta<typeof PlainQuestions>;

export default meta;
type Story = StoryObj<typeof meta>;
type UserEvent = Parameters<NonNullable<Story['play']>>[0]['userEvent'];

/**
 * Types a text, moves focus to the next element and back, and presses Enter. Simulated typing fires `change` on the
 * first blur. If the hook's focus move caused that blur, the event would be nested in an update of React, which React
 * reports in tests.
 */
async function typeAndEnter(userEvent: UserEvent, text: string) {
  await userEvent.keyboard(text);
  await userEvent.tab();
  await userEvent.tab({ shift: true });
  await userEvent.keyboard('{Enter}');
}

/** One question on native radios, answered with the arrow keys and Enter. */
export const OneQuestion: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    await expect(canvas.getByRole('radio', { name: 'SQLite' })).toBeChecked();
    await expect(canvas.getByRole('radio', { name: 'SQLite' })).toHaveFocus();
    await expect(args.onSubmit).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    await expect(args.onSubmit).toHaveBeenCalledOnce();
    await expect(args.onSubmit).toHaveBeenCalledWith(
      {
        answered: true,
        answers: [
          {
            question: 'Which database should we use?',
            answer: 'SQLite',
            selectedOption: 'SQLite',
            wasCustom: false,
          },
        ],
      },
      expect.anything(),
    );
    await expect(canvas.getByRole('status')).toHaveTextContent('Thank you.');
  },
};

/** If the field is always shown, typing the first character selects Other. */
export const TypingChoosesOther: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'MongoDB' }));
    await userEvent.type(canvas.getByRole('textbox', { name: 'Your answer' }), 'C');
    await expect(canvas.getByRole('radio', { name: 'Something else' })).toBeChecked();
    await expect(canvas.getByRole('radio', { name: 'MongoDB' })).not.toBeChecked();
  },
};

/** Several questions answered by keyboard alone. */
export const SeveralByKeyboard: Story = {
  args: { questions: projectSetup },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab();
    await expect(canvas.getByRole('tab', { name: 'Database' })).toHaveFocus();
    await userEvent.keyboard('1');
    await expect(canvas.getByRole('radio', { name: 'PostgreSQL' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getByRole('heading', { name: features.question })).toHaveFocus();
    await userEvent.keyboard('1');
    await userEvent.keyboard('0');
    await expect(canvas.getByRole('textbox', { name: 'Your answer' })).toHaveFocus();
    await typeAndEnter(userEvent, 'Audit log');
    await expect(canvas.getByRole('textbox', { name: serviceName.question })).toHaveFocus();
    await typeAndEnter(userEvent, 'orders-api');
    await expect(canvas.getByRole('heading', { name: 'Check your answers' })).toHaveFocus();
    await expect(canvas.getByText('3 of 3 answered')).toBeVisible();
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.tab();
    await expect(canvas.getByRole('button', { name: 'Send' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect(args.onSubmit).toHaveBeenCalledOnce();
    await expect(args.onSubmit).toHaveBeenCalledWith(
      expect.objectContaining({ answered: true }),
      expect.objectContaining({
        replies: [
          { questionId: 'database', selected: [0] },
          { questionId: 'features', selected: [0], custom: 'Audit log' },
          { questionId: 'name', selected: [], custom: 'orders-api' },
        ],
      }),
    );
  },
};

/** One tab is in the tab order. The arrow keys, Home and End move to the others. */
export const TabsByKeyboard: Story = {
  args: { questions: projectSetup },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    await expect(canvas.getByRole('tab', { name: 'Features', selected: true })).toHaveFocus();
    await userEvent.keyboard('{End}{ArrowRight}');
    await expect(canvas.getByRole('tab', { name: 'Database', selected: true })).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}{Home}');
    await expect(canvas.getByRole('tab', { name: 'Database', selected: true })).toHaveFocus();
    await userEvent.tab();
    await expect(canvas.getByRole('radio', { name: 'PostgreSQL' })).toHaveFocus();
  },
};

/** In a right-to-left page, ← moves to the next tab. */
export const TabsFromRightToLeft: Story = {
  args: { questions: projectSetup },
  decorators: [(Story) => <div dir="rtl">{Story()}</div>],
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard('{ArrowLeft}');
    await expect(canvas.getByRole('tab', { name: 'Features', selected: true })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect(canvas.getByRole('tab', { name: 'Database', selected: true })).toHaveFocus();
  },
};

/** Skip and Clear move the focus to the heading. */
export const SkipAndClear: Story = {
  args: { questions: projectSetup, allow: { skip: true } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Leave out' }));
    await expect(canvas.getByRole('heading', { name: features.question })).toHaveFocus();
    await userEvent.click(canvas.getByRole('checkbox', { name: 'REST API' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }));
    await expect(canvas.getByRole('checkbox', { name: 'REST API' })).not.toBeChecked();
    await expect(canvas.getByRole('heading', { name: features.question })).toHaveFocus();
    await userEvent.click(canvas.getByRole('button', { name: 'Back' }));
    await expect(canvas.getByText('Left out.')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }));
    await expect(canvas.queryByText('Left out.')).toBeNull();
  },
};

/** Collapsing keeps what the user entered. */
export const Collapsed: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Your answer' }), 'CockroachDB');
    await userEvent.click(canvas.getByRole('button', { name: 'Later' }));
    await expect(canvas.queryByRole('textbox')).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: 'Open' }));
    await expect(canvas.getByRole('textbox', { name: 'Your answer' })).toHaveValue('CockroachDB');
  },
};

/** A digit moves the focus to its option, even if that option is selected already. */
export const SameChoiceAgain: Story = {
  play: async ({ canvas, userEvent }) => {
    const option = canvas.getByRole('radio', { name: 'PostgreSQL' });
    await userEvent.click(option);
    await userEvent.click(canvas.getByRole('heading', { name: 'Which database should we use?' }));
    await userEvent.keyboard('1');
    await expect(option).toHaveFocus();
    const field = canvas.getByRole('textbox', { name: 'Your answer' });
    await userEvent.type(field, 'CockroachDB');
    await expect(field).toHaveFocus();
    await expect(field).toHaveValue('CockroachDB');
  },
};

/** Escape asks before it discards answers. The safe button has the focus, and Escape goes back, too. */
export const Cancelling: Story = {
  args: { questions: projectSetup },
  play: async ({ canvas, userEvent, args }) => {
    const option = canvas.getByRole('radio', { name: 'PostgreSQL' });
    await userEvent.click(option);
    await userEvent.keyboard('{Escape}');
    await expect(canvas.getByRole('dialog', { name: 'Discard 1 answer?' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Go back' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect(canvas.queryByRole('dialog')).toBeNull();
    await expect(option).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(canvas.getByRole('button', { name: 'Discard' }));
    await expect(args.onCancel).toHaveBeenCalledOnce();
    await expect(args.onCancel).toHaveBeenCalledWith(
      { answered: false, answers: [], cancelled: true },
      expect.anything(),
    );
  },
};

/** A submit without an answer sends nothing and marks the question. */
export const MissingAnswer: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }));
    await expect(canvas.getByRole('alert')).toHaveTextContent('Choose an option, or type your answer under Other.');
    await expect(canvas.getByRole('radiogroup')).toHaveAccessibleDescription(
      'Choose an option, or type your answer under Other.',
    );
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};
