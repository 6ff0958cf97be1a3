// openai-responses.ts
import type OpenAI from 'openai';
import { createAskUserTool, type AskUserTransport } from 'react-ask-user/server';

/** An input, or the parts of a response that the loop needs. */
type Message = OpenAI.Responses.ResponseInput | Pick<OpenAI.Responses.Response, 'id' | 'output' | 'output_text'>;

interface Chat {
  broker: AskUserTransport;
  conversationId: string;
  /** The chat so far. The loop adds to it. */
  messages: Message[];
  /** Stores the chat. */
  save?: () => Promise<unknown>;
  signal?: AbortSignal;
}

/** Continues a chat from its last message. Returns the model's text. */
export async function run(client: OpenAI, { broker, conversationId, messages, save, signal }: Chat) {
  const ask = createAskUserTool({ transport: broker, asker: 'Setup assistant' });
  const { name, description, inputSchema: parameters } = ask;
  // strict: false, because strict mode requires every property of the schema.
  const tools: OpenAI.Responses.Tool[] = [{ type: 'function', name, description, parameters, strict: false }];
  for (;;) {
    const index = messages.length - 1;
    const last = messages[index];
    if (!last || Array.isArray(last)) {
      const before = messages[index - 1];
      const previous_response_id = before && 'id' in before ? before.id : null;
      const body = { model: 'gpt-5', tools, input: last ?? [], previous_response_id };
      const { id, output, output_text } = await client.responses.create(body, { signal });
      messages.push({ id, output, output_text });
    } else {
      const calls = last.output.filter((item) => item.type === 'function_call');
      if (!calls.length) return last.output_text;
      const asked = calls.map(({ call_id: id, name, arguments: input }) => ({ id, name, input }));
      const results = await ask.run(asked, { conversationId, messageId: index, signal });
      const outputs = results.map(({ id, content }): OpenAI.Responses.ResponseInputItem => {
        return { type: 'function_call_output', call_id: id, output: content[0].text };
      });
      messages.push(outputs);
    }
    await save?.();
  }
}
