// openai-responses.ts
import type OpenAI from 'openai';
import { askUserTool } from 'react-ask-user/dialects';
import { createAskUserTool, type AskUserTransport } from 'react-ask-user/host';

interface Run {
  broker: AskUserTransport;
  conversationId: string;
  prompt: string;
  signal: AbortSignal;
}

export async function run(client: OpenAI, { broker, conversationId, prompt, signal }: Run) {
  const ask = createAskUserTool({ tool: askUserTool, broker });
  const { name, description, inputSchema: parameters } = ask;
  // strict: false, because strict mode requires every property of the schema.
  const tools: OpenAI.Responses.Tool[] = [{ type: 'function', name, description, parameters, strict: false }];
  let input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: prompt }];
  let previous_response_id: string | null = null;
  for (;;) {
    const body = { model: 'gpt-5', tools, input, previous_response_id };
    const response: OpenAI.Responses.Response = await client.responses.create(body, { signal });
    previous_response_id = response.id;
    const calls = response.output.filter((item) => item.type === 'function_call');
    if (!calls.length) return response.output_text;
    const results = calls.map(async (call): Promise<OpenAI.Responses.ResponseInputItem> => {
      const context = { conversationId, toolCallId: `${conversationId}/${response.id}/${call.call_id}`, signal };
      const { content } = await ask.execute(call.arguments, context);
      return { type: 'function_call_output', call_id: call.call_id, output: content[0].text };
    });
    input = await Promise.all(results);
  }
}
