// gemini.ts
import type { Content, GoogleGenAI, Part } from '@google/genai';
import { createAskUserTool, type AskUserTransport } from 'react-ask-user/server';

interface Chat {
  broker: AskUserTransport;
  conversationId: string;
  /** The chat so far. The loop adds to it. */
  messages: Content[];
  /** Stores the chat. */
  save?: () => Promise<unknown>;
  signal?: AbortSignal;
}

/** Continues a chat from its last message. Returns the model's text. */
export async function run(client: GoogleGenAI, { broker, conversationId, messages, save, signal }: Chat) {
  const ask = createAskUserTool({ transport: broker, asker: 'Setup assistant' });
  const { name, description, inputSchema: parametersJsonSchema } = ask;
  const tools = [{ functionDeclarations: [{ name, description, parametersJsonSchema }] }];
  const config = { tools, ...(signal && { abortSignal: signal }) };
  for (;;) {
    const index = messages.length - 1;
    const last = messages[index];
    if (last?.role !== 'model') {
      const body = { model: 'gemini-3-pro', contents: messages, config };
      const { candidates } = await client.models.generateContent(body);
      messages.push({ parts: [], ...candidates?.[0]?.content, role: 'model' });
    } else {
      const calls = last.parts?.flatMap(({ functionCall }) => functionCall ?? []) ?? [];
      if (!calls.length) return last.parts?.map(({ text = '', thought }) => (thought ? '' : text)).join('') ?? '';
      // Gemini may omit the ids.
      const asked = calls.map(({ id, name = '', args }, i) => ({ id: id ?? `${i}`, name, input: args }));
      const results = await ask.run(asked, { conversationId, messageId: index, signal });
      const parts = results.map(({ id, content: [{ text }], isError }): Part => {
        const functionResponse = { name, response: isError ? { error: text } : { output: text } };
        return {
          functionResponse: calls.some((call) => call.id === id) ? { ...functionResponse, id } : functionResponse,
        };
      });
      // All responses in one turn: Gemini expects as many parts as there were calls.
      messages.push({ role: 'user', parts });
    }
    await save?.();
  }
}
