// @vitest-environment jsdom
import { contentToText, HttpAgent, type AssistantMessage, type Message } from '@ag-ui/client';
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Fragment, useLayoutEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AskUserDialog } from 'react-ask-user';
import { agUiAskTool } from 'react-ask-user/ag-ui';
import { askUserQuestion } from 'react-ask-user/dialects';
import { useAgUiAskUser, type AgUiAsk } from 'react-ask-user/ag-ui/react';
import { AgUiAgent, serveAgUi } from './helpers/ag-ui-agent.js';

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
configure({ defaultHidden: true });

let model: AgUiAgent;
let server: Awaited<ReturnType<typeof serveAgUi>>;
let ask: AgUiAsk<HttpAgent>;
let agents: HttpAgent[];

beforeEach(async () => {
  agents = [];
  model = new AgUiAgent();
  server = await serveAgUi(model);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollTo = () => {};
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await waitFor(() => expect(agents.filter(({ isRunning }) => isRunning)).toEqual([]));
  await server.close();
});

function newAgent(initialMessages: Message[] = []): HttpAgent {
  const agent = new HttpAgent({ url: server.url, threadId: 't', initialMessages });
  agents.push(agent);
  return agent;
}

function Chat({ agent, name = 'chat' }: { agent: HttpAgent; name?: string }) {
  const own = useAgUiAskUser(agent, { parameters: { tools: [agUiAskTool()] }, asker: 'Setup assistant' });
  useLayoutEffect(() => {
    ask = own;
  });
  const questions = (id?: string) =>
    own.after(id).map((props) => <AskUserDialog key={props.requestId} allow={{ decline: true }} {...props} />);
  return (
    <div aria-label={name} role="log">
      {questions()}
      {agent.messages.map((message) => (
        <Fragment key={message.id}>
          {message.role !== 'tool' && typeof message.content === 'string' && <p>{message.content}</p>}
          {questions(message.id)}
        </Fragment>
      ))}
    </div>
  );
}

/** A promise that waits until `open` is called. */
function gate() {
  let open = (): void => {};
  const held = new Promise<void>((resolve) => (open = resolve));
  return { held, open: () => open() };
}

let count = 0;
const written = (content: string): Message => ({ id: `user-${++count}`, role: 'user', content });

/** A chat in which the user has sent this message. */
async function chat(text: string, agent = newAgent()) {
  const view = render(<Chat agent={agent} />);
  agent.addMessage(written(text));
  await act(() => ask.runAgent());
  return { agent, ...view };
}

const choose = (...names: (string | RegExp)[]) =>
  names.reduce((done, name) => done.then(() => user.click(screen.getByRole('radio', { name }))), Promise.resolve());
const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
const resumes = () => model.runs.map(({ resume }) => resume);
const tool = (agent: HttpAgent) =>
  agent.messages.flatMap((message) => (message.role === 'tool' ? [JSON.parse(contentToText(message.content))] : []));

/** Answers `CALL`: an option, several options with Other, a text. */
async function answerAll() {
  await choose(/SQLite/);
  await press('Next');
  await user.click(screen.getByRole('checkbox', { name: 'Auth, mail' }));
  await user.click(screen.getByRole('checkbox', { name: 'Jobs' }));
  await user.click(screen.getByRole('checkbox', { name: /Other/ }));
  await user.type(within(screen.getByRole('tabpanel', { name: /Question 2/ })).getByRole('textbox'), 'Billing, too');
  await press('Next');
  await user.type(within(screen.getByRole('tabpanel', { name: /Question 3/ })).getByRole('textbox'), 'orders');
  await press('Review');
  await press('Submit answers');
}

/** Returns the state of each card, in page order. */
const phases = () =>
  [...document.querySelectorAll<HTMLElement>('[data-ask-user=card]')].map((card) => card.dataset['phase']);
const HEARD = 'Heard: SQLite | Auth, mail, Jobs, Billing, too | orders';
const BOTH = ['interrupt', 'tool'];
/** Asserts that the only card is read-only and shows this status. */
async function endedAs(name: string) {
  await screen.findByRole('group', { name });
  expect(phases()).toEqual(['settled']);
  expect(ask.openQuestions).toEqual([]);
}
const ABORTED = 'Setup assistant no longer needs an answer';
const SUPERSEDED = 'Setup assistant’s request was replaced';
const TIMED_OUT = 'Setup assistant’s request timed out';

describe('stack: ag-ui', () => {
  it.each(BOTH)('sends an option, several options with Other, and a text: %s [answered]', async (how) => {
    const { agent } = await chat(how);
    await answerAll();
    await screen.findByText(HEARD);
    expect(model.runs).toHaveLength(2);
    if (how === 'tool') expect(tool(agent)).toMatchObject([{ answered: true }]);
    else expect(resumes()[1]).toMatchObject([{ interruptId: 'int-1', status: 'resolved' }]);
    await endedAs('You answered Setup assistant');
    expect(model.runs.map(({ tools }) => tools.map(({ name }) => name))).toEqual([['ask_user'], ['ask_user']]);
  });

  it.each(BOTH)('continues after a decline, which is not a cancellation: %s [declined]', async (how) => {
    const { agent } = await chat(how);
    await press('Decline to answer');
    await screen.findByText('Heard: nobody answered (declined)');
    if (how === 'tool') expect(tool(agent)).toEqual([{ answered: false, answers: [], status: 'declined' }]);
    else expect(resumes()[1]).toEqual([{ interruptId: 'int-1', status: 'resolved', payload: { outcome: 'declined' } }]);
  });

  it.each(BOTH)('continues after a cancellation: %s [cancelled]', async (how) => {
    const { agent } = await chat(how);
    await press('Cancel');
    await screen.findByText('Heard: nobody answered (cancelled)');
    if (how === 'tool') expect(tool(agent)).toEqual([{ answered: false, answers: [], cancelled: true }]);
    else expect(resumes()[1]).toEqual([{ interruptId: 'int-1', status: 'cancelled' }]);
  });

  it.each(BOTH)(
    'settles open questions without a run and sends the status with the next one: %s [aborted]',
    async (how) => {
      const { agent } = await chat(how);
      await choose(/SQLite/);
      act(() => ask.abort('Stopped by the person'));
      await endedAs(ABORTED);
      expect(model.runs).toHaveLength(1);
      agent.addMessage(written('Something else'));
      await act(() => ask.runAgent());
      await screen.findByText('Heard: nobody answered (aborted). You wrote: Something else');
      expect(model.runs).toHaveLength(2);
    },
  );

  it('settles a question that is still being written and stores its status in the thread [aborted]', async () => {
    let halt = gate();
    model.pause = () => halt.held;
    const agent = newAgent([written('tool')]);
    render(<Chat agent={agent} />);
    const run = ask.runAgent();
    await screen.findByRole('radio', { name: /SQLite/ });
    expect(ask.openQuestions).toMatchObject([{ streaming: true }]);
    expect(screen.queryByRole('button', { name: 'Review' })).toBeNull();
    act(() => ask.abort());
    halt.open();
    await act(() => run);
    await endedAs(ABORTED);
    expect(tool(agent)).toEqual([{ answered: false, answers: [], status: 'aborted' }]);

    // The SDK alone leaves an interrupted call without a result.
    halt = gate();
    const alone = newAgent([written('tool')]);
    const done = alone.runAgent();
    await expect.poll(() => JSON.stringify(alone.messages.at(-1))).toContain('SQLite');
    alone.abortRun();
    halt.open();
    await done;
    expect(alone.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    const [call] = (alone.messages.at(-1) as AssistantMessage).toolCalls ?? [];
    expect(() => JSON.parse(call!.function.arguments)).toThrow('JSON');
  });

  it('shows two interrupts in one dialog and answers them separately in one run [two]', async () => {
    await chat('two interrupts');
    await choose('No');
    await press('Next');
    await choose('US');
    await press('Review');
    await press('Submit answers');
    await screen.findByText('Heard: No. Heard: US');
    expect(resumes()[1]).toMatchObject([
      { interruptId: 'int-1', payload: { answers: [{ answer: 'No' }] } },
      { interruptId: 'int-2', payload: { answers: [{ answer: 'US' }] } },
    ]);
    expect(model.runs).toHaveLength(2);
  });

  it('shows two calls in two dialogs and starts the run with the second answer [two]', async () => {
    const { agent } = await chat('two tools');
    const [deploy, region] = screen.getAllByRole('region');
    await choose('US');
    await user.click(within(region!).getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(phases()).toEqual(['answering', 'settled']));
    expect(model.runs).toHaveLength(1);
    await choose('No');
    await user.click(within(deploy!).getByRole('button', { name: 'Submit' }));
    await screen.findByText('Heard: No. Heard: US');
    expect(model.runs).toHaveLength(2);
    expect(agent.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant']);
  });

  it('blocks the thread with the SDK alone if one of two interrupts is answered [two] [trap]', async () => {
    const agent = newAgent([written('two interrupts')]);
    await agent.runAgent();
    const resume = [{ interruptId: 'int-1', status: 'resolved' as const, payload: 'Yes' }];
    await expect(agent.runAgent({ resume })).rejects.toThrow('1 pending interrupt(s) not addressed by resume: int-2');
  });

  it.each(BOTH)('opens the question again after a reload and answers the same thread: %s [reload]', async (how) => {
    const { agent, unmount } = await chat(how);
    const { messages, pendingInterrupts } = JSON.parse(JSON.stringify(agent));
    unmount();
    const again = newAgent(messages);
    again.pendingInterrupts = pendingInterrupts;
    render(<Chat agent={again} />);
    await answerAll();
    await screen.findByText(HEARD);
    expect(model.runs).toHaveLength(2);
  });

  it('loses the interrupts in a new agent without this package and runs without the answer [reload] [trap]', async () => {
    const agent = newAgent([written('interrupt')]);
    await agent.runAgent();
    const again = newAgent(agent.messages);
    expect(again.pendingInterrupts).toEqual([]);
    again.addMessage(written('Hello?'));
    await again.runAgent();
    // The agent does not accept that as an answer and asks again.
    expect(again.messages.at(-1)).toMatchObject({
      content: expect.stringContaining('Not read: - No entry for the interrupt'),
    });
    expect(again.pendingInterrupts).toMatchObject([{ id: 'int-1' }]);
  });

  it('shows settled calls of the thread as read-only and a call before a message as superseded [reload]', async () => {
    const { agent, unmount } = await chat('tool');
    await press('Cancel');
    await screen.findByText('Heard: nobody answered (cancelled)');
    unmount();
    const call = {
      id: 'c',
      type: 'function' as const,
      function: { name: 'ask_user', arguments: '{"question":"And now?"}' },
    };
    render(
      <Chat
        agent={newAgent([
          // A server may send texts in parts.
          ...agent.messages.map((message): Message =>
            message.role === 'tool'
              ? { ...message, content: [{ type: 'text', text: contentToText(message.content) }] }
              : message,
          ),
          { id: 'a', role: 'assistant', toolCalls: [call] },
          { id: 'x', role: 'user', content: 'Never mind' },
        ])}
      />,
    );
    expect(phases()).toEqual(['settled', 'settled']);
    expect(screen.getByRole('group', { name: 'You cancelled Setup assistant’s request' })).toBeTruthy();
    expect(screen.getByRole('group', { name: SUPERSEDED })).toBeTruthy();
    expect(ask.openQuestions).toEqual([]);
  });

  describe('with a message instead of an answer [trap]', () => {
    it('settles interrupts as superseded in the same run, which the SDK alone refuses', async () => {
      const { agent } = await chat('interrupt');
      await choose(/SQLite/);
      agent.addMessage(written('Use MySQL, and go'));
      await expect(agent.runAgent()).rejects.toThrow('1 pending interrupt(s) not addressed by resume');
      expect(model.runs).toHaveLength(1);
      expect(ask.openQuestions).toHaveLength(1);

      await act(() => ask.runAgent());
      await screen.findByText('Heard: nobody answered (superseded). You wrote: Use MySQL, and go');
      expect(resumes()[1]).toEqual([
        { interruptId: 'int-1', status: 'cancelled', metadata: { outcome: 'superseded' } },
      ]);
      await endedAs(SUPERSEDED);
    });

    it('inserts results between the call and the message for every run, while the SDK alone leaves the call open', async () => {
      const { agent } = await chat('tool');
      agent.addMessage(written('Use MySQL, and go'));
      await act(() => agent.runAgent());
      await screen.findByText('Heard: nobody answered (superseded). You wrote: Use MySQL, and go');
      expect(agent.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user', 'assistant']);
      await endedAs(SUPERSEDED);

      const alone = newAgent([written('tool')]);
      await alone.runAgent();
      alone.addMessage(written('Use MySQL, and go'));
      const errors: string[] = [];
      await alone.runAgent(undefined, { onRunErrorEvent: ({ event }) => void errors.push(event.message) });
      expect(errors).toEqual([expect.stringContaining('No result right behind the call')]);
      expect(alone.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    });
  });

  describe('with an interrupt that expires [trap]', () => {
    afterEach(() => void vi.useRealTimers());

    it('shows it as read-only and sends timed out with the next run, while the SDK alone throws', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000 });
      model.expiresAt = new Date(1_060_000);
      const { agent } = await chat('interrupt');
      fireEvent.click(screen.getByRole('radio', { name: /SQLite/ }));
      expect(ask.openQuestions).toHaveLength(1);
      act(() => void vi.advanceTimersByTime(60_000));
      expect(screen.getByRole('group', { name: TIMED_OUT })).toBeTruthy();
      expect(ask.openQuestions).toEqual([]);

      const resume = [{ interruptId: 'int-1', status: 'resolved' as const, payload: 'SQLite' }];
      await expect(agent.runAgent({ resume })).rejects.toThrow('expired at');
      expect(model.runs).toHaveLength(1);
      agent.addMessage(written('Still there?'));
      await act(() => ask.runAgent());
      expect(screen.getByText('Heard: nobody answered (timedOut). You wrote: Still there?')).toBeTruthy();
      expect(resumes()[1]).toEqual([{ interruptId: 'int-1', status: 'cancelled', metadata: { outcome: 'timedOut' } }]);
    });

    it('shows it as expired if it expired before the page was loaded', async () => {
      model.expiresAt = new Date(Date.now() - 1000);
      await chat('interrupt');
      await endedAs(TIMED_OUT);
    });
  });

  describe('with two answers [trap]', () => {
    it.each(BOTH)('refuses the second answer and starts one run: %s', async (how) => {
      const { agent } = await chat(how);
      render(<Chat agent={agent} name="copy" />);
      const halt = gate();
      model.pause = () => halt.held;
      // In one tick: the copy settles as soon as the server has started the run.
      for (const button of screen.getAllByRole('button', { name: 'Cancel' })) fireEvent.click(button);
      halt.open();
      await waitFor(() => expect(screen.getAllByText('Heard: nobody answered (cancelled)')).toHaveLength(2));
      expect(model.runs).toHaveLength(2);
      expect(phases()).toEqual(['settled', 'settled']);
    });

    it('treats a reused id as another question', async () => {
      const { agent } = await chat('interrupt');
      const resume = [{ interruptId: 'int-1', status: 'resolved' as const, payload: 'nonsense' }];
      await act(() => agent.runAgent({ resume }));
      expect(phases()).toEqual(['settled', 'answering']);
      await answerAll();
      await screen.findByText(HEARD);
    });
  });

  describe('with a second run in the stream of the first [trap]', () => {
    const runOf = (runId: string, outcome?: object, input?: object) => [
      {
        type: 'RUN_STARTED',
        threadId: 't',
        runId,
        ...(input && { input: { threadId: 't', runId, ...input } }),
      },
      { type: 'RUN_FINISHED', threadId: 't', runId, ...(outcome && { outcome }) },
    ];
    const EMPTY = { state: {}, messages: [], tools: [], context: [], forwardedProps: {} };

    it('loses the question with the SDK alone', async () => {
      model.following = runOf('second');
      const agent = newAgent([written('interrupt')]);
      await agent.runAgent();
      expect(agent.pendingInterrupts).toEqual([]);
    });

    it.each([
      ['ends without an outcome', runOf('second')],
      ['succeeds', runOf('second', { type: 'success' })],
      ['is followed by a third', [...runOf('second'), ...runOf('third')]],
      ['has other input', runOf('second', undefined, EMPTY)],
    ])('keeps the question and sends its answer if the second run %s', async (_, following) => {
      model.following = following;
      const { agent } = await chat('interrupt');
      expect(phases()).toEqual(['answering']);
      expect(agent.pendingInterrupts, 'the SDK refuses a run without an answer again').toHaveLength(1);
      await answerAll();
      await screen.findByText(HEARD);
      expect(resumes()[1]).toMatchObject([{ interruptId: 'int-1', status: 'resolved' }]);
      expect(agent.pendingInterrupts).toEqual([]);
    });

    it('keeps a question that uses the id of an answered one again', async () => {
      const { agent } = await chat('interrupt');
      model.following = runOf('second');
      const resume = [{ interruptId: 'int-1', status: 'resolved' as const, payload: 'nonsense' }];
      await act(() => agent.runAgent({ resume }));
      expect(phases()).toEqual(['settled', 'answering']);
    });

    it('shows only the later question if the second run asks one, too', async () => {
      const interrupts = [{ id: 'later', reason: 'input_required', message: 'Which target?' }];
      model.following = runOf('second', { type: 'interrupt', interrupts });
      const { agent } = await chat('interrupt');
      expect(agent.pendingInterrupts).toMatchObject([{ id: 'later' }]);
      expect(ask.openQuestions.map(({ requestId }) => requestId)).toEqual(['later']);
    });

    it('does not keep a question that the second run has resumed', async () => {
      const resume = [{ interruptId: 'int-1', status: 'cancelled' }];
      model.following = runOf('second', undefined, { ...EMPTY, resume });
      const { agent } = await chat('interrupt');
      expect(agent.pendingInterrupts).toEqual([]);
      expect(phases()).toEqual([]);
    });

    it('does not open the questions of a replayed thread again', async () => {
      const interrupts = [{ id: 'old', reason: 'input_required', message: 'Which target?' }];
      model.replay = [...runOf('past', { type: 'interrupt', interrupts }), ...runOf('resumed')];
      const { agent } = await chat('go on');
      expect(agent.pendingInterrupts).toEqual([]);
      expect(phases()).toEqual([]);
    });
  });

  describe('with an answer that is not delivered [trap]', () => {
    it.each(BOTH)('keeps the input and sends it again: %s', async (how) => {
      const { agent } = await chat(how);
      const errors = vi.mocked(console.error).mockImplementation(() => {});
      model.fails = 'before';
      await answerAll();
      await screen.findByRole('button', { name: 'Try again' });
      expect(errors.mock.calls.map(([text]) => text)).toEqual(['Agent execution failed:']);
      errors.mockReset();
      if (how === 'tool') expect(tool(agent)).toEqual([]);
      await press('Try again');
      await screen.findByText(HEARD);
      expect(model.runs).toHaveLength(3);
    });

    it.each(['already_resolved', 'unknown', 'orphaned'].flatMap((code) => BOTH.map((how) => ({ how, code }))))(
      'keeps the input if the server refuses the run with an error code: $how, $code',
      async ({ how, code }) => {
        await chat(how);
        model.errorCode = code;
        await answerAll();
        await screen.findByRole('button', { name: 'Try again' });
        expect(phases()).toEqual(['answering']);
        await press('Try again');
        await screen.findByText(HEARD);
        expect(model.runs).toHaveLength(3);
      },
    );

    it('does not ask again if the server had accepted it and repeats it with the next run', async () => {
      const { agent } = await chat('interrupt');
      model.fails = 'after';
      await answerAll();
      await waitFor(() => expect(phases()).toEqual(['settled']));
      // The SDK still lists it as pending, and would refuse any run without it.
      expect(agent.pendingInterrupts).toHaveLength(1);
      agent.addMessage(written('Go on'));
      await act(() => ask.runAgent());
      await screen.findByText('You wrote: Go on');
      expect(resumes()[2]).toEqual(resumes()[1]);
      expect(resumes()[2]).toMatchObject([{ status: 'resolved' }]);
    });
  });

  it('sends an answer after the current run, which would otherwise lose it [trap]', async () => {
    const halt = gate();
    model.pause = async (where) => (where === 'text' ? halt.held : undefined);
    const agent = newAgent([written('two tools')]);
    render(<Chat agent={agent} />);
    const run = ask.runAgent();
    await waitFor(() => expect(screen.getAllByRole('radio', { name: 'US' })).toHaveLength(1));
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Submit' })).toHaveLength(2));
    const [deploy, region] = screen.getAllByRole('region');
    await choose('No', 'US');
    await user.click(within(deploy!).getByRole('button', { name: 'Submit' }));
    await user.click(within(region!).getByRole('button', { name: 'Submit' }));
    expect(tool(agent)).toEqual([]);
    halt.open();
    await act(() => run);
    await screen.findByText('Heard: No. Heard: US');
    expect(model.runs).toHaveLength(2);

    const alone = newAgent([written('two tools')]);
    await alone.runAgent(undefined, {
      onToolCallEndEvent: ({ event }) => {
        if (!event.toolCallId.endsWith('-1')) return;
        alone.addMessage({ id: 'r', role: 'tool', toolCallId: event.toolCallId, content: '{}' });
      },
    });
    expect(alone.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it('sends an entry for each interrupt that cannot be asked [trap]', async () => {
    model.outcome = {
      type: 'interrupt',
      interrupts: [
        { id: 'a', reason: 'ask', message: 'Which?' },
        { id: 'b', reason: 'ask' },
      ],
    };
    await chat('interrupt');
    await waitFor(() => expect(model.runs).toHaveLength(2));
    expect(resumes()[1]).toMatchObject([
      { interruptId: 'a', status: 'cancelled', metadata: { outcome: 'invalid' } },
      { interruptId: 'b', status: 'cancelled', metadata: { outcome: 'invalid' } },
    ]);
    expect(screen.queryByRole('region')).toBeNull();
    await waitFor(() => expect(ask.openQuestions).toEqual([]));
  });

  it('sends a result for a call that the model did not complete without asking [trap]', async () => {
    model.cuts = true;
    const { agent } = await chat('tool');
    await waitFor(() => expect(model.runs).toHaveLength(2));
    expect(tool(agent)).toMatchObject([{ answered: false, status: 'invalid' }]);
    await screen.findByText('Heard: nobody answered (invalid)');
    await endedAs('Setup assistant’s request couldn’t be read');
  });

  it('logs a failure to send such a result and retries on the next mount [trap]', async () => {
    const agent = newAgent([
      written('ask'),
      {
        id: 'a',
        role: 'assistant',
        toolCalls: [{ id: 'c', type: 'function', function: { name: 'ask_user', arguments: '{}' } }],
      },
    ]);
    const told = vi.mocked(console.error).mockImplementation(() => {});
    model.fails = 'before';
    const view = render(<Chat agent={agent} />);
    // The error of this package, followed by the SDK's.
    await waitFor(() => expect(told).toHaveBeenCalledTimes(2));
    const [[error], [line]] = told.mock.calls as [[Error], [string]];
    expect(error.message).toBe('The agent did not receive the result of c, which could not be asked.');
    expect(error.cause).toMatchObject({ message: 'HTTP 503: No such agent here' });
    expect(line).toBe('Agent execution failed:');
    expect(tool(agent)).toEqual([]);

    view.unmount();
    model.fails = 'before';
    render(<Chat agent={agent} />);
    await waitFor(() => expect(told).toHaveBeenCalledTimes(4));
    expect(model.runs.map(({ messages }) => messages.at(-1))).toMatchObject(
      [1, 2].map(() => ({ role: 'tool', toolCallId: 'c', content: expect.stringContaining('"status":"invalid"') })),
    );
    told.mockReset();
  });

  it('parses and formats another tool with its dialect', async () => {
    const args = JSON.stringify({
      questions: [
        { question: 'Go on?', header: 'Go', options: [{ label: 'Yes' }, { label: 'No' }], multiSelect: false },
      ],
    });
    const { name } = askUserQuestion.tool;
    const agent = newAgent([
      written('other tool'),
      { id: 'a', role: 'assistant', toolCalls: [{ id: 'c', type: 'function', function: { name, arguments: args } }] },
    ]);
    function Other() {
      const own = useAgUiAskUser(agent, { tool: askUserQuestion.tool });
      return own.after('a').map((props) => <AskUserDialog key={props.requestId} {...props} />);
    }
    render(<Other />);
    await choose('No');
    await press('Submit');
    await waitFor(() => expect(tool(agent)).toEqual([{ answers: { 'Go on?': 'No' } }]));
    await screen.findByRole('group', { name: 'You answered Assistant' });
    expect(model.runs).toHaveLength(1);
  });

  it('shows an interrupt about a call of the ask tool as one question [trap]', async () => {
    await chat('interrupted tool');
    expect(phases()).toEqual(['answering']);
    await choose('No');
    await press('Submit');
    await screen.findByText('Heard: No');
    await endedAs('You answered Setup assistant');
    expect(model.runs).toHaveLength(2);
  });

  it('withdraws an answer that waits for the end of a run on abort [trap]', async () => {
    const halt = gate();
    model.pause = async (where) => (where === 'text' ? halt.held : undefined);
    const agent = newAgent([written('two tools')]);
    render(<Chat agent={agent} />);
    const run = ask.runAgent();
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Submit' })).toHaveLength(2));
    await choose('No');
    await user.click(screen.getAllByRole('button', { name: 'Submit' })[0]!);
    act(() => ask.abort());
    halt.open();
    await act(() => run);
    await waitFor(() => expect(phases()).toEqual(['settled', 'settled']));
    expect(tool(agent)).toMatchObject([{ status: 'aborted' }, { status: 'aborted' }]);
    expect(model.runs).toHaveLength(1);
  });
});
