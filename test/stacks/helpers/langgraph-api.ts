import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { isBaseMessage, mapChatMessagesToStoredMessages, type BaseMessage } from '@langchain/core/messages';
import { Command } from '@langchain/langgraph';
import { createTestServer } from '../../helpers/http-server.js';

/** The part of a compiled graph that the API uses. */
interface ServedGraph {
  stream(input: never, options: object): Promise<AsyncIterable<unknown>>;
  getState(config: object): Promise<{ values: unknown; next: readonly string[]; tasks: readonly object[] }>;
}

interface Run {
  input?: { messages: { content: string }[] };
  command?: { resume?: unknown };
  interrupt_after?: '*';
  checkpoint?: { checkpoint_id?: string };
}

/** Messages in the format of LangGraph's API. */
const plain = (_: string, value: unknown): unknown => {
  if (!Array.isArray(value) || !value.some(isBaseMessage)) return value;
  return mapChatMessagesToStoredMessages(value as BaseMessage[]).map(({ type, data }) => ({ ...data, type }));
};

/**
 * The part of LangGraph's API that `useStream` calls, around a real graph: threads, streamed runs, and states. A
 * thread has one run at a time.
 *
 * - `runs`: inputs of the runs.
 * - `refuse(status)`: refuses the next run.
 * - `hold()`: holds the next run before its first event until the returned function is called.
 */
export async function serveGraph(graph: ServedGraph) {
  const runs: Run[] = [];
  const turns = new Map<string, Promise<void>>();
  let refused: number | undefined;
  let held: Promise<void> | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, , thread = '', what, how] = request.url!.split('?')[0]!.split('/');
    const send = (value: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value, plain));
    if (!thread) return void send({ thread_id: crypto.randomUUID() });
    if (what === 'state') return void send(await stateOf(thread));
    if (what === 'history') return void send([await stateOf(thread)]);
    if (what !== 'runs' || how !== 'stream') return void response.writeHead(404).end();
    const run = (await json(request)) as Run;
    runs.push(run);
    if (refused) {
      response.writeHead(refused).end('{"detail":"No"}');
      refused = undefined;
      return;
    }
    const wait = held;
    held = undefined;
    const before = turns.get(thread);
    const turn = (async () => {
      await before;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      await wait;
      await stream(thread, run, response);
      response.end();
    })();
    turns.set(
      thread,
      turn.catch(() => {}),
    );
    await turn;
  }

  async function stream(thread: string, run: Run, response: ServerResponse): Promise<void> {
    const emit = (event: string, data: unknown) =>
      response.write(`event: ${event}\ndata: ${JSON.stringify(data, plain)}\n\n`);
    const { checkpoint_id } = run.checkpoint ?? {};
    const config = {
      configurable: { thread_id: thread, ...(checkpoint_id && { checkpoint_id }) },
      streamMode: ['values'],
      ...(run.interrupt_after && { interruptAfter: run.interrupt_after }),
    };
    const input = run.command ? new Command({ resume: run.command.resume }) : run.input;
    emit('metadata', { run_id: crypto.randomUUID() });
    try {
      for await (const chunk of await graph.stream(input as never, config)) emit('values', (chunk as unknown[])[1]);
    } catch (error) {
      emit('error', { error: 'Error', message: error instanceof Error ? error.message : '' });
    }
  }

  async function stateOf(thread: string) {
    const state = await graph.getState({ configurable: { thread_id: thread } });
    const { configurable } = (state as { config?: { configurable?: object } }).config ?? {};
    return { ...state, checkpoint: configurable, parent_checkpoint: null, metadata: {} };
  }

  const failures: unknown[] = [];
  const server = createTestServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      failures.push(error);
      response.destroy();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    runs,
    failures,
    refuse(status: number): void {
      refused = status;
    },
    hold(): () => void {
      let resolve = (): void => {};
      held = new Promise((released) => (resolve = released));
      return resolve;
    },
    async close(): Promise<void> {
      const closed = new Promise((done) => server.close(done));
      server.closeIdleConnections();
      await closed;
    },
  };
}
