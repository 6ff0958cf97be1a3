import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ComponentProps } from 'react';
import { AskUserQueue, type QuestionInput } from 'react-ask-user';
import { parseRequest } from 'react-ask-user/core';
import { expect, fn, waitFor } from 'storybook/test';
import { database, deployApproval, serviceName } from './fixtures.js';

type Client = ComponentProps<typeof AskUserQueue>['client'];
type State = ReturnType<Client['getState']>;
type Waiting = State['requests'][number];

/** A request as a server sends it to its clients. */
function asked(requestId: string, order: number, asker: string, question: QuestionInput): Waiting {
  const parsed = parseRequest({ questions: [question] }, { requestId, asker });
  if (!parsed.ok) throw new Error('This story contains an invalid question.');
  const { raw: _raw, ...request } = parsed.value;
  const instanceId = `${requestId}#1`;
  return { request, instanceId, conversationId: 'story', askedAt: 0, order, state: 'awaiting_user_response' };
}

const setup = asked('setup', 1, 'Setup assistant', serviceName);
const data = asked('data', 2, 'Data assistant', database);
const chat = asked('chat', 0, 'Setup assistant', {
  question: 'Which features should the chat have?',
  multiSelect: true,
  options: [{ label: 'Search' }, { label: 'Threads' }],
});
/** Requests whose agents do not wait. */
const later = [setup, data].map((one): Waiting => ({ ...one, request: { ...one.request, blocking: false } }));
const superseded = { request: later[0]!, result: { status: 'superseded' }, isLocal: false } as const;
const deploy = asked('deploy', 3, 'Release assistant', deployApproval[0]!);

/** Creates a client without a server. It accepts every delivery. Buttons of the story act as another window. */
function createStoryClient(requests: readonly Waiting[], replies: Awaited<ReturnType<Client['answer']>>) {
  const initial: State = { connection: 'connecting', requests: [], exchanges: {}, settled: [] };
  let state: State = { ...initial, connection: 'online', requests };
  const listeners = new Set<() => void>();
  const set = (changes: Partial<State>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const deliver = async () => replies;
  const client: Client = {
    getState: () => state,
    getInitialState: () => initial,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    answer: deliver,
    cancel: deliver,
    decline: deliver,
    askBack: async () => 'It keeps the data of all regions.',
    dismiss: (id) => set({ requests: state.requests.filter(({ request }) => request.requestId !== id) }),
    reconnect: () => set({ connection: 'online' }),
    close: () => set({ connection: 'closed' }),
  };
  return { client, set };
}

type StoryClient = ReturnType<typeof createStoryClient>;
type Elsewhere = (story: StoryClient) => void;

interface PageProps extends Omit<ComponentProps<typeof AskUserQueue>, 'client'> {
  requests: readonly Waiting[];
  /** Response of the host to every delivery. */
  replies?: Awaited<ReturnType<Client['answer']>>;
  /** Label and effect of a button of the page. */
  elsewhere?: readonly [label: string, happen: Elsewhere];
}

function Page({ requests, replies = { ok: true }, elsewhere, ...props }: PageProps) {
  const [story] = useState(() => createStoryClient(requests, replies));
  return (
    <>
      <AskUserQueue {...props} client={story.client} empty={<p>Nothing to answer.</p>} />
      {elsewhere && (
        <p>
          <button type="button" onClick={() => elsewhere[1](story)}>
            {elsewhere[0]}
          </button>
        </p>
      )}
    </>
  );
}

const answer =
  (text: string): Elsewhere =>
  ({ client, set }) => {
    const [request, ...requests] = client.getState().requests;
    const question = request!.request.questions[0]!;
    const answer = { questionId: question.id, question: question.question, answer: text, text, custom: text };
    const result = { status: 'answered', answers: [{ ...answer, wasCustom: true, selected: [] }] } as const;
    set({ requests, settled: [{ request: request!, result, by: 'Ana', isLocal: false }] });
  };
const answeredByAna = answer('orders-service');
const unreached: Elsewhere = (story) => {
  answeredByAna(story);
  story.set({ settled: story.client.getState().settled.map((ending) => ({ ...ending, reached: false })) });
};
const answeredAtLength = answer('Search first, the rest when somebody misses it. '.repeat(60));

const orphaned: Elsewhere = ({ client, set }) =>
  set({ requests: client.getState().requests.map((one) => ({ ...one, state: 'orphaned' })) });
const offline: Elsewhere = ({ set }) => set({ connection: 'offline' });

/** The pending requests of a server, one at a time, first in, first out. */
const meta = {
  title: 'Queue/AskUserQueue',
  component: Page,
  tags: ['autodocs'],
  args: { requests: [setup, data, deploy], onSettled: fn() },
} satisfies Meta<typeof Page>;

export default meta;
type Story = StoryObj<typeof meta>;

/** The first of three requests. The others are counted. */
export const Three: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'Question from Setup assistant' })).toBeVisible();
    await expect(canvas.getByText(/^2 more waiting · Next/)).toBeVisible();
    await expect(canvas.getAllByRole('region')).toHaveLength(1);
  },
};

/**
 * After the user answers, the next request is shown and gets the focus. Its title says that it is a second round, because
 * both belong to one conversation.
 */
export const OwnThenNext: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.type(canvas.getByRole('textbox'), 'orders{Enter}');
    const next = await canvas.findByRole('heading', {
      name: /^Question from Data assistant.*Round 2, 1 answered so far$/,
    });
    await waitFor(() => expect(next).toHaveFocus());
    await expect(canvas.getByText(/^1 more waiting · Next/)).toBeVisible();
    await expect(args.onSettled).toHaveBeenCalledOnce();
  },
};

/** Another window answered first. The card shows who answered, the answer, and the unsent text. */
export const AnsweredElsewhere: Story = {
  args: { elsewhere: ['Let Ana answer it', answeredByAna] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox'), 'shop');
    await userEvent.click(canvas.getByRole('button', { name: 'Let Ana answer it' }));
    await expect(canvas.getByRole('heading', { name: 'Answered by Ana' })).toBeVisible();
    await expect(canvas.getByText('“orders-service”')).toBeVisible();
    await expect(canvas.getByText('shop')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Next question' })).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Let Ana answer it' })).toHaveFocus();
  },
};

/** An answer that arrived after the agent had continued. The card shows that the agent did not receive it. */
export const AnswerUnreached: Story = {
  args: { elsewhere: ['Let Ana answer too late', unreached] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox'), 'shop');
    await userEvent.click(canvas.getByRole('button', { name: 'Let Ana answer too late' }));
    const heading = canvas.getByRole('heading', { name: 'The agent had gone on, and did not get this' });
    await expect(heading).toBeVisible();
    const { content } = getComputedStyle(heading.firstElementChild!, '::before');
    await expect(content, 'no tick').toBe('none');
    await expect(canvas.getByText('“orders-service”')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Next question' })).toBeVisible();
  },
};

/** Two long texts: the unused one can be copied whole, and “Next question” stays in view. */
export const LongTextsElsewhere: Story = {
  args: { requests: [chat, setup], elsewhere: ['Let Ana answer it', answeredAtLength] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Search' }));
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Other' }));
    await userEvent.click(canvas.getByRole('textbox'));
    await userEvent.paste('Threads, but only for those who asked for them. '.repeat(60));
    await userEvent.click(canvas.getByRole('button', { name: 'Let Ana answer it' }));
    await expect(canvas.getByText('Your answer wasn’t used. You can still copy it.')).toBeVisible();
    await expect(canvas.getByText('Search')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Next question' })).toBeVisible();
  },
};

/** In a modal, “Next question” is in the dialog. */
export const AnsweredElsewhereModal: Story = {
  args: { ...AnsweredElsewhere.args, presentation: 'modal' },
  render: (args) => (
    <div style={{ minBlockSize: '90vh' }}>
      <Page {...args} />
    </div>
  ),
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox'), 'shop');
    // The button is behind the modal, so the user cannot press it. It stands for another window.
    canvasElement.querySelector<HTMLElement>('p > button')?.click();
    await expect(await canvas.findByRole('heading', { name: 'Answered by Ana' })).toHaveFocus();
    await expect(canvas.getByRole('button', { name: 'Next question' })).toBeVisible();
  },
};

/** The connection is lost while the user types. The answer is not sent, and everything stays in the card. */
export const Offline: Story = {
  args: {
    elsewhere: ['Cut the connection', offline],
    replies: { ok: false, code: 'offline', message: 'The host was not reached.' },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox'), 'orders');
    await userEvent.click(canvas.getByRole('button', { name: 'Cut the connection' }));
    const line = { selector: '[data-ask-user="connection"] span', timeout: 3000 };
    await expect(await canvas.findByText(/^Connection lost\. Reconnecting…/, line, line)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }));
    await expect(await canvas.findByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(canvas.queryByRole('button', { name: 'Reconnect' })).toBeNull();
    await expect(canvas.getByRole('textbox')).toHaveValue('orders');
  },
};

/** The agent stopped waiting, so the question can't be answered. The typed text can be copied. */
export const Orphaned: Story = {
  args: { requests: [setup], elsewhere: ['Let the agent vanish', orphaned] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('textbox'), 'orders');
    await userEvent.click(canvas.getByRole('button', { name: 'Let the agent vanish' }));
    await expect(canvas.getByRole('heading', { name: 'The agent has stopped' })).toBeVisible();
    await expect(canvas.getByText('orders', { selector: 'bdi' })).toBeVisible();
    await expect(canvas.queryByRole('textbox')).toBeNull();
    await expect(canvas.getByRole('button', { name: 'Close' })).toBeVisible();
  },
};

/** The collapsed card still counts the waiting requests. */
export const Collapsed: Story = {
  args: { defaultCollapsed: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Continue' })).toBeVisible();
    await expect(canvas.getByText(/^2 more waiting · Next/)).toBeVisible();
  },
};

/** Agents that do not wait for an answer: a line with their number, until the user opens one. */
export const NotBlocking: Story = {
  args: { requests: later },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText('2 requests can wait')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Answer' }));
    await expect(await canvas.findByText('Setup assistant goes on meanwhile. Answer whenever you like.')).toBeVisible();
    await expect(canvas.getByText('1 request can wait')).toBeVisible();
  },
};

/** The request of an agent that does not wait has ended while the user answered it. The host can send a message. */
export const TooLate: Story = {
  args: {
    requests: [later[0]!],
    onLateAnswers: fn(),
    elsewhere: ['Replace the request', ({ set }) => set({ requests: [], settled: [superseded] })],
  },
  play: async ({ canvas, args, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Answer' }));
    await userEvent.type(await canvas.findByRole('textbox'), 'orders');
    await userEvent.click(canvas.getByRole('button', { name: 'Replace the request' }));
    await expect(await canvas.findByRole('button', { name: 'Send as a message' })).toBeVisible();
    await expect(args.onLateAnswers).not.toHaveBeenCalled();
  },
};

/** Without a pending request, the queue renders `empty`. */
export const Empty: Story = {
  args: { requests: [] },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Nothing to answer.')).toBeVisible();
  },
};
