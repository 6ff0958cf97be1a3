/** Mastra's own agent over a model that is a script, with its runs in a database file; and a person at a broker. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { askUserTool } from '@mastra/core/tools';
import { LibSQLStore } from '@mastra/libsql';
import { createAskUserBroker, type AskUserBroker } from 'react-ask-user/host';
import { askWhileSuspended, type MastraVia } from 'react-ask-user/mastra';
import { afterEach, expect } from 'vitest';
import { startFakeOpenAi, type FakeOpenAi, type Said, type Turn } from './helpers/fake-openai.js';

type Tools = NonNullable<ConstructorParameters<typeof Agent>[0]['tools']>;
export type Chunk = { readonly type: string; readonly payload?: unknown };

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

export interface World {
  model: FakeOpenAi;
  broker: AskUserBroker;
  via: MastraVia;
  /** An agent as a process has it that has just been started: nothing but the database is shared. */
  boot(): Agent;
  /** The one open question of a text. */
  asked(question: string): ReturnType<typeof asked>;
}

/** Everything anew: a model, a database, a broker. */
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
      const storage = new LibSQLStore({ id: 'runs', url: `file:${join(folder, 'runs.db')}` });
      const setup = new Agent({
        id: 'setup',
        name: 'Setup',
        instructions: 'Set up a service.',
        model: { id: 'loopback/fake', url: model.url, apiKey: 'none' },
        tools,
      });
      ends.push(() => storage.close());
      return new Mastra({ logger: false, storage, agents: { setup } }).getAgent('setup');
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
    /** One for each question: positions of options, or the person's own words, or both. */
    answer: (...said: { selected?: number[]; custom?: string }[]) =>
      broker.answer(
        requestId,
        said.map((reply, i) => ({ questionId: ids[i]!, selected: [], ...reply })),
      ),
    decline: () => broker.decline(requestId),
    cancel: () => broker.cancel(requestId),
  };
}

/** Goes through a stream as a host does that shows its text. */
export async function read(chunks: AsyncIterable<Chunk>): Promise<{ types: string[]; text: string }> {
  const types: string[] = [];
  let text = '';
  for await (const { type, payload } of chunks) {
    types.push(type);
    if (type === 'text-delta') text += (payload as { text: string }).text;
  }
  return { types, text };
}

/** A run until it asks nothing any more. */
export async function run(agent: Agent, via: MastraVia) {
  const stream = await agent.stream('Go', via.signal ? { abortSignal: via.signal } : {});
  return read(askWhileSuspended(agent, stream, via));
}

/** A run of the SDK's alone until it is suspended. */
export async function suspend(agent: Agent, signal?: AbortSignal): Promise<{ runId: string; toolCallId: string }> {
  const { fullStream, runId } = await agent.stream('Go', signal ? { abortSignal: signal } : {});
  const calls: string[] = [];
  for await (const chunk of fullStream) {
    if (chunk.type === 'tool-call-suspended') calls.push(chunk.payload.toolCallId);
  }
  return { runId, toolCallId: calls[0]! };
}

export const suspendedRuns = async (agent: Agent) => (await agent.listSuspendedRuns()).runs.length;
