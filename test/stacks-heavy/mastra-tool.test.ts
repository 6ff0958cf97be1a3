import { askUserTool as mastraOwn, createTool } from '@mastra/core/tools';
import { askUser, mastra } from 'react-ask-user/dialects';
import { runWithQuestions, mastraAskTool } from 'react-ask-user/mastra';
import { describe, expect, it } from 'vitest';
import type { Turn } from './helpers/fake-openai.js';
import { read, suspend, type Chunk } from './helpers/mastra-agent.js';
import { run, suspendedRuns, world } from './mastra-world.js';

const QUESTIONS = {
  questions: [
    { header: 'Database', question: 'Which database?', options: [{ label: 'Postgres' }, { label: 'SQLite' }] },
    {
      header: 'Features',
      question: 'Which features?',
      multiSelect: true,
      options: ['Auth', 'Mail', 'Search'].map((label) => ({ label })),
    },
    { question: 'What name?' },
  ],
};
const one = (question: string) => ({ questions: [{ question, options: ['Yes', 'No'].map((label) => ({ label })) }] });
const call = (args: object) => ({ name: 'ask_user', args });
const tools = () => ({ ask_user: createTool(mastraAskTool()) });

/** Returns the answers of a call that the model received. */
const answersIn = (result: string) => {
  const { answers } = JSON.parse(result) as { answers: { answer: unknown }[] };
  return JSON.stringify(answers.map(({ answer }) => answer));
};

describe('stack: mastra', () => {
  describe('with mastraAskTool', () => {
    it('asks several questions in one call: an option, several with Other, and custom text [answered]', async () => {
      const { boot, via, asked, model } = await world(
        ({ results }) => (results.length === 0 ? { calls: [call(QUESTIONS)] } : answersIn(results[0]!)),
        tools(),
      );
      const over = run(boot(), { ...via, tool: askUser.tool });
      const { request, answer } = await asked('Which database?');
      expect(request.questions).toHaveLength(3);
      await answer({ selected: [0] }, { selected: [0, 1], custom: 'Logs' }, { custom: 'billing' });
      expect((await over).text).toBe('["Postgres",["Auth","Mail","Logs"],"billing"]');
      expect(model.turns[0]!.tools).toMatchObject([{ name: 'ask_user', parameters: askUser.tool.inputSchema }]);
    });

    it.each(['decline', 'cancel'] as const)(
      'gives the model a text that the user did not answer: %s [declined] [cancelled]',
      async (how) => {
        const { boot, via, asked } = await world(
          ({ results }) => (results.length === 0 ? { calls: [call(QUESTIONS)] } : results[0]!),
          tools(),
        );
        const over = run(boot(), { ...via, tool: askUser.tool });
        await (await asked('Which database?'))[how]();
        const { text } = await over;
        expect(text).toMatch(/"answered":false/);
        expect(text).toMatch({ decline: /declined/, cancel: /cancelled/ }[how]);
        expect(text).not.toContain('User answered');
      },
    );

    it('asks both calls of one step at once and accepts answers in any order [two]', async () => {
      const { boot, via, asked, broker, model } = await world(
        ({ results }) =>
          results.length === 0 ? { calls: [call(one('Tests?')), call(one('Docs?'))] } : results.map(answersIn).join(),
        tools(),
      );
      const over = run(boot(), { ...via, tool: askUser.tool });
      const second = await asked('Docs?');
      expect(await broker.pending()).toHaveLength(2);
      await second.answer({ selected: [1] });
      await (await asked('Tests?')).answer({ selected: [0] });
      expect((await over).text).toBe('["Yes"],["No"]');
      expect(model.turns).toHaveLength(2);
    });

    it('withdraws both calls on a stop [two] [aborted]', async () => {
      const { boot, via, asked, broker, model } = await world(
        () => ({ calls: [call(one('Tests?')), call(one('Docs?'))] }),
        tools(),
      );
      const [agent, stop] = [boot(), new AbortController()];
      const over = run(agent, { ...via, tool: askUser.tool, signal: stop.signal });
      await Promise.all([asked('Tests?'), asked('Docs?')]);
      stop.abort();
      await over;
      expect(await broker.pending()).toEqual([]);
      expect((await agent.listSuspendedRuns()).runs).toEqual([]);
      expect(model.turns).toHaveLength(1);
    });

    it('asks both calls in another process and continues [two] [reload]', async () => {
      const { boot, via, asked } = await world(
        ({ results }) =>
          results.length === 0 ? { calls: [call(one('Tests?')), call(one('Docs?'))] } : results.map(answersIn).join(),
        tools(),
      );
      const { runId } = await suspend(boot());
      const over = read(runWithQuestions(boot(), { runId }, { ...via, tool: askUser.tool }));
      await (await asked('Tests?')).answer({ selected: [1] });
      await (await asked('Docs?')).answer({ custom: 'Later' });
      expect((await over).text).toBe('["No"],["Later"]');
    });

    it('withdraws the question of a loop that is left early and asks it again when the run continues [aborted]', async () => {
      const { boot, via, asked, broker } = await world(
        ({ results }) =>
          results.length === 0 ? { calls: [call(one('Tests?')), call(one('Docs?'))] } : results.map(answersIn).join(),
        tools(),
      );
      const agent = boot();
      const stream = await agent.stream('Go');
      // Mastra sends no chunks while a call of the step waits, so the host inserts a chunk after the resume.
      const marking = {
        resumeStream: async (...args: Parameters<typeof agent.resumeStream>) => {
          const { fullStream } = await agent.resumeStream(...args);
          return {
            fullStream: (async function* () {
              yield* fullStream;
              yield { type: 'mark' };
            })(),
          };
        },
      };
      const left = (async () => {
        for await (const { type } of runWithQuestions<Chunk>(marking, stream, { ...via, tool: askUser.tool })) {
          if (type === 'mark') break;
        }
      })();
      const docs = await asked('Docs?');
      await (await asked('Tests?')).answer({ selected: [0] });
      await left;
      await expect.poll(() => broker.pending()).toEqual([]);
      expect(await broker.get(docs.request.requestId)).toMatchObject({ settlement: { result: { status: 'aborted' } } });

      const over = read(runWithQuestions(boot(), { runId: stream.runId }, { ...via, tool: askUser.tool }));
      const again = await asked('Docs?');
      expect(again.request.requestId).toBe(`${docs.request.requestId}#2`);
      await again.answer({ selected: [1] });
      expect((await over).text).toBe('["Yes"],["No"]');
    });

    it('withdraws the second question if the first cannot be stored [aborted]', async () => {
      const { boot, via, asked, broker } = await world(
        () => ({ calls: [call(one('Tests?')), call(one('Docs?'))] }),
        tools(),
      );
      let fail = (_: Error): void => {};
      const failing = new Promise<never>((_, reject) => (fail = reject));
      const half: typeof via.broker = {
        ask: (request, options) =>
          request.questions[0]!.question === 'Tests?' ? failing : via.broker.ask(request, options),
      };
      const agent = boot();
      const over = run(agent, { ...via, broker: half, tool: askUser.tool });
      await asked('Docs?');
      fail(new Error('No room.'));
      await expect(over).rejects.toThrow('No room.');
      await expect.poll(() => broker.pending()).toEqual([]);
      expect(await suspendedRuns(agent)).toBe(1);
    });

    it('refuses an answer that the model wrote, which the SDK alone accepts [trap]', async () => {
      const question = { question: 'Deploy?', options: [{ label: 'Yes' }, { label: 'No' }] };
      const said = ({ results }: Turn) =>
        [{ calls: [call({ ...question, resumeData: 'Yes' })] }, { calls: [call(question)] }][results.length] ??
        results.at(-1)!;
      const alone = await world((turn) => (turn.results.length > 0 ? turn.results[0]! : said(turn)), {
        ask_user: mastraOwn,
      });
      expect((await read((await alone.boot().stream('Go')).fullStream)).text).toContain('User answered: Yes');

      const { boot, via, asked, model } = await world(said, { ask_user: createTool(mastraAskTool(mastra.tool)) });
      const over = run(boot(), { ...via, tool: mastra.tool });
      await (await asked('Deploy?')).answer({ selected: [1] });
      expect((await over).text).toBe('User answered: No');
      expect(model.turns[1]!.results[0]).toMatch(/resumeData.*Omit it/s);
    });

    it('gives the model the status of a decline, while the SDK’s tool writes “User answered” [trap]', async () => {
      const said = ({ results }: Turn) =>
        results.length === 0 ? { calls: [call({ question: 'Deploy?' })] } : results[0]!;
      const alone = await world(said);
      const before = run(alone.boot(), alone.via);
      await (await alone.asked('Deploy?')).decline();
      expect((await before).text).toContain('User answered: ');

      const { boot, via, asked } = await world(said, { ask_user: createTool(mastraAskTool(mastra.tool)) });
      const over = run(boot(), { ...via, tool: mastra.tool });
      await (await asked('Deploy?')).decline();
      expect((await over).text).toMatch(/^(?!User answered).*declined/);
    });

    it('gives the model the issues of input that cannot be asked without asking', async () => {
      const { boot, via, broker } = await world(
        ({ results }) => (results.length === 0 ? { calls: [call({ questions: [] })] } : results[0]!),
        tools(),
      );
      const heard: string[] = [];
      broker.subscribe((event) => heard.push(event.type));
      expect((await run(boot(), { ...via, tool: askUser.tool })).text).toContain('Must have at least one question.');
      expect(heard).toEqual([]);
    });

    it('settles as unavailable outside a run', async () => {
      const told = await mastraAskTool().execute(QUESTIONS);
      expect(told).toMatchObject({ output: { answered: false, status: 'unavailable' } });
      expect(told!.text).toContain('outside an agent run');
    });
  });
});
