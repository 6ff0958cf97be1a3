import { describe, expect, it } from 'vitest';
import { parseRequest } from '../../../src/core/index.js';
import { makeRequest, settleDown } from '../helpers.js';
import type { WireRefusal } from '../../../src/host/wire.js';
import { ana, bo, get, mount, mountAsked, post, read } from './helpers.js';

describe('a POST to the handler [R-HTTP]', () => {
  it('passes an answer to the agent once, with the name of its user', async () => {
    const { handler, broker, result, replies, at } = await mountAsked();
    const answered = await handler(post(`${at}/answer`, { replies }, ana));
    expect(await read(answered)).toEqual({ status: 200, body: { ok: true } });
    expect(await result).toMatchObject({ status: 'answered', answers: [{ answer: 'SQLite' }] });
    expect((await broker.get('r1'))?.settlement).toMatchObject({ by: 'Ana' });
    expect(await read(await handler(post(`${at}/answer`, { replies }, ana)))).toMatchObject({
      status: 409,
      body: { ok: false, code: 'already_resolved' },
    });
  });

  it('passes that an answer was accepted as recommended, and whether that is offered [R-TAKE]', async () => {
    const { handler, broker } = mount();
    const parsed = parseRequest({ question: 'Which?', options: ['A', 'B (Recommended)'] }, { requestId: 'r1' });
    if (!parsed.ok) throw new Error('invalid');
    const result = broker.ask(parsed.value, { conversationId: 'c1', allow: { recommended: false } });
    await settleDown();
    const { body } = await read(await handler(get('/ask/requests/r1', { headers: ana })));
    expect(body).toMatchObject({ request: { allow: { recommended: false } } });
    const questionId = parsed.value.questions[0]!.id;
    const reply = (selected: number) => ({ replies: [{ questionId, selected: [selected], recommended: true }] });
    const path = '/ask/requests/r1/answer';
    expect(await read(await handler(post(path, reply(0), ana)))).toMatchObject({
      body: { code: 'invalid', issues: [{ code: 'not_recommended', path: 'replies[0].recommended' }] },
    });
    expect((await handler(post(path, reply(1), ana))).status).toBe(200);
    expect(await result).toMatchObject({ answers: [{ answer: 'B (Recommended)', recommended: true }] });
    expect((await broker.get('r1'))?.settlement).toMatchObject({ result: { answers: [{ recommended: true }] } });
  });

  it.each([
    ['cancel', 'cancelled'],
    ['decline', 'declined'],
  ])('passes a %s to the agent, with and without a reason', async (how, status) => {
    const first = await mountAsked();
    expect((await first.handler(post(`${first.at}/${how}`, { reason: 'Not now' }, ana))).status).toBe(200);
    expect(await first.result).toEqual({ status, reason: 'Not now' });
    const second = await mountAsked();
    expect((await second.handler(post(`${second.at}/${how}`, {}, ana))).status).toBe(200);
    expect(await second.result).toEqual({ status });
  });

  it('is accepted again if it is repeated with its key, and changes nothing', async () => {
    const { handler, broker, replies, at } = await mountAsked();
    const key = { ...ana, 'Idempotency-Key': 'k1' };
    expect((await handler(post(`${at}/answer`, { replies }, key))).status).toBe(200);
    const before = await broker.get('r1');
    expect((await handler(post(`${at}/answer`, { replies }, key))).status).toBe(200);
    expect((await handler(post(`${at}/cancel`, {}, { ...ana, 'Idempotency-Key': 'k2' }))).status).toBe(409);
    const others = [{ ...replies[0]!, selected: [0] }];
    expect(await read(await handler(post(`${at}/answer`, { replies: others }, key)))).toMatchObject({
      status: 409,
      body: { code: 'already_resolved' },
    });
    expect(await broker.get('r1')).toEqual(before);
  });

  it.each(['a/b', '100%', '%2F', 'Grüße 🎉', 'a b+c', '?#', '..x', '__proto__'])(
    'reaches the request with the id %j',
    async (requestId) => {
      const { handler, result, replies, at } = await mountAsked({}, requestId);
      expect(await read(await handler(get(at, { headers: ana })))).toMatchObject({
        status: 200,
        body: { request: { request: { requestId }, state: 'awaiting_user_response' } },
      });
      expect((await handler(post(`${at}/answer`, { replies }, ana))).status).toBe(200);
      expect(await result).toMatchObject({ status: 'answered' });
    },
  );
});

describe('the body of a delivery', () => {
  it.each(['answer', 'cancel', 'decline'])('may have `null` for what is absent: %s', async (to) => {
    const { handler, result, ...at } = await mountAsked();
    const body = { reason: null, discuss: null, instanceId: null, replies: to === 'answer' ? at.replies : null };
    const response = await handler(post(`/ask/requests/r1/${to}`, body, ana));
    expect(await read(response)).toEqual({ status: 200, body: { ok: true } });
    expect(await result).toMatchObject({
      status: { answer: 'answered', cancel: 'cancelled', decline: 'declined' }[to],
    });
  });

  it.each([
    ['cancel', { reason: 5 }, ['reason']],
    ['cancel', { reason: 'x'.repeat(2_001) }, ['reason']],
    ['decline', { reason: 5, discuss: 'true', instanceId: {} }, ['reason', 'discuss', 'instanceId']],
    ['answer', { instanceId: 5 }, ['instanceId']],
  ])('is refused with an issue for each wrong field: %s %#', async (to, body, paths) => {
    const { broker, handler } = await mountAsked();
    const { status, body: refusal } = await read(await handler(post(`/ask/requests/r1/${to}`, body, ana)));
    expect(status).toBe(400);
    expect((refusal as WireRefusal).issues?.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
    expect(await broker.pending()).toHaveLength(1);
  });
});

describe('a decline with `discuss`', () => {
  it('is posted with a message and the answers so far, which are validated [R-DISCUSS] [R-HTTP]', async () => {
    const { handler, at, replies, result, unchanged } = await mountAsked();
    const wrong = [{ ...replies[0], selected: [9] }];
    const refused = await read(await handler(post(`${at}/decline`, { discuss: true, replies: wrong }, ana)));
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid', issues: [{ code: 'unknown_option' }] } });
    await unchanged();
    const mistyped = { discuss: 'true', reason: 'How big?', replies };
    const unread = await read(await handler(post(`${at}/decline`, mistyped, ana)));
    expect(unread).toMatchObject({ status: 400, body: { code: 'invalid', issues: [{ path: 'discuss' }] } });
    await unchanged();
    const about = replies[0]!.questionId;
    const sent = { discuss: true, reason: 'How big?', about, replies };
    expect((await handler(post(`${at}/decline`, sent, ana))).status).toBe(200);
    expect(await result).toMatchObject({ status: 'declined', discuss: true, reason: 'How big?', about, answers: [{}] });
  });
});

describe('a GET from the handler [R-HTTP]', () => {
  it('lists the pending requests in order, of one conversation or all', async () => {
    const { handler, broker } = mount();
    for (const [id, conversationId] of [
      ['r1', 'c2'],
      ['r2', 'c1'],
      ['r3', 'c2'],
    ] as const) {
      void broker.ask(makeRequest(id), {
        conversationId,
        asker: 'Builder',
        agent: { id: 'a' },
        allow: { skip: true, partial: true },
      });
      await settleDown();
    }
    const ids = async (path: string, user: string) => {
      const { body } = await read(await handler(get(path, { headers: { 'x-user': user } })));
      return (body as { requests: { request: { requestId: string } }[] }).requests.map((one) => one.request.requestId);
    };
    expect(await ids('/ask/requests', 'Cy')).toEqual(['r1', 'r2', 'r3']);
    expect(await ids('/ask/requests?conversationId=c2', 'Cy')).toEqual(['r1', 'r3']);
    expect(await ids('/ask/requests?conversationId=c2&conversationId=c1', 'Cy')).toEqual(['r1', 'r2', 'r3']);
    expect(await ids('/ask/requests', 'Ana')).toEqual(['r2']);
    const { body } = await read(await handler(get('/ask/requests/r2', { headers: ana })));
    expect(body).toMatchObject({
      request: {
        conversationId: 'c1',
        request: { asker: 'Builder' },
        agent: { id: 'a' },
        allow: { skip: true, partial: true },
      },
    });
  });

  it('returns JSON with headers that prevent caching and sniffing', async () => {
    const { handler } = await mountAsked();
    for (const path of ['/ask/requests', '/ask/requests/nope']) {
      const { headers } = await handler(get(path, { headers: ana }));
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('returns the settlement of a request, without the input of the model and without secrets', async () => {
    const { handler, broker } = mount();
    const parsed = parseRequest(
      { questions: [{ question: 'Token?' }, { question: 'Region?' }], private: 'raw-secret' },
      { requestId: 'r1' },
    );
    if (!parsed.ok) throw new Error('The questions of this test are no request.');
    const [token, region] = parsed.value.questions as [
      (typeof parsed.value.questions)[0],
      (typeof parsed.value.questions)[0],
    ];
    const questions = [{ ...token, constraints: { secret: true } }, region];
    const raw = { note: 'raw-secret' };
    const result = broker.ask({ ...parsed.value, questions, raw }, { conversationId: 'c1' });
    await settleDown();
    expect(await (await handler(get('/ask/requests', { headers: ana }))).text()).not.toContain('raw-secret');
    expect(await (await handler(get('/ask/requests/r1', { headers: ana }))).text()).not.toContain('raw-secret');
    const replies = [
      { questionId: token.id, selected: [], custom: 'hunter2', notes: 'hunter2 of mine' },
      { questionId: region.id, selected: [], custom: 'Europe' },
    ];
    expect(
      (await handler(post('/ask/requests/r1/answer', { replies }, { ...ana, 'idempotency-key': 'k' }))).status,
    ).toBe(200);
    expect(JSON.stringify(await result)).toContain('hunter2');
    const text = await (await handler(get('/ask/requests/r1', { headers: ana }))).text();
    expect(text).not.toMatch(/hunter2|raw-secret|"key"/);
    expect(JSON.parse(text)).toMatchObject({
      settlement: {
        requestId: 'r1',
        conversationId: 'c1',
        by: 'Ana',
        result: { answers: [{ custom: 'Europe' }] },
      },
    });
  });

  it('does not return Ana’s request to Bo', async () => {
    const { handler } = await mountAsked();
    expect(await read(await handler(get('/ask/requests', { headers: bo })))).toEqual({
      status: 200,
      body: { requests: [] },
    });
  });
});
