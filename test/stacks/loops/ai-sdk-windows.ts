// server/windows.ts
import { convertToModelMessages, generateId, streamText, type LanguageModel, type UIMessage } from 'ai';
import { aiSdkAskTool, createAnswerGate, describeInvalidCall, type AnswerClaim } from 'react-ask-user/ai-sdk';
import type { RequestStore } from 'react-ask-user/store';

interface Host {
  model: LanguageModel;
  store: RequestStore;
  mayUse(request: Request, chat: string): Promise<boolean>;
  chats: {
    load(id: string): Promise<UIMessage[]>;
    /** Adds the message, or replaces the one with its id, unless that has more parts. */
    put(id: string, message: UIMessage): Promise<unknown>;
  };
}

const tools = { ask_user: aiSdkAskTool() };
const onError = (error: unknown) => describeInvalidCall(error) ?? 'An error occurred.';

export function createRoutes({ model, store, mayUse, chats }: Host) {
  const gate = createAnswerGate({ store, toolName: 'ask_user' });
  return {
    /** POST /api/claim */
    async claim(request: Request): Promise<Response> {
      const answer = (await request.json()) as AnswerClaim;
      if (!(await mayUse(request, answer.conversationId))) return new Response(null, { status: 403 });
      const claimed = await gate.claim(answer);
      return Response.json(claimed, { status: !claimed.ok && claimed.code === 'invalid' ? 400 : 200 });
    },

    /** POST /api/chat */
    async chat(request: Request): Promise<Response> {
      const { id, messages } = (await request.json()) as { id: string; messages: UIMessage[] };
      if (!(await mayUse(request, id))) return new Response(null, { status: 403 });
      // Refuses another answer than the first one.
      const admitted = await gate.admit(messages, { conversationId: id });
      if (!admitted.ok) return Response.json(admitted, { status: admitted.code === 'invalid' ? 400 : 409 });
      // Refuses a history without what another window has received.
      const sizes = new Map(messages.map((message) => [message.id, message.parts.length]));
      const stored = await chats.load(id);
      if (stored.some((message) => message.parts.length > (sizes.get(message.id) ?? 0)))
        return Response.json({ ok: false, code: 'outdated' }, { status: 409 });
      for (const message of messages) await chats.put(id, message);
      const prompt = await convertToModelMessages(messages, { tools });
      return streamText({ model, tools, messages: prompt }).toUIMessageStreamResponse({
        onError,
        originalMessages: messages,
        generateMessageId: generateId,
        onFinish: async ({ responseMessage }) => void (await chats.put(id, responseMessage)),
      });
    },
  };
}
