import type { Meta, StoryObj } from '@storybook/react-vite';
import { AskUserDialog } from 'react-ask-user';
import { expect, fn } from 'storybook/test';
import { database, projectSetup, prose, serviceName } from './fixtures.js';

/** The card between the arrival and the settlement of a request. Each story reaches its state the way a user does. */
const meta = {
  title: 'States/Answering',
  component: AskUserDialog,
  tags: ['autodocs'],
  args: {
    asker: 'Setup assistant',
    questions: [database],
    onSubmit: fn(),
    onCancel: fn(),
  },
} satisfies Meta<typeof AskUserDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Selecting an option does not submit it. “Clear answer” deselects it. */
export const OptionChosen: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByText('SQLite'));
    await expect(canvas.getByRole('radio', { name: 'SQLite' })).toBeChecked();
    await expect(canvas.getByRole('radio', { name: 'SQLite' })).toHaveFocus();
    await expect(canvas.getByRole('button', { name: 'Clear answer' })).toBeVisible();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** The arrow keys select options, as in any radio group. */
export const OptionFocused: Story = {
  play: async ({ canvas, userEvent }) => {
    // The collapse button comes first.
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    await expect(canvas.getByRole('radio', { name: 'SQLite' })).toHaveFocus();
    await expect(canvas.getByRole('radio', { name: 'SQLite' })).toBeChecked();
  },
};

/** The key `0` selects Other and focuses its field. */
export const OtherOpen: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard('0');
    const field = canvas.getByRole('textbox', { name: 'Other Your answer' });
    await expect(field).toHaveFocus();
    await userEvent.keyboard('The database we already run for billing');
    await expect(canvas.getByRole('radio', { name: 'Other' })).toBeChecked();
    await expect(field).toHaveValue('The database we already run for billing');
  },
};

/** If another option is selected, Other keeps and shows its text. */
export const OtherKept: Story = {
  play: async (context) => {
    const { canvas, userEvent } = context;
    await OtherOpen.play?.(context);
    await userEvent.click(canvas.getByRole('radio', { name: 'MongoDB' }));
    await expect(canvas.queryByRole('textbox')).toBeNull();
    await expect(canvas.getByRole('radio', { name: 'Other' })).toHaveAccessibleDescription(
      'The database we already run for billing',
    );
  },
};

/** Above the soft limit of 2,000 characters, the counter warns. Text is never cut off. */
export const OverTheSoftLimit: Story = {
  args: { questions: [serviceName] },
  play: async ({ canvas, userEvent }) => {
    const field = canvas.getByRole('textbox', { name: 'What should we name this service?' });
    await userEvent.click(field);
    await userEvent.paste(prose(2847));
    await expect(field).toHaveValue(prose(2847));
    await expect(field).toHaveAccessibleDescription(
      '2,847 characters (847 over the suggested 2,000). Nothing will be cut off.',
    );
  },
};

/** Submitting a long answer asks first. The default is to go back to the text. */
export const LongAnswerConfirmation: Story = {
  args: { questions: [serviceName] },
  play: async (context) => {
    const { canvas, userEvent, args } = context;
    await OverTheSoftLimit.play?.(context);
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }));
    const sheet = canvas.getByRole('dialog', { name: 'Answer is long (2,847 chars). Continue anyway?' });
    await expect(sheet).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Edit answer' })).toHaveFocus();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** Cancelling asks before it discards answers. The safe button has the focus, and Escape does the same. */
export const DiscardConfirmation: Story = {
  args: { questions: projectSetup },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'PostgreSQL' }));
    await userEvent.keyboard('{Enter}1{Escape}');
    await expect(canvas.getByRole('dialog', { name: 'Discard 2 answers?' })).toHaveAccessibleDescription(
      'Setup assistant will be told that you cancelled.',
    );
    await expect(canvas.getByRole('button', { name: 'Keep answering' })).toHaveFocus();
    await expect(args.onCancel).not.toHaveBeenCalled();
  },
};

/** A submit without an answer sends nothing and shows what is missing. */
export const MissingAnswer: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }));
    const group = canvas.getByRole('radiogroup', { name: 'Which database should we use?' });
    await expect(group).toBeInvalid();
    await expect(group).toHaveAccessibleDescription(/Choose an option, or type your answer under Other\./);
    await expect(canvas.getByRole('heading', { name: 'Which database should we use?' })).toHaveFocus();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** Other without text is not an answer. */
export const MissingOwnAnswer: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByText('Other'));
    await userEvent.keyboard('{Enter}');
    await expect(canvas.getByRole('textbox')).toHaveAccessibleDescription('Type your answer or choose another option.');
    await expect(canvas.getByRole('textbox')).toHaveFocus();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** Review lists every answer and every missing one. */
export const ReviewWithOneMissing: Story = {
  args: { questions: projectSetup },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'PostgreSQL' }));
    await userEvent.click(canvas.getByRole('tab', { name: 'Features' }));
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Authentication' }));
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Other' }));
    await userEvent.keyboard('Audit log with a 90-day retention, exportable as CSV');
    await userEvent.click(canvas.getByRole('tab', { name: 'Review, 2 of 3 answered' }));
    await expect(canvas.getByRole('heading', { name: 'Check your answers' })).toBeVisible();
    await expect(canvas.getByText('“Audit log with a 90-day retention, exportable as CSV”')).toBeVisible();
    await expect(canvas.getByText('Not answered yet')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Answer Name' })).toBeVisible();
  },
};

/** A refused submit on Review shows the first question without an answer and marks its tab. */
export const RefusedFromReview: Story = {
  args: { questions: projectSetup },
  play: async (context) => {
    const { canvas, userEvent, args } = context;
    await ReviewWithOneMissing.play?.(context);
    await userEvent.click(canvas.getByRole('button', { name: 'Submit answers' }));
    await expect(canvas.getByRole('tab', { name: /Name/, selected: true })).toBeVisible();
    await expect(canvas.getByText('Type your answer.')).toBeVisible();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** Until the host's promise settles, the user can't edit, submit or cancel. */
export const Sending: Story = {
  args: { onSubmit: fn(() => new Promise(() => {})) },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'PostgreSQL' }));
    await userEvent.keyboard('{Enter}');
    const sending = canvas.getByRole('button', { name: 'Sending…' });
    await expect(sending).toHaveAttribute('aria-disabled', 'true');
    await expect(canvas.getByRole('region').querySelector('[data-ask-user="body"]')).toHaveAttribute(
      'aria-busy',
      'true',
    );
    await userEvent.click(sending);
    await userEvent.keyboard('{Escape}');
    await expect(args.onSubmit).toHaveBeenCalledOnce();
    await expect(args.onCancel).not.toHaveBeenCalled();
  },
};

/** The host refused the answers. Everything is as before and can be sent again. */
export const FailedWithRetry: Story = {
  args: { onSubmit: fn(() => Promise.reject(new Error('The server is not reachable.'))) },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'PostgreSQL' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }));
    const retry = await canvas.findByRole('button', { name: 'Try again' });
    await expect(canvas.getByRole('alert')).toHaveTextContent('Your answers weren’t sent. They’re still here.');
    await expect(canvas.getByRole('radio', { name: 'PostgreSQL' })).toBeChecked();
    await userEvent.click(retry);
    await expect(args.onSubmit).toHaveBeenCalledTimes(2);
    await expect(await canvas.findByRole('button', { name: 'Try again' })).toBeVisible();
  },
};
