// anthropic.ts
import type Anthropic from '@anthropic-ai/sdk';
import { askUser } from 'react-ask-user/dialects';
import { createAskUserTool, type AskUserTransport } from 'react-ask-user/server';

interface Chat {
  broker: AskUserTransport;
  conversationId: string;
  /** The chat so far. The loop adds to it. */
  messages: Anthropic.MessageParam[];
  /** Stores the chat. */
  save?: () => Promise<unknown>;
  signal?: AbortSignal;
}

/** Continues a chat from its last message. Returns the model's text. */
export async function run(client: Anthropic, { broker, conversationId, messages, save, signal }: Chat) {
  const ask = createAskUserTool({ tool: askUser.tool, broker, asker: 'Setup assistant' });
  const tools: Anthropic.Tool[] = [{ name: ask.name, description: ask.description, input_schema: ask.inputSchema }];
  for (;;) {
    const index = messages.length - 1;
    const last = messages[index];
    if (last?.role !== 'assistant') {
      const body = { model: 'claude-sonnet-5', max_tokens: 4096, tools, messages };
      const { content } = await client.messages.create(body, { signal });
      messages.push({ role: 'assistant', content });
    } else {
      const blocks = typeof last.content === 'string' ? [] : last.content;
      const calls = blocks.filter((block) => block.type === 'tool_use');
      if (!calls.length) return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
      const results = calls.map(async (call): Promise<Anthropic.ToolResultBlockParam> => {
        const toolCallId = `${conversationId}/${index}/${call.id}`;
        const result = await ask.execute(call.input, { conversationId, toolCallId, signal });
        return { type: 'tool_result', tool_use_id: call.id, content: result.content, is_error: result.isError };
      });
      messages.push({ role: 'user', content: await Promise.all(results) });
    }
    await save?.();
  }
}
