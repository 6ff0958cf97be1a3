// anthropic.ts
import type Anthropic from '@anthropic-ai/sdk';
import { askUserTool } from 'react-ask-user/dialects';
import { createAskUserTool, type AskUserTransport } from 'react-ask-user/host';

interface Run {
  broker: AskUserTransport;
  conversationId: string;
  prompt: string;
  signal: AbortSignal;
}

export async function run(client: Anthropic, { broker, conversationId, prompt, signal }: Run) {
  const ask = createAskUserTool({ tool: askUserTool, broker });
  const tools: Anthropic.Tool[] = [{ name: ask.name, description: ask.description, input_schema: ask.inputSchema }];
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: prompt }];
  for (;;) {
    const body = { model: 'claude-sonnet-5', max_tokens: 4096, tools, messages };
    const { id, content } = await client.messages.create(body, { signal });
    messages.push({ role: 'assistant', content });
    const calls = content.filter((block) => block.type === 'tool_use');
    if (!calls.length) return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    const results = calls.map(async (call): Promise<Anthropic.ToolResultBlockParam> => {
      const context = { conversationId, toolCallId: `${conversationId}/${id}/${call.id}`, signal };
      const result = await ask.execute(call.input, context);
      return { type: 'tool_result', tool_use_id: call.id, content: result.content, is_error: result.isError };
    });
    messages.push({ role: 'user', content: await Promise.all(results) });
  }
}
