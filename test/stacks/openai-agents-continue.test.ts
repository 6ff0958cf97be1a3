import { RunContext, RunState, tool } from '@openai/agents';
import { functionCall, modelResponder, type ScriptedModel, type ScriptedModelInput } from '@openai/agents/testing';
import { createAskUserBroker } from 'react-ask-user/server';
import { createMemoryStore, type RequestStore } from 'react-ask-user/store';
import {
  answerInterruption,
  runWithQuestions,
  openAiStoredAskTool,
  openQuestions,
  createStoredContext,
} from 'react-ask-user/openai-agents';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { agentOf, calls, readBy, retells, runner } from './helpers/openai-agents.js';
import { answerIt, asked, repliesTo } from './helpers/person.js';
import { ONE } from './helpers/questions.js';

const store = { ...createMemoryStore(), durable: true } as const;

/** A process that continues stored data like the guide. The processes share only the stores. */
function createProcess({ turns = createMemoryStore(), leaseMs }: { turns?: RequestStore; leaseMs?: number } = {}) {
  const broker = createAskUserBroker({ store });
  onTestFinished(() => broker.close());
  const asks = vi.spyOn(broker, 'ask');
  const models: ScriptedModel[] = [];
  return {
    broker,
    asks,
    modelCalls: () => models.reduce((sum, { calls: made }) => sum + made.length, 0),
    async goOn(stored: string, runId: string, steps: readonly ScriptedModelInput[] = [retells()], ask = runId) {
      const agent = agentOf(steps, tool(openAiStoredAskTool()));
      models.push(agent.model as ScriptedModel);
      const runContext = new RunContext(createStoredContext(stored));
      const state = await RunState.fromStringWithContext(agent, stored, runContext);
      const stopped = { state, runContext };
      await Promise.all(
        openQuestions(stopped).map(async ({ request }) => {
          const named = { ...request, requestId: `${ask}:${request.requestId}` };
          const result = await broker.ask(named, { conversationId: 'c' });
          expect(answerInterruption(stopped, request.requestId, result)).toEqual({ ok: true });
        }),
      );
      return runWithQuestions(stopped, { store: turns, runId, leaseMs }, async (signal) => {
        const result = await runner.run(agent, state, { signal });
        return result.interruptions.length > 0
          ? { stored: result.state.toString() }
          : { finalOutput: result.finalOutput };
      });
    },
  };
}

type Process = ReturnType<typeof createProcess>;

const suspend = async (...inputs: (typeof ONE)[]) =>
  (await runner.run(agentOf([calls(...inputs)], tool(openAiStoredAskTool())), 'Set it up', { context: {} })).state;

describe('stack: openai-agents in two processes', () => {
  it('calls the model once for an answer that both wait for [R-CONTINUE]', async () => {
    const turns = createMemoryStore();
    const [one, other] = [createProcess({ turns }), createProcess({ turns })];
    const stored = (await suspend(ONE)).toString();
    const runs = [one.goOn(stored, 'once'), other.goOn(stored, 'once')];
    for (const { asks } of [one, other]) await expect.poll(() => asks.mock.calls.length).toBe(1);
    await answerIt(one.broker, { selected: [1] });
    const [first, second] = await Promise.all(runs);
    expect(readBy(first!)['call_1']).toContain('"answer":"No"');
    expect(second).toEqual(first);
    expect(one.modelCalls() + other.modelCalls()).toBe(1);
    // A later process receives the same value.
    expect(await createProcess({ turns }).goOn(stored, 'once')).toEqual(first);
  });

  it('continues each stop of a run once [R-CONTINUE]', async () => {
    const turns = createMemoryStore();
    const [one, other] = [createProcess({ turns }), createProcess({ turns })];
    const later = functionCall('ask_user', ONE, { callId: 'call_2' });
    let stored = (await suspend(ONE)).toString();
    for (const [turn, steps] of [[[later]], [retells()]].entries()) {
      const runs = [one, other].map(({ goOn }) => goOn(stored, 'stops', steps, `stop ${turn}`));
      for (const { asks } of [one, other]) await expect.poll(() => asks.mock.calls.length).toBe(turn + 1);
      await answerIt(one.broker, { selected: [turn] });
      const [first, second] = await Promise.all(runs);
      expect(second).toEqual(first);
      expect(one.modelCalls() + other.modelCalls()).toBe(turn + 1);
      stored = first?.stored ?? '';
    }
    expect(stored).toBe('');
  });

  it('identifies the stop before and after an answer was stored as the same [R-CONTINUE]', async () => {
    const turns = createMemoryStore();
    const agent = agentOf([calls(ONE, ONE)], tool(openAiStoredAskTool()));
    const result = await runner.run(agent, 'Set it up', { context: {} });
    const name = (stopped: Parameters<typeof runWithQuestions>[0], value: string) =>
      runWithQuestions(stopped, { store: turns, runId: 'r' }, async () => value);
    expect(await name(result, 'first')).toBe('first');
    const restore = async (stored: string) => {
      const runContext = new RunContext(createStoredContext(stored));
      return { state: await RunState.fromStringWithContext(agent, stored, runContext), runContext };
    };
    const restored = await restore(result.state.toString());
    expect(await name(restored, 'second')).toBe('first');
    expect(answerInterruption(restored, 'call_1', { status: 'declined' })).toEqual({ ok: true });
    expect(await name(restored, 'second')).toBe('first');
    expect(await name(await restore(restored.state.toString()), 'second')).toBe('first');
    // Another run of the same chat, with the same call ids.
    const next = await runner.run(agentOf([calls(ONE, ONE)], tool(openAiStoredAskTool())), 'Go on', { context: {} });
    expect(await name(next, 'second')).toBe('second');
  });

  it('continues in the second process if the first dies while its model works [R-CONTINUE]', async () => {
    const turns = createMemoryStore();
    let isDead = false;
    const alive =
      <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
      async (...args: Args): Promise<T> => {
        if (isDead) throw new Error('No connection');
        return call(...args);
      };
    const first = {
      ...turns,
      get: alive(turns.get),
      insert: alive(turns.insert),
      compareAndSet: alive(turns.compareAndSet),
    };
    const [one, other] = [first, turns].map((own) => createProcess({ turns: own, leaseMs: 1_000 })) as [
      Process,
      Process,
    ];
    const stored = (await suspend(ONE)).toString();
    const hangs = modelResponder(({ request: { signal } }) => {
      isDead = true;
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
    });
    const dead = one.goOn(stored, 'dies', [hangs]).catch(String);
    const [request] = await asked(one.broker);
    await one.broker.answer(request!.requestId, repliesTo(request!, { selected: [0] }));
    await expect.poll(() => isDead).toBe(true);
    expect(readBy(await other.goOn(stored, 'dies'))['call_1']).toContain('"answer":"Yes"');
    expect([one.modelCalls(), other.modelCalls()]).toEqual([1, 1]);
    expect(await dead).toMatch(/turn|abort|No connection/i);
  });

  it('calls the model in both processes without `runWithQuestions` [trap]', async () => {
    const [one, other] = [createProcess(), createProcess()];
    const stored = (await suspend(ONE)).toString();
    const runs = [one.goOn(stored, 'alone'), other.goOn(stored, 'alone')];
    for (const { asks } of [one, other]) await expect.poll(() => asks.mock.calls.length).toBe(1);
    await answerIt(one.broker, { selected: [1] });
    await Promise.all(runs);
    expect(one.modelCalls() + other.modelCalls()).toBe(2);
  });
});
