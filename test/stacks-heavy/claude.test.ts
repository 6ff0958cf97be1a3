import type { CanUseTool, SDKUserMessage } from '@anthropic-ai/claude-agent-sdk';
import { askUserPermission } from 'react-ask-user/claude-agent-sdk';
import { claudeCode } from 'react-ask-user/dialects';
import { AskUserError, createAskUserBroker } from 'react-ask-user/server';
import { createMemoryStore } from 'react-ask-user/store';
import { describe, expect, it } from 'vitest';
import { answerIt, asked, repliesTo } from '../stacks/helpers/person.js';
import { asking, BOTH, claude, NAME, ONE, type Calls } from './helpers/claude.js';

const conversationId = 'c';
const CAPABILITY = 'ask_user_question_unanswered_v1';
const SUPERSEDED = 'Something newer replaced the question. Nobody answered and no option was chosen.';

/** A session whose model makes these calls, with a broker. */
async function start(...steps: Calls[]) {
  const broker = createAskUserBroker();
  const canUseTool = askUserPermission({ broker, conversationId });
  const session = await claude(asking(...(steps.length > 0 ? steps : [[{ id: 'toolu_1', input: BOTH }]])));
  return { broker, canUseTool, ...session };
}

/** A host's `canUseTool` that only asks the broker. */
const unguarded =
  (broker: ReturnType<typeof createAskUserBroker>): CanUseTool =>
  async (_tool, input, { toolUseID: requestId }) => {
    const request = claudeCode.parse(input, { requestId });
    if (!request.ok) throw new Error('no question');
    return claudeCode.formatResult(await broker.ask(request.value, { conversationId }), request.value);
  };

describe('stack: claude-agent-sdk', { timeout: 60_000 }, () => {
  it('continues with an option and with several, one of them with a comma [answered] [R-RESULT]', async () => {
    const { broker, canUseTool, run, model } = await start();
    const [ended, request] = await Promise.all([
      run({ canUseTool }),
      answerIt(broker, { selected: [1] }, { selected: [0, 1] }),
    ]);
    // The call's id is the request id, so asking again finds the request.
    expect(request).toMatchObject({ requestId: 'toolu_1' });
    expect(ended.words).toBe(
      'Told: toolu_1: Your questions have been answered: "Which database?"="Postgres", "Which parts?"="Auth, "Mail, SMS"". ' +
        'You can now continue with these answers in mind.',
    );
    expect(model.turns.at(-1)?.results).toMatchObject([{ isError: false }]);
  });

  it('continues with custom text, also next to an option, and with notes [answered] [R-OTHER]', async () => {
    const { broker, canUseTool, run } = await start();
    const [ended] = await Promise.all([
      run({ canUseTool }),
      answerIt(
        broker,
        { selected: [], custom: 'CockroachDB, ours', notes: 'It runs.' },
        { selected: [2], custom: 'Chat' },
      ),
    ]);
    expect(ended.words).toContain(
      'The user answered: "Which database?"="CockroachDB, ours" notes: It runs., "Which parts?"="Search, Chat". Read the answers',
    );
  });

  it('continues without an answer and reports the status to a session with that capability [declined]', async () => {
    const { broker, run } = await start();
    let capabilities: readonly string[] | undefined;
    // The capabilities are known only once the session runs.
    const running = run({
      canUseTool: askUserPermission({ broker, conversationId, capabilities: () => capabilities }),
    });
    await asked(broker);
    capabilities = [CAPABILITY];
    await broker.decline('toolu_1');
    const { messages, words } = await running;
    expect(words).toBe('Told: toolu_1: The user did not answer the questions.');
    const init = messages.find((message) => message.type === 'system' && message.subtype === 'init');
    expect(init).toHaveProperty('capabilities', expect.arrayContaining([CAPABILITY]));
    expect(messages.find(({ type }) => type === 'user')).toMatchObject({
      tool_use_result: { answers: {}, annotations: { 'Which database?': { unanswered: 'dismissed' } } },
    });
  });

  it('ends the turn without another model call and throws in the iterator [cancelled]', async () => {
    const { broker, canUseTool, run, model } = await start();
    const running = run({ canUseTool });
    await asked(broker);
    await broker.cancel('toolu_1');
    const { last, error } = await running;
    expect(last).toMatchObject({ subtype: 'error_during_execution', is_error: true });
    expect(error).toBeInstanceOf(Error);
    expect(model.turns).toHaveLength(1);
  });

  it('withdraws the question of an aborted run, which a plain host leaves open [aborted] [R-NOPHANTOM]', async () => {
    const endings = await Promise.all(
      [false, true].map(async (guarded) => {
        const { broker, canUseTool, run, model } = await start();
        const abortController = new AbortController();
        const running = run({ abortController, canUseTool: guarded ? canUseTool : unguarded(broker) });
        await asked(broker);
        abortController.abort();
        const { words, error } = await running;
        expect(words).toBeUndefined();
        expect(error).toMatchObject({ message: 'Operation aborted' });
        expect(model.turns).toHaveLength(1);
        return broker;
      }),
    );
    const [alone, ours] = endings;
    await expect.poll(() => ours?.get('toolu_1')).toMatchObject({ settlement: { result: { status: 'aborted' } } });
    expect(await ours?.answer('toolu_1', [])).toEqual({ ok: false, code: 'already_resolved' });
    expect(await alone?.pending()).toHaveLength(1);
    await alone?.close();
  });

  it('answers two calls of one message separately in any order [two]', async () => {
    const { broker, canUseTool, run, model } = await start([
      { id: 'toolu_1', input: ONE },
      { id: 'toolu_2', input: { questions: [NAME] } },
    ]);
    const running = run({ canUseTool });
    const requests = await asked(broker, 2);
    for (const [i, request] of [...requests.entries()].reverse()) {
      await broker.answer(request.requestId, repliesTo(request, { selected: [i] }));
    }
    expect((await running).error).toBeUndefined();
    // Claude Code sends the results in the order in which the calls ended, or in call order if both ended together.
    const results = model.turns.at(-1)?.results.toSorted((a, b) => a.id.localeCompare(b.id));
    const answered = (answer: string) =>
      `Your questions have been answered: ${answer}. You can now continue with these answers in mind.`;
    expect(results).toEqual([
      { id: 'toolu_1', text: answered('"Which database?"="SQLite"'), isError: false },
      { id: 'toolu_2', text: answered('"Which name?"="Beacon"'), isError: false },
    ]);
  });

  it('offers the tool only with a `canUseTool` [trap]', async () => {
    const { canUseTool, run } = await start([]);
    for (const options of [{}, { canUseTool }]) {
      const { messages } = await run(options);
      const init = messages.find((message) => message.type === 'system' && message.subtype === 'init');
      expect(init).toHaveProperty('tools', 'canUseTool' in options ? ['AskUserQuestion'] : []);
    }
  });

  it('passes other tools to the host or denies them [trap]', async () => {
    const bash = [{ id: 'toolu_1', name: 'Bash', input: { command: 'touch made', description: 'Makes a file' } }];
    const told: (string | undefined)[] = [];
    for (const otherwise of [undefined, async () => ({ behavior: 'deny' as const, message: 'Not by us.' })]) {
      const { broker, run } = await start(bash);
      const { words } = await run({
        tools: ['AskUserQuestion', 'Bash'],
        canUseTool: askUserPermission({ broker, conversationId, otherwise }),
      });
      told.push(words);
      expect(broker.lastEventId()).toMatch(/\.0$/);
    }
    expect(told).toEqual([
      'Told: toolu_1: Bash requires a permission that cannot be granted here. Continue without it.',
      'Told: toolu_1: Not by us.',
    ]);
  });

  it.each([
    ['the broker is closed', async () => createAskUserBroker().close(), 'The host is shutting down'],
    ['the store rejects', undefined, 'The question could not be stored'],
  ])('continues without an answer or interrupt if %s [trap] [R-NOPHANTOM]', async (_, close, message) => {
    const store = createMemoryStore();
    const broker = createAskUserBroker({ store: { ...store, insert: () => Promise.reject(new Error('full')) } });
    if (close) await broker.close();
    const { run } = await start();
    const { words, error, last } = await run({ canUseTool: askUserPermission({ broker, conversationId }) });
    expect(error).toBeUndefined();
    expect(last).toMatchObject({ subtype: 'success' });
    expect(words).toContain(message);
    expect(words).not.toContain('answered:');
    await expect(
      broker.ask(
        { requestId: 'r', questions: [{ id: 'q', question: 'Q?', options: [], multiSelect: false }] },
        { conversationId },
      ),
    ).rejects.toBeInstanceOf(AskUserError);
  });

  /** Sends a message to a session with an open question, after `before`. */
  async function writeMeanwhile(
    canUseTool: (broker: ReturnType<typeof createAskUserBroker>) => CanUseTool,
    before: (broker: ReturnType<typeof createAskUserBroker>) => Promise<unknown>,
  ) {
    const { broker, run, model } = await start();
    const say = (content: string, more: Partial<SDKUserMessage> = {}): SDKUserMessage => ({
      type: 'user',
      message: { role: 'user', content },
      parent_tool_use_id: null,
      ...more,
    });
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    async function* input() {
      yield say('Set it up.');
      await asked(broker);
      await before(broker);
      yield say('Never mind: SQLite.', { priority: 'now' });
      await stopped;
    }
    const running = run({ canUseTool: canUseTool(broker) }, input());
    await expect.poll(() => model.turns.at(-1)?.said, { timeout: 20_000 }).toContain('Never mind: SQLite.');
    stop();
    await running;
    return { broker, result: model.turns.at(-1)?.results[0], pending: await broker.pending() };
  }

  it.each([
    ['without the capability', [], { text: SUPERSEDED, isError: true }],
    ['with the capability', [CAPABILITY], { text: 'The user did not answer the questions.', isError: false }],
  ])(
    'accepts a message instead of an answer and reports that to a session %s [trap]',
    async (_, capabilities, told) => {
      const { result, pending } = await writeMeanwhile(
        (broker) => askUserPermission({ broker, conversationId, capabilities }),
        (broker) => broker.supersede(conversationId),
      );
      expect(result).toMatchObject(told);
      expect(pending).toEqual([]);
    },
  );

  it('withdraws the question without `supersede`, which a plain host leaves open [trap]', async () => {
    const ours = await writeMeanwhile(
      (broker) => askUserPermission({ broker, conversationId }),
      async () => {},
    );
    expect(ours.result?.text).toBe('Tool permission request aborted');
    expect(ours.pending).toEqual([]);

    const alone = await writeMeanwhile(unguarded, async () => {});
    expect(alone.result?.text).toBe('Tool permission request aborted');
    expect(alone.pending).toHaveLength(1);
    await alone.broker.close();
  });

  it('does not receive calls that Claude Code refuses: equal texts, and previews without HTML [trap] [R-PARSE]', async () => {
    const preview = (text: string) => ({
      questions: [{ ...NAME, options: NAME.options.map((option) => ({ ...option, preview: text })) }],
    });
    const { broker, run } = await start(
      [{ id: 'toolu_1', input: { questions: [NAME, NAME] } }],
      [{ id: 'toolu_2', input: preview('# Atlas') }],
      [{ id: 'toolu_3', input: preview('<b>Atlas</b>') }],
    );
    const running = run({
      canUseTool: askUserPermission({ broker, conversationId, previewFormat: 'html' }),
      toolConfig: { askUserQuestion: { previewFormat: 'html' } },
    });
    const request = await answerIt(broker, { selected: [0] });
    expect(request.requestId).toBe('toolu_3');
    expect(request).toMatchObject({
      previewFormat: 'html',
      questions: [{ options: [{ preview: '<b>Atlas</b>' }, {}] }],
    });
    const { words } = await running;
    expect(words).toMatch(/toolu_1: [\s\S]*must be unique[\s\S]*toolu_2: .*preview must contain HTML/);
    expect(words).toContain('"Which name?"="Atlas" selected preview:\n<b>Atlas</b>');
  });
});
