/**
 * A provider of OpenAI's streamed responses on the loopback, with a scripted model, as Codex reads it; see
 * `fake-anthropic.ts` of the stacks.
 */
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createTestServer } from '../helpers/http-server.js';

interface Tool {
  readonly name: string;
  readonly namespace?: string;
}

/** A tool, or a namespace of tools. */
interface Offered {
  readonly name: string;
  readonly tools?: readonly Tool[];
}

interface Item {
  readonly type: string;
  readonly role?: string;
  readonly content?: readonly { readonly text?: string }[];
  readonly tools?: readonly Offered[];
  readonly call_id?: string;
  readonly output?: string;
}

/** Input of the model. */
export interface Turn {
  readonly tools: readonly Tool[];
  /** Results of its calls, in the order that it receives them. */
  readonly results: readonly { readonly id: string; readonly text: string }[];
  /** Messages of the user, newest last. */
  readonly said: readonly string[];
}

/** Output of the model: a text, or a tool call. A text ends its turn. */
export type Said = string | { readonly id: string; readonly tool: Tool; readonly input: unknown };

export async function startFakeResponses(script: (turn: Turn) => Said | Promise<Said>) {
  const turns: Turn[] = [];
  const server = createTestServer((request, response) => {
    void (async () => {
      if (!request.url?.endsWith('/responses')) return response.writeHead(404).end('{}');
      const turn = read((await json(request)) as Body);
      turns.push(turn);
      return write(response, await script(turn), turns.length);
    })().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    /** Base URL of the provider. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** Inputs so far, newest last. */
    turns: turns as readonly Turn[],
    close(): Promise<unknown> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Body {
  readonly input: readonly Item[];
  /** Absent for the models that find their tools in an item of the input. */
  readonly tools?: readonly Offered[];
}

function read({ input, tools }: Body): Turn {
  return {
    tools: [...(tools ?? []), ...input.flatMap((item) => item.tools ?? [])].flatMap((offered) =>
      offered.tools ? offered.tools.map(({ name }) => ({ name, namespace: offered.name })) : [{ name: offered.name }],
    ),
    results: input.flatMap(({ type, call_id: id = '', output: text = '' }) =>
      type === 'function_call_output' ? [{ id, text }] : [],
    ),
    said: input.flatMap(({ role, content = [] }) =>
      role === 'user' ? [content.map(({ text = '' }) => text).join('\n')] : [],
    ),
  };
}

function write(response: ServerResponse, said: Said, step: number): void {
  const send = (type: string, rest: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`);
  const id = `resp_${step}`;
  const item =
    typeof said === 'string'
      ? { type: 'message', id: `msg_${step}`, role: 'assistant', content: [{ type: 'output_text', text: said }] }
      : { type: 'function_call', call_id: said.id, ...said.tool, arguments: JSON.stringify(said.input) };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  send('response.created', { response: { id } });
  send('response.output_item.done', { item });
  send('response.completed', { response: { id, usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } } });
  response.end();
}
