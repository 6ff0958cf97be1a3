import { describe, expect, it } from 'vitest';
import type { AskUserRequest } from '../../src/core/index.js';
import { makeRequest, settleDown, startBroker } from './helpers.js';
import { ana, mount, post } from './http/helpers.js';
import { asking, CALL, heard } from './rpc/helpers.js';

const KB = 1_000;
/** The largest size of the issues, plus the fields around them. */
const MOST = 64 * KB + KB;
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

const [Q] = makeRequest('r1').questions as [AskUserRequest['questions'][number]];
const many = (count: number, options: number): AskUserRequest => ({
  requestId: 'r1',
  questions: Array.from({ length: count }, (_, n) => ({
    ...Q,
    id: `q${n}`,
    options: Array.from({ length: options }, (_, i) => ({ label: `Option ${i}` })),
  })),
});

describe('the result of an invalid request', () => {
  const long = '问'.repeat(500_000);
  const broken = {
    toJSON() {
      throw new Error(long);
    },
  };
  const wrong: [string, object][] = [
    ['20,000 invalid questions', { questions: Array.from({ length: 20_000 }, () => null) }],
    [
      '100,000 options without a label',
      { questions: many(100, 1_000).questions.map((one) => ({ ...one, options: Array(1_000).fill({}) })) },
    ],
    ['an error with a long message', { metadata: broken }],
  ];
  it.each(wrong)('has at most 50 issues and 64 kB of them: %s [R-BYTES] [R-PAUSE]', async (_, fields) => {
    const { broker } = startBroker();
    const result = await broker.ask({ ...makeRequest('r1'), ...fields }, { conversationId: 'c1' });
    expect(result.status).toBe('invalid');
    expect(result.status === 'invalid' && result.issues.length).toBeLessThanOrEqual(50);
    expect(bytesOf(result)).toBeLessThan(MOST);
  });
});

describe('the response to an invalid answer', () => {
  const picks = Array.from({ length: 1_000 }, (_, i) => i);
  const ids = Array.from({ length: 100 }, (_, n) => `q${n}`);
  const wrong: [string, unknown][] = [
    ['every option of every question', ids.map((questionId) => ({ questionId, selected: picks }))],
    ['options that are not numbers', ids.map((questionId) => ({ questionId, selected: picks.map(() => 'x') }))],
    [
      'many skips of one question',
      Array.from({ length: 10_000 }, () => ({ questionId: 'q1', selected: [], skipped: true })),
    ],
    [
      'replies to questions with long ids',
      Array.from({ length: 9 }, () => ({ questionId: 'x'.repeat(100_000), selected: [] })),
    ],
    ['replies that are numbers', Array.from({ length: 100_000 }, () => 7)],
  ];
  it.each(wrong)('has at most 50 issues and 64 kB of them: %s [R-BYTES] [R-HTTP]', async (_, replies) => {
    const { broker, handler } = mount({}, { maxRequestBytes: Infinity });
    void broker.ask(many(100, 1_000), { conversationId: 'c1' });
    await settleDown();
    const response = await handler(post('/ask/requests/r1/answer', { replies }, ana));
    expect(response.status).toBe(400);
    const body = await response.text();
    expect(new TextEncoder().encode(body).length).toBeLessThan(MOST);
    expect((JSON.parse(body) as { issues: unknown[] }).issues.length).toBeLessThanOrEqual(50);
  });

  it('has at most 50 issues and 64 kB of them on a channel [R-BYTES] [R-RPC]', async () => {
    const { peer, asker } = asking();
    const result = asker.ask(many(100, 2), CALL);
    await heard(peer, 1);
    peer.respond('r1', { answers: Array.from({ length: 100 }, () => 7) });
    const refused = await heard(peer, 2);
    expect(refused).toMatchObject({ type: 'ask_user_error', code: 'invalid' });
    expect((refused!['issues'] as unknown[]).length).toBeLessThanOrEqual(50);
    expect(bytesOf(refused)).toBeLessThan(MOST);
    await asker.close();
    await result;
  });
});
