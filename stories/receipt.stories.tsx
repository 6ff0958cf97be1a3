import type { Meta, StoryObj } from '@storybook/react-vite';
import { AskUserReceipt, type AskUserRecord, type AskUserResult } from 'react-ask-user';
import { buildAnswers, parseRecord, parseRequest, toRecord, type Reply } from 'react-ask-user/core';
import { ar } from 'react-ask-user/messages/ar';
import { expect, fn } from 'storybook/test';
import { arabicSetup, database, features, projectSetup, serviceName } from './fixtures.js';

/** Returns a record as a host stores it, of questions that were answered in November 2026. */
function record(questions: unknown, result: AskUserResult | readonly Reply[]): AskUserRecord {
  const parsed = parseRequest({ questions }, { requestId: 'setup', asker: 'Setup assistant' });
  if (!parsed.ok) throw new Error('The fixture is not a valid request.');
  const request = parsed.value;
  const options = { mode: 'interactive', answeredAt: Date.UTC(2026, 10, 20, 14, 5) } as const;
  if (!('length' in result)) return toRecord(result, request, options);
  const built = buildAnswers(request, result);
  if (!built.ok) throw new Error('The fixture is not a valid answer.');
  return toRecord({ status: 'answered', answers: built.value }, request, options);
}

const answered = record(projectSetup, [
  { questionId: 'database', selected: [0] },
  {
    questionId: 'features',
    selected: [0, 2],
    custom: 'Audit log with a 90-day retention, exportable as CSV',
    notes: 'The dashboard can wait.',
  },
  { questionId: 'name', selected: [], skipped: true },
]);

/**
 * Renders a settled request from its stored record, without `AskUser.Root` and also on a server. A receipt is static
 * text, and has controls only with `onCorrect`.
 */
const meta = {
  title: 'Receipt/AskUserReceipt',
  component: AskUserReceipt,
  tags: ['autodocs'],
  args: { record: answered, messages: { locale: 'en' }, timeZone: 'UTC' },
} satisfies Meta<typeof AskUserReceipt>;

export default meta;
type Story = StoryObj<typeof meta>;

/** The context of a question, selected options, typed text, a note, and a skipped question. */
export const Answered: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group', { name: 'You answered Setup assistant' })).toBeVisible();
    await expect(canvas.getByRole('heading', { name: 'You answered Setup assistant', level: 3 })).toBeVisible();
    await expect(canvas.getByText('Nov 20, 2026, 2:05 PM')).toBeVisible();
    await expect(canvas.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'The service stores about 2 GB of orders and is read far more often than it is written.',
      'PostgreSQL',
      'Authentication, Admin dashboard',
      '“Audit log with a 90-day retention, exportable as CSV”',
      'The dashboard can wait.',
      'skipped',
    ]);
    await expect(canvas.queryByRole('button')).toBeNull();
  },
};

/** With `onCorrect`, each answer can be changed. The new one is sent as a message, and the record stays. */
export const Change: Story = {
  args: { onCorrect: fn() },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Change answer to Database' }));
    await userEvent.click(await canvas.findByRole('radio', { name: 'SQLite' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }));
    await expect(args.onCorrect).toHaveBeenCalledOnce();
    const changed = await canvas.findByRole('button', { name: 'Change answer to Database' });
    await expect(changed).toHaveAccessibleDescription('Your change is sent as a message.');
  },
};

/** The form in which an answer is changed. */
export const Changing: Story = {
  args: { onCorrect: fn() },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Change answer to Features' }));
    await expect(await canvas.findByRole('checkbox', { name: 'Authentication' })).toBeChecked();
  },
};

/** One question, one answer. */
export const OneAnswer: Story = { args: { record: record([database], [{ questionId: 'database', selected: [1] }]) } };

/** The user cancelled. The questions are listed without answers. */
export const Cancelled: Story = { args: { record: record([database, serviceName], { status: 'cancelled' }) } };

/** A newer message replaced the request. */
export const Superseded: Story = {
  args: { record: record([features], { status: 'superseded', reason: 'A new message arrived.' }) },
};

/** All other statuses. */
export const OtherEndings: Story = {
  render: (args) => (
    <div style={{ display: 'grid', gap: 16 }}>
      {(
        [
          { status: 'declined' },
          { status: 'aborted', reason: 'The run was stopped.' },
          { status: 'connectionLost' },
          { status: 'timedOut' },
          { status: 'unavailable', reason: 'No window was open.' },
          { status: 'invalid', issues: [] },
        ] as const
      ).map((result) => (
        <AskUserReceipt {...args} key={result.status} record={record([database], result)} />
      ))}
    </div>
  ),
};

/** Right-to-left text with Latin names, and a localized date. */
export const RightToLeft: Story = {
  args: {
    dir: 'rtl',
    messages: ar,
    record: record(arabicSetup, [
      { questionId: 'database', selected: [0] },
      { questionId: 'features', selected: [0, 1, 2] },
      { questionId: 'name', selected: [], custom: 'orders-api' },
    ]),
  },
};

/** What the user asked the agent about the questions, apart from the answers. */
export const AskedBack: Story = {
  args: {
    record: {
      ...answered,
      exchanges: [
        {
          key: '1',
          questionId: 'database',
          text: 'How many orders are there?',
          status: 'replied',
          reply:
            'About two million. PostgreSQL has them on several machines; SQLite is one file on one machine, which is enough until a second service writes orders.',
        },
        { key: '2', questionId: 'database', text: 'And in a year?', status: 'failed' },
        { key: '3', questionId: 'name', text: 'Who sees the name?', status: 'replied', reply: 'Only the developers.' },
      ],
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('What you asked')).toBeVisible();
    await expect(canvas.getByText('No reply came.')).toBeVisible();
  },
};

/** The user wanted to discuss one question first. */
export const Discussed: Story = {
  args: {
    record: record(projectSetup, {
      status: 'declined',
      discuss: true,
      about: 'database',
      reason: 'How many orders are there?',
      answers: [],
    }),
  },
};

/** `parseRecord` reads a stored record and reports why a record is invalid. */
export const FromADatabase: Story = {
  render: (args) => {
    const stored = parseRecord(JSON.stringify(args.record));
    return stored.ok ? <AskUserReceipt {...args} record={stored.value} /> : <p>{stored.issues[0]?.message}</p>;
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('PostgreSQL')).toBeVisible();
  },
};
