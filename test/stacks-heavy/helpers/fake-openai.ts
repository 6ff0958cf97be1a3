/**
 * A provider of OpenAI's streamed chat completions on the loopback, with a scripted model.
 *
 *     const model = await startFakeOpenAi(({ results }) =>
 *       results.length === 0 ? { calls: [{ name: 'ask_user', args: {…} }] } : `So: ${results.at(-1)}`);
 *     afterAll(() => model.close());
 *
 * The script is called once per request and returns the output for its input. The default id of a call is
 * `call_<step>_<n>`.
 */
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createTestServer } from '../../helpers/http-server.js';

/** Input of the model. */
export interface Turn {
  readonly messages: readonly {
    readonly role: string;
    readonly content: unknown;
    readonly tool_call_id?: string;
  }[];
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly parameters: Record<string, unknown>;
  }[];
  /** Results of its calls as text, in the order that it receives them. */
  readonly results: readonly string[];
}

/** Output of the model: a text and tool calls. */
export type Said =
  | string
  | {
      readonly text?: string;
      readonly calls: readonly { readonly id?: string; readonly name: string; readonly args: unknown }[];
    };

export type FakeOpenAi = Awaited<ReturnType<typeof startFakeOpenAi>>;

export async function startFakeOpenAi(script: (turn: Turn) => Said | Promise<Said>) {
  const turns: Turn[] = [];
  const server = createTestServer((request, response) => {
    void (async () => {
      if (!request.url?.endsWith('/chat/completions')) return response.writeHead(404).end('{}');
      const turn = read(await json(request));
      turns.push(turn);
      return write(response, await script(turn), turns.length);
    })().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    /** Base URL for an SDK. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** Inputs so far, newest last. */
    turns: turns as readonly Turn[],
    close(): Promise<unknown> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function read(body: unknown): Turn {
  const { messages, tools = [] } = body as Pick<Turn, 'messages'> & { tools?: { function: Turn['tools'][number] }[] };
  const results = messages
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
  return { messages, tools: tools.map((tool) => tool.function), results };
}

function write(response: ServerResponse, said: Said, step: number): void {
  const { text, calls } = typeof said === 'string' ? { text: said, calls: [] } : said;
  const head = { id: `said_${step}`, object: 'chat.completion.chunk', created: 1, model: 'fake' };
  const send = (rest: object) => response.write(`data: ${JSON.stringify({ ...head, ...rest })}\n\n`);
  const delta = (change: object, reason: string | null = null) =>
    send({ choices: [{ index: 0, delta: change, finish_reason: reason }] });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  delta({ role: 'assistant', ...(text !== undefined && { content: text }) });
  for (const [index, { id = `call_${step}_${index + 1}`, name, args }] of calls.entries()) {
    delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: JSON.stringify(args) } }] });
  }
  delta({}, calls.length > 0 ? 'tool_calls' : 'stop');
  send({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } });
  response.end('data: [DONE]\n\n');
}
