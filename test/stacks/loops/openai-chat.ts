// openai-chat.ts
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
  const tools: OpenAI.Chat.ChatCompletionTool[] = [{ type: 'function', function: { name, description, parameters } }];
  const messages: OpenAI.Chat.ChatCompletionMessageParam[] = [{ role: 'user', content: prompt }];
  for (;;) {
    const { id, choices } = await client.chat.completions.create({ model: 'gpt-5', tools, messages }, { signal });
    const message = choices[0]!.message;
    messages.push(message);
    const calls = message.tool_calls?.filter((call) => call.type === 'function') ?? [];
    if (!calls.length) return message.content;
    const results = calls.map(async (call): Promise<OpenAI.Chat.ChatCompletionToolMessageParam> => {
      const context = { conversationId, toolCallId: `${conversationId}/${id}/${call.id}`, signal };
      const { content } = await ask.execute(call.function.arguments, context);
      return { role: 'tool', tool_call_id: call.id, content };
    });
    messages.push(...(await Promise.all(results)));
  }
}
