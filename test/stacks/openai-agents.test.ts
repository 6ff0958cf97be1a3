import { tool } from '@openai/agents';
import { ScriptedModel, functionCall } from '@openai/agents/testing';
import { describe, expect, it } from 'vitest';
import { askUserQuestion, askUser } from 'react-ask-user/dialects';
import { createAskUserBroker, type AskUserTransport } from 'react-ask-user/server';
import { openAiAskTool } from 'react-ask-user/openai-agents';
import type { UnansweredResult } from '../../src/core/answer/types.js';
import { ENDINGS } from '../dialects/helpers.js';
import { agentOf, calls, readBy, retells, runner } from './helpers/openai-agents.js';
import { answerIt, asked, askedFor, repliesTo } from './helpers/person.js';
import { CALL, ONE } from './helpers/questions.js';

const NOBODY = 'Nobody answered and no option was chosen.';
const conversationId = 'c';

/** Runs an agent that asks and repeats the results. */
function start(script = calls(CALL), options: { signal?: AbortSignal } = {}) {
  const broker = createAskUserBroker();
  const agent = agentOf([script, retells()], tool(openAiAskTool({ broker, conversationId })));
  return { broker, done: runner.run(agent, 'Set it up', options) };
}

const NOTHING = { type: 'object', properties: {}, required: [] as string[], additionalProperties: true } as const;

/** The tool without this package. */
const rawTool = (execute: (input: unknown) => Promise<string>) =>
  tool({ name: 'ask_user', description: 'Ask', parameters: { ...NOTHING, required: [] }, strict: false, execute });

describe('stack: openai-agents', () => {
  it('gives the model single and multi-select options and custom text [answered] [R-RESULT]', async () => {
    const { broker, done } = start();
    await answerIt(broker, { selected: [1] }, { selected: [0, 2] }, { selected: [], custom: 'Zoë’s “one”' });
    const read = readBy(await done);
    expect(JSON.parse(read['call_1'] ?? '')).toEqual({
      answered: true,
      answers: [
        { question: 'Which database?', answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false },
        { question: 'Which parts?', answer: ['Auth, mail', 'Jobs'], wasCustom: false },
        { question: 'Which name?', answer: 'Zoë’s “one”', wasCustom: true },
      ],
    });
  });

  it('supports Other next to selected options and instead of one [answered]', async () => {
    const { broker, done } = start();
    await answerIt(
      broker,
      { selected: [], custom: 'MySQL' },
      { selected: [1], custom: 'Billing' },
      { selected: [], custom: 'x' },
    );
    expect(JSON.parse(readBy(await done)['call_1'] ?? '')).toMatchObject({
      answers: [
        { answer: 'MySQL', wasCustom: true },
        { answer: ['Search', 'Billing'], wasCustom: true },
        { answer: 'x' },
      ],
    });
  });

  it('continues with a text for a decline and a cancellation [declined] [cancelled]', async () => {
    for (const [end, text] of [
      ['decline', 'The user declined to answer'],
      ['cancel', 'The user cancelled'],
    ] as const) {
      const { broker, done } = start();
      const [request] = await asked(broker);
      await broker[end](request?.requestId ?? '', { reason: 'not "now"' });
      expect(readBy(await done)['call_1']).toContain(`${text}. ${NOBODY} Reason: "not \\"now\\"".`);
    }
  });

  it.each(ENDINGS)('reports no answer for $status [R-NOPHANTOM]', async (ending: UnansweredResult) => {
    const broker: AskUserTransport = { ask: async () => ending };
    const agent = agentOf([calls(ONE), retells()], tool(openAiAskTool({ broker, conversationId })));
    const read = readBy(await runner.run(agent, 'go'))['call_1'];
    expect(read).toContain(NOBODY);
    expect(read).toContain('"answered":false');
  });

  it('withdraws the question with the run, unlike a tool without the signal [aborted]', async () => {
    const stop = new AbortController();
    const { broker, done } = start(calls(CALL), { signal: stop.signal });
    const settled = done.catch((error: unknown) => error);
    const [request] = await asked(broker);
    stop.abort('Stopped');
    await settled;
    expect(await broker.pending()).toEqual([]);
    expect((await broker.get(request?.requestId ?? ''))?.settlement?.result).toEqual({
      status: 'aborted',
      reason: 'Stopped',
    });
    expect(await broker.answer(request?.requestId ?? '', [])).toEqual({ ok: false, code: 'already_resolved' });

    // Without this package: a tool that does not pass the signal on.
    const alone = createAskUserBroker();
    const again = new AbortController();
    const ask = rawTool(async () => JSON.stringify(await alone.ask(request!, { conversationId })));
    const rest = runner
      .run(agentOf([calls(ONE), retells()], ask), 'go', { signal: again.signal })
      .catch(() => undefined);
    await asked(alone);
    again.abort('Stopped');
    await new Promise(setImmediate);
    expect(await alone.pending()).toHaveLength(1);
    await alone.close();
    await rest;
  });

  it('withdraws the question of a streamed run whose reader stopped [aborted]', async () => {
    const broker = createAskUserBroker();
    const agent = agentOf([calls(ONE), retells()], tool(openAiAskTool({ broker, conversationId })));
    const result = await runner.run(agent, 'go', { stream: true });
    for await (const event of result) {
      if (event.type !== 'run_item_stream_event' || event.name !== 'tool_called') continue;
      await asked(broker);
      break;
    }
    await asked(broker, 0);
    expect(result.cancelled).toBe(true);
  });

  it('continues a streamed run with the answer [answered]', async () => {
    const broker = createAskUserBroker();
    const agent = agentOf([calls(ONE), retells()], tool(openAiAskTool({ broker, conversationId })));
    const result = await runner.run(agent, 'go', { stream: true });
    for await (const event of result) {
      if (event.type === 'run_item_stream_event' && event.name === 'tool_called') {
        await answerIt(broker, { selected: [0] });
      }
    }
    expect(readBy(result)['call_1']).toContain('"answer":"Yes"');
  });

  it('answers two simultaneous questions separately in any order [two]', async () => {
    const { broker, done } = start(calls(ONE, CALL));
    const requests = await asked(broker, 2);
    const several = askedFor(requests, 'Which database?');
    await broker.answer(
      several.requestId,
      repliesTo(several, { selected: [0] }, { selected: [1] }, { selected: [], custom: 'B' }),
    );
    const one = askedFor(requests, 'Deploy now?');
    await broker.answer(one.requestId, repliesTo(one, { selected: [1] }));
    const read = readBy(await done);
    expect(read['call_1']).toContain('"answer":"No"');
    expect(read['call_2']).toContain('"answer":"Postgres"');
  });

  it('withdraws the question if another tool fails the run [trap] [aborted]', async () => {
    const broker = createAskUserBroker();
    let fail: (error: Error) => void = () => {};
    const failing = tool({
      name: 'fails',
      description: 'Fails',
      parameters: NOTHING,
      strict: false,
      errorFunction: null,
      execute: () => new Promise<string>((_, reject) => (fail = reject)),
    });
    const script = [
      functionCall('ask_user', ONE, { callId: 'call_1' }),
      functionCall('fails', {}, { callId: 'call_2' }),
    ];
    const agent = agentOf([script], tool(openAiAskTool({ broker, conversationId })), failing);
    const done = runner.run(agent, 'go').then(undefined, String);
    const [shown] = await asked(broker);
    fail(new Error('boom'));
    expect(await done).toContain('boom');
    expect(await broker.pending()).toEqual([]);
    expect((await broker.get(shown!.requestId))?.settlement?.result).toMatchObject({ status: 'aborted' });
  });

  it('supersedes the question with a chat message [trap]', async () => {
    const { broker, done } = start();
    await asked(broker);
    // The run of the host's chat is still open, so it adds the message afterwards.
    expect(await broker.supersede(conversationId, 'Never mind, use SQLite')).toMatchObject({
      requestIds: [expect.any(String)],
    });
    expect(readBy(await done)['call_1']).toContain(
      `Something newer replaced the question. ${NOBODY} Reason: "Never mind, use SQLite".`,
    );
  });

  it('gives the model the issues of input that cannot be asked, while the SDK alone runs the tool [trap]', async () => {
    const wrong = { questions: [{ question: '', options: ['Yes'] }] };
    const { broker, done } = start(calls(wrong, '[1]'));
    const read = readBy(await done);
    expect(read['call_1']).toContain('- questions[0].question: ');
    expect(read['call_2']).toContain('The question was not asked, because the call is not valid');
    expect(await broker.pending()).toEqual([]);

    const alone = agentOf(
      [calls({ nothing: true }), retells()],
      rawTool(async (input) => JSON.stringify(input)),
    );
    expect(readBy(await runner.run(alone, 'go'))['call_1']).toBe('{"nothing":true}');
  });

  it('asks separate questions for repeated call ids, which as request ids would return the earlier answer [trap]', async () => {
    const broker = createAskUserBroker();
    const agentWith = (options = {}) =>
      agentOf([calls(ONE), retells()], tool(openAiAskTool({ broker, conversationId, ...options })));
    for (const [selected, answer] of [
      [0, 'Yes'],
      [1, 'No'],
    ] as const) {
      const done = runner.run(agentWith(), 'go');
      await answerIt(broker, { selected: [selected] });
      expect(readBy(await done)['call_1']).toContain(`"answer":"${answer}"`);
    }

    const named = { requestId: (callId: string) => callId };
    const done = runner.run(agentWith(named), 'go');
    await answerIt(broker, { selected: [0] });
    await done;
    expect(readBy(await runner.run(agentWith(named), 'go'))['call_1']).toContain('"answer":"Yes"');
  });

  it('ends the run without asking if there is no conversation [trap]', async () => {
    const broker = createAskUserBroker();
    const options = openAiAskTool({
      broker,
      conversationId: (context: { chatId: string } | undefined) => context?.chatId ?? '',
    });
    const run = runner.run(agentOf([calls(ONE), retells()], tool(options)), 'go');
    await expect(run).rejects.toThrow('Pass `context` to `run`.');
    expect(await broker.pending()).toEqual([]);
  });

  it('gives the model the message of an `AskUserError`, which the SDK alone hides [trap]', async () => {
    const broker = createAskUserBroker();
    await broker.close();
    const asking = (input: ReturnType<typeof rawTool>) => runner.run(agentOf([calls(ONE), retells()], input), 'go');
    const ours = await asking(tool(openAiAskTool({ broker, conversationId })));
    expect(readBy(ours)['call_1']).toBe('The host is shutting down, so the user was not asked. Try again later.');

    const { errorFunction: _, ...rest } = openAiAskTool({ broker, conversationId });
    expect(readBy(await asking(tool(rest)))['call_1']).toBe(
      'An error occurred while running the tool. Please try again.',
    );
  });

  it('ends the run with an error of the host', async () => {
    const broker = createAskUserBroker();
    const conversationOf = ({ chat }: { chat: { id: string } }) => chat.id;
    const agent = agentOf([calls(ONE)], tool(openAiAskTool({ broker, conversationId: conversationOf })));
    await expect(runner.run(agent, 'go', { context: {} })).rejects.toThrow("reading 'id'");
  });

  it('asks for an agent that is a tool, in the conversation of the run’s context and with all options', async () => {
    const broker = createAskUserBroker();
    const options = openAiAskTool({
      broker,
      conversationId: ({ chatId }: { chatId: string }) => chatId,
      asker: 'Planner',
      agent: { id: 'inner' },
      allow: { decline: true },
    });
    const inner = agentOf([calls(ONE), retells()], tool(options));
    const asTool = inner.asTool({ toolName: 'plan', toolDescription: 'Plans' });
    const outer = agentOf([[functionCall('plan', { input: 'plan' }, { callId: 'outer' })], retells()], asTool);
    const done = runner.run(outer, 'go', { context: { chatId: 'chat 7' } });
    await asked(broker);
    expect(await broker.pending()).toMatchObject([
      { conversationId: 'chat 7', allow: { decline: true }, request: { asker: 'Planner' } },
    ]);
    await answerIt(broker, { selected: [0] });
    expect(readBy(await done)['outer']).toContain('Yes');
  });

  it('offers the tool’s name and schema, or those of another tool', async () => {
    for (const spec of [askUser.tool, askUserQuestion.tool]) {
      const model = new ScriptedModel([retells()]);
      const options = openAiAskTool({ broker: createAskUserBroker(), conversationId, tool: spec });
      const agent = agentOf([], tool(options)).clone({ model });
      await runner.run(agent, 'go');
      expect(model.firstCall?.request.tools).toMatchObject([
        { name: spec.name, description: spec.description, strict: false, parameters: spec.inputSchema },
      ]);
    }
  });
});
