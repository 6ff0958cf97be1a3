// @vitest-environment jsdom
import './helpers/no-css.js';
import type { AbstractAgent, Message } from '@copilotkit/react-core/v2';
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Fragment, useLayoutEffect } from 'react';
import { from } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AskUserDialog } from 'react-ask-user';
import { useAgUiAskUser, type AgUiAsk } from 'react-ask-user/ag-ui/react';
import {
  copilotKitAskTool,
  copilotKitInterruptProps,
  useCopilotKitAskUser,
  type CopilotKitAsk,
  type CopilotKitCall,
  type CopilotKitInterrupt,
} from 'react-ask-user/copilotkit';
import { AgUiAgent, serveAgUi } from '../stacks/helpers/ag-ui-agent.js';

// Import after the hook above. Static imports would run before it.
const {
  CopilotKitProvider,
  EventType,
  HttpAgent,
  useAgent,
  useCopilotKit,
  useHumanInTheLoop,
  useInterrupt,
  useRenderToolCall,
} = await import('@copilotkit/react-core/v2');

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
configure({ defaultHidden: true });

let model: AgUiAgent;
let server: Awaited<ReturnType<typeof serveAgUi>>;
let ask: CopilotKitAsk;
let interrupts: AgUiAsk<AbstractAgent>;
let agent: AbstractAgent;
let run: () => Promise<unknown>;
let connect: () => Promise<unknown>;
/** Arguments of `render`, in order. */
let seen: CopilotKitCall[];
let history: { messages: Message[]; interrupts: AbstractAgent['pendingInterrupts'] };
let lastInterrupt: CopilotKitInterrupt;

beforeEach(async () => {
  seen = [];
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
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  Element.prototype.scrollTo = () => {};
  vi.mocked(console.warn).mockImplementation(() => {});
});
afterEach(async () => {
  cleanup();
  // Only the SDK's notice.
  for (const [line] of vi.mocked(console.warn).mock.calls)
    expect(line).toMatch(/^\[CopilotKit\] `selfManagedAgents` is part/);
  vi.mocked(console.warn).mockReset();
  await waitFor(() => expect(agent.isRunning).toBe(false));
  vi.unstubAllGlobals();
  await server.close();
});

function Thread({ by }: { by: 'interrupt' | 'agent' }) {
  const calls = useCopilotKitAskUser({ asker: 'Setup assistant' });
  useHumanInTheLoop({
    ...copilotKitAskTool(),
    render: (call) => {
      seen.push(call);
      return <AskUserDialog allow={{ decline: true }} {...calls.getDialogProps(call)} />;
    },
  });
  const element = useInterrupt({
    renderInChat: false,
    enabled: () => by === 'interrupt',
    render: (interrupt) => {
      lastInterrupt = interrupt;
      return (
        <AskUserDialog
          allow={{ decline: true }}
          {...copilotKitInterruptProps(interrupt, { asker: 'Setup assistant' })}
        />
      );
    },
  });
  const { agent: own } = useAgent();
  const { copilotkit } = useCopilotKit();
  const questions = useAgUiAskUser(own, {
    asker: 'Setup assistant',
    tool: false,
    run: (parameters) => copilotkit.runAgent({ agent: own, ...parameters }),
  });
  useLayoutEffect(() => {
    ask = calls;
    agent = own;
    interrupts = questions;
    run = () => copilotkit.runAgent({ agent: own });
    connect = () => copilotkit.connectAgent({ agent: own });
  });
  const renderToolCall = useRenderToolCall();
  return (
    <>
      {own.messages.map((message) => (
        <Fragment key={message.id}>
          {message.role !== 'tool' && typeof message.content === 'string' && <p>{message.content}</p>}
          {message.role === 'assistant' &&
            message.toolCalls?.map((toolCall) => {
              const toolMessage = own.messages.find((one) => one.role === 'tool' && one.toolCallId === toolCall.id);
              return (
                <Fragment key={toolCall.id}>
                  {renderToolCall(toolMessage?.role === 'tool' ? { toolCall, toolMessage } : { toolCall })}
                </Fragment>
              );
            })}
          {by === 'agent' &&
            questions
              .after(message.id)
              .map((props) => <AskUserDialog key={props.requestId} allow={{ decline: true }} {...props} />)}
        </Fragment>
      ))}
      {element}
    </>
  );
}

let count = 0;
const written = (content: string): Message => ({ id: `user-${++count}`, role: 'user', content });

interface Start {
  by?: 'interrupt' | 'agent';
  messages?: Message[];
  pendingInterrupts?: AbstractAgent['pendingInterrupts'];
}

/** The host's store, as CopilotKit's runtime would send it. An HTTP agent has no connection to read it from. */
class StoredAgent extends HttpAgent {
  protected override connect({ threadId, runId }: { threadId: string; runId: string }) {
    const { messages, interrupts } = history;
    const outcome = interrupts.length > 0 ? { type: 'interrupt' as const, interrupts } : { type: 'success' as const };
    return from([
      { type: EventType.RUN_STARTED, threadId, runId },
      { type: EventType.MESSAGES_SNAPSHOT, messages },
      { type: EventType.RUN_FINISHED, threadId, runId, outcome },
    ]);
  }
}

function open({ by = 'interrupt', messages = [], pendingInterrupts = [] }: Start = {}) {
  const self = new StoredAgent({ url: server.url, threadId: 't', initialMessages: messages });
  self.pendingInterrupts = pendingInterrupts;
  return render(
    <CopilotKitProvider selfManagedAgents={{ default: self }} enableInspector={false}>
      <Thread by={by} />
    </CopilotKitProvider>,
  );
}

/** A chat in which the user has sent this message. */
async function chat(text: string, start?: Start) {
  const view = open(start);
  agent.addMessage(written(text));
  act(() => void run());
  return view;
}

const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
const tool = () => agent.messages.flatMap((message) => (message.role === 'tool' ? [JSON.parse(message.content)] : []));
const resumes = () => model.runs.map(({ resume }) => resume);
const phases = () =>
  [...document.querySelectorAll<HTMLElement>('[data-ask-user=card]')].map((card) => card.dataset['phase']);

/** Answers `CALL`: an option, several options with Other, a text. */
async function answerAll() {
  await user.click(await screen.findByRole('radio', { name: /SQLite/ }));
  await press('Next');
  await user.click(screen.getByRole('checkbox', { name: 'Auth, mail' }));
  await user.click(screen.getByRole('checkbox', { name: /Other/ }));
  await user.type(within(screen.getByRole('tabpanel', { name: /Question 2/ })).getByRole('textbox'), 'Billing');
  await press('Next');
  await user.type(within(screen.getByRole('tabpanel', { name: /Question 3/ })).getByRole('textbox'), 'orders');
  await press('Review');
  await press('Submit answers');
}
const HEARD = 'Heard: SQLite | Auth, mail, Billing | orders';
/** With `useHumanInTheLoop`, with `useInterrupt`, and with `useAgUiAskUser` on CopilotKit's agent. */
const WAYS: [string, Start?][] = [['tool'], ['interrupt'], ['interrupt', { by: 'agent' }]];

describe('stack: copilotkit', () => {
  it.each(WAYS)('sends an option, several options with Other, and a text: %s %o [answered]', async (how, start) => {
    await chat(how, start);
    await answerAll();
    await screen.findByText(HEARD);
    expect(model.runs).toHaveLength(2);
    expect(model.runs.map(({ tools }) => tools.map(({ name }) => name))).toEqual([['ask_user'], ['ask_user']]);
    if (how === 'tool') expect(tool()).toMatchObject([{ answered: true }]);
    else expect(resumes()[1]).toMatchObject([{ interruptId: 'int-1', status: 'resolved' }]);
  });

  it.each(WAYS)('continues after a decline, which is not a cancellation: %s %o [declined]', async (how, start) => {
    await chat(how, start);
    await user.click(await screen.findByRole('button', { name: 'Decline to answer' }));
    await screen.findByText('Heard: nobody answered (declined)');
  });

  it.each(WAYS)('continues after a cancellation: %s %o [cancelled]', async (how, start) => {
    await chat(how, start);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await screen.findByText('Heard: nobody answered (cancelled)');
  });

  it('settles the dialog of a stopped run, for which the SDK alone stores an error text [aborted]', async () => {
    await chat('tool');
    await user.click(await screen.findByRole('radio', { name: /SQLite/ }));
    const errors = vi.mocked(console.error).mockImplementation(() => {});
    act(() => agent.abortRun());
    await screen.findByRole('group', { name: 'Setup assistant no longer needs an answer' });
    expect(phases()).toEqual(['settled']);
    expect(model.runs).toHaveLength(1);
    const result = 'Error: Human-in-the-loop interaction aborted';
    expect(seen.at(-1)).toMatchObject({ status: 'complete', result });
    expect(agent.messages.at(-1)).toMatchObject({ role: 'tool', content: result });
    expect(errors.mock.calls.map(([line]) => line)).toEqual([expect.stringContaining('tool_handler_failed')]);
    errors.mockReset();
  });

  it('shows a call that the model did not complete as unreadable [trap]', async () => {
    model.cuts = true;
    const errors = vi.mocked(console.error).mockImplementation(() => {});
    await chat('tool');
    await screen.findByRole('group', { name: 'Setup assistant’s request couldn’t be read' });
    expect(phases()).toEqual(['settled']);
    expect(seen.at(-1)).toMatchObject({ status: 'complete', result: expect.stringMatching(/^Error: .*JSON/) });
    expect(errors.mock.calls.map(([line]) => line)).toEqual([expect.stringContaining('tool_argument_parse_failed')]);
    errors.mockReset();
  });

  it('sends the status of an interrupt with the next run [aborted]', async () => {
    await chat('interrupt', { by: 'agent' });
    await screen.findByRole('radio', { name: /SQLite/ });
    act(() => interrupts.abort());
    await screen.findByRole('group', { name: 'Setup assistant no longer needs an answer' });
    agent.addMessage(written('Something else'));
    act(() => void interrupts.runAgent());
    await screen.findByText('Heard: nobody answered (aborted). You wrote: Something else');
    expect(model.runs).toHaveLength(2);
  });

  it('asks two calls one after the other and never answers the second from the first dialog [two] [trap]', async () => {
    await chat('two tools');
    await user.click(await screen.findByRole('radio', { name: 'No' }));
    const first = seen.findLast(({ status }) => status === 'executing')!;
    const props = ask.getDialogProps(first);
    await user.click(screen.getAllByRole('button', { name: 'Submit' })[0]!);
    await waitFor(() => expect(phases()).toEqual(['settled', 'answering']));
    await waitFor(() => expect(seen.at(-1)).toMatchObject({ status: 'executing' }));
    expect(seen.at(-1)!.toolCallId).not.toBe(first.toolCallId);

    // The same function answers the call that waits. With the SDK alone, the first answer would settle the second
    // question.
    expect(seen.at(-1)!.respond).toBe(first.respond);
    const request = { requestId: first.toolCallId, questions: [] };
    const late = await props.onCancel(
      {},
      { result: { status: 'cancelled' }, replies: [], exchanges: [], byId: {}, request },
    );
    expect(late).toMatchObject({ ok: false });
    await user.click(screen.getByRole('radio', { name: 'US' }));
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('Heard: No. Heard: US');
    expect(model.runs).toHaveLength(2);
  });

  it.each(['rejects', 'throws'])('allows another answer if CopilotKit %s [trap]', async (how) => {
    await chat('tool');
    await waitFor(() => expect(seen.at(-1)).toMatchObject({ status: 'executing' }));
    const call = seen.at(-1)!;
    const refusals = [new Error('Not now.')];
    const respond = (result: unknown) => {
      const refusal = refusals.pop();
      if (!refusal) return call.respond!(result);
      if (how === 'throws') throw refusal;
      return Promise.reject(refusal);
    };
    const props = ask.getDialogProps({ ...call, respond });
    const request = { requestId: call.toolCallId, questions: [] };
    const cancel = async () =>
      props.onCancel(
        { answered: false, answers: [], cancelled: true },
        { result: { status: 'cancelled' }, replies: [], exchanges: [], byId: {}, request },
      );
    await expect(cancel()).rejects.toThrow('Not now.');
    await act(cancel);
    await screen.findByText('Heard: nobody answered (cancelled)');
  });

  it('answers the second question from the first dialog with the SDK alone [two] [trap]', async () => {
    await chat('two tools');
    await waitFor(() => expect(seen.at(-1)).toMatchObject({ status: 'executing' }));
    const { respond, toolCallId } = seen.at(-1)!;
    const late = { answered: false, answers: [], cancelled: true };
    void respond!(late);
    await waitFor(() => expect(seen.at(-1)!.toolCallId).not.toBe(toolCallId));
    await waitFor(() => expect(seen.at(-1)).toMatchObject({ status: 'executing' }));
    void respond!(late);
    await screen.findByText('Heard: nobody answered (cancelled). Heard: nobody answered (cancelled)');
  });

  it.each(['interrupt', 'agent'] as const)(
    'shows two interrupts in one dialog and answers them separately: %s [two]',
    async (by) => {
      await chat('two interrupts', { by });
      await user.click(await screen.findByRole('radio', { name: 'No' }));
      await press('Next');
      await user.click(screen.getByRole('radio', { name: 'US' }));
      await press('Review');
      await press('Submit answers');
      await screen.findByText('Heard: No. Heard: US');
      expect(model.runs).toHaveLength(2);
    },
  );

  it.each(WAYS)('opens the question again from the agent’s `connect`: %s %o [reload]', async (how, start) => {
    const { unmount } = await chat(how, start);
    await screen.findByRole('radio', { name: /SQLite/ });
    const { messages, pendingInterrupts } = JSON.parse(JSON.stringify(agent));
    unmount();
    history = { messages, interrupts: pendingInterrupts };
    open(start);
    expect(phases()).toEqual([]);
    await act(() => connect());
    await answerAll();
    await screen.findByText(HEARD);
    expect(model.runs).toHaveLength(2);
  });

  it('opens an interrupt again with `useAgUiAskUser`, unlike `useInterrupt` [reload] [trap]', async () => {
    const { unmount } = await chat('interrupt');
    await screen.findByRole('radio', { name: /SQLite/ });
    const { messages, pendingInterrupts } = JSON.parse(JSON.stringify(agent));
    unmount();
    const alone = open({ messages, pendingInterrupts });
    expect(phases()).toEqual([]);
    expect(agent.pendingInterrupts).toHaveLength(1);
    alone.unmount();
    open({ messages, pendingInterrupts, by: 'agent' });
    await answerAll();
    await screen.findByText(HEARD);
  });

  describe('with a message instead of an answer [trap]', () => {
    it('settles the call as superseded in the run of the message, while the SDK alone leaves it open', async () => {
      await chat('tool');
      await screen.findByRole('radio', { name: /SQLite/ });
      agent.addMessage(written('Use MySQL, and go'));
      expect(ask.supersede(agent)).toBe(true);
      await screen.findByText('Heard: nobody answered (superseded). You wrote: Use MySQL, and go');
      expect(agent.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user', 'assistant']);
      expect(model.runs).toHaveLength(2);
      await screen.findByRole('group', { name: 'Setup assistant’s request was replaced' });
      expect(ask.supersede(agent)).toBe(false);
    });

    it('runs the agent for the message if the question belongs to a thread that was left', async () => {
      await chat('tool');
      await screen.findByRole('radio', { name: /SQLite/ });
      const left = agent.messages;
      // `CopilotChat` does this for a new thread. It does not abort the call.
      agent.threadId = 'another';
      act(() => agent.setMessages([]));
      await waitFor(() => expect(phases()).toEqual([]));
      agent.addMessage(written('Hello'));
      expect(ask.supersede(agent)).toBe(false);
      act(() => void run());
      await screen.findByText('You wrote: Hello');
      expect(model.runs.map(({ threadId }) => threadId)).toEqual(['t', 'another']);
      expect(left.map(({ role }) => role)).toEqual(['user', 'assistant']);
    });

    it('settles interrupts as superseded, while CopilotKit alone cannot run the agent', async () => {
      await chat('interrupt', { by: 'agent' });
      await screen.findByRole('radio', { name: /SQLite/ });
      agent.addMessage(written('Use MySQL, and go'));
      const errors = vi.mocked(console.error).mockImplementation(() => {});
      await run();
      expect(model.runs).toHaveLength(1);
      expect(errors.mock.calls.flat().map(String).join()).toContain('not addressed by resume');
      errors.mockReset();
      act(() => void interrupts.runAgent());
      await screen.findByText('Heard: nobody answered (superseded). You wrote: Use MySQL, and go');
      expect(model.runs).toHaveLength(2);
    });
  });

  it('keeps the input of a failed delivery with `useAgUiAskUser`, while the SDK alone removes the dialog [trap]', async () => {
    const errors = vi.mocked(console.error).mockImplementation(() => {});
    const view = await chat('interrupt');
    await screen.findByRole('radio', { name: /SQLite/ });
    model.fails = 'before';
    await answerAll();
    await waitFor(() => expect(phases()).toEqual([]));
    expect(agent.pendingInterrupts).toHaveLength(1);
    const { messages, pendingInterrupts } = JSON.parse(JSON.stringify(agent));
    view.unmount();

    open({ messages, pendingInterrupts, by: 'agent' });
    model.fails = 'before';
    await answerAll();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByText(HEARD);
    expect(errors).toHaveBeenCalled();
    errors.mockReset();
  });

  it('keeps the input of an expired interrupt, which the SDK alone discards silently [trap]', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    try {
      model.expiresAt = new Date(Date.now() + 60_000);
      await chat('interrupt');
      await screen.findByRole('radio', { name: /SQLite/ });
      vi.setSystemTime(Date.now() + 61_000);
      await answerAll();
      await screen.findByRole('group', { name: 'Setup assistant no longer needs an answer' });
      expect(screen.getByText('Your answer wasn’t used. You can still copy it.')).toBeTruthy();
      expect(model.runs).toHaveLength(1);

      const errors = vi.mocked(console.error).mockImplementation(() => {});
      await act(() => lastInterrupt.resolve('SQLite', 'int-1'));
      expect(errors.mock.calls.flat().join()).toContain('not resuming');
      errors.mockReset();
      expect(phases()).toEqual([]);
      expect(agent.pendingInterrupts).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });
});
