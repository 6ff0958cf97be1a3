import { expect, vi } from 'vitest';
import type { Reply } from '../../../src/core/answer/types.js';
import type { AskUserRequest } from '../../../src/core/question/types.js';
import type { AskUserBroker, Asker } from '../../../src/host/index.js';

/** The requests that wait for a person, as soon as there are that many. */
export const asked = (broker: AskUserBroker, count = 1): Promise<readonly AskUserRequest[]> =>
  vi.waitFor(
    async () => {
      const pending = await broker.pending();
      expect(pending).toHaveLength(count);
      return pending.map(({ request }) => request);
    },
    { interval: 5, timeout: 20_000 },
  );

/** The request that asks this. Calls that are made at once reach the broker in any order. */
export function askedFor(requests: readonly AskUserRequest[], question: string): AskUserRequest {
  const request = requests.find(({ questions }) => questions[0]?.question === question);
  if (!request) throw new Error(`Nothing asks "${question}".`);
  return request;
}

/** What a person enters, by position. */
export const repliesTo = (
  { questions }: AskUserRequest,
  ...replies: readonly Omit<Reply, 'questionId'>[]
): readonly Reply[] => replies.map((reply, i) => ({ ...reply, questionId: questions[i]?.id ?? '' }));

/** Answers the one request that waits. */
export async function answerIt(broker: AskUserBroker, ...replies: readonly Omit<Reply, 'questionId'>[]) {
  const [request] = await asked(broker);
  if (!request) throw new Error('nothing asked');
  expect(await broker.answer(request.requestId, repliesTo(request, ...replies))).toEqual({ ok: true });
  return request;
}

/** A transport that asks the broker in one conversation, for callers that know of none. */
export const inConversation = (broker: AskUserBroker): Asker => ({
  ask: (request, options) => broker.ask(request, { ...options, conversationId: 'c1' }),
});
