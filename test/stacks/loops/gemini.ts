// gemini.ts
import type { Content, GoogleGenAI, Part } from '@google/genai';
import { askUser } from 'react-ask-user/dialects';
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
  const ask = createAskUserTool({ tool: askUser.tool, broker, asker: 'Setup assistant' });
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
      const parts = calls.map(async (call, i): Promise<Part> => {
        // Gemini may omit the ids.
        const toolCallId = `${conversationId}/${index}/${call.id ?? i}`;
        const result = await ask.execute(call.args, { conversationId, toolCallId, signal });
        const { text } = result.content[0];
        const functionResponse = { name, response: result.isError ? { error: text } : { output: text } };
        return { functionResponse: call.id ? { ...functionResponse, id: call.id } : functionResponse };
      });
      // All responses in one turn: Gemini expects as many parts as there were calls.
      messages.push({ role: 'user', parts: await Promise.all(parts) });
    }
    await save?.();
  }
}
