// server/ahead.ts
import { convertToModelMessages, generateId, stepCountIs, streamText, type LanguageModel, type UIMessage } from 'ai';
import { aiSdkAskTool } from 'react-ask-user/ai-sdk';
import type { AskUserBroker } from 'react-ask-user/server';
import { askLater } from './ask-later.js';
import type { Inbox } from './inbox.js';

interface Host {
  model: LanguageModel;
  broker: AskUserBroker;
  inbox: Inbox;
  /** The stored chat. `load` refuses a chat that the user may not see. */
  chats: { load(id: string): Promise<UIMessage[]>; save(id: string, messages: UIMessage[]): Promise<unknown> };
}

/** POST /api/chat, with the `id` of the chat and the user's `message`. */
export async function respond(request: Request, { model, broker, inbox, chats }: Host): Promise<Response> {
  const { id, message } = (await request.json()) as { id: string; message: UIMessage };
  const earlier = (await chats.load(id)).filter((one) => one.id !== message.id);
  const answers = (await inbox.take(id, message.id)).map((text) => ({ type: 'text' as const, text }));
  const messages = [...earlier, { ...message, parts: [...answers, ...message.parts] }];
  await chats.save(id, messages);
  const tools = {
    ask_user_later: aiSdkAskTool({ tool: askLater, broker, conversationId: id, callback: 'answers' }),
  };
  const prompt = await convertToModelMessages(messages, { tools });
  const result = streamText({ model, tools, messages: prompt, stopWhen: stepCountIs(20) });
  return result.toUIMessageStreamResponse({
    originalMessages: messages,
    // Without it, the stored messages of the assistant have no id.
    generateMessageId: generateId,
    onFinish: async (finished) => void (await chats.save(id, finished.messages)),
  });
}
