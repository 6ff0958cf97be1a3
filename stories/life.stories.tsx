import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { AskUserAnnouncer, AskUserDialog, type AskUserDialogProps, type DraftStorage } from 'react-ask-user';
import { expect, fn } from 'storybook/test';
import { database, projectSetup, serviceName } from './fixtures.js';

/** As `sessionStorage`, and gone with the story. */
const createStorage = (): DraftStorage => {
  const texts = new Map<string, string>();
  return {
    get: (key) => texts.get(key),
    set: (key, text) => void texts.set(key, text),
    remove: (key) => void texts.delete(key),
  };
};

/** A host whose list takes the dialog off the page and puts it back. */
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

/** A model that writes its call: each press is a piece more. */
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

/** A dialog that comes into a chat, below the announcer at the root of the app. */
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

/** How a request comes, grows, and outlives what happens to the page around it. */
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

/** The first question is still being written: a place for it, and a way out. */
export const Preparing: Story = {
  args: { streaming: true, questions: [] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'Setup assistant is preparing a question…' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await expect(canvas.queryByRole('radio')).toBeNull();
  },
};

/** A whole question can be answered while the next ones are written; nothing can be submitted yet. */
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

/** Two whole questions, a third on its way. */
export const MoreComing: Story = {
  args: { streaming: true },
};

/** Choices, text and notes are back when the dialog is. */
export const DraftKept: Story = {
  render: (args) => <Remounted {...args} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'SQLite' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Add a note' }));
    await userEvent.type(canvas.getByRole('textbox', { name: 'Note (optional)' }), 'For now');
    await userEvent.click(canvas.getByRole('button', { name: 'Take it away' }));
    await expect(canvas.queryByRole('radio')).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: 'Bring it back' }));
    await expect(canvas.getByRole('radio', { name: 'SQLite' })).toBeChecked();
    await expect(canvas.getByRole('textbox', { name: 'Note (optional)' })).toHaveValue('For now');
    await expect(await canvas.findByRole('button', { name: 'Start over' })).toBeVisible();
  },
};

/** After "Start over", until the first edit: "Undo" brings the entries back. */
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

/** Arriving moves no focus; who can't see it hears of it. */
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

/** With `autoFocus="if-idle"` the heading takes the focus, once nobody has pressed anything for a second. */
export const FocusedWhenIdle: Story = {
  args: { questions: [serviceName], autoFocus: 'if-idle' },
};
