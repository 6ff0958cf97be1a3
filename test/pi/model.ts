import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A tool call. */
export interface Call {
  readonly id: string;
  readonly name?: string;
  readonly input: unknown;
  /** Text that the model writes before the call. */
  readonly text?: string;
}

/** A turn of the model: it calls tools or writes text. */
export type Turn = readonly Call[] | string;

/** A message of the conversation, as pi sends it to the model. */
export interface ModelMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown };
  }[];
}

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({
    id: 'x',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'fake',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`;

const USAGE = {
  id: 'x',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'fake',
  choices: [],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};

function* chunksOf(turn: Turn): Generator<string> {
  if (typeof turn === 'string') {
    yield chunk({ role: 'assistant', content: turn });
    yield chunk({}, 'stop');
  } else {
    for (const [index, { id, name = 'ask_user', input, text: before }] of turn.entries()) {
      if (before !== undefined) yield chunk({ role: 'assistant', content: before });
      const text = JSON.stringify(input);
      yield chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] });
      // Send the text in pieces, like real models.
      for (let at = 0; at < text.length; at += 60) {
        yield chunk({ tool_calls: [{ index, function: { arguments: text.slice(at, at + 60) } }] });
      }
    }
    yield chunk({}, 'tool_calls');
  }
  yield `data: ${JSON.stringify(USAGE)}\n\ndata: [DONE]\n\n`;
}

/** Returns the text of a message. */
export const textOf = ({ content }: ModelMessage): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((block: { text?: string }) => block.text ?? '').join('')
      : '';

/** Starts a model on a loopback address. It plays its turns in order, then always writes "The end." */
export async function startModel(...turns: readonly Turn[]) {
  const script = [...turns];
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      if (request.method !== 'POST' || !request.url?.endsWith('/chat/completions'))
        return response.writeHead(404).end();
      requests.push(JSON.parse(body) as ModelRequest);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const text of chunksOf(script.shift() ?? 'The end.')) response.write(text);
      return response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    /** Adds turns to play. */
    plays: (...more: readonly Turn[]) => void script.push(...more),
    /** Returns the tool results of the last request, by call id. */
    results: (): Readonly<Record<string, string>> =>
      Object.fromEntries(
        (requests.at(-1)?.messages ?? [])
          .filter(({ role }) => role === 'tool')
          .map((message) => [message.tool_call_id ?? '', textOf(message)]),
      ),
  };
}

export type Model = Awaited<ReturnType<typeof startModel>>;
