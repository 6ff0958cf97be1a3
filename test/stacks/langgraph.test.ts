import { tool } from '@langchain/core/tools';
import { HumanMessage, type AIMessage, type BaseMessage } from '@langchain/core/messages';
import {
  Annotation,
  Command,
  END,
  INTERRUPT,
  interrupt,
  MemorySaver,
  Send,
  START,
  StateGraph,
} from '@langchain/langgraph';
import { askUser, askUserQuestion, deepAgents, DIALECTS } from 'react-ask-user/dialects';
import { createAskUserBroker } from 'react-ask-user/server';
import { createMemoryStore } from 'react-ask-user/store';
import {
  runWithQuestions,
  langGraphAskTool,
  openQuestions,
  createResume,
  supersedeOpenQuestions,
  type OpenQuestion,
} from 'react-ask-user/langgraph';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createAgent, createCollecting, createFanOut, createModel, DATABASE, FEATURES } from './helpers/langgraph.js';
import { answerIt, asked, repliesTo } from './helpers/person.js';

type Ask = ReturnType<typeof langGraphAskTool>[0];
const NOBODY = 'Nobody answered and no option was chosen.';
let threads = 0;
const onThread = (thread_id = `thread_${++threads}`) => ({ configurable: { thread_id } });
const say = (text: string) => ({ messages: [new HumanMessage(text)] });
const lastText = ({ messages }: { messages: readonly BaseMessage[] }) => messages.at(-1)?.text;
const roles = ({ messages }: { messages: readonly BaseMessage[] }) => messages.map((message) => message.getType());
const chose = (answer: string) => ({
  answered: true,
  answers: [{ question: 'Which database?', answer, selectedOption: answer, wasCustom: false }],
});
const only = (open: readonly OpenQuestion[]): OpenQuestion => {
  expect(open).toHaveLength(1);
  return open[0]!;
};

const broker = createAskUserBroker();
const via = { broker, Command };
afterEach(async () => expect(await broker.pending(), 'no question is left').toEqual([]));

describe('stack: langgraph', () => {
  it('goes on at once if the agent does not wait, and the request stays open for the next message [R-AHEAD]', async () => {
    const later = { ...askUser.tool, blocking: false } as const;
    const ask = tool(...langGraphAskTool(interrupt, { tool: later, broker, callback: 'answers' }));
    const config = onThread();
    const ended = await createAgent({ ask }).invoke(say('set up'), config);
    expect(lastText(ended)).toMatch(/^Told: \{"accepted":true\}\n/);
    const [open] = await broker.pending();
    expect(open).toMatchObject({ conversationId: config.configurable.thread_id, callback: 'answers' });
    expect(open?.request).toMatchObject({ blocking: false });
    await broker.supersede(config.configurable.thread_id);
  });

  describe('with a run that asks through a broker', () => {
    it('continues with an option, several options and custom text [answered]', async () => {
      const run = runWithQuestions(createAgent(), say('set up all'), onThread(), via);
      await answerIt(
        broker,
        { selected: [1] },
        { selected: [0, 1], custom: 'Search' },
        { selected: [], custom: 'demo' },
      );
      expect(lastText(await run)).toBe(
        `Told: ${JSON.stringify({
          answered: true,
          answers: [
            { question: 'Which database?', answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false },
            { question: 'Which features?', answer: ['Auth', 'Mail', 'Search'], wasCustom: true },
            { question: 'Which name?', answer: 'demo', wasCustom: true },
          ],
        })}`,
      );
    });

    it.each(['decline', 'cancel'] as const)(
      'gives the model a text that the user did not answer: %s [declined] [cancelled]',
      async (end) => {
        const run = runWithQuestions(createAgent(), say('set up'), onThread(), via);
        const [request] = await asked(broker);
        await broker[end](request!.requestId);
        const text = lastText(await run);
        expect(text).toContain(
          `${end === 'decline' ? 'The user declined to answer' : 'The user cancelled'}. ${NOBODY}`,
        );
      },
    );

    it('withdraws the question and asks it again when the thread continues [aborted]', async () => {
      const { model, seen } = createModel();
      const graph = createAgent({ model });
      const config = onThread();
      const stop = new AbortController();
      const run = runWithQuestions(graph, say('set up'), { ...config, signal: stop.signal }, via);
      const [request] = await asked(broker);
      stop.abort(new Error('Stopped'));
      await expect(run).rejects.toThrow('Stopped');
      await expect
        .poll(() => broker.get(request!.requestId))
        .toMatchObject({
          state: 'settled',
          settlement: { result: { status: 'aborted', reason: 'Stopped' } },
        });
      expect(seen, 'the model heard of no answer').toHaveLength(1);
      expect(await broker.answer(request!.requestId, repliesTo(request!, { selected: [0] }))).toEqual({
        ok: false,
        code: 'already_resolved',
      });

      const again = runWithQuestions(graph, null, config, via);
      const anew = await answerIt(broker, { selected: [0] });
      expect(anew.requestId).toBe(`${request!.requestId}#2`);
      expect(lastText(await again)).toContain('"selectedOption":"Postgres"');
    });

    it('asks two calls of one turn one after the other with separate answers [two]', async () => {
      const run = runWithQuestions(createAgent(), say('set up both'), onThread(), via);
      const first = await answerIt(broker, { selected: [1] });
      await expect.poll(async () => (await broker.pending())[0]?.request.requestId).not.toBe(first.requestId);
      await answerIt(broker, { selected: [0] });
      const [database, features] = lastText(await run)!.split(' | ');
      expect(database).toContain('"answer":"SQLite"');
      expect(features).toContain('"answer":["Auth"]');
    });

    it.each([
      ['in order', [0, 1]],
      ['in reverse order', [1, 0]],
    ])('asks two nodes at once and stores each answer when it arrives: %s [two]', async (_, order) => {
      const graph = createFanOut();
      const config = onThread();
      const run = runWithQuestions(graph, { messages: [] }, config, via);
      const both = await asked(broker, 2);
      for (const [left, i] of [
        [1, order[0]!],
        [0, order[1]!],
      ] as const) {
        const request = both[i]!;
        const selected = request.questions[0]!.question === 'Which database?' ? [1] : [0, 1];
        expect(await broker.answer(request.requestId, repliesTo(request, { selected }))).toEqual({ ok: true });
        await expect.poll(async () => openQuestions(await graph.getState(config)).length).toBe(left);
      }
      const [x, y] = lastText(await run)!.split(' | ');
      expect(x).toMatch(/^Told: x: .*"answer":"SQLite"/);
      expect(y).toMatch(/^y: .*"answer":\["Auth","Mail"\]/);
    });

    it('withdraws a question that another caller resumed while a second one waits [aborted] [R-PAUSE]', async () => {
      const graph = createFanOut({ names: ['x', 'y', 'z'] });
      const config = onThread();
      const run = runWithQuestions(graph, { messages: [] }, config, via);
      await asked(broker, 3);
      const [elsewhere, here, last] = openQuestions(await graph.getState(config));
      await graph.invoke(new Command({ resume: createResume([[elsewhere!, chose('SQLite')]]) }), config);
      const named = (one: OpenQuestion | undefined) => expect.stringContaining(one!.interruptId) as string;
      const idOf = async (question: OpenQuestion | undefined) => {
        const pending = await broker.pending();
        return pending.find(({ request }) => request.requestId.includes(question!.interruptId))!.request;
      };
      const request = await idOf(here);
      expect(await broker.answer(request.requestId, repliesTo(request, { selected: [0] }))).toEqual({ ok: true });
      const ids = async () => (await broker.pending()).map(({ request: { requestId } }) => requestId);
      await expect.poll(ids).toEqual([named(last)]);
      const remaining = await answerIt(broker, { selected: [1] });
      expect(remaining.requestId).toEqual(named(last));
      expect(lastText(await run)).toMatch(/^Told: x: .*"SQLite".* \| y: .*"Auth".* \| z: .*"Mail"/);
    });

    it('attaches to its request after a restart and is answered once [reload]', async () => {
      const store = createMemoryStore();
      const durable = { ...store, durable: true } as const;
      const checkpointer = new MemorySaver();
      const config = onThread();
      const died = createAskUserBroker({ store: durable });
      const run = runWithQuestions(createAgent({ checkpointer }), say('set up'), config, { broker: died, Command });
      const [request] = await asked(died);
      await died.close();
      await expect(run).rejects.toMatchObject({ code: 'closed' });

      const next = createAskUserBroker({ store: durable });
      const resumed = runWithQuestions(createAgent({ checkpointer }), null, config, { broker: next, Command });
      expect((await answerIt(next, { selected: [0] })).requestId).toBe(request!.requestId);
      expect(lastText(await resumed)).toContain('"selectedOption":"Postgres"');
      await next.close();
    });

    it('delivers an answer that arrived while no process ran the graph [reload]', async () => {
      const checkpointer = new MemorySaver();
      const config = onThread();
      const graph = createAgent({ checkpointer });
      const question = only(openQuestions(await graph.invoke(say('set up'), config)));
      const requestId = `${config.configurable.thread_id}:${question.interruptId}:${question.input.requestId}`;
      const parsed = askUser.parse(question.input, { requestId });
      const waiting = broker.ask(parsed.ok ? parsed.value : expect.fail(), { conversationId: 'any' });
      await answerIt(broker, { selected: [1] });
      await waiting;
      const run = runWithQuestions(createAgent({ checkpointer }), null, config, { ...via, conversationId: 'any' });
      expect(lastText(await run)).toContain('"selectedOption":"SQLite"');
    });

    it('continues an interrupted run without questions and does not change a finished thread', async () => {
      const graph = createAgent();
      const config = onThread();
      await graph.invoke(say('hello'), { ...config, interruptBefore: ['model'] });
      expect(lastText(await runWithQuestions(graph, null, config, via))).toBe('You said: hello');
      expect(lastText(await runWithQuestions(graph, null, config, via))).toBe('You said: hello');
    });

    it('accepts a custom runner, such as a stream that a page follows', async () => {
      const graph = createAgent();
      const config = onThread();
      const chunks: unknown[] = [];
      const streamed = {
        async invoke(input: unknown, options: typeof config) {
          const stream = await graph.stream(input as { messages: HumanMessage[] }, {
            ...options,
            streamMode: ['updates', 'values'],
          });
          for await (const chunk of stream) chunks.push(chunk);
          return graph.getState(options);
        },
        getState: (options: typeof config) => graph.getState(options),
      };
      const run = runWithQuestions(streamed, say('set up'), config, via);
      await answerIt(broker, { selected: [1] });
      expect(lastText((await run).values)).toContain('SQLite');
      const open = chunks.map((chunk) => openQuestions(chunk).length);
      expect(open, 'one chunk of each mode has it').toEqual(expect.arrayContaining([0, 1]));
      expect(open.filter(Boolean)).toHaveLength(2);
    });

    it('asks the question of a graph whose state has the fields of an interrupt [trap]', async () => {
      const State = Annotation.Root({ id: Annotation<string>, value: Annotation<number>, told: Annotation<string> });
      const [ask] = langGraphAskTool(interrupt);
      const graph = new StateGraph(State)
        .addNode('ask', (_, config) => ({ told: ask(DATABASE, config) }))
        .addEdge(START, 'ask')
        .compile({ checkpointer: new MemorySaver() });
      const run = runWithQuestions(graph, { id: 'x', value: 3 }, onThread(), via);
      await answerIt(broker, { selected: [1] });
      expect((await run).told).toContain('SQLite');
    });

    it('returns interrupts of other tools and continues when the host resumes them', async () => {
      const State = Annotation.Root({
        told: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
      });
      const [ask] = langGraphAskTool(interrupt);
      const graph = new StateGraph(State)
        .addNode('approve', () => ({ told: [`approved: ${interrupt<unknown, string>({ action: 'deploy' })}`] }))
        .addNode('ask', (_, config) => ({ told: [ask(DATABASE, config)] }))
        .addEdge(START, 'approve')
        .addEdge(START, 'ask')
        .compile({ checkpointer: new MemorySaver() });
      const config = onThread();
      const run = runWithQuestions(graph, {}, config, via);
      await answerIt(broker, { selected: [0] });
      const left = await run;
      expect(left).toMatchObject({ [INTERRUPT]: [{ value: { action: 'deploy' } }] });
      expect(openQuestions(left)).toEqual([]);
      const [{ id }] = (left as unknown as { [INTERRUPT]: [{ id: string }] })[INTERRUPT];
      const ended = await runWithQuestions(graph, new Command({ resume: { [id]: 'yes' } }), config, via);
      expect(ended.told).toEqual(['approved: yes', expect.stringContaining('Postgres')]);
    });
  });

  describe('with a message while a question is open', () => {
    it('supersedes the question first, while LangGraph alone leaves a call without a result [trap]', async () => {
      const { model, seen } = createModel();
      const graph = createAgent({ model });
      const alone = onThread();
      await graph.invoke(say('set up'), alone);
      const dangling = await graph.invoke(say('hello'), alone);
      expect(roles(dangling), 'alone, LangGraph calls the model with an open call').toEqual([
        'human',
        'ai',
        'human',
        'ai',
      ]);

      const config = onThread();
      await graph.invoke(say('set up'), config);
      seen.length = 0;
      const run = await runWithQuestions(graph, say('hello'), config, via);
      expect(roles(run)).toEqual(['human', 'ai', 'tool', 'human', 'ai']);
      expect(run.messages[2]?.text).toContain(`Something newer replaced the question. ${NOBODY}`);
      expect(lastText(run)).toBe('You said: hello');
      expect(seen, 'no call of the model for what is over').toHaveLength(1);
    });

    it('lets the waiting run settle the question if the broker superseded it first [trap]', async () => {
      const { model, seen } = createModel();
      const graph = createAgent({ model });
      const config = onThread();
      const run = runWithQuestions(graph, say('set up both'), config, via);
      await asked(broker);
      await broker.supersede(config.configurable.thread_id);
      expect(roles(await run)).toEqual(['human', 'ai', 'tool', 'tool']);
      expect(seen).toHaveLength(1);
      expect(lastText(await runWithQuestions(graph, say('hello'), config, via))).toBe('You said: hello');
    });

    it('supersedes the questions of all nodes and returns their number [trap]', async () => {
      const graph = createFanOut();
      const config = onThread();
      await graph.invoke({ messages: [] }, config);
      expect(await supersedeOpenQuestions(graph, config, { Command })).toBe(2);
      expect(await supersedeOpenQuestions(graph, config, { Command })).toBe(0);
      const { told } = (await graph.getState(config)).values as { told: string[] };
      expect(told).toEqual([expect.stringContaining(NOBODY), expect.stringContaining(NOBODY)]);
    });

    it.each(DIALECTS.flatMap(({ tool }) => (tool && tool.blocking !== false ? [[tool.name, tool] as const] : [])))(
      'parses results with the dialect of %s',
      (_, tool) => {
        expect(() => langGraphAskTool(interrupt, { tool })).not.toThrow();
      },
    );

    it('gives the model the answer in the format of another tool [answered]', async () => {
      const [ask, { name }] = langGraphAskTool(interrupt, { tool: askUserQuestion.tool });
      expect(name).toBe(askUserQuestion.tool.name);
      const State = Annotation.Root({ told: Annotation<string> });
      const graph = new StateGraph(State)
        .addNode('ask', (_, config) => ({
          told: ask({ questions: DATABASE.questions.map((one) => ({ multiSelect: false, ...one })) }, config),
        }))
        .addEdge(START, 'ask')
        .compile({ checkpointer: new MemorySaver() });
      const run = runWithQuestions(graph, {}, onThread(), { ...via, dialect: askUserQuestion });
      const [first] = await asked(broker);
      await broker.answer(first!.requestId, repliesTo(first!, { selected: [1] }));
      expect((await run).told).toContain('SQLite');
    });

    it('throws at once for a dialect that cannot parse its results [trap]', () => {
      const { parseResult: _, ...writer } = askUserQuestion;
      expect(() => langGraphAskTool(interrupt, { tool: { ...askUserQuestion.tool, dialect: writer } })).toThrow(
        'The dialect of ask_user_question has no `parseResult`',
      );
    });

    /** A node that asks the same question a number of times and ignores the results. */
    function insistent(times: number) {
      const [ask] = langGraphAskTool(interrupt);
      const State = Annotation.Root({ told: Annotation<string> });
      return new StateGraph(State)
        .addNode('ask', (_, config) => {
          for (let i = 0; i < times; i++) ask(DATABASE, config);
          return { told: 'something' };
        })
        .addEdge(START, 'ask')
        .compile({ checkpointer: new MemorySaver() });
    }

    it('supersedes a node that asks 20 times', async () => {
      const config = onThread();
      const graph = insistent(20);
      await graph.invoke({}, config);
      expect(await supersedeOpenQuestions(graph, config, { Command })).toBe(20);
    });

    it('throws for a node that asks after 20 superseded questions', async () => {
      const config = onThread();
      const graph = insistent(21);
      await graph.invoke({}, config);
      await expect(supersedeOpenQuestions(graph, config, { Command })).rejects.toThrow('still asks');
    });
  });

  describe('the resume value of a graph', () => {
    it('is keyed by id, while a plain resume gives two open interrupts the same answer [trap]', async () => {
      const State = Annotation.Root({
        name: Annotation<string>,
        told: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
      });
      const raw = new StateGraph(State)
        .addNode('work', ({ name }) => ({ told: [`${name}=${interrupt<unknown, string>({ name })}`] }))
        .addConditionalEdges(START, () => [new Send('work', { name: 'x' }), new Send('work', { name: 'y' })])
        .compile({ checkpointer: new MemorySaver() });
      const alone = onThread();
      await raw.invoke({}, alone);
      const mixed = await raw.invoke(new Command({ resume: 'SQLite' }), alone);
      expect(mixed.told, 'alone, LangGraph').toEqual(['x=SQLite', 'y=SQLite']);

      const graph = createFanOut();
      const config = onThread();
      const [x, y] = openQuestions(await graph.invoke({ messages: [] }, config));
      const told = await graph.invoke(
        new Command({
          resume: createResume([
            [x!, chose('SQLite')],
            [y!, { ...chose('Mail'), answers: [{ answer: ['Mail'] }] }],
          ]),
        }),
        config,
      );
      expect(told.told).toEqual([
        expect.stringMatching(/^x: .*Which database.*SQLite/),
        expect.stringMatching(/^y: .*Which features.*\["Mail"\]/),
      ]);
    });

    it.each([
      ['the answer to another call', (y: OpenQuestion) => createResume([[y, chose('SQLite')]])[y.interruptId]],
      ['an answer without its call', () => chose('SQLite')],
      ['a text', () => 'SQLite'],
      ['an approval', () => ({ action: 'accept' })],
      ['nothing', () => ({})],
    ])('is not an answer if it is %s [trap]', async (_, made) => {
      const graph = createFanOut();
      const config = onThread();
      const [x, y] = openQuestions(await graph.invoke({ messages: [] }, config));
      const { told } = await graph.invoke(
        new Command({ resume: { [x!.interruptId]: made(y!), [y!.interruptId]: 0 } }),
        config,
      );
      expect(told).toEqual([expect.stringContaining(NOBODY), expect.stringContaining(NOBODY)]);
      expect(told.join()).not.toContain('SQLite');
    });

    it('is not an answer if it contains an unknown option or two options of one question [trap]', async () => {
      const graph = createAgent();
      const config = onThread();
      const question = only(openQuestions(await graph.invoke(say('set up'), config)));
      const two = { answered: true, answers: [{ answer: ['Postgres', 'SQLite'], wasCustom: false }] };
      expect(lastText(await graph.invoke(new Command({ resume: createResume([[question, two]]) }), config))).toContain(
        NOBODY,
      );
    });

    it('is ignored silently by LangGraph if the thread has finished [trap]', async () => {
      const graph = createAgent();
      const config = onThread();
      const question = only(openQuestions(await graph.invoke(say('set up'), config)));
      const ended = await graph.invoke(new Command({ resume: createResume([[question, chose('SQLite')]]) }), config);
      const late = await graph.invoke(new Command({ resume: createResume([[question, chose('Postgres')]]) }), config);
      expect(lastText(late), 'alone, LangGraph').toBe(lastText(ended));

      const other = onThread();
      const run = runWithQuestions(graph, say('set up'), other, via);
      const [request] = await asked(broker);
      const elsewhere = only(openQuestions(await graph.getState(other)));
      await graph.invoke(new Command({ resume: createResume([[elsewhere, chose('Postgres')]]) }), other);
      await broker.answer(request!.requestId, repliesTo(request!, { selected: [1] }));
      expect(lastText(await run), 'the first answer stays').toContain('"selectedOption":"Postgres"');
    });

    it('excludes tasks that have ended from the state of a thread [trap]', async () => {
      const graph = createFanOut();
      const config = onThread();
      const [x, y] = openQuestions(await graph.invoke({ messages: [] }, config));
      await graph.invoke(new Command({ resume: createResume([[x!, chose('SQLite')]]) }), config);
      const state = await graph.getState(config);
      expect(
        state.tasks.flatMap(({ interrupts }) => interrupts),
        'alone, LangGraph',
      ).toHaveLength(2);
      expect(openQuestions(state)).toEqual([y]);
      await supersedeOpenQuestions(graph, config, { Command });
    });

    it('distinguishes the second question of a node from the first, also in the state', async () => {
      const graph = createAgent();
      const config = onThread();
      const first = only(openQuestions(await graph.invoke(say('set up both'), config)));
      await graph.invoke(new Command({ resume: createResume([[first, chose('SQLite')]]) }), config);
      const second = only(openQuestions(await graph.getState(config)));
      expect(second.input).toMatchObject(FEATURES);
      expect(second.interruptId).not.toBe(first.interruptId);
      await supersedeOpenQuestions(graph, config, { Command });
    });

    it.each([
      ['the function', (ask: Ask) => ask],
      [
        'a tool',
        (...given: ReturnType<typeof langGraphAskTool>) =>
          (input: object, config: object) =>
            tool(...given).invoke(input, config),
      ],
    ])(
      'does not answer the second question of a node twice with the first answer, asked by %s [trap]',
      async (_, make) => {
        const [ask, fields] = langGraphAskTool(interrupt);
        const asks = make(ask, fields);
        const graph = new StateGraph(Annotation.Root({ told: Annotation<string[]> }))
          .addNode('ask', async (_state, config) => ({
            told: [await asks(DATABASE, config), await asks(DATABASE, config)],
          }))
          .addEdge(START, 'ask')
          .compile({ checkpointer: new MemorySaver() });
        const config = onThread();
        const first = only(openQuestions(await graph.invoke({}, config)));
        const resume = createResume([[first, chose('SQLite')]]);
        const second = only(openQuestions(await graph.invoke(new Command({ resume }), config)));
        expect(second.input.requestId).not.toBe(first.input.requestId);
        // LangGraph also accepts the id of a task's first interrupt for the next one.
        const { told } = await graph.invoke(new Command({ resume }), config);
        expect(told).toEqual([expect.stringContaining('SQLite'), expect.stringContaining(NOBODY)]);
      },
    );

    it('asks both questions of a node, even if they are equal', async () => {
      const [ask] = langGraphAskTool(interrupt);
      const graph = new StateGraph(Annotation.Root({ told: Annotation<string[]> }))
        .addNode('ask', (_state, config) => ({ told: [ask(DATABASE, config), ask(DATABASE, config)] }))
        .addEdge(START, 'ask')
        .compile({ checkpointer: new MemorySaver() });
      const run = runWithQuestions(graph, {}, onThread(), via);
      await answerIt(broker, { selected: [0] });
      await answerIt(broker, { selected: [1] });
      expect((await run).told).toEqual([expect.stringContaining('Postgres'), expect.stringContaining('SQLite')]);
    });

    it('reaches its call if a task interrupts twice with the same id [trap]', async () => {
      const graph = createCollecting();
      const config = onThread();
      await graph.invoke({ messages: [] }, config);
      const ids = (await graph.getState(config)).tasks.flatMap(({ interrupts }) => interrupts.map(({ id }) => id));
      expect(ids, 'LangGraph gives both the same id').toEqual([ids[0], ids[0]]);

      const run = runWithQuestions(graph, null, config, via);
      const { questions } = await answerIt(broker, { selected: [1] });
      expect(questions[0]!.question).toBe('Which database?');
      await answerIt(broker, { selected: [0] });
      expect(lastText(await run)).toMatch(/^Told: .*SQLite.* \| .*\["Auth"\]/);
    });

    it('is not the stored answer of an equal question before it without an id of the call, after a restart', async () => {
      const store = { ...createMemoryStore(), durable: true } as const;
      const ask = () => interrupt<unknown, unknown>({ type: 'ask_user', ...DATABASE });
      const graph = new StateGraph(Annotation.Root({ told: Annotation<unknown[]> }))
        .addNode('ask', () => ({ told: [ask(), ask()] }))
        .addEdge(START, 'ask')
        .compile({ checkpointer: new MemorySaver() });
      const config = onThread();
      const stop = new AbortController();
      const before = createAskUserBroker({ store });
      const run = runWithQuestions(graph, {}, { ...config, signal: stop.signal }, { broker: before, Command });
      await answerIt(before, { selected: [0] });
      await asked(before);
      stop.abort(new Error('Stopped'));
      await expect(run).rejects.toThrow('Stopped');

      const after = createAskUserBroker({ store });
      onTestFinished(async () => void (await Promise.all([before.close(), after.close()])));
      const again = runWithQuestions(graph, null, config, { broker: after, Command });
      await answerIt(after, { selected: [1] });
      expect(JSON.stringify((await again).told)).toMatch(/Postgres.*SQLite/);
    });

    it('is the plain output for a graph without `langGraphAskTool`, such as deepagents', async () => {
      const State = Annotation.Root({ told: Annotation<unknown> });
      const questions = [
        { question: 'Which database?', type: 'multiple_choice', choices: [{ value: 'Postgres' }, { value: 'SQLite' }] },
      ];
      const graph = new StateGraph(State)
        .addNode('ask', () => ({
          told: interrupt<unknown, unknown>({ type: 'ask_user', questions, tool_call_id: 'c1' }),
        }))
        .addEdge(START, 'ask')
        .compile({ checkpointer: new MemorySaver() });
      const run = runWithQuestions(graph, {}, onThread(), { ...via, dialect: deepAgents });
      await answerIt(broker, { selected: [1] });
      expect((await run).told).toEqual({ type: 'answered', status: 'answered', answers: ['SQLite'] });
    });
  });

  describe('with input that cannot be asked', () => {
    it.each([
      ['ask nothing', 'Array has too few items'],
      ['ask blank', 'questions[0].question: Blank. Send a question.'],
    ])('gives the model the issues without showing a question: %s [trap]', async (message, issue) => {
      const run = await runWithQuestions(createAgent(), say(message), onThread(), via);
      expect(lastText(run)).toContain(issue);
    });

    it('settles as invalid if a graph asks without `langGraphAskTool`', async () => {
      const State = Annotation.Root({ told: Annotation<unknown> });
      const graph = new StateGraph(State)
        .addNode('ask', () => ({ told: interrupt<unknown, unknown>({ type: 'ask_user', questions: [] }) }))
        .addEdge(START, 'ask')
        .compile({ checkpointer: new MemorySaver() });
      expect((await runWithQuestions(graph, {}, onThread(), via)).told).toMatchObject({
        answered: false,
        status: 'invalid',
      });
    });
  });

  it('withdraws the other questions of a failed run without changing the thread', async () => {
    const State = Annotation.Root({ name: Annotation<string>, messages: Annotation<AIMessage[]> });
    const [ask] = langGraphAskTool(interrupt);
    const graph = new StateGraph(State)
      .addNode('work', ({ name }, config) => {
        ask(DATABASE, config);
        if (name === 'x') throw new Error('The node failed');
        return {};
      })
      .addConditionalEdges(START, () => [new Send('work', { name: 'x' }), new Send('work', { name: 'y' })])
      .addEdge('work', END)
      .compile({ checkpointer: new MemorySaver() });
    const config = onThread();
    const run = runWithQuestions(graph, {}, config, via);
    const [first] = await asked(broker, 2);
    await broker.answer(first!.requestId, repliesTo(first!, { selected: [0] }));
    await expect(run).rejects.toThrow('The node failed');
    await expect.poll(() => broker.pending()).toEqual([]);
  });
});
