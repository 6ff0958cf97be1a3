import { askUserTool, createTool } from '@mastra/core/tools';
import { runWithQuestions } from 'react-ask-user/mastra';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { read, suspend } from './helpers/mastra-agent.js';
import { run, suspendedRuns, world } from './mastra-world.js';
import type { Turn } from './helpers/fake-openai.js';

const DATABASE = {
  question: 'Which database?',
  options: [{ label: 'Postgres', description: 'a server' }, { label: 'SQLite' }],
};
const FEATURES = { question: 'Which features?', options: ['Auth', 'Mail', 'Search'].map((label) => ({ label })) };
const ask = (args: object) => ({ name: 'ask_user', args });

/** A model that asks each question in a separate step and then repeats the results. */
const oneByOne =
  (...questions: object[]) =>
  ({ results }: Turn) =>
    results.length < questions.length
      ? { text: `Step ${results.length + 1}. `, calls: [ask(questions[results.length]!)] }
      : `So: ${results.map(contentOf).join(' / ')}`;

const contentOf = (result: string) => (JSON.parse(result) as { content: string }).content;

describe('stack: mastra', () => {
  describe('with Mastra’s ask_user', () => {
    it('asks an option, several with Other, and custom text one after the other and continues the stream [answered]', async () => {
      const multi = { ...FEATURES, selectionMode: 'multi_select' };
      const { boot, via, asked } = await world(oneByOne(DATABASE, multi, { question: 'What name?' }));
      const over = run(boot(), via);
      const first = await asked('Which database?');
      expect(first.request.questions).toMatchObject([{ options: DATABASE.options, multiSelect: false }]);
      await first.answer({ selected: [1] });
      await (await asked('Which features?')).answer({ selected: [0, 2], custom: 'Logs, too' });
      await (await asked('What name?')).answer({ custom: 'billing' });
      const { text, types } = await over;
      expect(text).toBe(
        'Step 1. Step 2. Step 3. So: User answered: SQLite / User answered: Auth, Search, Logs, too / User answered: billing',
      );
      expect(types.filter((type) => type === 'finish')).toHaveLength(1);
    });

    it('supports Other next to options under Mastra’s export name [answered]', async () => {
      const { boot, via, asked } = await world(
        ({ results }) =>
          results.length === 0 ? { calls: [{ name: 'askUserTool', args: DATABASE }] } : contentOf(results[0]!),
        { askUserTool },
      );
      const over = run(boot(), via);
      await (await asked('Which database?')).answer({ custom: 'DuckDB' });
      expect((await over).text).toBe('User answered: DuckDB');
    });

    it.each(['decline', 'cancel'] as const)(
      'continues with a sentence that the user did not answer: %s [declined] [cancelled]',
      async (how) => {
        const { boot, via, asked, model } = await world(oneByOne(DATABASE));
        const over = run(boot(), via);
        await (await asked('Which database?'))[how]();
        const said = { decline: /declined/, cancel: /cancelled/ }[how];
        expect((await over).text).toMatch(said);
        expect(model.turns.at(-1)!.results.join()).not.toMatch(/Postgres|SQLite/);
      },
    );

    it('withdraws the question and ends the run without a model call on a stop [aborted]', async () => {
      const { boot, via, asked, model, broker } = await world(oneByOne(DATABASE));
      const [agent, stop] = [boot(), new AbortController()];
      const over = run(agent, { ...via, signal: stop.signal });
      const { request } = await asked('Which database?');
      stop.abort();
      expect((await over).types).toContain('abort');
      expect(await broker.get(request.requestId)).toMatchObject({ settlement: { result: { status: 'aborted' } } });
      expect(model.turns).toHaveLength(1);
      expect(await suspendedRuns(agent)).toBe(0);
    });

    it('leaves a stopped run suspended with the SDK alone [aborted] [trap]', async () => {
      const { boot } = await world(oneByOne(DATABASE));
      const [agent, stop] = [boot(), new AbortController()];
      await suspend(agent, stop.signal);
      stop.abort();
      expect(await suspendedRuns(agent)).toBe(1);
    });

    it('does not ask the second call of a stopped step [aborted]', async () => {
      const { boot, via, asked, model, broker } = await world(({ results }) =>
        results.length === 0 ? { calls: [ask(DATABASE), ask(FEATURES)] } : 'Never said',
      );
      const [agent, stop] = [boot(), new AbortController()];
      const heard: string[] = [];
      broker.subscribe((event) => heard.push(event.type));
      const over = run(agent, { ...via, signal: stop.signal });
      await asked('Which database?');
      stop.abort();
      await over;
      expect(heard).toEqual(['awaiting_user_response', 'settled']);
      expect(model.turns).toHaveLength(1);
      expect(await suspendedRuns(agent)).toBe(0);
    });

    it('keeps the run suspended for the next process if the host shuts down [aborted]', async () => {
      const { boot, via, asked, broker } = await world(oneByOne(DATABASE));
      const agent = boot();
      const over = run(agent, via);
      await asked('Which database?');
      await broker.close();
      expect((await over).types).not.toContain('finish');
      expect(await suspendedRuns(agent)).toBe(1);
    });

    it('answers two calls of one step separately, which Mastra suspends one after the other [two]', async () => {
      const { boot, via, asked, broker, model } = await world(({ results }) =>
        results.length === 0 ? { calls: [ask(DATABASE), ask(FEATURES)] } : results.map(contentOf).join(' / '),
      );
      const over = run(boot(), via);
      const first = await asked('Which database?');
      expect(await broker.pending()).toHaveLength(1);
      await first.answer({ selected: [0] });
      await (await asked('Which features?')).answer({ selected: [1] });
      expect((await over).text).toBe('User answered: Postgres / User answered: Mail');
      expect(model.turns).toHaveLength(2);
    });

    it('continues in another process with the same storage and the run’s id [reload]', async () => {
      const { boot, via, asked, model } = await world(oneByOne(DATABASE, FEATURES));
      const { runId, toolCallId } = await suspend(boot());
      const over = read(runWithQuestions(boot(), { runId }, via));
      const { request, answer } = await asked('Which database?');
      expect(request.requestId).toBe(`${runId}:${toolCallId}`);
      await answer({ selected: [1] });
      await (await asked('Which features?')).answer({ selected: [2] });
      expect((await over).text).toBe('Step 2. So: User answered: SQLite / User answered: Search');
      expect(model.turns).toHaveLength(3);
    });

    it('attaches a new follower to the same question and continues once [reload]', async () => {
      const { boot, via, asked, broker, model } = await world(oneByOne(DATABASE));
      const asks = vi.spyOn(broker, 'ask');
      const before = run(boot(), via);
      const [runId] = (await asked('Which database?')).request.requestId.split(':');
      const after = read(runWithQuestions(boot(), { runId: runId! }, via));
      await expect.poll(() => asks.mock.calls.length).toBe(2);
      expect(await broker.pending()).toHaveLength(1);
      await (await asked('Which database?')).answer({ selected: [0] });
      expect((await after).text).toBe('So: User answered: Postgres');
      expect((await before).types).not.toContain('finish');
      expect(model.turns).toHaveLength(2);
    });

    it('accepts one of two answers, for each of which the SDK alone continues [trap] [R-FIRST]', async () => {
      let bothHere = () => {};
      const both = new Promise<void>((resolve) => (bothHere = resolve));
      let going = 0;
      const alone = await world(async (turn) => {
        if (turn.results.length > 0) {
          if (++going === 2) bothHere();
          await both;
        }
        return oneByOne(DATABASE)(turn);
      });
      const agent = alone.boot();
      const call = await suspend(agent);
      const texts = await Promise.all(
        ['Postgres', 'SQLite'].map(
          async (said) => (await read((await agent.resumeStream(said, call)).fullStream)).text,
        ),
      );
      expect(texts).toEqual(['So: User answered: Postgres', 'So: User answered: SQLite']);

      const { boot, via, asked, model } = await world(oneByOne(DATABASE));
      const over = run(boot(), via);
      const { answer } = await asked('Which database?');
      const told = await Promise.all([answer({ selected: [0] }), answer({ selected: [1] })]);
      expect(told).toEqual([{ ok: true }, { ok: false, code: 'already_resolved' }]);
      expect((await over).text).toBe('Step 1. So: User answered: Postgres');
      expect(await answer({ custom: 'Too late' })).toEqual({ ok: false, code: 'already_resolved' });
      expect(model.turns).toHaveLength(2);
    });

    it('ends the follower of a call that was resumed elsewhere, while a second resume throws [trap]', async () => {
      const { boot, via, asked, model } = await world(oneByOne(DATABASE));
      const agent = boot();
      const { fullStream, runId } = await agent.stream('Go');
      const seen = [];
      for await (const chunk of fullStream) seen.push(chunk);
      const over = read(runWithQuestions(agent, { runId }, via));
      const { request, answer } = await asked('Which database?');
      await answer({ selected: [0] });
      await over;
      const toolCallId = request.requestId.split(':')[1]!;
      await expect(agent.resumeStream('Again', { runId, toolCallId })).rejects.toThrow(
        'could not find a suspended run',
      );
      // As in another process that was slower.
      const again = {
        fullStream: (async function* () {
          yield* seen;
        })(),
      };
      expect((await read(runWithQuestions(boot(), again, via))).types).toHaveLength(seen.length);
      expect((await read(runWithQuestions(boot(), { runId }, via))).types).toEqual([]);
      expect(model.turns).toHaveLength(2);
    });

    it('supersedes the question with a message and sends the status to the agent', async () => {
      const { boot, via, asked, broker, model } = await world(oneByOne(DATABASE));
      const over = run(boot(), via);
      await asked('Which database?');
      await broker.supersede('chat', 'The user wrote: never mind.');
      expect((await over).text).toContain('The user wrote: never mind.');
      expect(model.turns.at(-1)!.results.join()).not.toMatch(/Postgres|SQLite/);
    });

    it.each(['runId', 'toolCallId', 'toolName'])(
      'throws without asking for a chunk without %s [trap]',
      async (name) => {
        const { boot, via, broker } = await world(oneByOne(DATABASE));
        const agent = boot();
        const { fullStream } = await agent.stream('Go');
        const without = {
          fullStream: (async function* () {
            // As in a host that forwards the chunks.
            for await (const chunk of fullStream)
              yield JSON.parse(JSON.stringify(chunk, (key, value) => (key === name ? undefined : value)));
          })(),
        };
        await expect(read(runWithQuestions(agent, without, via))).rejects.toThrow(`A suspended call has no ${name}`);
        expect(await broker.pending()).toEqual([]);
      },
    );

    it.each([
      [{ runId: '' }, 'runId'],
      [{ runId: 'r', toolCallId: '' }, 'toolCallId'],
      [{ runId: 'r', toolCallId: 'call_1', toolName: undefined }, 'toolName'],
    ])('throws without asking for a stored call with %o [trap]', async (told, name) => {
      const { boot, via, broker } = await world(oneByOne(DATABASE));
      const agent = boot();
      const { runs, ...list } = await agent.listSuspendedRuns();
      const { runId, ...toolCall } = { toolCallId: 'call_1', toolName: 'ask_user', ...told };
      const lossy = {
        resumeStream: agent.resumeStream.bind(agent),
        listSuspendedRuns: async () => ({ ...list, runs: [...runs, { runId, toolCalls: [toolCall as object] }] }),
      };
      await expect(read(runWithQuestions(lossy, { runId }, via))).rejects.toThrow(`A suspended call has no ${name}`);
      expect(await broker.pending()).toEqual([]);
    });

    it('ignores other suspended tools', async () => {
      const upload = createTool({
        id: 'upload',
        description: 'Waits for a file',
        inputSchema: z.object({}),
        execute: async (_input, context) => context.agent?.suspend({ question: 'Which file?' }),
      });
      const { boot, via, broker } = await world(() => ({ calls: [{ name: 'upload', args: {} }] }), { upload });
      const agent = boot();
      expect((await run(agent, via)).types.at(-1)).toBe('tool-call-suspended');
      expect(await broker.pending()).toEqual([]);
      expect(await suspendedRuns(agent)).toBe(1);
    });
  });
});
