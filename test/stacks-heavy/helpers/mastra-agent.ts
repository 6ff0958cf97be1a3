/** A Mastra agent with its runs in a database file. */
import { join } from 'node:path';
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { LibSQLStore } from '@mastra/libsql';

export type Tools = NonNullable<ConstructorParameters<typeof Agent>[0]['tools']>;
export type Chunk = { readonly type: string; readonly payload?: unknown };

/** Creates an agent of a new process. `url` is the address of its model. */
export function bootAgent(folder: string, url: string, tools: Tools): { agent: Agent; close: () => Promise<void> } {
  const storage = new LibSQLStore({ id: 'runs', url: `file:${join(folder, 'runs.db')}` });
  const setup = new Agent({
    id: 'setup',
    name: 'Setup',
    instructions: 'Set up a service.',
    model: { id: 'loopback/fake', url, apiKey: 'none' },
    tools,
  });
  const agent = new Mastra({ logger: false, storage, agents: { setup } }).getAgent('setup');
  return { agent, close: () => storage.close() };
}

/** Reads a stream like a host that shows its text. */
export async function read(chunks: AsyncIterable<Chunk>): Promise<{ types: string[]; text: string }> {
  const types: string[] = [];
  let text = '';
  for await (const { type, payload } of chunks) {
    types.push(type);
    if (type === 'text-delta') text += (payload as { text: string }).text;
  }
  return { types, text };
}

/** Runs the SDK alone until the run is suspended. */
export async function suspend(agent: Agent, signal?: AbortSignal): Promise<{ runId: string; toolCallId: string }> {
  const { fullStream, runId } = await agent.stream('Go', signal ? { abortSignal: signal } : {});
  const calls: string[] = [];
  for await (const chunk of fullStream) {
    if (chunk.type === 'tool-call-suspended') calls.push(chunk.payload.toolCallId);
  }
  return { runId, toolCallId: calls[0]! };
}
