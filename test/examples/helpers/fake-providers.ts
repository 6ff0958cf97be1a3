import { startSseServer, type SseServer } from './sse-server.js';

/** The question that the fake models ask first. After its result arrives, they send a text that repeats the result. */
export const ASKED = {
  questions: [
    {
      question: 'Which database?',
      header: 'Database',
      multiSelect: false,
      options: [{ label: 'PostgreSQL' }, { label: 'SQLite' }],
    },
  ],
};

const ARGUMENTS = JSON.stringify(ASKED);
const TOOL = 'ask_user';

interface OpenAIBody {
  model: string;
  input: readonly { type?: string; output?: string }[];
}

/** Fakes OpenAI’s Responses API: a function call first, then a text that quotes the call’s output. */
export function startFakeOpenAI(): Promise<SseServer> {
  return startSseServer(({ body }) => {
    const { model, input } = body as OpenAIBody;
    const result = input.findLast(({ type }) => type === 'function_call_output');
    const response = { id: 'resp_1', object: 'response', created_at: 1, model, output: [] };
    const usage = {
      input_tokens: 1,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 1,
      output_tokens_details: { reasoning_tokens: 0 },
    };
    return [
      { type: 'response.created', response: { ...response, status: 'in_progress' } },
      ...(result ? message(`The tool said ${result.output ?? ''}`) : functionCall()),
      { type: 'response.completed', response: { ...response, status: 'completed', usage } },
    ].map((event, sequence_number) => ({ ...event, sequence_number }));
  });
}

function functionCall(): readonly object[] {
  const item = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: TOOL };
  return [
    { type: 'response.output_item.added', output_index: 0, item: { ...item, arguments: '', status: 'in_progress' } },
    ...[ARGUMENTS.slice(0, 40), ARGUMENTS.slice(40)].map((delta) => ({
      type: 'response.function_call_arguments.delta',
      item_id: 'fc_1',
      output_index: 0,
      delta,
    })),
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: { ...item, arguments: ARGUMENTS, status: 'completed' },
    },
  ];
}

function message(text: string): readonly object[] {
  const item = { type: 'message', id: 'msg_1', role: 'assistant', status: 'in_progress', content: [] };
  const content = [{ type: 'output_text', text, annotations: [] }];
  return [
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: text },
    { type: 'response.output_item.done', output_index: 0, item: { ...item, status: 'completed', content } },
  ];
}

interface AnthropicBody {
  model: string;
  messages: readonly { role: string; content: readonly { type: string; content?: unknown }[] }[];
}

/** Fakes Anthropic’s Messages API: a tool use first, then a text that quotes the tool’s result. */
export function startFakeAnthropic(): Promise<SseServer> {
  return startSseServer(({ body }) => {
    const { model, messages } = body as AnthropicBody;
    const result = messages.at(-1)?.content.find(({ type }) => type === 'tool_result');
    const usage = { input_tokens: 1, output_tokens: 1 };
    const block = result ? { type: 'text', text: '' } : { type: 'tool_use', id: 'toolu_1', name: TOOL, input: {} };
    const deltas = result
      ? [{ type: 'text_delta', text: `The tool said ${JSON.stringify(result.content)}` }]
      : [ARGUMENTS.slice(0, 40), ARGUMENTS.slice(40)].map((json) => ({ type: 'input_json_delta', partial_json: json }));
    const stop = { stop_reason: result ? 'end_turn' : 'tool_use', stop_sequence: null };
    return [
      {
        type: 'message_start',
        message: { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], ...stop, usage },
      },
      { type: 'content_block_start', index: 0, content_block: block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index: 0, delta })),
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: stop, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ];
  });
}
