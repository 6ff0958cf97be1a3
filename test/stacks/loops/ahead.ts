// ahead.ts
import type Anthropic from '@anthropic-ai/sdk';
import { createAskUserTool, type AskUserBroker } from 'react-ask-user/server';
import { askLater } from './ask-later.js';
import type { Inbox } from './inbox.js';

interface Chat {
  broker: AskUserBroker;
  inbox: Inbox;
  conversationId: string;
  /** The chat so far. The turn adds to it. Store it with the `done` of your chat, as above. */
  messages: Anthropic.MessageParam[];
}

/** Runs the agent's turn for a message of the user. Returns the model's text. */
export async function say(client: Anthropic, chat: Chat, message: { id: string; text: string }) {
  const { broker, inbox, conversationId, messages } = chat;
  const ask = createAskUserTool({ spec: askLater, transport: broker, callback: 'answers' });
  const tools: Anthropic.Tool[] = [{ name: ask.name, description: ask.description, input_schema: ask.inputSchema }];
  const answers = await inbox.take(conversationId, message.id);
  messages.push({ role: 'user', content: [...answers, message.text].join('\n\n') });
  for (;;) {
    const body = { model: 'claude-sonnet-5', max_tokens: 4096, tools, messages };
    const { content } = await client.messages.create(body);
    const messageId = messages.push({ role: 'assistant', content });
    const calls = content.filter((block) => block.type === 'tool_use');
    if (!calls.length) return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    // Returns at once. The questions stay open after the turn.
    const results = await ask.run(calls, { conversationId, messageId });
    const output = results.map((result): Anthropic.ToolResultBlockParam => {
      return { type: 'tool_result', tool_use_id: result.id, content: result.content, is_error: result.isError };
    });
    messages.push({ role: 'user', content: output });
  }
}
