// reply.ts
import type Anthropic from '@anthropic-ai/sdk';
import type { AskUserRequest, OnAskBack } from 'react-ask-user/core';

const system = 'You have asked the user a question. Answer what the user asks about it, in at most five sentences.';

/** Replies with the chat so far, and adds nothing to it. */
export function replyWith(client: Anthropic, chat: Anthropic.MessageParam[], request: AskUserRequest): OnAskBack {
  return async ({ questionId, text }, { signal }) => {
    const question = request.questions.find(({ id }) => id === questionId);
    const content = `Your question: ${JSON.stringify(question)}\n\nThe user asks: ${text}`;
    // The last message has the call, without a result yet.
    const messages: Anthropic.MessageParam[] = [...chat.slice(0, -1), { role: 'user', content }];
    const body = { model: 'claude-sonnet-5', max_tokens: 1000, system, messages };
    const reply = await client.messages.create(body, { signal });
    return reply.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  };
}
