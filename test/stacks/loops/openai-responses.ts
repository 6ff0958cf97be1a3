// openai-responses.ts
import type OpenAI from 'openai';
import { askUser } from 'react-ask-user/dialects';
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
  const ask = createAskUserTool({ tool: askUser.tool, broker, asker: 'Setup assistant' });
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
      const results = calls.map(async (call): Promise<OpenAI.Responses.ResponseInputItem> => {
        const toolCallId = `${conversationId}/${index}/${call.call_id}`;
        const { content } = await ask.execute(call.arguments, { conversationId, toolCallId, signal });
        return { type: 'function_call_output', call_id: call.call_id, output: content[0].text };
      });
      messages.push(await Promise.all(results));
    }
    await save?.();
  }
}
