// A provider on the loopback that speaks the protocols of Anthropic's messages, OpenAI's responses and chat completions, and
// Gemini. Behind each of them is the same scripted model.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

/**
 * @typedef {{ name: string, namespace?: string }} Tool
 * @typedef {{ id?: string, name?: string, text: string }} Result What the model reads of a call
 * @typedef {{ tools: Tool[], results: Result[] }} Turn Input of the model
 * @typedef {{ id: string, tool: Tool, input: object }} Call
 * @typedef {string | Call[]} Said Output of the model: a text, which ends its turn, or calls
 */

const textOf = (content) =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part) => part.text ?? JSON.stringify(part)).join('')
      : JSON.stringify(content);

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

const anthropic = {
  path: /\/messages$/,
  read: ({ tools = [], messages }) => ({
    tools,
    results: messages
      .flatMap(({ content }) => (Array.isArray(content) ? content : []))
      .filter(({ type }) => type === 'tool_result')
      .map(({ tool_use_id: id, content }) => ({ id, text: textOf(content) })),
  }),
  *write(said) {
    const event = (type, fields = {}) => ({ type, ...fields });
    const message = { id: 'msg', type: 'message', role: 'assistant', model: 'fake', content: [], stop_reason: null };
    yield event('message_start', {
      message: { ...message, stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } },
    });
    const blocks =
      typeof said === 'string'
        ? [
            [
              { type: 'text', text: '' },
              { type: 'text_delta', text: said },
            ],
          ]
        : said.map(({ id, tool, input }) => [
            { type: 'tool_use', id, name: tool.name, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(input) },
          ]);
    for (const [index, [content_block, delta]] of blocks.entries()) {
      yield event('content_block_start', { index, content_block });
      yield event('content_block_delta', { index, delta });
      yield event('content_block_stop', { index });
    }
    const stop_reason = typeof said === 'string' ? 'end_turn' : 'tool_use';
    yield event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } });
    yield event('message_stop');
  },
};

const responses = {
  path: /\/responses$/,
  read: ({ tools = [], input }) => ({
    // Some models find their tools in an item of the input, and some tools are in a namespace.
    tools: [...tools, ...input.flatMap((item) => item.tools ?? [])].flatMap((offered) =>
      offered.tools ? offered.tools.map(({ name }) => ({ name, namespace: offered.name })) : [offered],
    ),
    results: input
      .filter(({ type }) => type.endsWith('call_output'))
      .map(({ call_id: id, output }) => ({ id, text: textOf(output) })),
  }),
  *write(said) {
    const items =
      typeof said === 'string'
        ? [{ type: 'message', id: 'msg', role: 'assistant', content: [{ type: 'output_text', text: said }] }]
        : said.map(({ id, tool, input }) => ({
            type: 'function_call',
            call_id: id,
            name: tool.name,
            ...(tool.namespace && { namespace: tool.namespace }),
            arguments: JSON.stringify(input),
          }));
    yield { type: 'response.created', response: { id: 'resp' } };
    for (const [output_index, item] of items.entries()) yield { type: 'response.output_item.done', output_index, item };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    yield { type: 'response.completed', response: { id: 'resp', usage } };
  },
};

const chat = {
  path: /\/chat\/completions$/,
  read: ({ tools = [], messages }) => ({
    tools: tools.map((tool) => tool.function),
    results: messages
      .filter(({ role }) => role === 'tool')
      .map(({ tool_call_id: id, content }) => ({ id, text: textOf(content) })),
  }),
  *write(said) {
    const chunk = (choices, fields) => ({
      id: 'x',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'fake',
      choices,
      ...fields,
    });
    const choice = (delta, finish_reason = null) => chunk([{ index: 0, delta, finish_reason }]);
    if (typeof said === 'string') yield choice({ role: 'assistant', content: said });
    else {
      for (const [index, { id, tool, input }] of said.entries()) {
        const call = { name: tool.name, arguments: JSON.stringify(input) };
        yield choice({ role: 'assistant', tool_calls: [{ index, id, type: 'function', function: call }] });
      }
    }
    yield choice({}, typeof said === 'string' ? 'stop' : 'tool_calls');
    yield chunk([], { usage: USAGE });
  },
  end: 'data: [DONE]\n\n',
};

const gemini = {
  path: /:streamGenerateContent$/,
  read: ({ tools = [], contents }) => ({
    tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations),
    results: contents
      .flatMap(({ parts = [] }) => parts)
      .filter(({ functionResponse }) => functionResponse)
      .map(({ functionResponse: { id, name, response } }) => ({ id, name, text: textOf(response.output ?? response) })),
  }),
  *write(said) {
    const parts =
      typeof said === 'string'
        ? [{ text: said }]
        : said.map(({ id, tool, input }) => ({ functionCall: { id, name: tool.name, args: input } }));
    yield {
      candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    };
  },
};

const PROTOCOLS = [anthropic, responses, chat, gemini];

/**
 * Starts a provider.
 *
 * @param {(turn: Turn) => Said} script
 */
export async function startModel(script) {
  /** @type {Turn[]} */
  const turns = [];
  /** Requests that are no turn, and errors, for the report of a failure. */
  const others = [];
  const changed = new EventTarget();
  const serve = async (request, response) => {
    const path = request.url.split('?')[0];
    const protocol = PROTOCOLS.find((one) => one.path.test(path));
    if (request.method !== 'POST' || !protocol) {
      others.push(`${request.method} ${request.url}`);
      return response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    }
    const turn = protocol.read(await json(request));
    turns.push(turn);
    changed.dispatchEvent(new Event('turn'));
    const said = script(turn);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of protocol.write(said)) {
      const name = event.type ? `event: ${event.type}\n` : '';
      response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
    }
    return response.end(protocol.end);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error) => {
      others.push(String(error.stack));
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    turns,
    others,
    /** Waits for an input of the model that fits, and returns it. */
    async turn(fits) {
      for (;;) {
        const found = turns.find(fits);
        if (found) return found;
        await once(changed, 'turn');
      }
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
