// server/ask-back.ts
import { convertToModelMessages, generateText, type LanguageModel, type UIMessage } from 'ai';
import { askUser } from 'react-ask-user/dialects';

interface AskBack {
  messages: UIMessage[];
  toolCallId: string;
  questionId: string;
  text: string;
}

/** POST /api/ask-back */
export async function reply(model: LanguageModel, request: Request): Promise<Response> {
  const { messages, toolCallId, questionId, text } = (await request.json()) as AskBack;
  const parts = messages.flatMap((message) => message.parts);
  const call = parts.find((part) => 'toolCallId' in part && part.toolCallId === toolCallId);
  const asked = askUser.parse(call && 'input' in call ? call.input : undefined);
  const question = asked.ok && asked.value.questions.find(({ id }) => id === questionId);
  if (!question) return new Response(null, { status: 400 });
  const content = `Answer what the user asks about your question, in at most five sentences.
Your question: ${JSON.stringify(question)}
The user asks: ${text}`;
  const chat = await convertToModelMessages(messages, { ignoreIncompleteToolCalls: true });
  const prompt = [...chat, { role: 'user' as const, content }];
  const { text: answer } = await generateText({ model, messages: prompt, abortSignal: request.signal });
  return new Response(answer);
}
