import { describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest';
import { askUser, codexAsync } from '../../src/dialects/index.js';
import {
  createAskUserBroker,
  createAskUserTool,
  toUserMessage,
  type AskUserTransport,
  type UserMessage,
} from '../../src/host/index.js';

const LATER = { ...askUser.tool, name: 'ask_user_later', description: 'Ask, and go on.', blocking: false } as const;
const CALL = { questions: [{ question: 'Which port?' }, { question: 'Which host?' }] };
const CONTEXT = { conversationId: 'c1', toolCallId: 'call_1' };
const ACCEPTED = {
  content: [
    {
      type: 'text',
      text: '{"accepted":true}\nThe questions wait for the user. Go on without the answers: they come as a message of the user.',
    },
  ],
  data: { accepted: true },
  isError: false,
};

function start() {
  const broker = createAskUserBroker();
  onTestFinished(() => broker.close());
  const messages: UserMessage[] = [];
  broker.registerCallback('answers', (settled) => {
    const message = toUserMessage(settled);
    if (message) messages.push(message);
  });
  return { broker, messages };
}

describe('a tool whose agent does not wait [R-AHEAD]', () => {
  it('returns at once, and its answers come as a message', async () => {
    const { broker, messages } = start();
    const tool = createAskUserTool({ spec: LATER, transport: broker, asker: 'Ada', callback: 'answers' });
    const result = await tool.execute(CALL, CONTEXT);
    expect(result).toEqual(ACCEPTED);
    expectTypeOf(result.data).toExtend<{ readonly accepted: true } | { readonly answered: boolean }>();
    const [pending] = await broker.pending('c1');
    expect(pending).toMatchObject({
      request: { requestId: 'call_1', asker: 'Ada', blocking: false },
      allow: { partial: true },
    });
    const replies = pending!.request.questions.map(({ id }, index) =>
      index === 0
        ? { questionId: id, selected: [], custom: '8080' }
        : { questionId: id, selected: [], skipped: true as const },
    );
    expect(await broker.answer('call_1', replies)).toEqual({ ok: true });
    await vi.waitFor(() => expect(messages).toHaveLength(1), { timeout: 10_000 });
    expect(messages[0]).toEqual({
      id: pending!.instanceId,
      text: expect.stringMatching(/"answer":"8080"[^]*\nThe user has not answered yet: "Which host\?"\.$/),
    });
  });

  it('returns the same for the same call again, also after it was answered, and asks once', async () => {
    const { broker } = start();
    const tool = createAskUserTool({ spec: LATER, transport: broker, callback: 'answers' });
    await tool.run([{ id: 'call_1', name: 'ask_user_later', input: CALL }], { conversationId: 'c1' });
    const [pending] = await broker.pending('c1');
    await broker.cancel(pending!.request.requestId);
    const again = await tool.run([{ id: 'call_1', name: 'ask_user_later', input: CALL }], { conversationId: 'c1' });
    expect(again).toEqual([{ id: 'call_1', ...ACCEPTED }]);
    expect(await broker.pending('c1')).toEqual([]);
  });

  it('returns the issues of malformed input without asking the user', async () => {
    const { broker } = start();
    const tool = createAskUserTool({ spec: LATER, transport: broker });
    const result = await tool.execute({ questions: [{ options: ['A'] }] }, CONTEXT);
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('questions[0]') }] });
    expect(await broker.pending()).toEqual([]);
  });

  it('returns the issues of the broker, too', async () => {
    const { broker } = start();
    const tool = createAskUserTool({ spec: LATER, transport: broker });
    const result = await tool.execute(CALL, { ...CONTEXT, toolCallId: '..' });
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('requestId') }] });
  });

  it('is the asynchronous tool of codex', async () => {
    const { broker } = start();
    const tool = createAskUserTool({ spec: codexAsync.tool, transport: broker });
    const result = await tool.execute({ questions: [{ title: 'Which port?' }] }, CONTEXT);
    expectTypeOf<{ readonly accepted: true }>().toExtend<typeof result.data>();
    expect(result).toEqual(ACCEPTED);
    expect(await broker.pending('c1')).toMatchObject([{ request: { blocking: false } }]);
  });

  it('does not ask for some of the answers if the format cannot return them, or the host does not allow it', async () => {
    const { broker } = start();
    const dialect = { ...askUser.tool.dialect, capabilities: { skipped: false } };
    await createAskUserTool({ spec: { ...LATER, dialect }, transport: broker }).execute(CALL, CONTEXT);
    const context = { ...CONTEXT, toolCallId: 'call_2', allow: { partial: false, decline: true } };
    await createAskUserTool({ spec: LATER, transport: broker }).execute(CALL, context);
    expect((await broker.pending()).map(({ allow }) => allow)).toEqual([{}, { decline: true }]);
  });

  it('stays open when the agent is stopped, and asks nothing if it was stopped before', async () => {
    const { broker } = start();
    const tool = createAskUserTool({ spec: LATER, transport: broker });
    const stop = new AbortController();
    await tool.execute(CALL, { ...CONTEXT, signal: stop.signal });
    stop.abort();
    expect(await broker.pending()).toHaveLength(1);
    const aborted = await tool.execute(CALL, { ...CONTEXT, toolCallId: 'call_2', signal: stop.signal });
    expect(aborted.content[0].text).toContain('The question was withdrawn');
    expect(await broker.pending()).toHaveLength(1);
  });

  it('waits if its transport cannot leave a request open, and says so to the user', async () => {
    const ask = vi.fn<AskUserTransport['ask']>(async () => ({ status: 'cancelled' }));
    const tool = createAskUserTool({ spec: LATER, transport: { ask } });
    expect(await tool.execute(CALL, CONTEXT)).toMatchObject({ data: { answered: false, cancelled: true } });
    expect(ask.mock.calls[0]![0].blocking).toBeUndefined();
  });

  it('is never one of the seeds, and no argument makes it one', async () => {
    const { broker } = start();
    const tool = createAskUserTool({ transport: broker });
    const asking = tool.execute({ ...CALL, blocking: false }, CONTEXT);
    await vi.waitFor(async () => expect(await broker.pending()).toHaveLength(1), { timeout: 10_000 });
    expect((await broker.pending())[0]!.request.blocking).toBeUndefined();
    await broker.cancel('call_1');
    expect(await asking).toMatchObject({ data: { cancelled: true } });
  });
});
