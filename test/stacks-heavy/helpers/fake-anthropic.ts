/**
 * A provider of Anthropic's streamed messages on the loopback, with a scripted model; see `fake-openai.ts`.
 *
 *     const model = await startFakeAnthropic(({ results }) =>
 *       results.length === 0 ? { calls: [{ id: 'toolu_1', name: 'AskUserQuestion', input: {…} }] } : `So: ${results[0].text}`);
 */
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createTestServer } from '../../helpers/http-server.js';

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly tool_use_id?: string;
  readonly content?: unknown;
  readonly is_error?: boolean;
}

/** Input of the model. */
export interface Turn {
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
  /** Names of its tools. */
  readonly tools: readonly string[];
  /** Results of its calls, in the order that it receives them. */
  readonly results: readonly { readonly id: string; readonly text: string; readonly isError: boolean }[];
  /** Messages of the user, newest last, without the tags that Claude Code adds. */
  readonly said: readonly string[];
}

/** Output of the model: a text, or tool calls. */
export type Said =
  | string
  | { readonly calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[] };

export type FakeAnthropic = Awaited<ReturnType<typeof startFakeAnthropic>>;

export async function startFakeAnthropic(script: (turn: Turn) => Said) {
  const turns: Turn[] = [];
  const server = createTestServer((request, response) => {
    void (async () => {
      if (!request.url?.split('?')[0]?.endsWith('/v1/messages')) return response.writeHead(404).end('{}');
      const turn = read(await json(request));
      turns.push(turn);
      return write(response, script(turn), turns.length);
    })().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    /** Base URL for an SDK. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Inputs so far, newest last. */
    turns: turns as readonly Turn[],
    close(): Promise<unknown> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Removes the reminders that Claude Code adds. */
const plain = (text: string) => text.replaceAll(/<system-reminder>[\s\S]*?<\/system-reminder>/g, '').trim();

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? plain(content)
    : plain((content as readonly Block[]).map(({ text = '' }) => text).join('\n'));

function read(body: unknown): Turn {
  const { messages, tools = [] } = body as Pick<Turn, 'messages'> & { tools?: { name: string }[] };
  const blocks = messages.flatMap(({ role, content }) =>
    role !== 'user' ? [] : typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  );
  return {
    messages,
    tools: tools.map(({ name }) => name),
    results: blocks.flatMap(({ type, tool_use_id: id = '', content, is_error: isError = false }: Block) =>
      type === 'tool_result' ? [{ id, text: textOf(content), isError }] : [],
    ),
    said: blocks.flatMap(({ type, text = '' }) => (type === 'text' && plain(text) ? [plain(text)] : [])),
  };
}

function write(response: ServerResponse, said: Said, step: number): void {
  const send = (type: string, rest: object = {}) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`);
  const calls = typeof said === 'string' ? [] : said.calls;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  send('message_start', {
    message: {
      id: `msg_${step}`,
      type: 'message',
      role: 'assistant',
      model: 'fake',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  });
  const block = (index: number, content_block: object, delta: object) => {
    send('content_block_start', { index, content_block });
    send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  };
  if (typeof said === 'string') block(0, { type: 'text', text: '' }, { type: 'text_delta', text: said });
  for (const [index, { id, name, input }] of calls.entries()) {
    const delta = { type: 'input_json_delta', partial_json: JSON.stringify(input) };
    block(index, { type: 'tool_use', id, name, input: {} }, delta);
  }
  const stop_reason = calls.length > 0 ? 'tool_use' : 'end_turn';
  send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } });
  send('message_stop');
  response.end();
}
