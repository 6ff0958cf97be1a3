// @vitest-environment jsdom
import {
  AssistantRuntimeProvider,
  defineToolkit,
  makeAssistantToolUI,
  MessagePrimitive,
  ThreadPrimitive,
  Tools,
  useAui,
  useLocalRuntime,
  type AssistantRuntime,
  type ChatModelAdapter,
  type ExportedMessageRepositoryItem,
  type LocalRuntimeOptions,
  type ThreadHistoryAdapter,
  type ToolCallMessagePartProps,
} from '@assistant-ui/react';
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import { toToolsJSONSchema, type Tool } from 'assistant-stream';
import { useEffect, useLayoutEffect, useState } from 'react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AskUserDialog } from 'react-ask-user';
import type { AnsweredOutput, UnansweredOutput } from 'react-ask-user/core';
import { askUserQuestion, askUser } from 'react-ask-user/dialects';
import {
  assistantUiAskTool,
  assistantUiMessages,
  useAssistantUiAskUser,
  type AskProps,
} from 'react-ask-user/assistant-ui';
import { agent, DATABASE, FEATURES, type Sent } from './helpers/assistant-ui-agent.js';

let runtime: AssistantRuntime;
/** Calls of `addResult` and the adapter, in order. */
let sent: Sent[][];
let aborted: boolean[];
let pause: (() => Promise<void>) | undefined;
const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
// Testing Library does not check visibility, which would take most of the test time.
configure({ defaultHidden: true });

beforeEach(() => {
  sent = [];
  aborted = [];
  pause = undefined;
  bare = [];
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
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The host's model adapter, with the messages of this package or only the SDK's. */
const adapter = (ours = true): ChatModelAdapter => ({
  async *run(run) {
    const messages = ours ? assistantUiMessages(run) : [...run.messages, run.unstable_getMessage()];
    const given = messages.filter(({ content }) => content.length > 0);
    sent.push(given);
    run.abortSignal.addEventListener('abort', () => aborted.push(true));
    try {
      yield* agent(given, pause);
    } catch (error) {
      yield { content: [{ type: 'text', text: String(error) }] };
    }
  },
});

function AskUser(call: ToolCallMessagePartProps) {
  return (
    <AskUserDialog allow={{ decline: true }} {...useAssistantUiAskUser(call, useAui(), { asker: 'Setup assistant' })} />
  );
}

/** Exposes the SDK's runtime to the test. */
function useRuntime(model: ChatModelAdapter, options?: LocalRuntimeOptions): AssistantRuntime {
  const local = useLocalRuntime(model, options);
  useLayoutEffect(() => {
    runtime = local;
  }, [local]);
  return local;
}

type Render = (call: ToolCallMessagePartProps) => React.ReactNode;
interface ChatProps extends LocalRuntimeOptions {
  model?: ChatModelAdapter;
  tool?: Render;
  /** Number of times that the page shows the thread. */
  threads?: number;
}

function Chat({ model = adapter(), tool = AskUser, threads = 1, ...options }: ChatProps) {
  return (
    <AssistantRuntimeProvider runtime={useRuntime(model, options)}>
      {Array.from({ length: threads }, (_, n) => (
        <Thread key={n} tool={tool} />
      ))}
    </AssistantRuntimeProvider>
  );
}

const Thread = ({ tool }: { tool?: Render }) => (
  <ThreadPrimitive.Root>
    <ThreadPrimitive.Messages>
      {() => (
        <MessagePrimitive.Root>
          <MessagePrimitive.Parts
            {...(tool && { components: { tools: { by_name: { ask_user: tool, ask_user_question: tool } } } })}
          />
        </MessagePrimitive.Root>
      )}
    </ThreadPrimitive.Messages>
  </ThreadPrimitive.Root>
);

const say = (text: string) => act(async () => runtime.thread.append(text));
const click = (role: string, name: string | RegExp) =>
  screen.findByRole(role, { name }).then((element) => user.click(element));
const heard = (text: string | RegExp) => screen.findByText(text);
const messages = () => runtime.thread.getState().messages;
const status = () => messages().at(-1)?.status;
const open = () => waitFor(() => expect(status()).toMatchObject({ type: 'requires-action' }));

/** The SDK's `addResult` without this package. */
let bare: ToolCallMessagePartProps[];
function Bare(call: ToolCallMessagePartProps) {
  useEffect(() => {
    bare = [...bare.filter(({ toolCallId }) => toolCallId !== call.toolCallId), call];
  });
  return <p>{call.result === undefined ? 'open' : 'answered'}</p>;
}

/** Pauses while the model writes. */
function hold(): () => void {
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  pause = () => held;
  return go;
}

describe('stack: assistant-ui', () => {
  it('sends options, several options, and custom text to the agent [answered]', async () => {
    render(<Chat />);
    await say('Set up a service');
    await click('radio', /Other/);
    await user.type(await screen.findByRole('textbox', { name: /Your answer/ }), 'CockroachDB');
    await click('tab', /Features/);
    await click('checkbox', 'Login');
    await click('checkbox', 'Exports');
    await click('button', 'Review');
    await click('button', 'Submit answers');
    await heard('I was told: CockroachDB (own words); Login and Exports.');
    expect(sent).toHaveLength(2);
    await say('Only the database');
    await click('radio', 'SQLite');
    await click('button', 'Submit');
    await heard('I was told: CockroachDB (own words); Login and Exports | SQLite.');
  });

  it.each([
    ['makeAssistantToolUI', undefined],
    ['toolkit', { ask_user: { ...assistantUiAskTool(), render: AskUser } }],
  ])('works if registered with %s [answered]', async (_, tools) => {
    const ToolUI = makeAssistantToolUI({ toolName: 'ask_user', render: AskUser });
    const toolkit = defineToolkit(tools ?? {});
    let offered: unknown;
    const model: ChatModelAdapter = {
      run(run) {
        offered = run.context.tools;
        return adapter().run(run);
      },
    };
    function Registered() {
      return (
        <AssistantRuntimeProvider runtime={useRuntime(model)} aui={useAui({ tools: Tools({ toolkit }) })}>
          {!tools && <ToolUI />}
          <Thread />
        </AssistantRuntimeProvider>
      );
    }
    render(<Registered />);
    await say('Only the database');
    await click('radio', 'SQLite');
    await click('button', 'Submit');
    await heard('I was told: SQLite.');
    if (!tools) return;
    expect(toToolsJSONSchema(offered as Record<string, Tool>)).toEqual({
      ask_user: { description: askUser.tool.description, parameters: askUser.tool.inputSchema },
    });
  });

  it('supports another tool [answered]', async () => {
    const args = { questions: [{ ...DATABASE, multiSelect: false }] };
    const call = {
      type: 'tool-call',
      toolCallId: 'c',
      toolName: 'ask_user_question',
      args,
      argsText: JSON.stringify(args),
    } as const;
    const model: ChatModelAdapter = {
      async *run(run) {
        const parts = assistantUiMessages(run, askUserQuestion.tool).flatMap(({ content }) => [...content]);
        const results = parts.flatMap((part) => (part.type === 'tool-call' ? [JSON.stringify(part.result)] : []));
        if (results.length) yield { content: [{ type: 'text', text: results.join() }] };
        else yield { content: [call], status: { type: 'requires-action', reason: 'tool-calls' } };
      },
    };
    function Question(call: ToolCallMessagePartProps) {
      return <AskUserDialog {...useAssistantUiAskUser(call, useAui(), { dialect: askUserQuestion })} />;
    }
    const chat = render(<Chat model={model} tool={Question} />);
    await say('Only the database');
    await click('radio', 'SQLite');
    await click('button', 'Submit');
    await heard('{"answers":{"Which database should we use?":"SQLite"}}');
    await screen.findByRole('heading', { name: /^You answered/ });
    chat.unmount();
    render(<Chat model={model} tool={Question} />);
    await say('Only the database');
    await open();
    await say('Never mind');
    await heard('{"answers":{},"status":"superseded"}');
  });

  it('logs a refused result of input that cannot be asked and retries on the next mount [trap]', async () => {
    const call = { type: 'tool-call', toolCallId: 'c', toolName: 'ask_user', args: {}, argsText: '{}' } as const;
    const model: ChatModelAdapter = {
      async *run(run) {
        const parts = run.unstable_getMessage().content;
        const results = parts.flatMap((part) => (part.type === 'tool-call' ? [JSON.stringify(part.result)] : []));
        if (results.length) yield { content: [{ type: 'text', text: results.join() }] };
        else yield { content: [call], status: { type: 'requires-action', reason: 'tool-calls' } };
      },
    };
    const refusals = [new Error('Not now.')];
    let draw = (): void => {};
    function Refusing(given: ToolCallMessagePartProps) {
      const aui = useAui();
      const [times, setTimes] = useState(0);
      useEffect(() => {
        draw = () => setTimes(times + 1);
      });
      const addToolResult = (result: unknown) => {
        for (const refusal of refusals.splice(0)) throw refusal;
        aui.part.addToolResult(result);
      };
      const { message, thread, subscribe } = aui;
      const refusing = { part: { getState: () => aui.part.getState(), addToolResult }, message, thread, subscribe };
      return <AskUserDialog key={times} {...useAssistantUiAskUser(given, refusing)} />;
    }
    const told = vi.mocked(console.error).mockImplementation(() => {});
    render(<Chat model={model} tool={Refusing} />);
    await say('Only the database');
    await waitFor(() => expect(told).toHaveBeenCalledOnce());
    expect(told.mock.calls).toEqual([
      [
        new Error('The agent did not receive the result of c, which could not be asked.', {
          cause: new Error('Not now.'),
        }),
      ],
    ]);
    told.mockReset();
    act(() => draw());
    await heard(/"status":"invalid"/);
  });

  it('sends an early answer to its call even if another call has replaced it in the message [trap]', async () => {
    const part = (id: string, question: object) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: 'ask_user',
      args: JSON.parse(JSON.stringify({ questions: [question] })),
      argsText: JSON.stringify({ questions: [question] }),
    });
    const [database, features] = [part('one', DATABASE), part('two', FEATURES)];
    const go = hold();
    const model: ChatModelAdapter = {
      async *run() {
        yield { content: [database] };
        await pause?.();
        yield { content: [features, database], status: { type: 'requires-action', reason: 'tool-calls' } };
      },
    };
    let early: Promise<unknown> | undefined;
    function Early(call: ToolCallMessagePartProps) {
      const props = useAssistantUiAskUser(call, useAui());
      useEffect(() => {
        // A dialog does not submit while a question is being written. A custom UI may.
        if (early || call.toolCallId !== 'one') return;
        const request = { requestId: 'one', questions: [] };
        early = Promise.resolve(
          props.onCancel(
            { answered: false, answers: [], cancelled: true },
            { result: { status: 'cancelled' }, replies: [], byId: {}, exchanges: [], request },
          ),
        );
      });
      return <p>{call.toolCallId}</p>;
    }
    render(<Chat model={model} tool={Early} />);
    await say('Two');
    await waitFor(() => expect(early).toBeDefined());
    go();
    expect(await early).toBeUndefined();
    expect(messages().at(-1)!.content).toMatchObject([
      { toolCallId: 'two' },
      { toolCallId: 'one', result: { cancelled: true } },
    ]);
    expect(messages().at(-1)!.content[0]).not.toHaveProperty('result');
  });

  it('keeps the input if the runtime refuses a result [answered]', async () => {
    const refusals = [new Error('Not now.')];
    function Refusing(call: ToolCallMessagePartProps) {
      const aui = useAui();
      const addToolResult = (result: unknown) => {
        for (const refusal of refusals.splice(0)) throw refusal;
        aui.part.addToolResult(result);
      };
      const { message, thread, subscribe } = aui;
      const refusing = { part: { getState: () => aui.part.getState(), addToolResult }, message, thread, subscribe };
      return <AskUserDialog {...useAssistantUiAskUser(call, refusing)} />;
    }
    render(<Chat tool={Refusing} />);
    await say('Only the database');
    await open();
    await click('radio', 'SQLite');
    await click('button', 'Submit');
    expect(refusals).toEqual([]);
    expect(sent).toHaveLength(1);
    await click('button', 'Try again');
    await heard('I was told: SQLite.');
  });

  it('sends a decline to the agent [declined]', async () => {
    render(<Chat />);
    await say('Only the database');
    await open();
    await click('button', 'Decline to answer');
    await heard('I was told: declined.');
    await screen.findByRole('heading', { name: /You declined/ });
  });

  it('sends a cancellation to the agent [cancelled]', async () => {
    render(<Chat />);
    await say('Only the database');
    await open();
    await click('button', 'Cancel');
    await heard('I was told: cancelled.');
    await screen.findByRole('heading', { name: /You cancelled/ });
  });

  it('sends the result of input that cannot be asked once, even if rendered several times [trap]', async () => {
    render(<Chat threads={2} />);
    await say('Ask nothing');
    await waitFor(() => expect(screen.getAllByText('I was told: invalid.')).toHaveLength(2));
    expect(sent).toHaveLength(2);
    expect(status()).toMatchObject({ type: 'complete' });
  });

  it('answers two simultaneous calls separately and continues with both [two]', async () => {
    render(<Chat />);
    await say('Ask both at once');
    await open();
    const [database, features] = await screen.findAllByRole('region');
    await user.click(await within(features!).findByRole('checkbox', { name: 'Search' }));
    await user.click(within(features!).getByRole('button', { name: 'Submit' }));
    await screen.findByRole('heading', { name: /You answered/ });
    expect(sent).toHaveLength(1);
    await user.click(within(database!).getByRole('radio', { name: 'Postgres' }));
    await user.click(within(database!).getByRole('button', { name: 'Submit' }));
    await heard('I was told: Postgres | Search.');
    expect(sent).toHaveLength(2);
  });

  describe('while the model writes a question', () => {
    it('shows the complete parts and sends the answer when the model has finished [R-STREAM] [answered]', async () => {
      const go = hold();
      render(<Chat />);
      await say('Set up a service');
      await act(async () => {});
      expect(status()).toMatchObject({ type: 'running' });
      go();
      await screen.findByRole('radio', { name: 'Postgres' });
      await open();
    });

    it('sends a cancellation when the message is complete [trap] [cancelled]', async () => {
      const steps: (() => void)[] = [];
      pause = () => new Promise((resolve) => steps.push(resolve));
      render(<Chat />);
      await say('Set up a service');
      await act(async () => steps.shift()?.());
      await screen.findByText('Which database should we use?');
      await click('button', 'Cancel');
      expect(status()).toMatchObject({ type: 'running' });
      await act(async () => steps.shift()?.());
      await heard('I was told: cancelled.');
      expect(messages().at(-1)?.content).toHaveLength(2);
    });

    it('drops the rest of a message with an early result and runs forever with the SDK alone', async () => {
      const go = hold();
      render(<Chat tool={Bare} />);
      await say('Set up a service');
      await heard('open');
      await act(async () => bare[0]?.addResult({ cancelled: true }));
      await act(async () => go());
      await act(async () => {});
      expect(status()).toMatchObject({ type: 'running' });
      expect(sent).toHaveLength(1);
    });

    it('shows the question of a stopped run as withdrawn without an answer for the agent [aborted]', async () => {
      const steps: (() => void)[] = [];
      pause = () => new Promise((resolve) => steps.push(resolve));
      render(<Chat />);
      await say('Set up a service');
      await act(async () => steps.shift()?.());
      await screen.findByText('Which database should we use?');
      await act(async () => {
        runtime.thread.cancelRun();
        steps.shift()?.();
      });
      expect(aborted).toEqual([true]);
      expect(status()).toEqual({ type: 'incomplete', reason: 'cancelled' });
      await screen.findByRole('heading', { name: 'Setup assistant no longer needs an answer' });
      expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
      await say('And now?');
      await heard('You wrote "And now?". I was told: aborted.');
    });
  });

  it('shows the question of a failed run as withdrawn [aborted]', async () => {
    const model: ChatModelAdapter = {
      async *run(run) {
        for await (const update of agent(run.messages)) yield { ...update, status: { type: 'running' } };
        yield { status: { type: 'incomplete', reason: 'error', error: '503' } };
      },
    };
    render(<Chat model={model} />);
    await say('Only the database');
    await screen.findByRole('heading', { name: 'Setup assistant no longer needs an answer' });
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  });

  describe('with a message of the user instead of an answer', () => {
    it('settles the question and sends the status to the agent [trap]', async () => {
      render(<Chat />);
      await say('Set up a service');
      await open();
      await click('radio', 'SQLite');
      await say('Never mind');
      await heard('You wrote "Never mind". I was told: superseded.');
      await screen.findByRole('heading', { name: 'Setup assistant’s request was replaced' });
      expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
      expect(sent).toHaveLength(2);
      expect(aborted).toEqual([]);
      // Nothing was written into the thread, because a result would have started a run.
      expect(messages()[1]?.content[0]).not.toHaveProperty('result');
    });

    it('settles all open questions [two]', async () => {
      render(<Chat />);
      await say('Ask both at once');
      await open();
      await click('radio', 'SQLite');
      await user.click(screen.getAllByRole('button', { name: 'Submit' })[0]!);
      await say('Never mind the rest');
      await heard('You wrote "Never mind the rest". I was told: SQLite | superseded.');
      await screen.findByRole('heading', { name: 'Setup assistant’s request was replaced' });
      await screen.findByRole('heading', { name: 'You answered Setup assistant' });
    });

    it('leaves the call open with the SDK alone, which a provider rejects', async () => {
      render(<Chat model={adapter(false)} tool={Bare} />);
      await say('Only the database');
      await open();
      await say('Never mind');
      await heard('Error: 400: the call call_N has no result');
      await heard('open');
    });

    it('accepts a late answer and removes the message with the SDK alone', async () => {
      render(<Chat tool={Bare} />);
      await say('Only the database');
      await open();
      await say('Never mind');
      await heard('You wrote "Never mind". I was told: superseded.');
      await act(async () => bare[0]?.addResult({ answered: true, answers: [] }));
      await waitFor(() => expect(status()).toMatchObject({ type: 'complete' }));
      expect(messages().map(({ role }) => role)).toEqual(['user', 'assistant']);
    });
  });

  describe('accepts one answer', () => {
    /** All props that the dialogs received. */
    const given: AskProps<AnsweredOutput, UnansweredOutput>[] = [];
    function Kept(call: ToolCallMessagePartProps) {
      const props = useAssistantUiAskUser(call, useAui(), { asker: 'Setup assistant' });
      useEffect(() => void given.push(props));
      return <AskUserDialog {...props} />;
    }
    const cancel = (props?: AskProps<AnsweredOutput, UnansweredOutput>) =>
      props?.onCancel?.(
        { answered: false, answers: [], cancelled: true },
        {
          result: { status: 'cancelled' },
          replies: [],
          byId: {},
          exchanges: [],
          request: { requestId: '', questions: [] },
        },
      );
    const refused = { ok: false, code: 'already_resolved' };

    it('from two components of one call in the same task [R-ONCE] [trap]', async () => {
      given.length = 0;
      render(<Chat tool={Kept} threads={2} />);
      await say('Only the database');
      await open();
      await waitFor(() => expect(given.at(-1)?.streaming).toBe(false));
      await act(async () => {
        expect(cancel(given.at(-1))).toBeUndefined();
        expect(cancel(given.at(-2))).toMatchObject(refused);
      });
      expect(await screen.findAllByText('I was told: cancelled.')).toHaveLength(2);
      expect(await screen.findAllByRole('heading', { name: /^You cancelled/ })).toHaveLength(2);
      expect(sent).toHaveLength(2);
    });

    it('from a user in one of two dialogs, which closes the other [R-ONCE] [two]', async () => {
      render(<Chat threads={2} />);
      await say('Only the database');
      await open();
      const [one, other] = await screen.findAllByRole('region');
      await user.click(within(one!).getByRole('radio', { name: 'Postgres' }));
      await user.click(within(other!).getByRole('radio', { name: 'SQLite' }));
      await user.click(within(one!).getByRole('button', { name: 'Submit' }));
      expect(await screen.findAllByText('I was told: Postgres.')).toHaveLength(2);
      expect(await screen.findAllByRole('heading', { name: 'You answered Setup assistant' })).toHaveLength(2);
    });

    it('from earlier props and from a component that is mounted after the answer [R-ONCE] [trap]', async () => {
      given.length = 0;
      const chat = render(<Chat tool={Kept} />);
      await say('Only the database');
      await open();
      await click('radio', 'SQLite');
      const before = given.at(-1);
      await click('button', 'Submit');
      await heard('I was told: SQLite.');
      chat.rerender(<Chat tool={Kept} threads={0} />);
      chat.rerender(<Chat tool={Kept} />);
      await screen.findByRole('heading', { name: /You answered/ });
      expect(cancel(before)).toMatchObject(refused);
      expect(cancel(given.at(-1))).toMatchObject(refused);
      expect(messages()[1]?.content).toMatchObject([{ result: { answered: true } }, { type: 'text' }]);
      expect(sent).toHaveLength(2);
    });

    it('never from an answer to the call of another thread [trap]', async () => {
      given.length = 0;
      render(<Chat tool={Kept} />);
      await say('Only the database');
      await open();
      const before = given.at(-1);
      await act(async () => runtime.threads.switchToNewThread());
      await say('Only the database');
      await open();
      // The SDK searches the shown thread for the message. The dialog shows the thrown error and offers a retry.
      expect(() => cancel(before)).toThrow('Message not found');
      await click('radio', 'SQLite');
      await click('button', 'Submit');
      await heard('I was told: SQLite.');
    });

    it('never with the SDK alone, which accepts the second, loses the reply to the first and runs forever', async () => {
      render(<Chat tool={Bare} />);
      await say('Only the database');
      await open();
      await act(async () => {
        bare[0]?.addResult({ answered: true, answers: [{ answer: 'Postgres' }] });
        bare[0]?.addResult({ answered: true, answers: [{ answer: 'SQLite' }] });
      });
      expect(messages().at(-1)?.content).toMatchObject([{ result: { answers: [{ answer: 'SQLite' }] } }]);
      expect(sent).toHaveLength(2);
      expect(screen.queryByText(/I was told/)).toBeNull();
      expect(status()).toMatchObject({ type: 'running' });
    });
  });

  describe('after a reload', () => {
    /** The stored thread of a host. */
    function history(kept: Map<string, ExportedMessageRepositoryItem>, updates = true): ThreadHistoryAdapter {
      const keep = async (item: ExportedMessageRepositoryItem) =>
        void kept.set(item.message.id, JSON.parse(JSON.stringify(item), revive));
      return {
        load: async () => ({ headId: [...kept.keys()].at(-1) ?? null, messages: [...kept.values()] }),
        append: keep,
        ...(updates && { update: keep }),
      };
    }
    const revive = (key: string, value: unknown) => (key === 'createdAt' ? new Date(value as string) : value);

    /** Renders the page with the stored thread. */
    async function reopen(kept: Map<string, ExportedMessageRepositoryItem>, updates = true) {
      const page = render(<Chat adapters={{ history: history(kept, updates) }} />);
      await waitFor(() => expect(runtime.thread.getState().isLoading).toBe(false));
      return page;
    }

    it('shows the open question again and sends its answer to the agent [reload] [R-REPLAY]', async () => {
      const kept = new Map<string, ExportedMessageRepositoryItem>();
      const before = await reopen(kept);
      await say('Only the database');
      await open();
      await waitFor(() => expect(kept.size).toBe(2));
      before.unmount();
      const after = await reopen(kept);
      await click('radio', 'SQLite');
      expect(sent).toHaveLength(1);
      await click('button', 'Submit');
      await heard('I was told: SQLite.');
      after.unmount();
      await reopen(kept);
      await screen.findByRole('heading', { name: 'You answered Setup assistant' });
      await heard('I was told: SQLite.');
      expect(sent).toHaveLength(2);
    });

    it('shows a superseded question again [reload]', async () => {
      const kept = new Map<string, ExportedMessageRepositoryItem>();
      const before = await reopen(kept);
      await say('Only the database');
      await open();
      await say('Never mind');
      await heard('You wrote "Never mind". I was told: superseded.');
      before.unmount();
      await reopen(kept);
      await screen.findByRole('heading', { name: 'Setup assistant’s request was replaced' });
      await say('Hello again');
      await heard('You wrote "Hello again". I was told: superseded.');
    });

    it('loses the question with a history without `update`', async () => {
      const kept = new Map<string, ExportedMessageRepositoryItem>();
      const before = await reopen(kept, false);
      await say('Only the database');
      await open();
      before.unmount();
      await reopen(kept, false);
      await heard('Only the database');
      expect(screen.queryByRole('region')).toBeNull();
      expect([...kept.values()].map(({ message }) => message.role)).toEqual(['user']);
    });
  });

  it('continues without an answer if `unstable_humanToolNames` lists only other tools', async () => {
    const named = (unstable_humanToolNames: string[]) => <Chat unstable_humanToolNames={unstable_humanToolNames} />;
    const others = render(named(['confirm']));
    await say('Only the database');
    await heard('Error: 400: the call call_N has no result');
    others.unmount();
    render(named(['confirm', 'ask_user']));
    await say('Only the database');
    await open();
  });

  it('keeps a waiting question answerable on `cancelRun` [aborted]', async () => {
    render(<Chat />);
    await say('Only the database');
    await open();
    await act(async () => runtime.thread.cancelRun());
    await click('radio', 'SQLite');
    await click('button', 'Submit');
    await heard('I was told: SQLite.');
  });

  it('never sends to one call an answer that waited for another [trap] [cancelled]', async () => {
    const go = hold();
    render(<Chat />);
    await say('Only the database');
    await click('button', 'Cancel');
    pause = undefined;
    // The new message replaces the old one and asks again.
    await act(async () => runtime.thread.getMessageByIndex(1).reload());
    await open();
    await act(async () => go());
    await click('radio', 'SQLite');
    await click('button', 'Submit');
    await heard('I was told: SQLite.');
  });

  it('does not fail if the thread is emptied during a question or a waiting cancellation [aborted]', async () => {
    const go = hold();
    render(<Chat />);
    await say('Only the database');
    await click('button', 'Cancel');
    await act(async () => runtime.thread.reset());
    await act(async () => go());
    expect(screen.queryByRole('region')).toBeNull();
    await say('Hello');
    await heard('You wrote "Hello". I was told: nothing.');
  });
});
