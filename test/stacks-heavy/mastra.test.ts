import { askUserTool, createTool } from '@mastra/core/tools';
import { askWhileSuspended } from 'react-ask-user/mastra';
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

/** Asks each in a step of its own, then says what it was told. */
const oneByOne =
  (...questions: object[]) =>
  ({ results }: Turn) =>
    results.length < questions.length
      ? { text: `Step ${results.length + 1}. `, calls: [ask(questions[results.length]!)] }
      : `So: ${results.map(contentOf).join(' / ')}`;

const contentOf = (result: string) => (JSON.parse(result) as { content: string }).content;

describe('stack: mastra', () => {
  describe('its own ask_user', () => {
    it('[answered] an option, several with Other, own words: each question follows the answer before, and the text streams on', async () => {
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

    it('[answered] Other beside the options, under the name that Mastra exports the tool by', async () => {
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
      '[declined] [cancelled] %s: the agent goes on with a sentence that nobody answered',
      async (how) => {
        const { boot, via, asked, model } = await world(oneByOne(DATABASE));
        const over = run(boot(), via);
        await (await asked('Which database?'))[how]();
        const said = { decline: /declined/, cancel: /cancelled/ }[how];
        expect((await over).text).toMatch(said);
        expect(model.turns.at(-1)!.results.join()).not.toMatch(/Postgres|SQLite/);
      },
    );

    it('[aborted] a stop withdraws the question and ends the run: no model is asked, nothing stays suspended', async () => {
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

    it('[aborted] [trap] alone, the SDK leaves a stopped run suspended: whoever lists those would ask again', async () => {
      const { boot } = await world(oneByOne(DATABASE));
      const [agent, stop] = [boot(), new AbortController()];
      await suspend(agent, stop.signal);
      stop.abort();
      expect(await suspendedRuns(agent)).toBe(1);
    });

    it('[aborted] two calls in the stopped step: the second is not asked', async () => {
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

    it('[aborted] the host shuts down: the run stays suspended for the next process', async () => {
      const { boot, via, asked, broker } = await world(oneByOne(DATABASE));
      const agent = boot();
      const over = run(agent, via);
      await asked('Which database?');
      await broker.close();
      expect((await over).types).not.toContain('finish');
      expect(await suspendedRuns(agent)).toBe(1);
    });

    it('[two] two calls of one step: Mastra suspends one after the other, and each gets its own answer', async () => {
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

    it('[reload] another process over the same storage goes on, knowing nothing but the run’s id', async () => {
      const { boot, via, asked, model } = await world(oneByOne(DATABASE, FEATURES));
      const { runId, toolCallId } = await suspend(boot());
      const over = read(askWhileSuspended(boot(), { runId }, via));
      const { request, answer } = await asked('Which database?');
      expect(request.requestId).toBe(`${runId}:${toolCallId}`);
      await answer({ selected: [1] });
      await (await asked('Which features?')).answer({ selected: [2] });
      expect((await over).text).toBe('Step 2. So: User answered: SQLite / User answered: Search');
      expect(model.turns).toHaveLength(3);
    });

    it('[reload] whoever follows anew finds the same question; the run goes on there, and once', async () => {
      const { boot, via, asked, broker, model } = await world(oneByOne(DATABASE));
      const asks = vi.spyOn(broker, 'ask');
      const before = run(boot(), via);
      const [runId] = (await asked('Which database?')).request.requestId.split(':');
      const after = read(askWhileSuspended(boot(), { runId: runId! }, via));
      await expect.poll(() => asks.mock.calls.length).toBe(2);
      expect(await broker.pending()).toHaveLength(1);
      await (await asked('Which database?')).answer({ selected: [0] });
      expect((await after).text).toBe('So: User answered: Postgres');
      expect((await before).types).not.toContain('finish');
      expect(model.turns).toHaveLength(2);
    });

    it('[trap] [R-FIRST] alone, the SDK runs on once for each of two answers; through a broker one counts, the other is told so', async () => {
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

    it('[trap] alone, a second resume throws; whoever follows a call that was resumed elsewhere just ends', async () => {
      const { boot, via, asked, model } = await world(oneByOne(DATABASE));
      const agent = boot();
      const { fullStream, runId } = await agent.stream('Go');
      const seen = [];
      for await (const chunk of fullStream) seen.push(chunk);
      const over = read(askWhileSuspended(agent, { runId }, via));
      const { request, answer } = await asked('Which database?');
      await answer({ selected: [0] });
      await over;
      const toolCallId = request.requestId.split(':')[1]!;
      await expect(agent.resumeStream('Again', { runId, toolCallId })).rejects.toThrow(
        'could not find a suspended run',
      );
      // As another process may have them, that was slower.
      const again = {
        fullStream: (async function* () {
          yield* seen;
        })(),
      };
      expect((await read(askWhileSuspended(boot(), again, via))).types).toHaveLength(seen.length);
      expect((await read(askWhileSuspended(boot(), { runId }, via))).types).toEqual([]);
      expect(model.turns).toHaveLength(2);
    });

    it('a message typed instead ends the question first, and the agent is told', async () => {
      const { boot, via, asked, broker, model } = await world(oneByOne(DATABASE));
      const over = run(boot(), via);
      await asked('Which database?');
      await broker.supersede('chat', 'The user wrote: never mind.');
      expect((await over).text).toContain('The user wrote: never mind.');
      expect(model.turns.at(-1)!.results.join()).not.toMatch(/Postgres|SQLite/);
    });

    it.each(['runId', 'toolCallId', 'toolName'])(
      '[trap] a chunk that has lost its %s is an error: nobody is asked what could not be brought back',
      async (name) => {
        const { boot, via, broker } = await world(oneByOne(DATABASE));
        const agent = boot();
        const { fullStream } = await agent.stream('Go');
        const without = {
          fullStream: (async function* () {
            // As a host has it that sends chunks through something of its own.
            for await (const chunk of fullStream)
              yield JSON.parse(JSON.stringify(chunk, (key, value) => (key === name ? undefined : value)));
          })(),
        };
        await expect(read(askWhileSuspended(agent, without, via))).rejects.toThrow(`A suspended call has no ${name}`);
        expect(await broker.pending()).toEqual([]);
      },
    );

    it.each([
      [{ runId: '' }, 'runId'],
      [{ runId: 'r', toolCallId: '' }, 'toolCallId'],
      [{ runId: 'r', toolCallId: 'call_1', toolName: undefined }, 'toolName'],
    ])('[trap] the same where the storage has lost it: %o', async (told, name) => {
      const { boot, via, broker } = await world(oneByOne(DATABASE));
      const agent = boot();
      const { runs, ...list } = await agent.listSuspendedRuns();
      const { runId, ...toolCall } = { toolCallId: 'call_1', toolName: 'ask_user', ...told };
      const lossy = {
        resumeStream: agent.resumeStream.bind(agent),
        listSuspendedRuns: async () => ({ ...list, runs: [...runs, { runId, toolCalls: [toolCall as object] }] }),
      };
      await expect(read(askWhileSuspended(lossy, { runId }, via))).rejects.toThrow(`A suspended call has no ${name}`);
      expect(await broker.pending()).toEqual([]);
    });

    it('leaves other suspended tools alone', async () => {
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
