import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ComponentProps } from 'react';
import { AskUserDialog } from 'react-ask-user';
import { parseRequest } from 'react-ask-user/core';
import { expect, fn, waitFor } from 'storybook/test';
import { DockedChat } from './docked-chat.js';
import { database, projectSetup, serviceName } from './fixtures.js';

/**
 * Inline, modal or docked, expanded or collapsed. A change between them keeps what the user entered, and restores
 * focus.
 */
const meta = {
  title: 'States/Presentation',
  component: AskUserDialog,
  tags: ['autodocs'],
  args: {
    asker: 'Setup assistant',
    questions: [database],
    onSubmit: fn(),
    onCancel: fn(),
  },
  parameters: { docs: { story: { inline: false, iframeHeight: 520 } } },
} satisfies Meta<typeof AskUserDialog>;

const parsed = parseRequest({ questions: projectSetup }, { requestId: 'later', blocking: false });
if (!parsed.ok) throw new Error('The fixture is not a valid request.');
const notBlocking = parsed.value;

export default meta;
type Story = StoryObj<typeof meta>;

/** A page behind the modal. */
const Page = (props: ComponentProps<typeof AskUserDialog>) => {
  const [asked, setAsked] = useState(false);
  return (
    <div style={{ minBlockSize: '90vh' }}>
      <p>I have read the repository. Before I go on I need to know something.</p>
      <button type="button" onClick={() => setAsked(true)}>
        Answer
      </button>
      {asked && <AskUserDialog {...props} presentation="modal" />}
    </div>
  );
};

/** The modal is a native `<dialog>`. Its heading has the focus, and the page behind it is inert. */
export const Modal: Story = {
  render: (args) => <Page {...args} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Answer' }));
    const dialog = await canvas.findByRole('dialog', { name: /Which database should we use\?/ });
    await waitFor(() => expect(dialog).toBeVisible());
    await expect(canvas.getByRole('heading', { name: 'Question from Setup assistant' })).toHaveFocus();
  },
};

/** The agent does not wait for the answers: the card arrives as one line, and takes no focus. */
export const NotBlocking: Story = {
  args: { questions: undefined, request: notBlocking },
  play: async ({ canvas, userEvent }) => {
    const text = 'Setup assistant goes on meanwhile. Answer whenever you like.';
    const shown = () => canvas.getAllByText(text).find((one) => one.checkVisibility());
    await expect(shown()).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }));
    await expect(shown()).toBeVisible();
    await expect(canvas.getByRole('radio', { name: 'SQLite' })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Collapse' }));
  },
};

/** The buttons stay in view even if the question is long. */
export const ModalWithMuchToRead: Story = {
  ...Modal,
  args: { questions: [{ ...database, context: `${database.context ?? ''}\n`.repeat(12) }] },
  play: async (context) => {
    await Modal.play?.(context);
    await expect(context.canvas.getByRole('button', { name: 'Submit' })).toBeVisible();
  },
};

/** The confirmation before answers are discarded, in the modal. */
export const ModalDiscard: Story = {
  ...Modal,
  args: { questions: projectSetup },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Answer' }));
    await userEvent.click(canvas.getByRole('radio', { name: 'PostgreSQL' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel' }));
    await expect(canvas.getByRole('dialog', { name: 'Discard 1 answer?' })).toBeVisible();
  },
};

/** After the answer, the modal closes and the focus returns to the button that opened it. */
export const ModalAnswered: Story = {
  ...Modal,
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Answer' }));
    await userEvent.click(canvas.getByRole('radio', { name: 'SQLite' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }));
    await expect(args.onSubmit).toHaveBeenCalledOnce();
    await expect(canvas.queryByRole('dialog')).toBeNull();
    await expect(canvas.getByRole('button', { name: 'Answer' })).toHaveFocus();
  },
};

/** Another window answered while the modal was open. The typed text can be copied before the modal is closed. */
export const ModalWithdrawn: Story = {
  args: { questions: [serviceName], presentation: 'modal' },
  render: function Withdrawn(args) {
    const [over, setOver] = useState(false);
    const stop = { result: { status: 'aborted', reason: 'already_resolved' } } as const;
    return (
      <div onInput={() => setTimeout(() => setOver(true), 50)} style={{ minBlockSize: '90vh' }}>
        <AskUserDialog {...args} {...(over && stop)} requestId="withdrawn" />
      </div>
    );
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('textbox'));
    await userEvent.paste('orders-service');
    await expect(await canvas.findByRole('button', { name: 'Close' })).toBeVisible();
    await expect(canvas.getByText('orders-service')).toBeVisible();
  },
};

/**
 * In a dock, the card takes the place of the composer. “Write a message instead” shows the composer again, with the
 * collapsed card above it.
 */
export const Dock: Story = {
  args: { questions: projectSetup },
  render: (args) => <DockedChat {...args} />,
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('radio', { name: 'PostgreSQL' })).toBeVisible();
    await expect(canvas.queryByRole('textbox', { name: 'Message' })).toBeNull();
    await userEvent.click(canvas.getByRole('button', { name: 'Write a message instead' }));
    await expect(canvas.getByRole('textbox', { name: 'Message' })).toHaveFocus();
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }));
    await expect(canvas.getByRole('radio', { name: 'PostgreSQL' })).toBeVisible();
  },
};

/** If the user is writing a message, the question waits above the composer as one line. */
export const DockWhileWriting: Story = {
  ...Dock,
  render: (args) => <DockedChat {...args} message="Wait, what about the" />,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox', { name: 'Message' })).toHaveValue('Wait, what about the');
    await expect(canvas.getByRole('button', { name: 'Continue' })).toBeVisible();
  },
};

/** The collapsed card is one line. “Continue” expands it. */
export const Collapsed: Story = {
  args: { questions: projectSetup },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('radio', { name: 'PostgreSQL' }));
    await userEvent.click(canvas.getByRole('tab', { name: /Features/ }));
    await userEvent.click(canvas.getByRole('button', { name: 'Collapse' }));
    await expect(canvas.getByRole('button', { name: 'Continue' })).toHaveFocus();
    const line = { selector: '[data-ask-user="collapsed-bar-text"] *' };
    await expect(canvas.getByText('Which features should we include?', line)).toBeVisible();
    await expect(canvas.getByText('1 of 3 answered', line)).toBeVisible();
    await expect(canvas.queryByRole('tab')).toBeNull();
  },
};

/** After collapsing and expanding, the text, the caret and the tab are as before. */
export const CollapsedAndBack: Story = {
  args: { questions: [serviceName] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('textbox'));
    await userEvent.keyboard('orders');
    await userEvent.click(canvas.getByRole('button', { name: 'Collapse' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Continue' }));
    await expect(canvas.getByRole('textbox')).toHaveFocus();
    await expect(canvas.getByRole('textbox')).toHaveValue('orders');
  },
};

/** A collapsed modal is at the bottom of the page, and the page can be used. */
export const ModalCollapsed: Story = {
  ...Modal,
  args: { questions: projectSetup },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Answer' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Collapse' }));
    await expect(canvas.getByRole('button', { name: 'Continue' })).toHaveFocus();
    await expect(canvas.getByRole('button', { name: 'Answer' })).toBeVisible();
  },
};
