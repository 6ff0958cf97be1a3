import { describe, expect, it } from 'vitest';
import { createAskUserBroker } from '../../src/host/index.js';
import { createMemoryStore } from '../../src/host/store.js';
import {
  createResume,
  openQuestions,
  runWithQuestions,
  supersedeOpenQuestions,
} from '../../src/integrations/langgraph/index.js';
import { answerIt, asked } from '../stacks/helpers/person.js';

interface Ask {
  readonly question: string;
  readonly requestId?: string;
}

const interrupt = ({ question, requestId }: Ask) => ({
  id: 'x',
  value: {
    type: 'ask_user' as const,
    ...(requestId !== undefined && { requestId }),
    questions: [{ question, options: ['Yes', 'No'] }],
  },
});

class Command {
  readonly args: { resume: Record<string, unknown> };
  constructor(args: { resume: Record<string, unknown> }) {
    this.args = args;
  }
}

/**
 * A graph with one task whose calls all interrupt with the same id. As LangGraph does, it gives a resume value to the
 * first call that has none.
 */
function createGraph(calls: readonly Ask[]) {
  const received: unknown[] = [];
  const values = () => ({
    received,
    ...(received.length < calls.length && { __interrupt__: calls.slice(received.length).map(interrupt) }),
  });
  return {
    received,
    async invoke(input: unknown) {
      if (input instanceof Command && 'x' in input.args.resume) received.push(input.args.resume['x']);
      return values();
    },
    getState: async () => ({
      values: values(),
      tasks: [{ interrupts: calls.slice(received.length).map(interrupt) }],
    }),
  };
}

const STAGING: Ask = { question: 'Keep staging?', requestId: 'a' };
const PRODUCTION: Ask = { question: 'Delete production?', requestId: 'b' };
const config = { configurable: { thread_id: 't' } };
const chose = (answer: string) =>
  expect.objectContaining({ answers: [expect.objectContaining({ answer })] }) as unknown;
const withoutId = ({ question }: Ask): Ask => ({ question });

describe('LangGraph interrupts of one task with the same id', () => {
  it('are open one after the other, the first one first', () => {
    const open = openQuestions([interrupt(STAGING), interrupt(PRODUCTION)]);
    expect(open).toEqual([{ interruptId: 'x', input: interrupt(STAGING).value }]);
  });

  it('wait for the interrupt of another tool before them, which would get their answer', () => {
    const approval = { id: 'x', value: { action: 'deploy' } };
    expect(openQuestions([approval, interrupt(STAGING)])).toEqual([]);
    expect(openQuestions([interrupt(STAGING), approval])).toHaveLength(1);
    expect(openQuestions([{ ...approval, id: 'y' }, interrupt(STAGING)])).toHaveLength(1);
  });

  it.each([
    ['with ids of the calls', [STAGING, PRODUCTION]],
    ['without, as in Python', [STAGING, PRODUCTION].map(withoutId)],
    ['with empty ids', [STAGING, PRODUCTION].map((one) => ({ ...one, requestId: '' }))],
    ['three of them', [STAGING, PRODUCTION, { question: 'Tell the team?', requestId: 'c' }]],
    ['with equal questions and without ids', [{ question: 'Again?' }, { question: 'Again?' }]],
  ])('are asked in order, and each call gets its own answer: %s', async (_, calls) => {
    const broker = createAskUserBroker();
    const graph = createGraph(calls);
    const run = runWithQuestions(graph, null, config, { broker, Command });
    const questions: unknown[] = [];
    for (let i = 0; i < calls.length; i++) {
      await expect.poll(() => graph.received).toHaveLength(i);
      questions.push((await answerIt(broker, { selected: [i % 2] })).questions[0]!.question);
    }
    await run;
    expect(questions).toEqual(calls.map(({ question }) => question));
    const outputs = graph.received.map((one) => (one as { result?: unknown }).result ?? one);
    expect(outputs).toEqual(calls.map((__, i) => chose(i % 2 === 0 ? 'Yes' : 'No')));
  });

  it('withdraws the first if another caller resumed it, and asks the second', async () => {
    const broker = createAskUserBroker();
    const graph = createGraph([STAGING, PRODUCTION].map(withoutId));
    const run = runWithQuestions(graph, null, config, { broker, Command });
    const [first] = await asked(broker);
    await graph.invoke(new Command({ resume: { x: 'elsewhere' } }));
    expect(await broker.answer(first!.requestId, [{ questionId: first!.questions[0]!.id, selected: [0] }])).toEqual({
      ok: true,
    });
    await expect
      .poll(async () => (await broker.pending())[0]?.request.questions[0]?.question)
      .toBe(PRODUCTION.question);
    await answerIt(broker, { selected: [1] });
    await run;
    expect(graph.received).toEqual(['elsewhere', chose('No')]);
  });

  it('does not give the stored answer of the first call to the second after a restart', async () => {
    const store = { ...createMemoryStore(), durable: true } as const;
    const graph = createGraph([STAGING, PRODUCTION].map(withoutId));
    const before = createAskUserBroker({ store });
    const stopped = new AbortController();
    const options = { ...config, signal: stopped.signal };
    const run = runWithQuestions(graph, null, options, { broker: before, Command });
    await answerIt(before, { selected: [0] });
    await expect.poll(() => graph.received).toHaveLength(1);
    stopped.abort(new Error('Stopped'));
    await expect(run).rejects.toThrow('Stopped');

    const after = createAskUserBroker({ store });
    const again = runWithQuestions(graph, null, config, { broker: after, Command });
    await answerIt(after, { selected: [1] });
    await again;
    expect(graph.received).toEqual([chose('Yes'), chose('No')]);
    await Promise.all([before.close(), after.close()]);
  });

  it('are superseded one after the other, and all are counted', async () => {
    const graph = createGraph([STAGING, PRODUCTION]);
    expect(await supersedeOpenQuestions(graph, config, { Command })).toBe(2);
    expect(graph.received).toMatchObject([
      { requestId: 'a', result: { status: 'superseded' } },
      { requestId: 'b', result: { status: 'superseded' } },
    ]);
  });

  it('cannot be resumed together, because one call would get the answer of the other', () => {
    const [first] = openQuestions([interrupt(STAGING)]);
    const [second] = openQuestions([interrupt(PRODUCTION)]);
    expect(() =>
      createResume([
        [first!, 'Yes'],
        [second!, 'No'],
      ]),
    ).toThrow('Resume the first, then read the thread’s open questions again.');
  });
});
