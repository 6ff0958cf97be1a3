// gemini.ts
import type { Content, GoogleGenAI, Part } from '@google/genai';
import { askUserTool } from 'react-ask-user/dialects';
import { createAskUserTool, type AskUserTransport } from 'react-ask-user/host';

interface Run {
  broker: AskUserTransport;
  conversationId: string;
  prompt: string;
  signal: AbortSignal;
}

export async function run(client: GoogleGenAI, { broker, conversationId, prompt, signal }: Run) {
  const ask = createAskUserTool({ tool: askUserTool, broker });
  const { name, description, inputSchema: parametersJsonSchema } = ask;
  const tools = [{ functionDeclarations: [{ name, description, parametersJsonSchema }] }];
  const config = { tools, abortSignal: signal };
  const contents: Content[] = [{ role: 'user', parts: [{ text: prompt }] }];
  for (;;) {
    const response = await client.models.generateContent({ model: 'gemini-3-pro', contents, config });
    const content = response.candidates?.[0]?.content;
    if (content) contents.push(content);
    const calls = response.functionCalls ?? [];
    if (!calls.length) return response.text;
    const parts = calls.map(async (call): Promise<Part> => {
      const { responseId } = response;
      // Gemini may omit the ids. The request then gets a random one.
      const toolCallId = responseId && call.id && `${conversationId}/${responseId}/${call.id}`;
      const result = await ask.execute(call.args, { conversationId, toolCallId, signal });
      const { text } = result.content[0];
      const functionResponse = { name, response: result.isError ? { error: text } : { output: text } };
      return { functionResponse: call.id ? { ...functionResponse, id: call.id } : functionResponse };
    });
    // All responses in one turn: Gemini expects as many parts as there were calls.
    contents.push({ role: 'user', parts: await Promise.all(parts) });
  }
}
