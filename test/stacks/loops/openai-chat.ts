// openai-chat.ts
import type OpenAI from 'openai';
import { createAskUserTool, type AskUserTransport } from 'react-ask-user/server';

interface Chat {
  broker: AskUserTransport;
  conversationId: string;
  /** The chat so far. The loop adds to it. */
  messages: OpenAI.Chat.ChatCompletionMessageParam[];
  /** Stores the chat. */
  save?: () => Promise<unknown>;
  signal?: AbortSignal;
}

/** Continues a chat from its last message. Returns the model's text. */
export async function run(client: OpenAI, { broker, conversationId, messages, save, signal }: Chat) {
  const ask = createAskUserTool({ transport: broker, asker: 'Setup assistant' });
  const { name, description, inputSchema: parameters } = ask;
  const tools: OpenAI.Chat.ChatCompletionTool[] = [{ type: 'function', function: { name, description, parameters } }];
  for (;;) {
    const index = messages.length - 1;
    const last = messages[index];
    if (last?.role !== 'assistant') {
      const { choices } = await client.chat.completions.create({ model: 'gpt-5', tools, messages }, { signal });
      messages.push(choices[0]!.message);
    } else {
      const calls = last.tool_calls?.filter((call) => call.type === 'function') ?? [];
      if (!calls.length) return typeof last.content === 'string' ? last.content : '';
      const asked = calls.map(({ id, function: { name, arguments: input } }) => ({ id, name, input }));
      const results = await ask.run(asked, { conversationId, messageId: index, signal });
      for (const { id, content } of results) messages.push({ role: 'tool', tool_call_id: id, content });
    }
    await save?.();
  }
}
