import { expect, vi } from 'vitest';
import type { Reply } from '../../../src/core/answer/types.js';
import type { AskUserRequest } from '../../../src/core/question/types.js';
import type { AskUserBroker, AskUserTransport } from '../../../src/host/index.js';

/** Waits until this many requests are pending, and returns them. */
export const asked = (broker: AskUserBroker, count = 1): Promise<readonly AskUserRequest[]> =>
  vi.waitFor(
    async () => {
      const pending = await broker.pending();
      expect(pending).toHaveLength(count);
      return pending.map(({ request }) => request);
    },
    { interval: 5, timeout: 20_000 },
  );

/** Returns the request with this question. Simultaneous calls reach the broker in any order. */
export function askedFor(requests: readonly AskUserRequest[], question: string): AskUserRequest {
  const request = requests.find(({ questions }) => questions[0]?.question === question);
  if (!request) throw new Error(`Nothing asks "${question}".`);
  return request;
}

/** Input of a user, in question order. */
export const repliesTo = (
  { questions }: AskUserRequest,
  ...replies: readonly Omit<Reply, 'questionId'>[]
): readonly Reply[] => replies.map((reply, i) => ({ ...reply, questionId: questions[i]?.id ?? '' }));

/** Answers the only pending request. */
export async function answerIt(broker: AskUserBroker, ...replies: readonly Omit<Reply, 'questionId'>[]) {
  const [request] = await asked(broker);
  if (!request) throw new Error('nothing asked');
  expect(await broker.answer(request.requestId, repliesTo(request, ...replies))).toEqual({ ok: true });
  return request;
}

/** A transport that asks the broker in one conversation, for callers without conversations. */
export const inConversation = (broker: AskUserBroker): AskUserTransport => ({
  ask: (request, options) => broker.ask(request, { ...options, conversationId: 'c1' }),
});
