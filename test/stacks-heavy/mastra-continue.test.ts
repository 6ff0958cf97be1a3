import { createAskUserBroker } from 'react-ask-user/server';
import { createMemoryStore, takeTurn, type RequestStore } from 'react-ask-user/store';
import { runWithQuestions } from 'react-ask-user/mastra';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Turn } from './helpers/fake-openai.js';
import { read, suspend } from './helpers/mastra-agent.js';
import { world, type World } from './mastra-world.js';

const ask = (question: string) => ({
  name: 'ask_user',
  args: { question, options: [{ label: 'Yes' }, { label: 'No' }] },
});

/** A model that asks each question in a separate step and then repeats the results. */
const oneByOne =
  (...questions: string[]) =>
  ({ results }: Turn) =>
    results.length < questions.length ? { calls: [ask(questions[results.length]!)] } : `So: ${results.join(' / ')}`;

/** A promise with its resolve function. */
function deferred<T = void>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

/** Two processes that follow one run. They share only the database and the stores. */
function follow(at: World, runId: string, turns: readonly (RequestStore | undefined)[], leaseMs?: number) {
  const store = { ...createMemoryStore(), durable: true } as const;
  const start = (own: RequestStore | undefined) => {
    const broker = createAskUserBroker({ store });
    onTestFinished(() => broker.close());
    const asks = vi.spyOn(broker, 'ask');
    const done = read(runWithQuestions(at.boot(), { runId }, { broker, conversationId: 'chat', store: own, leaseMs }));
    done.catch(() => undefined);
    return { broker, asks, done };
  };
  return [start(turns[0]), start(turns[1])] as const;
}

interface Process {
  broker: ReturnType<typeof createAskUserBroker>;
  asks: { mock: { calls: unknown[] } };
  done: ReturnType<typeof read>;
}

/** Answers the open question when both processes wait for it. */
async function answerBoth(one: Process, other: Process, question: string, turn = 1) {
  for (const { asks } of [one, other]) await expect.poll(() => asks.mock.calls.length).toBe(turn);
  const find = async () => (await one.broker.pending()).map(({ request }) => request.questions[0]!.question);
  await expect.poll(find).toEqual([question]);
  const { request } = (await one.broker.pending())[0]!;
  await one.broker.answer(request.requestId, [{ questionId: request.questions[0]!.id, selected: [0] }]);
}

describe('stack: mastra in two processes', () => {
  it('calls the model once for each answer that both wait for [R-CONTINUE]', async () => {
    const at = await world(oneByOne('First?', 'Second?'));
    const { runId } = await suspend(at.boot());
    const turns = createMemoryStore();
    const [one, other] = follow(at, runId, [turns, turns]);
    await answerBoth(one, other, 'First?');
    await answerBoth(one, other, 'Second?', 2);
    const texts = (await Promise.all([one.done, other.done])).map(({ text }) => text);
    expect(texts.filter((text) => text.startsWith('So: '))).toHaveLength(1);
    expect(at.model.turns).toHaveLength(3);
  });

  it('waits for the lease of a dead process [R-CONTINUE]', async () => {
    const at = await world(oneByOne('First?'));
    const { runId } = await suspend(at.boot());
    const turns = createMemoryStore();
    const dead = { ...turns };
    await takeTurn(dead, { key: `mastra ${runId}`, leaseMs: 300 });
    dead.get = () => Promise.reject(new Error('No connection'));
    const [one, other] = follow(at, runId, [turns, turns]);
    await answerBoth(one, other, 'First?');
    const texts = (await Promise.all([one.done, other.done])).map(({ text }) => text);
    expect(texts.filter((text) => text.startsWith('So: '))).toHaveLength(1);
    expect(at.model.turns).toHaveLength(2);
  });

  it('continues in the second process if the first dies while its model works [R-CONTINUE]', async () => {
    let going = 0;
    const end = deferred<string>();
    const at = await world((turn) =>
      turn.results.length > 0 && ++going === 1 ? end.promise : oneByOne('First?')(turn),
    );
    const { runId } = await suspend(at.boot());
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
    let held: Promise<void> | undefined;
    const second: RequestStore = { ...turns, get: async (...args) => (await held, turns.get(...args)) };
    let letGo = () => {};
    held = new Promise((resolve) => (letGo = resolve));
    const [one, other] = follow(at, runId, [first, second], 300);
    await answerBoth(one, other, 'First?');
    await expect.poll(() => going).toBe(1);
    letGo();
    isDead = true;
    expect((await other.done).text).toMatch(/^So: /);
    expect(going).toBe(2);
    end.resolve('Too late');
    await one.done;
  });

  it('calls the model twice without a shared store [trap]', async () => {
    let going = 0;
    const both = deferred();
    const at = await world(async (turn) => {
      if (turn.results.length > 0) {
        if (++going === 2) both.resolve();
        await both.promise;
      }
      return oneByOne('First?')(turn);
    });
    const { runId } = await suspend(at.boot());
    const [one, other] = follow(at, runId, [undefined, undefined]);
    await answerBoth(one, other, 'First?');
    for (const { done } of [one, other]) expect((await done).text).toMatch(/^So: /);
    expect(at.model.turns).toHaveLength(3);
  });
});
