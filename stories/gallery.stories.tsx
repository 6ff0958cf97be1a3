import type { Meta, StoryObj } from '@storybook/react-vite';
import type { CSSProperties } from 'react';
import { AskUserDialog, type AskUserDialogProps } from 'react-ask-user';
import { expect, within } from 'storybook/test';
import { database, deployApproval, features, projectSetup, prose, serviceName } from './fixtures.js';

type User = Parameters<NonNullable<StoryObj['play']>>[0]['userEvent'];
type Steps = (card: ReturnType<typeof within>, user: User) => Promise<void>;

interface State {
  props?: Partial<AskUserDialogProps<unknown, unknown>>;
  /** Steps of the user that lead to the state. */
  steps?: Steps;
}

const choose =
  (...names: readonly string[]): Steps =>
  async (card, user) => {
    for (const name of names) await user.click(card.getByText(name));
  };
const press =
  (name: string): Steps =>
  (card, user) =>
    user.click(card.getByRole('button', { name }));
const paste =
  (text: string): Steps =>
  async (card, user) => {
    await user.click(card.getByRole('textbox'));
    await user.paste(text);
  };
const tab =
  (name: RegExp): Steps =>
  (card, user) =>
    user.click(card.getByRole('tab', { name }));
const all =
  (...steps: readonly Steps[]): Steps =>
  async (card, user) => {
    for (const step of steps) await step(card, user);
  };

const never = () => new Promise(() => {});
const fails = () => Promise.reject(new Error('The server is not reachable.'));

const STATES: Readonly<Record<string, State>> = {
  'Just arrived': {},
  'Being written': { props: { questions: [], streaming: true } },
  'Option selected': { steps: choose('SQLite') },
  'Other open': { steps: all(choose('Other'), paste('The database we already run for billing')) },
  'Multi-select': { props: { questions: [features] }, steps: choose('Authentication', 'REST API') },
  'Text answer': { props: { questions: [serviceName] }, steps: paste('orders-api') },
  Recommended: { props: { questions: deployApproval } },
  'Several questions': { props: { questions: projectSetup }, steps: choose('PostgreSQL') },
  Review: { props: { questions: projectSetup }, steps: all(choose('PostgreSQL'), tab(/^Review/)) },
  'Answer missing': { steps: press('Submit') },
  'Over the soft limit': { props: { questions: [serviceName], softLimit: 40 }, steps: paste(prose(45)) },
  'Long answer': {
    props: { questions: [serviceName], softLimit: 40 },
    steps: all(paste(prose(45)), press('Submit')),
  },
  'Discard answers': { props: { questions: projectSetup }, steps: all(choose('PostgreSQL'), press('Cancel')) },
  Sending: { props: { onSubmit: never }, steps: all(choose('SQLite'), press('Submit')) },
  'Not sent': { props: { onSubmit: fails }, steps: all(choose('SQLite'), press('Submit')) },
  Collapsed: { props: { questions: projectSetup, defaultCollapsed: true } },
  Answered: { steps: all(choose('SQLite'), press('Submit')) },
  Cancelled: { props: { result: { status: 'cancelled' } } },
  Replaced: { props: { result: { status: 'superseded', reason: 'A new message arrived.' } } },
  Withdrawn: { props: { result: { status: 'aborted', reason: 'The run was stopped.' } } },
  'Timed out': { props: { result: { status: 'timedOut' } } },
};

const LAYOUT: CSSProperties = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(26rem, 100%), 1fr))',
  gap: '2rem 1.5rem',
  alignItems: 'start',
};

/** All states of the card side by side. */
const meta = {
  title: 'Gallery',
  component: AskUserDialog,
  parameters: { controls: { disable: true } },
} satisfies Meta<typeof AskUserDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Each card reaches its state the way a user does. */
export const AllStates: Story = {
  render: (args) => (
    <div style={LAYOUT}>
      {Object.entries(STATES).map(([name, { props }]) => (
        <figure key={name} aria-label={name} style={{ margin: 0 }}>
          <figcaption style={{ marginBlockEnd: '0.5rem', fontSize: '0.875rem', fontWeight: 600 }}>{name}</figcaption>
          <AskUserDialog {...args} asker="Setup assistant" questions={[database]} {...props} aria-label={name} />
        </figure>
      ))}
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    for (const [name, { steps }] of Object.entries(STATES)) {
      await steps?.(within(canvas.getByRole('figure', { name })), userEvent);
    }
    await expect(await canvas.findByRole('dialog', { name: 'Discard 1 answer?' })).toBeVisible();
    await expect(canvas.getAllByRole('figure')).toHaveLength(Object.keys(STATES).length);
  },
};
