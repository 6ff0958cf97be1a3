import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/host/store.js';
import { makeRequest, replyTo, settleDown } from '../helpers.js';
import { ana, get, mount, mountAsked, post, read } from './helpers.js';

const INVALID = { ok: false, code: 'invalid' };

describe('the handler for invalid calls [R-HTTP]', () => {
  const cases: readonly [string, unknown, object][] = [
    ['a body without replies', {}, { issues: [{ path: 'replies' }] }],
    ['an unknown option', { replies: [{ questionId: 'q1', selected: [7] }] }, {}],
    ['an unknown question', { replies: [{ questionId: 'zzz', selected: [0] }] }, {}],
    ['truncated JSON', '{"replies":', { issues: [{ code: 'invalid_json' }] }],
    ['a body that is not an object', [1], { issues: [{ code: 'invalid_json' }] }],
    ['an empty body', '', { issues: [{ code: 'invalid_json' }] }],
  ];
  it.each(cases)('responds 400 to %s, and changes nothing', async (_, body, expected) => {
    const { handler, broker, at } = await mountAsked();
    expect(await read(await handler(post(`${at}/answer`, body, ana)))).toMatchObject({
      status: 400,
      body: { ...INVALID, ...expected },
    });
    expect(await broker.pending('c1')).toHaveLength(1);
  });

  it('responds 400 to a reason that is not a string or too long, and to a key that is too long', async () => {
    const { handler, broker, at } = await mountAsked();
    for (const reason of [1, 'x'.repeat(2_001)])
      expect((await handler(post(`${at}/cancel`, { reason }, ana))).status).toBe(400);
    const long = post(`${at}/cancel`, {}, { ...ana, 'idempotency-key': 'k'.repeat(256) });
    expect((await handler(long)).status).toBe(400);
    expect(await broker.pending('c1')).toHaveLength(1);
  });

  it('responds 400 to text that is not UTF-8', async () => {
    const { handler, broker, at } = await mountAsked();
    const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]);
    expect((await handler(post(`${at}/cancel`, '', ana, { body }))).status).toBe(400);
    expect(await broker.pending('c1')).toHaveLength(1);
  });

  it.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'multipart/form-data'])(
    'responds 415 to a body of the type %s',
    async (type) => {
      const { handler, broker, at, replies } = await mountAsked();
      const headers = { ...ana, ...(type && { 'content-type': type }) };
      const request = get(`${at}/answer`, { method: 'POST', headers, body: new Blob([JSON.stringify({ replies })]) });
      expect(await read(await handler(request))).toMatchObject({ status: 415, body: { code: 'not_json' } });
      expect(await broker.pending('c1')).toHaveLength(1);
    },
  );

  it('accepts JSON with any spelling of its content type', async () => {
    const { handler, at, replies } = await mountAsked();
    const type = { ...ana, 'content-type': 'Application/JSON ; charset=UTF-8' };
    expect((await handler(post(`${at}/answer`, { replies }, type))).status).toBe(200);
  });

  it('responds 404 to unknown ids, malformed escapes and unknown paths', async () => {
    const { handler } = await mountAsked();
    const paths = ['/', '/ask', '/ask/', '/asks/requests', '/requests', '/ask/requests/r1/answer/x', '/ask/events/x'];
    const ids = [
      '/ask/requests/nope',
      '/ask/requests/%',
      '/ask/requests/%E0%A4%A',
      '/ask/requests/%ff',
      '/ask/requests/',
    ];
    for (const path of [...paths, ...ids])
      expect(await read(await handler(get(path, { headers: ana }))), path).toMatchObject({
        status: 404,
        body: { ok: false, code: 'unknown' },
      });
    expect((await handler(post('/ask/requests/%/answer', {}, ana))).status).toBe(404);
    expect((await handler(post('/ask/requests/r1/supersede', {}, ana))).status).toBe(404);
  });

  it.each(['', '/', 'ask/v1', '/ask/v1', '/ask/v1/', '/für uns/ask/'])(
    'responds 200 below its base path %j, and 404 elsewhere',
    async (basePath) => {
      const { handler } = await mountAsked({ basePath });
      const base = `/${basePath.replace(/^\//, '')}`.replace(/\/?$/, '/');
      expect((await handler(get(`${base}requests`, { headers: ana }))).status).toBe(200);
      expect((await handler(get(`/else${base}requests`, { headers: ana }))).status).toBe(404);
    },
  );

  it('responds 405 to any other method, with the allowed one', async () => {
    const { handler, at } = await mountAsked();
    const wrong: [string, string, string][] = [
      ...['HEAD', 'OPTIONS', 'POST', 'PUT'].flatMap((method): [string, string, string][] => [
        [method, '/ask/events', 'GET'],
        [method, '/ask/requests', 'GET'],
        [method, at, 'GET'],
      ]),
      ...['GET', 'OPTIONS', 'PUT', 'DELETE'].map((method): [string, string, string] => [
        method,
        `${at}/answer`,
        'POST',
      ]),
    ];
    for (const [method, path, allow] of wrong) {
      const response = await handler(get(path, { method, headers: ana }));
      expect([method, path, response.status, response.headers.get('allow')]).toEqual([method, path, 405, allow]);
    }
  });

  it('responds 409 to a delivery for an orphaned request', async () => {
    const store = createMemoryStore();
    const orphan: typeof store = {
      ...store,
      durable: true,
      get: async (...args) => {
        const found = await store.get(...args);
        return { ...found, now: found.now + 365 * 86_400_000 };
      },
    };
    const { handler, broker } = mount({}, { store: orphan });
    const request = makeRequest('r1');
    const asking = broker.ask(request, { conversationId: 'c1' });
    await settleDown();
    for (const [how, body] of [
      ['answer', { replies: replyTo(request) }],
      ['cancel', {}],
    ] as const)
      expect(await read(await handler(post(`/ask/requests/r1/${how}`, body, ana)))).toMatchObject({
        status: 409,
        body: { code: 'orphaned' },
      });
    await Promise.all([expect(asking).rejects.toMatchObject({ code: 'closed' }), broker.close()]);
  });

  it('responds 503 if the store fails, and only the host receives the error', async () => {
    const store = createMemoryStore();
    const broken = async () => Promise.reject(new Error('password=hunter2'));
    const { handler, errors, subscribers } = mount({}, { store: { ...store, get: broken, list: broken } });
    const calls = [
      get('/ask/events', { headers: ana }),
      get('/ask/requests', { headers: ana }),
      get('/ask/requests/r1', { headers: ana }),
      post('/ask/requests/r1/answer', { replies: [] }, ana),
      post('/ask/requests/r1/cancel', {}, ana),
    ];
    for (const call of calls) {
      const { status, body } = await read(await handler(call));
      expect({ status, body }).toMatchObject({ status: 503, body: { ok: false, code: 'unavailable' } });
      expect(JSON.stringify(body)).not.toContain('hunter2');
    }
    expect(errors.map(String)).toEqual(calls.map(() => 'Error: password=hunter2'));
    expect(subscribers()).toBe(0);
  });
});
