import { HumanMessage } from '@langchain/core/messages';
import { Command, MemorySaver } from '@langchain/langgraph';
import { createAskUserBroker } from 'react-ask-user/server';
import { createMemoryStore, type RequestStore } from 'react-ask-user/store';
import { runWithQuestions } from 'react-ask-user/langgraph';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAgent, createFanOut, createModel } from './helpers/langgraph.js';
import { asked, repliesTo } from './helpers/person.js';

type Model = ReturnType<typeof createModel>['model'];

const say = (text: string) => ({ messages: [new HumanMessage(text)] });
const lastText = ({ messages }: { messages: { text: string }[] }) => messages.at(-1)?.text;

interface WorldOptions {
  /** The store of each process for its turns. */
  readonly turns?: readonly [RequestStore, RequestStore] | undefined;
  readonly leaseMs?: number | undefined;
  /** Replaces the model of the first process. */
  readonly wrap?:
    | ((model: Model) => (state: Parameters<Model>[0]) => ReturnType<Model> | Promise<ReturnType<Model>>)
    | undefined;
  readonly config?: object | undefined;
}

/** Two processes that share only the checkpointer and the stores. */
function twoProcesses({ turns: given, leaseMs, wrap = (model) => model, config: more }: WorldOptions = {}) {
  const store = { ...createMemoryStore(), durable: true } as const;
  const shared = createMemoryStore();
  const checkpointer = new MemorySaver();
  const config = { configurable: { thread_id: crypto.randomUUID() }, ...more };
  const make = (i: 0 | 1) => {
    const broker = createAskUserBroker({ store });
    onTestFinished(() => broker.close());
    const asks = vi.spyOn(broker, 'ask');
    const { model, seen } = createModel();
    const graph = createAgent({ checkpointer, model: (i === 0 ? wrap(model) : model) as Model });
    const fan = createFanOut({ checkpointer });
    const via = { broker, Command, store: given?.[i] ?? shared, leaseMs };
    return {
      broker,
      asks,
      graph,
      fan,
      seen,
      config,
      follow: (input: unknown = null, signal?: AbortSignal) =>
        runWithQuestions(graph, input, { ...config, ...(signal && { signal }) }, via),
      followFan: () => runWithQuestions(fan, null, config, via),
    };
  };
  return [make(0), make(1)] as const;
}

type Process = ReturnType<typeof twoProcesses>[number];

/** Answers the open question when both processes wait for it. */
async function answerBoth(one: Process, other: Process, turn = 1) {
  for (const { asks } of [one, other]) await expect.poll(() => asks.mock.calls.length).toBe(turn);
  const [request] = await asked(one.broker);
  expect(await one.broker.answer(request!.requestId, repliesTo(request!, { selected: [0] }))).toEqual({ ok: true });
}

const modelCalls = (...processes: Process[]) => processes.reduce((sum, { seen }) => sum + seen.length, 0);

/** The stores of two processes. The second one always takes its turn later. The first can die: its later writes are lost. */
function orderedTurns() {
  const turns = createMemoryStore();
  let isDead = false;
  let held: Promise<void> | undefined;
  const alive =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      if (isDead) throw new Error('No connection');
      return call(...args);
    };
  const first: RequestStore = {
    ...turns,
    get: alive(turns.get),
    insert: alive(turns.insert),
    compareAndSet: alive(turns.compareAndSet),
  };
  const second: RequestStore = {
    ...turns,
    async get(...args) {
      await held;
      return turns.get(...args);
    },
  };
  return {
    turns: [first, second] as const,
    die: () => void (isDead = true),
    /** Blocks the second process until the returned function is called. */
    hold(): () => void {
      let release = () => {};
      held = new Promise((resolve) => (release = resolve));
      return release;
    },
  };
}

describe('stack: langgraph in two processes', () => {
  it('calls the model once for an answer that both wait for [R-CONTINUE]', async () => {
    const [one, other] = twoProcesses();
    await one.graph.invoke(say('set up'), one.config);
    const runs = [one.follow(), other.follow()];
    await answerBoth(one, other);
    const texts = (await Promise.all(runs)).map(lastText);
    expect(texts).toEqual(Array(2).fill(expect.stringContaining('"selectedOption":"Postgres"')));
    expect(modelCalls(one, other)).toBe(2);
  });

  it('calls the model once after both questions of a turn [R-CONTINUE]', async () => {
    const [one, other] = twoProcesses();
    await one.graph.invoke(say('set up both'), one.config);
    const runs = [one.follow(), other.follow()];
    await answerBoth(one, other);
    await answerBoth(one, other, 2);
    for (const run of await Promise.all(runs)) expect(lastText(run)).toMatch(/Told: .*"Postgres".* \| .*"Auth"/);
    expect(modelCalls(one, other)).toBe(2);
  });

  it('calls the model once for an interrupted run that both continue [R-CONTINUE]', async () => {
    const [one, other] = twoProcesses();
    await one.graph.invoke(say('hello'), { ...one.config, interruptBefore: ['model'] });
    const runs = await Promise.all([one.follow(), other.follow()]);
    expect(runs.map(lastText)).toEqual(['You said: hello', 'You said: hello']);
    expect(modelCalls(one, other)).toBe(1);
  });

  it('gives two nodes their answers once [R-CONTINUE]', async () => {
    const [one, other] = twoProcesses();
    await one.fan.invoke({ messages: [] }, one.config);
    const runs = [one.followFan(), other.followFan()];
    for (const { asks } of [one, other]) await expect.poll(() => asks.mock.calls.length).toBe(2);
    await Promise.all(
      (await asked(one.broker, 2)).map((request, i) =>
        [one, other][i]!.broker.answer(request.requestId, repliesTo(request, { selected: [0] })),
      ),
    );
    for (const { told } of await Promise.all(runs)) {
      expect(told).toEqual([expect.stringMatching(/^x: .*"Postgres"/), expect.stringMatching(/^y: .*"Auth"/)]);
    }
  });

  it('continues in the second process if the first dies while its model works [R-CONTINUE]', async () => {
    const { turns, die, hold } = orderedTurns();
    let begun = () => {};
    const [one, other] = twoProcesses({
      turns,
      leaseMs: 1_000,
      wrap: (model) => (state) => {
        if (state.messages.length === 1) return model(state);
        begun();
        return new Promise<never>(() => {});
      },
    });
    await one.graph.invoke(say('set up'), one.config);
    const [first, second] = [one.follow().catch(String), other.follow()];
    for (const { asks } of [one, other]) await expect.poll(() => asks.mock.calls.length).toBe(1);
    begun = hold();
    await answerBoth(one, other);
    await expect.poll(() => one.graph.getState(one.config)).toMatchObject({ next: ['model'] });
    die();
    expect(lastText(await second)).toContain('"selectedOption":"Postgres"');
    expect(other.seen).toHaveLength(1);
    // The model call of a living process is stopped.
    expect(await first).toMatch(/Abort|turn/);
  });

  it('continues in the second process if the model of the first fails [R-CONTINUE]', async () => {
    const { turns, hold } = orderedTurns();
    let begun = () => {};
    const [one, other] = twoProcesses({
      turns,
      wrap: (model) => (state) => {
        if (state.messages.length === 1) return model(state);
        begun();
        throw new Error('No connection to the model');
      },
    });
    await one.graph.invoke(say('set up'), one.config);
    const [first, second] = [one.follow().catch(String), other.follow()];
    for (const { asks } of [one, other]) await expect.poll(() => asks.mock.calls.length).toBe(1);
    begun = hold();
    await answerBoth(one, other);
    expect(await first).toBe('Error: No connection to the model');
    expect(lastText(await second)).toContain('"selectedOption":"Postgres"');
    expect(other.seen).toHaveLength(1);
  });

  it('does not pass a breakpoint at which the first process has stopped [R-CONTINUE]', async () => {
    const [one, other] = twoProcesses({ config: { interruptAfter: ['tools'] } });
    await one.graph.invoke(say('set up'), one.config);
    const runs = [one.follow(), other.follow()];
    await answerBoth(one, other);
    for (const run of await Promise.all(runs)) expect(lastText(run)).toContain('"selectedOption":"Postgres"');
    expect(modelCalls(one, other)).toBe(1);
    expect((await one.graph.getState(one.config)).next).toEqual(['model']);
  });

  it('does not call the model for a question that a message superseded [R-CONTINUE]', async () => {
    const [one, other] = twoProcesses();
    await one.graph.invoke(say('set up'), one.config);
    const runs = [one.follow(), other.follow()];
    for (const { asks } of [one, other]) await expect.poll(() => asks.mock.calls.length).toBe(1);
    await other.broker.supersede(one.config.configurable.thread_id);
    await Promise.all(runs);
    expect(modelCalls(one, other)).toBe(1);
    expect(lastText(await one.follow(say('hello')))).toBe('You said: hello');
  });

  it('stops to wait for the other process on abort [R-CONTINUE] [aborted]', async () => {
    const turns = createMemoryStore();
    let release: (() => void) | undefined;
    const [one, other] = twoProcesses({
      turns: [turns, turns],
      wrap: (model) => async (state) => {
        if (state.messages.length > 1) await new Promise<void>((resolve) => (release = resolve));
        return model(state);
      },
    });
    await one.graph.invoke(say('set up'), one.config);
    const first = one.follow();
    await expect.poll(() => one.asks.mock.calls.length).toBe(1);
    const [request] = await asked(one.broker);
    await one.broker.answer(request!.requestId, repliesTo(request!, { selected: [0] }));
    await expect.poll(() => release).toBeDefined();
    const read = vi.spyOn(turns, 'get');
    const stop = new AbortController();
    const second = other.follow(say('hello'), stop.signal).catch(String);
    await expect.poll(() => read.mock.calls.length).toBeGreaterThan(0);
    stop.abort(new Error('Stopped'));
    expect(await second).toBe('Error: Stopped');
    release?.();
    expect(lastText(await first)).toContain('"selectedOption":"Postgres"');
    expect(other.seen).toHaveLength(0);
  });
});
