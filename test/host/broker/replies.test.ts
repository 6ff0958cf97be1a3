import { describe, expect, it } from 'vitest';
import { parseRequest, type AskUserRequest, type Reply } from '../../../src/core/index.js';
import type { AskOptions } from '../../../src/host/index.js';
import { createMemoryStore } from '../../../src/host/store.js';
import { createRequests } from '../../../src/host/store/requests.js';
import { makeRequest, replyTo, settleDown, startBroker } from '../helpers.js';

async function asking(request: AskUserRequest, options: Omit<AskOptions, 'conversationId'> = {}) {
  const at = startBroker();
  const result = at.broker.ask(request, { conversationId: 'c1', ...options });
  await settleDown();
  return { ...at, result };
}

const [Q] = makeRequest('r1').questions.map(({ id }) => id) as [string];

describe('the broker [R-FIRST]', () => {
  it('accepts one of two answers that arrive together, and publishes whose it was', async () => {
    const request = makeRequest('r1');
    const { broker, result, events } = await asking(request);
    const outcomes = await Promise.all([
      broker.answer('r1', replyTo(request, 0), { by: 'Ana' }),
      broker.answer('r1', replyTo(request, 1), { by: 'Ben' }),
    ]);
    expect(outcomes).toEqual([{ ok: true }, { ok: false, code: 'already_resolved' }]);
    expect(await result).toMatchObject({ answers: [{ answer: 'PostgreSQL' }] });
    expect(events.slice(1)).toMatchObject([{ type: 'settled', settlement: { by: 'Ana' } }]);
    expect(await broker.get('r1')).toMatchObject({ state: 'settled', settlement: { by: 'Ana' } });
    const late = { ok: false, code: 'already_resolved' };
    expect(await broker.answer('r1', replyTo(request), { by: 'Cem' })).toEqual(late);
    expect(await broker.cancel('r1', { by: 'Cem' })).toEqual(late);
  });

  it('states how many refused skips are not listed [R-FIRST]', async () => {
    const [question] = makeRequest('r1').questions;
    const questions = Array.from({ length: 100 }, (_, i) => ({ ...question!, id: `q${i}` }));
    const { broker } = await asking({ requestId: 'r1', questions });
    const replies = questions.map(({ id }): Reply => ({ questionId: id, selected: [], skipped: true }));
    const outcome = await broker.answer('r1', replies);
    if (outcome.ok || outcome.code !== 'invalid') return expect.unreachable();
    expect(outcome.issues).toHaveLength(50);
    expect(outcome.issues[49]).toEqual({ code: 'more', path: '', message: '51 more could not be listed.' });
  });

  const wrong: [string, unknown, string][] = [
    ['to an unknown question', [{ questionId: 'other', selected: [0] }], 'unknown_question'],
    ['with an unknown option', [{ questionId: Q, selected: [7] }], 'unknown_option'],
    ['with two options for a single-select question', [{ questionId: Q, selected: [0, 1] }], 'too_many_options'],
    ['without a selection', [{ questionId: Q, selected: [] }], 'unanswered'],
    ['with notes only', [{ questionId: Q, selected: [], notes: 'Hm.' }], 'unanswered'],
    ['without replies', [], 'unanswered'],
    ['that skips a question without permission', [{ questionId: Q, selected: [], skipped: true }], 'skip_not_allowed'],
    [
      'that takes an unmarked option as recommended',
      [{ questionId: Q, selected: [0], recommended: true }],
      'not_recommended',
    ],
    ['with a label instead of an index', [{ questionId: Q, selected: ['SQLite'] }], ''],
    ['that is a string', 'SQLite', ''],
    ['that is undefined', undefined, ''],
  ];
  it.each(wrong)('refuses an answer %s, with an issue, and the request stays pending', async (_, replies, code) => {
    const { broker, result, events } = await asking(makeRequest('r1'));
    const outcome = await broker.answer('r1', replies as Reply[]);
    expect(outcome).toMatchObject({ ok: false, code: 'invalid' });
    const issues = 'issues' in outcome ? outcome.issues : [];
    expect(issues.length).toBeGreaterThan(0);
    expect(issues.map((one) => one.code).join()).toContain(code);
    expect(await broker.pending('c1')).toHaveLength(1);
    expect(events).toHaveLength(1);
    await broker.answer('r1', [{ questionId: Q, selected: [0] }]);
    expect(await result).toMatchObject({ status: 'answered', answers: [{ answer: 'PostgreSQL' }] });
  });

  it('refuses to answer, cancel or decline an unknown request id', async () => {
    const { broker, events } = await asking(makeRequest('r1'));
    const unknown = { ok: false, code: 'unknown' };
    expect(await broker.answer('r9', replyTo(makeRequest('r9')))).toEqual(unknown);
    expect(await broker.cancel('r9')).toEqual(unknown);
    expect(await broker.decline('__proto__')).toEqual(unknown);
    expect(await broker.get('r9')).toBeUndefined();
    expect(events).toHaveLength(1);
  });

  it('accepts a skip if the host or the question allows it', async () => {
    const skipped = [{ questionId: Q, selected: [], skipped: true as const }];
    const allowed = await asking(makeRequest('r1'), { allow: { skip: true } });
    expect(await allowed.broker.answer('r1', skipped)).toEqual({ ok: true });
    expect(await allowed.result).toMatchObject({ answers: [{ skipped: true, answer: '' }] });

    const plain = makeRequest('r2');
    const questions = plain.questions.map((one) => ({ ...one, constraints: { required: false } }));
    const optional = await asking({ ...plain, questions });
    expect(await optional.broker.answer('r2', skipped)).toEqual({ ok: true });
    expect(await optional.result).toMatchObject({ answers: [{ skipped: true }] });
  });

  it('refuses notes that a question disallows, so that the client keeps them', async () => {
    const plain = makeRequest('r1');
    const questions = plain.questions.map((one) => ({ ...one, constraints: { allowNotes: 'withOption' } as const }));
    const { broker, result } = await asking({ ...plain, questions });
    expect(await broker.answer('r1', [{ questionId: Q, selected: [], custom: 'Redis', notes: 'Hm.' }])).toMatchObject({
      ok: false,
      code: 'invalid',
      issues: [{ code: 'allowNotes', path: 'replies[0]' }],
    });
    expect(await broker.pending('c1')).toHaveLength(1);
    expect(await broker.answer('r1', [{ questionId: Q, selected: [0], notes: 'Hm.' }])).toEqual({ ok: true });
    expect(await result).toMatchObject({ answers: [{ notes: 'Hm.' }] });
  });

  it('accepts such notes in a discussion, whose text has them [R-DISCUSS]', async () => {
    const plain = makeRequest('r1');
    const questions = plain.questions.map((one) => ({ ...one, constraints: { allowNotes: false } as const }));
    const { broker, result } = await asking({ ...plain, questions }, { allow: { discuss: true } });
    const replies = [{ questionId: Q, selected: [0], notes: 'Hm.' }];
    expect(await broker.decline('r1', { discuss: true, replies })).toEqual({ ok: true });
    expect(await result).toMatchObject({ discuss: true, answers: [{ notes: 'Hm.' }] });
  });

  it('accepts some of the answers only if the host allows it, and never none of them [R-PARTIAL]', async () => {
    const parsed = parseRequest(
      { questions: [{ question: 'Which?', options: ['A', 'B'] }, { question: 'Why?' }] },
      { requestId: 'r1' },
    );
    const request = parsed.ok ? parsed.value : makeRequest('r1');
    const [first, second] = request.questions.map(({ id }) => id) as [string, string];
    const skip = (questionId: string): Reply => ({ questionId, selected: [], skipped: true });
    const some: Reply[] = [{ questionId: first, selected: [1] }, skip(second)];
    const refused = { ok: false, code: 'invalid', issues: [{ code: 'skip_not_allowed', path: 'replies[1]' }] };

    const plain = await asking(request);
    expect(await plain.broker.answer('r1', some)).toMatchObject(refused);

    const { broker, result } = await asking(request, { allow: { partial: true } });
    expect(await broker.pending('c1')).toMatchObject([{ allow: { partial: true } }]);
    const none = await broker.answer('r1', [skip(first), skip(second)]);
    expect(none).toMatchObject({
      ok: false,
      code: 'invalid',
      issues: [{ path: 'replies[0]' }, { path: 'replies[1]' }],
    });
    expect(await broker.answer('r1', [{ questionId: first, selected: [1] }])).toMatchObject({ code: 'invalid' });
    expect(await broker.answer('r1', some)).toEqual({ ok: true });
    expect(await result).toMatchObject({ answers: [{ answer: 'B' }, { answer: '', skipped: true }] });

    const questions = request.questions.map((one) => ({ ...one, constraints: { required: true } }));
    const required = await asking({ ...request, questions }, { allow: { partial: true } });
    expect(await required.broker.answer('r1', some)).toMatchObject({ ok: false, code: 'invalid' });
  });

  it.each(['yes', 1, {}])('allows only what is `true` (%j instead)', async (value) => {
    const allow = { skip: value, partial: value, decline: true, other: true } as never;
    const skipped = [{ questionId: Q, selected: [], skipped: true }] as const;
    const { broker } = await asking(makeRequest('r1'), { allow });
    expect((await broker.pending())[0]?.allow).toEqual({ decline: true });
    expect(await broker.answer('r1', skipped)).toMatchObject({ ok: false, code: 'invalid' });

    const store = createMemoryStore();
    const asked = { request: makeRequest('r2'), conversationId: 'c1', askedAt: 0, allow };
    await createRequests(store, console.error).open(asked, { leaseMs: 'none' });
    const other = startBroker({ store });
    expect(await other.broker.answer('r2', skipped)).toMatchObject({ ok: false, code: 'invalid' });
    await other.broker.close();
  });

  it('accepts a decline with `discuss` and the answers so far, which it validates [R-DISCUSS]', async () => {
    const parsed = parseRequest(
      { questions: [{ question: 'Which?', options: ['A', 'B'] }, { question: 'Why?' }] },
      { requestId: 'r1' },
    );
    const request = parsed.ok ? parsed.value : makeRequest('r1');
    const [first, second] = request.questions.map(({ id }) => id) as [string, string];
    const { broker, result } = await asking(request, { allow: { discuss: true } });
    expect(await broker.pending('c1')).toMatchObject([{ allow: { discuss: true } }]);
    const wrong: (readonly unknown[])[] = [
      [{ questionId: first, selected: [7] }],
      [{ questionId: 'other', selected: [0] }],
      [{ questionId: second, selected: [], skipped: true }],
      [{ questionId: first, selected: ['B'] }],
    ];
    for (const replies of wrong) {
      const refused = await broker.decline('r1', { discuss: true, replies: replies as Reply[] });
      expect(refused).toMatchObject({ ok: false, code: 'invalid' });
    }
    const about = { code: 'unknown_question', path: 'about', message: 'Unknown question "other".' };
    expect(await broker.decline('r1', { discuss: true, about: 'other' })).toEqual({
      ok: false,
      code: 'invalid',
      issues: [about],
    });
    const said = {
      discuss: true,
      about: second,
      reason: 'How big?',
      replies: [{ questionId: first, selected: [1] }],
      idempotencyKey: 'k1',
    };
    expect(await broker.decline('r1', said)).toEqual({ ok: true });
    expect(await broker.decline('r1', said)).toEqual({ ok: true });
    expect(await broker.decline('r1', { ...said, replies: [] })).toMatchObject({ code: 'already_resolved' });
    expect(await broker.decline('r1', { ...said, about: first })).toMatchObject({ code: 'already_resolved' });
    expect(await result).toMatchObject({
      status: 'declined',
      discuss: true,
      reason: 'How big?',
      about: second,
      answers: [{ questionId: first, answer: 'B' }],
    });
    expect(await broker.decline('r9', said)).toEqual({ ok: false, code: 'unknown' });
  });

  it('passes the user’s text to the agent byte for byte [R-VERBATIM]', async () => {
    const parsed = parseRequest({ question: 'Why?' }, { requestId: 'r1' });
    const request = parsed.ok ? parsed.value : makeRequest('r1');
    const { broker, result } = await asking(request);
    const custom = ' \u202Eso, "it"\u0000\uD800 👩‍👩‍👧\n';
    await broker.answer('r1', [{ questionId: request.questions[0]!.id, selected: [], custom }]);
    expect(await result).toMatchObject({ answers: [{ custom, answer: custom, wasCustom: true }] });
  });
});

describe('a repeated delivery [R-ONCE]', () => {
  it('receives the same response and changes nothing', async () => {
    const request = makeRequest('r1');
    const { broker, events } = await asking(request);
    const send = () => broker.answer('r1', replyTo(request), { by: 'Ana', idempotencyKey: 'k1' });
    expect(await Promise.all([send(), send(), send()])).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(await send()).toEqual({ ok: true });
    expect(events.slice(1)).toHaveLength(1);
  });

  it('is a new delivery if its key or its method differs', async () => {
    const request = makeRequest('r1');
    const { broker } = await asking(request);
    await broker.answer('r1', replyTo(request), { idempotencyKey: 'k1' });
    const late = { ok: false, code: 'already_resolved' };
    expect(await broker.answer('r1', replyTo(request), { idempotencyKey: 'k2' })).toEqual(late);
    expect(await broker.answer('r1', replyTo(request))).toEqual(late);
    expect(await broker.cancel('r1', { idempotencyKey: 'k1' })).toEqual(late);
    expect(await broker.decline('r1', { idempotencyKey: 'k1' })).toEqual(late);
  });

  it('is a new delivery if its replies or its reason differ', async () => {
    const request = makeRequest('r1');
    const { broker, result } = await asking(request);
    await broker.answer('r1', replyTo(request, 0), { idempotencyKey: 'k1' });
    const late = { ok: false, code: 'already_resolved' };
    expect(await broker.answer('r1', replyTo(request, 1), { idempotencyKey: 'k1' })).toEqual(late);
    expect(await broker.answer('r1', 'SQLite' as unknown as Reply[], { idempotencyKey: 'k1' })).toEqual(late);
    expect(await broker.answer('r1', replyTo(request, 0), { idempotencyKey: 'k1' })).toEqual({ ok: true });
    expect(await result).toMatchObject({ answers: [{ answer: 'PostgreSQL' }] });

    const other = await asking(makeRequest('r2'));
    await other.broker.cancel('r2', { idempotencyKey: 'k1', reason: 'Later.' });
    expect(await other.broker.cancel('r2', { idempotencyKey: 'k1', reason: 'Never.' })).toEqual(late);
    expect(await other.broker.cancel('r2', { idempotencyKey: 'k1', reason: 'Later.' })).toEqual({ ok: true });
  });

  it('counts only for the user who sent it first [R-SECRET]', async () => {
    const request = makeRequest('r1');
    const { broker } = await asking(request);
    await broker.answer('r1', replyTo(request), { by: 'Ana', idempotencyKey: 'k1' });
    const late = { ok: false, code: 'already_resolved' };
    expect(await broker.answer('r1', replyTo(request), { by: 'Bo', idempotencyKey: 'k1' })).toEqual(late);
    expect(await broker.answer('r1', replyTo(request), { idempotencyKey: 'k1' })).toEqual(late);
    expect(await broker.answer('r1', replyTo(request), { by: 'Ana', idempotencyKey: 'k1' })).toEqual({ ok: true });

    const other = await asking(makeRequest('r2'));
    await other.broker.cancel('r2', { by: 'Ana', idempotencyKey: 'k1' });
    expect(await other.broker.cancel('r2', { by: 'Bo', idempotencyKey: 'k1' })).toEqual(late);
    expect(await other.broker.cancel('r2', { by: 'Ana', idempotencyKey: 'k1' })).toEqual({ ok: true });
  });

  it('is not recognized by an empty key', async () => {
    const { broker } = await asking(makeRequest('r1'));
    await broker.cancel('r1', { idempotencyKey: '' });
    expect(await broker.cancel('r1', { idempotencyKey: '' })).toEqual({ ok: false, code: 'already_resolved' });
    expect((await broker.get('r1'))?.settlement).not.toHaveProperty('key');
  });
});
