import { describe, expect, it } from 'vitest';
import { parseRequest } from '../../src/core/index.js';
import { createAskUserBroker, type BrokerEvent } from '../../src/host/index.js';

const request = (requestId: string) => {
  const parsed = parseRequest(
    { questions: [{ question: 'Which database?', options: ['PostgreSQL', 'SQLite'] }] },
    { requestId },
  );
  if (!parsed.ok) throw new Error('not a request');
  return parsed.value;
};

describe('[R-PAUSE] a question pauses the agent until it has ended', () => {
  it('resumes with the answer, and tells every subscriber once', async () => {
    const broker = createAskUserBroker();
    const events: BrokerEvent[] = [];
    broker.subscribe((event) => events.push(event));
    const result = broker.ask(request('r1'), { conversationId: 'c1' });
    await expect.poll(() => events.length).toBe(1);
    const [{ request: asked }] = (await broker.pending('c1')) as [Awaited<ReturnType<typeof broker.pending>>[0]];
    const replies = [{ questionId: asked.questions[0]!.id, selected: [1] }];
    expect(await broker.answer('r1', replies, { by: 'Ana' })).toEqual({ ok: true });
    expect(await result).toMatchObject({ status: 'answered', answers: [{ answer: 'SQLite' }] });
    expect(await broker.answer('r1', replies)).toEqual({ ok: false, code: 'already_resolved' });
    expect(events.map(({ type }) => type)).toEqual(['awaiting_user_response', 'settled']);
    expect(await broker.pending()).toEqual([]);
  });
});
