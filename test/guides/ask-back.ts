// ask-back.ts
import type { AskUserRequest } from 'react-ask-user/core';

interface Chat {
  /** The request that is shown. */
  request: AskUserRequest;
  /** The chat so far, which explains why the model asks. */
  messages: { role: 'user' | 'assistant'; content: string }[];
}

interface AskBack {
  conversationId: string;
  questionId: string;
  text: string;
}

const SYSTEM = 'You have asked the user a question. Answer what the user asks about it, in at most five sentences.';

/** Answers `POST /ask-back`. `chatOf` checks that the user may see the conversation. */
export async function answerAskBack(request: Request, chatOf: (id: string) => Promise<Chat>): Promise<Response> {
  const { conversationId, questionId, text } = (await request.json()) as AskBack;
  const { request: asked, messages } = await chatOf(String(conversationId));
  const question = asked.questions.find(({ id }) => id === questionId);
  if (!question || typeof text !== 'string') return new Response(null, { status: 400 });
  const content = `Your question: ${JSON.stringify(question)}\n\nThe user asks: ${text}`;
  const response = await fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
      'x-api-key': process.env['ANTHROPIC_API_KEY'] ?? '',
    },
    body: JSON.stringify({
      model: 'claude-sonnet-5',
      max_tokens: 1000,
      system: SYSTEM,
      messages: [...messages, { role: 'user', content }],
    }),
    signal: request.signal,
  });
  if (!response.ok) return new Response(null, { status: 502 });
  const { content: blocks } = (await response.json()) as { content: { text?: string }[] };
  return new Response(blocks.map((block) => block.text ?? '').join(''));
}
