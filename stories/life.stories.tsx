import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { AskUserAnnouncer, AskUserDialog, type AskUserDialogProps, type DraftStorage } from 'react-ask-user';
import { expect, fn } from 'storybook/test';
import { database, projectSetup, serviceName } from './fixtures.js';

/** Creates a storage like `sessionStorage`, for one story only. */
const createStorage = (): DraftStorage => {
  const texts = new Map<string, string>();
  return {
    get: (key) => texts.get(key),
    set: (key, text) => void texts.set(key, text),
    remove: (key) => void texts.delete(key),
  };
};

/** A host that unmounts the dialog and mounts it again. */
function Remounted(props: AskUserDialogProps<unknown, unknown>) {
  const [storage] = useState(createStorage);
  const [shown, setShown] = useState(true);
  return (
    <>
      {shown && <AskUserDialog {...props} draftStorage={storage} />}
      <p>
        <button type="button" onClick={() => setShown(!shown)}>
          {shown ? 'Take it away' : 'Bring it back'}
        </button>
      </p>
    </>
  );
}

/** A model that is writing its tool call. Each press adds a question. */
function Written({ questions = [], ...props }: AskUserDialogProps<unknown, unknown>) {
  const [count, setCount] = useState(1);
  const streaming = count <= questions.length;
  return (
    <>
      <AskUserDialog {...props} questions={questions.slice(0, count)} streaming={streaming} />
      <p>
        <button type="button" disabled={!streaming} onClick={() => setCount(count + 1)}>
          Write on
        </button>
      </p>
    </>
  );
}

interface AskedAgainProps extends AskUserDialogProps<unknown, unknown> {
  /** Questions of the second request. */
  again: AskUserDialogProps<unknown, unknown>['questions'];
}

/** An agent that replaces its request with another one. */
function AskedAgain({ again, questions, requestId = '', ...props }: AskedAgainProps) {
  const [isAgain, setAgain] = useState(false);
  return (
    <>
      <AskUserDialog
        {...props}
        questions={isAgain ? again : questions}
        requestId={isAgain ? `${requestId}-again` : requestId}
      />
      {!isAgain && (
        <p>
          <button type="button" onClick={() => setAgain(true)}>
            Ask again
          </button>
        </p>
      )}
    </>
  );
}

/** A dialog that arrives in a chat with an `AskUserAnnouncer`. */
function Arriving(props: AskUserDialogProps<unknown, unknown>) {
  const [arrived, setArrived] = useState(false);
  return (
    <AskUserAnnouncer>
      <p>
        <button type="button" onClick={() => setArrived(true)}>
          Let a question arrive
        </button>
      </p>
      {arrived && <AskUserDialog {...props} />}
    </AskUserAnnouncer>
  );
}

/** A request arrives, grows while the model writes it, and keeps what was entered when the page changes. */
const meta = {
  title: 'States/Arriving and staying',
  component: AskUserDialog,
  tags: ['autodocs'],
  args: {
    asker: 'Setup assistant',
    questions: projectSetup,
    requestId: 'call-1',
    onSubmit: fn(),
    onCancel: fn(),
  },
} satisfies Meta<typeof AskUserDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

/** While the model writes the first question, the card reserves its space and can be cancelled. */
export const Preparing: Story = {
  args: { streaming: true, questions: [] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'Setup assistant is preparing a question…' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await expect(canvas.queryByRole('radio')).toBeNull();
  },
};

/** A complete question can be answered while the model writes the next ones. Submitting has to wait. */
export const Growing: Story = {
  render: (args) => <Written {...args} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Write on' }));
    await userEvent.click(canvas.getByRole('radio', { name: 'SQLite' }));
    await expect(canvas.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(canvas.getByRole('button', { name: 'Write on' }));
    await expect(canvas.getByRole('tab', { name: 'Database, answered' })).toBeVisible();
    await expect(canvas.getByRole('radio', { name: 'SQLite' })).toBeChecked();
  },
};

/** Two questions are complete, and the model writes a third. */
export const MoreComing: Story = {
  args: { streaming: true },
};

/** `draftStorage` restores the selection, the text and the notes. */
export const DraftKept: Story = {
  render: (args) => <Remounted {...args} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'SQLite' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Add a note' }));
    await userEvent.type(canvas.getByRole('textbox', { name: 'Note (optional)' }), 'For now');
    await userEvent.click(canvas.getByRole('button', { name: 'Take it away' }));
    await expect(canvas.queryByRole('radio')).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: 'Bring it back' }));
    // The code of drafts is a file of its own, which a busy browser loads after the card is shown again.
    await canvas.findByRole('radio', { name: 'SQLite', checked: true });
    await expect(canvas.getByRole('textbox', { name: 'Note (optional)' })).toHaveValue('For now');
    await expect(await canvas.findByRole('button', { name: 'Start over' })).toBeVisible();
  },
};

/** “Start over” clears the restored draft. Until the next edit, “Undo” restores it again. */
export const DraftRemoved: Story = {
  ...DraftKept,
  play: async (context) => {
    const { canvas, userEvent } = context;
    await DraftKept.play?.(context);
    await userEvent.click(canvas.getByRole('button', { name: 'Start over' }));
    await expect(canvas.getByRole('button', { name: 'Undo' })).toHaveFocus();
    await expect(canvas.getByRole('radio', { name: 'SQLite' })).not.toBeChecked();
  },
};

/** The agent replaces its request before the user has answered. The next one offers what the user has entered. */
export const EarlierAnswers: Story = {
  render: (args) => <AskedAgain {...args} again={projectSetup} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'SQLite' }));
    await userEvent.click(canvas.getByRole('tab', { name: 'Name' }));
    await userEvent.type(canvas.getByRole('textbox'), 'billing');
    await userEvent.click(canvas.getByRole('button', { name: 'Ask again' }));
    await canvas.findByRole('button', { name: 'Use my answers' });
    await expect(canvas.getByRole('radio', { name: 'SQLite' })).not.toBeChecked();
  },
};

/** The gesture fills them in and sends nothing. “Undo” removes them again. */
export const EarlierAnswersUsed: Story = {
  ...EarlierAnswers,
  play: async (context) => {
    const { args, canvas, userEvent } = context;
    await EarlierAnswers.play?.(context);
    await userEvent.click(canvas.getByRole('button', { name: 'Use my answers' }));
    await expect(canvas.getByRole('button', { name: 'Undo' })).toHaveFocus();
    await expect(canvas.getByRole('radio', { name: 'SQLite' })).toBeChecked();
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

/** An answer to a question that changed is shown, and never filled in. Text whose question is gone can be copied. */
export const EarlierAnswersChanged: Story = {
  render: (args) => (
    <AskedAgain {...args} again={[{ ...database, options: ['PostgreSQL', 'MySQL'] }, { question: 'Which port?' }]} />
  ),
  play: async (context) => {
    const { canvas, userEvent } = context;
    await userEvent.click(canvas.getByRole('radio', { name: 'SQLite' }));
    await userEvent.click(canvas.getByRole('tab', { name: 'Name' }));
    await userEvent.type(canvas.getByRole('textbox'), 'billing');
    await userEvent.click(canvas.getByRole('button', { name: 'Ask again' }));
    await canvas.findByText('Changed since your answer: look again.');
    canvas.getByText('billing');
  },
};

/** An arriving question does not move the focus. Screen readers announce it. */
export const Announced: Story = {
  args: { questions: [database] },
  render: (args) => <Arriving {...args} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Let a question arrive' }));
    await expect(
      await canvas.findByText('Setup assistant has a question: Which database should we use?'),
    ).toBeInTheDocument();
    await expect(canvas.getByRole('button', { name: 'Let a question arrive' })).toHaveFocus();
  },
};

/** With `autoFocus="if-idle"`, the heading is focused after one second without a key press or a click. */
export const FocusedWhenIdle: Story = {
  args: { questions: [serviceName], autoFocus: 'if-idle' },
};
