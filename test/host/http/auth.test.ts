import { describe, expect, it, vi } from 'vitest';
import { createAskUserBroker, createAskUserHandler, type AskUserHandlerOptions } from '../../../src/host/index.js';
import { createMemoryStore } from '../../../src/host/store.js';
import { createGate, createTestBackend, makeRequest, replyTo, settleDown, startBroker } from '../helpers.js';
import { ana, askIn, bo, byUser, get, HOST, listen, mount, mountAsked, post, read } from './helpers.js';

const request = makeRequest('r1');
const replies = replyTo(request);

describe('createAskUserHandler [R-AUTH]', () => {
  const broker = createAskUserBroker();

  it.each([undefined, {}, { authorize: undefined }, { authorize: true }, { authorize: ['c1'] }])(
    'throws for the options %j',
    (options) => {
      expect(() => createAskUserHandler(broker, options as AskUserHandlerOptions)).toThrow(
        /`authorize` is missing.*every client could/,
      );
    },
  );

  it('throws for sizes, durations and origins that could never apply', () => {
    const make = (options: Partial<AskUserHandlerOptions>) => () =>
      createAskUserHandler(broker, { authorize: byUser, ...options });
    for (const wrong of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(make({ heartbeatMs: wrong })).toThrow(/heartbeatMs.*whole number/);
      expect(make({ maxBodyBytes: wrong })).toThrow(/maxBodyBytes/);
      expect(make({ maxQueuedBytes: wrong })).toThrow(/maxQueuedBytes/);
    }
    expect(make({ heartbeatMs: 2 ** 31 })).toThrow(/heartbeatMs/);
    for (const wrong of [
      '*',
      'app.example',
      'https://app.example/',
      'https://app.example:443',
      'null',
      'HTTPS://app.example',
      '',
    ])
      expect(make({ origins: [wrong] }), wrong).toThrow(/is not an origin/);
    expect(make({ origins: ['https://app.example', 'http://localhost:5173', 'chrome-extension://abc'] })).not.toThrow();
  });
});

describe('a request without authorization [R-AUTH]', () => {
  const calls = () => [
    get('/ask/events'),
    get('/ask/requests'),
    get('/ask/requests/r1'),
    post('/ask/requests/r1/answer', { replies }),
    post('/ask/requests/r1/cancel', {}),
    post('/ask/requests/r1/decline', {}),
  ];

  it('receives 401 if `authorize` returns null or undefined, and nothing is read or changed', async () => {
    for (const authorize of [() => null, async () => null, (() => undefined) as unknown as typeof byUser]) {
      const { handler, unchanged, subscribers } = await mountAsked({ authorize });
      for (const call of calls())
        expect(await read(await handler(call))).toMatchObject({
          status: 401,
          body: { ok: false, code: 'unauthorized' },
        });
      await unchanged();
      expect(subscribers()).toBe(0);
    }
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('no session db');
      },
    ],
    ['rejects', async () => Promise.reject(new Error('no session db'))],
    ['returns conversations that are not an array', () => ({ conversations: 'c1' })],
    ['returns ids that are not strings', () => ({ conversations: [1] })],
    ['returns a user that is not a string', () => ({ conversations: ['c1'], user: { name: 'Ana' } })],
    ['returns true', () => true],
  ])('receives 503 if `authorize` %s, and only the host receives the error', async (_, authorize) => {
    const { handler, unchanged, errors } = await mountAsked({ authorize: authorize as typeof byUser });
    for (const call of calls()) {
      const { status, body } = await read(await handler(call));
      expect({ status, body }).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(JSON.stringify(body)).not.toMatch(/session|authorize/);
    }
    await unchanged();
    expect(errors).toHaveLength(6);
  });
});

describe('a client of another conversation [R-AUTH]', () => {
  it('cannot distinguish the request of another conversation from one that never existed', async () => {
    const { handler, unchanged } = await mountAsked();
    const both = async (call: (id: string) => Request) =>
      Promise.all(
        ['r1', 'nope'].map(async (id) => {
          const response = await handler(call(id));
          return { status: response.status, headers: [...response.headers], body: await response.text() };
        }),
      );
    const bodies: readonly [string, unknown][] = [
      ['answer', { replies }],
      ['answer', { replies: 'x' }],
      ['answer', '{'],
      ['cancel', {}],
      ['cancel', { reason: 1 }],
      ['decline', {}],
    ];
    for (const [how, body] of bodies) {
      const [foreign, unknown] = await both((id) => post(`/ask/requests/${id}/${how}`, body, bo));
      expect(foreign).toEqual(unknown);
      expect([400, 404]).toContain(foreign!.status);
    }
    const [foreign, unknown] = await both((id) => get(`/ask/requests/${id}`, { headers: bo }));
    expect(foreign).toEqual(unknown);
    expect(foreign!.status).toBe(404);
    await unchanged();
  });

  it('receives nothing of the request on its stream, live or replayed', async () => {
    const { handler, broker } = await mountAsked();
    const since = broker.lastEventId();
    const stream = listen(await handler(get('/ask/events', { headers: bo })));
    await handler(post('/ask/requests/r1/answer', { replies }, ana));
    await settleDown();
    expect(stream.lines()).toEqual(['snapshot']);
    const again = listen(await handler(get('/ask/events', { headers: { ...bo, 'last-event-id': since } })));
    await settleDown();
    expect(again.lines()).toEqual(['snapshot']);
    expect((await handler(get('/ask/requests/r1', { headers: bo }))).status).toBe(404);
    await Promise.all([stream.leave(), again.leave()]);
  });

  it('receives 403 for a conversation that it may not see, whether that exists or not', async () => {
    const { handler, subscribers } = await mountAsked();
    for (const query of [
      'conversationId=c1',
      'conversationId=nope',
      'conversationId=c2&conversationId=c1',
      'conversationId=',
    ])
      for (const path of ['events', 'requests'])
        expect(await read(await handler(get(`/ask/${path}?${query}`, { headers: bo }))), query).toMatchObject({
          status: 403,
          body: { code: 'forbidden' },
        });
    expect(subscribers()).toBe(0);
  });

  it.each([[[]], [['c2']]])(
    'with the conversations %j sees no other conversation, even if the store returns more',
    async (conversations) => {
      const store = createMemoryStore();
      const careless: typeof store = { ...store, list: async (kind, name) => store.list(kind, name) };
      const mounted = mount({ authorize: () => ({ conversations }) }, { store: careless });
      await askIn(mounted, 'r1');
      expect(await read(await mounted.handler(get('/ask/requests')))).toEqual({ status: 200, body: { requests: [] } });
      const stream = listen(await mounted.handler(get('/ask/events')));
      await settleDown();
      expect(stream.lines()).toEqual(['snapshot']);
      await stream.leave();
    },
  );
});

describe('the origin of a call [R-AUTH]', () => {
  const foreign: readonly [string, Record<string, string>][] = [
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['cross-site with an origin', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a sibling subdomain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.app.example' }],
    ['another origin, without fetch metadata', { origin: 'https://evil.example' }],
    ['another port', { origin: `${HOST}:8443` }],
    ['a sandboxed frame', { origin: 'null' }],
    ['an invalid origin', { origin: 'nonsense' }],
    ['a host with the same prefix', { origin: `${HOST}.evil.example` }],
  ];
  it.each(foreign)('causes 403: %s', async (_, headers) => {
    const authorize = vi.fn<typeof byUser>(byUser);
    const { handler, unchanged, subscribers } = await mountAsked({ authorize });
    const calls = [
      get('/ask/events', { headers: { ...ana, ...headers } }),
      get('/ask/requests', { headers: { ...ana, ...headers } }),
      get('/ask/requests/r1', { headers: { ...ana, ...headers } }),
      post('/ask/requests/r1/answer', { replies }, { ...ana, ...headers }),
      post('/ask/requests/r1/cancel', {}, { ...ana, ...headers }),
    ];
    for (const call of calls)
      expect(await read(await handler(call))).toMatchObject({ status: 403, body: { ok: false, code: 'forbidden' } });
    await unchanged();
    expect(subscribers()).toBe(0);
    expect(authorize).not.toHaveBeenCalled();
  });

  const own: readonly [string, Record<string, string>][] = [
    ['the page itself', { 'sec-fetch-site': 'same-origin' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['a program', {}],
    ['the page, without fetch metadata', { origin: HOST }],
    ['the page behind a proxy that ends TLS', { origin: 'http://app.example' }],
    ['a framework that rewrites the host of the URL', { origin: 'https://public.example', host: 'public.example' }],
    ['a page in `origins`', { 'sec-fetch-site': 'cross-site', origin: 'https://other.example' }],
    ['a page in `origins`, without fetch metadata', { origin: 'https://other.example' }],
  ];
  it.each(own)('causes 200: %s', async (_, headers) => {
    const { handler } = await mountAsked({ origins: ['https://other.example'] });
    expect((await handler(get('/ask/requests', { headers: { ...ana, ...headers } }))).status).toBe(200);
    expect((await handler(post('/ask/requests/r1/answer', { replies }, { ...ana, ...headers }))).status).toBe(200);
  });
});

describe('a delivery through the handler [R-INSTANCE] [R-AUTH]', () => {
  const body = { replies };

  it('does not settle another instance of its request id', async () => {
    const backend = createTestBackend();
    const { broker, handler } = mount({}, { store: backend.connect() });
    void broker.ask(request, { conversationId: 'c1' });
    await settleDown();
    const first = (await broker.get('r1'))!.instanceId;
    backend.flush();
    const second = broker.ask(request, { conversationId: 'c1' });
    await settleDown();
    const deliver = async (to: string, instanceId: unknown) =>
      (await handler(post(`/ask/requests/r1/${to}`, { ...body, instanceId }, ana))).status;
    for (const to of ['answer', 'cancel', 'decline']) {
      for (const instanceId of [first, '']) expect(await deliver(to, instanceId), to).toBe(404);
      expect(await deliver(to, 1), to).toBe(400);
    }
    expect(await broker.pending()).toHaveLength(1);
    expect(await deliver('answer', (await broker.get('r1'))!.instanceId)).toBe(200);
    expect(await second).toMatchObject({ status: 'answered' });
    await broker.close();
  });

  it.each(['answer', 'cancel', 'decline'])(
    'does not settle an instance of another conversation that is opened meanwhile: %s',
    async (to) => {
      const backend = createTestBackend();
      const store = backend.connect();
      const { broker, handler } = mount({}, { store });
      const first = broker.ask(request, { conversationId: 'c1' });
      await settleDown();
      const gate = createGate();
      store.before.settle = gate.wait;
      const delivery = handler(post(`/ask/requests/r1/${to}`, body, ana));
      await settleDown();
      backend.flush();
      const other = startBroker({ store: backend.connect() }).broker;
      const second = other.ask(request, { conversationId: 'c2' });
      await settleDown();
      gate.open();
      expect((await delivery).status).toBe(404);
      expect(await first).toMatchObject({ status: 'connectionLost' });
      expect(await other.pending('c2')).toHaveLength(1);
      await other.cancel('r1');
      expect(await second).toEqual({ status: 'cancelled' });
      await Promise.all([broker.close(), other.close()]);
    },
  );
});
