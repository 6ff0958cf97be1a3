// anthropic.ts
import type Anthropic from '@anthropic-ai/sdk';
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
  const ask = createAskUserTool({ transport: broker, asker: 'Setup assistant' });
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
      const results = await ask.run(calls, { conversationId, messageId: index, signal });
      const content = results.map((result): Anthropic.ToolResultBlockParam => {
        return { type: 'tool_result', tool_use_id: result.id, content: result.content, is_error: result.isError };
      });
      messages.push({ role: 'user', content });
    }
    await save?.();
  }
}
