/** A Mastra agent with a scripted model and its runs in a database file, and a user at a broker. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Agent } from '@mastra/core/agent';
import { askUserTool } from '@mastra/core/tools';
import { createAskUserBroker, type AskUserBroker } from 'react-ask-user/server';
import { runWithQuestions, type MastraAskOptions } from 'react-ask-user/mastra';
import { afterEach, expect } from 'vitest';
import { startFakeOpenAi, type FakeOpenAi, type Said, type Turn } from './helpers/fake-openai.js';
import { bootAgent, read, type Tools } from './helpers/mastra-agent.js';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

export interface World {
  model: FakeOpenAi;
  broker: AskUserBroker;
  via: MastraAskOptions;
  /** An agent of a new process, which shares only the database. */
  boot(): Agent;
  /** Returns the only open question with this text. */
  asked(question: string): ReturnType<typeof asked>;
}

/** Creates a new model, database and broker. */
export async function world(
  script: (turn: Turn) => Said | Promise<Said>,
  tools: Tools = { ask_user: askUserTool },
): Promise<World> {
  const model = await startFakeOpenAi(script);
  const folder = mkdtempSync(join(tmpdir(), 'mastra-'));
  const broker = createAskUserBroker();
  ends.push(
    () => rmSync(folder, { recursive: true }),
    () => model.close(),
    () => broker.close(),
  );
  return {
    model,
    broker,
    via: { broker, conversationId: 'chat' },
    boot() {
      const { agent, close } = bootAgent(folder, model.url, tools);
      ends.push(close);
      return agent;
    },
    asked: (question) => asked(broker, question),
  };
}

async function asked(broker: AskUserBroker, question: string) {
  const find = async () => (await broker.pending()).find(({ request }) => request.questions[0]!.question === question);
  await expect.poll(find).toBeDefined();
  const { request } = (await find())!;
  const { requestId } = request;
  const ids = request.questions.map(({ id }) => id);
  return {
    request,
    /** One entry per question: indexes of options, custom text, or both. */
    answer: (...said: { selected?: number[]; custom?: string }[]) =>
      broker.answer(
        requestId,
        said.map((reply, i) => ({ questionId: ids[i]!, selected: [], ...reply })),
      ),
    decline: () => broker.decline(requestId),
    cancel: () => broker.cancel(requestId),
  };
}

/** Reads a run until it asks nothing more. */
export async function run(agent: Agent, via: MastraAskOptions) {
  const stream = await agent.stream('Go', via.signal ? { abortSignal: via.signal } : {});
  return read(runWithQuestions(agent, stream, via));
}

export const suspendedRuns = async (agent: Agent) => (await agent.listSuspendedRuns()).runs.length;
