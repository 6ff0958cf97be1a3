import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AskUserClient } from '../../../src/host/client/index.js';
import { piAskUser } from '../../../src/dialects/index.js';
import { createAskUserBroker, createAskUserTool, type AskUserBroker } from '../../../src/host/index.js';
import { as, connectTo, createRealHost, noop, pass, shown, useFakeTime, type Fetch } from './helpers.js';
import { createTestBackend, fakedClock, makeRequest, replyTo } from '../helpers.js';

beforeEach(useFakeTime);
afterEach(() => {
  vi.useRealTimers();
});

describe('a restarted host [R-DURABLE] [R-HTTP]', () => {
  it('with the same store keeps the request, which can still be answered', async () => {
    const backend = createTestBackend();
    const host = createRealHost({ store: backend.connect(), now: backend.clock.now });
    const first = host.broker.ask(makeRequest('r1'), { conversationId: 'c1' });
    first.catch(noop);
    void host.broker.ask(makeRequest('r2'), { conversationId: 'c1' }).catch(noop);
    const { client } = connectTo({ fetch: as('Me', host.fetch) });
    client.subscribe(noop);
    await pass();
    const before = client.getState().requests;
    expect(shown(client)).toMatchObject({ connection: 'online', requests: ['r1', 'r2'] });

    await host.restart({ store: backend.connect(), now: backend.clock.now });
    await expect(first).rejects.toMatchObject({ code: 'closed' });
    // Another user answered on the new host while this client was not connected.
    await host.broker.cancel('r2', { by: 'Ana' });
    const again = host.broker.ask(makeRequest('r1'), { conversationId: 'c1' });
    await pass(5_000);
    expect(shown(client)).toMatchObject({
      connection: 'online',
      requests: ['r1'],
      endings: ['r2 cancelled Ana not own'],
    });
    expect(client.getState().requests[0]).toBe(before[0]);
    expect(await client.answer('r1', replyTo(makeRequest('r1')))).toEqual({ ok: true });
    expect(await again).toMatchObject({ status: 'answered' });
    await pass();
    expect(shown(client).endings.at(-1)).toBe('r1 answered Me own');
    client.close();
    await host.broker.close();
  });

  it('without its requests settles each as lost, and shows a request that is asked again', async () => {
    const host = createRealHost({ store: createTestBackend().connect() });
    const ask = () => void host.broker.ask(makeRequest('r1'), { conversationId: 'c1' }).catch(noop);
    ask();
    const { client } = connectTo(host);
    client.subscribe(noop);
    await pass();
    await host.restart({});
    await pass(5_000);
    expect(shown(client)).toEqual({ connection: 'online', requests: [], endings: ['r1 connectionLost - not own'] });
    ask();
    await pass();
    expect(shown(client)).toMatchObject({ requests: ['r1'], endings: ['r1 connectionLost - not own'] });
    client.close();
    await host.broker.close();
  });

  it('with a memory store shows a request id that is asked again, which can be answered', async () => {
    const host = createRealHost({ now: () => 1_000 });
    const ask = () => host.broker.ask(makeRequest('r1'), { conversationId: 'c1' });
    const first = ask();
    const { client } = connectTo({ fetch: as('Me', host.fetch) });
    client.subscribe(noop);
    await pass();
    expect(await client.answer('r1', replyTo(makeRequest('r1')))).toEqual({ ok: true });
    await first;
    await host.restart();
    const second = ask();
    await pass(5_000);
    expect(shown(client)).toEqual({ connection: 'online', requests: ['r1'], endings: ['r1 answered Me own'] });
    expect(await client.answer('r1', replyTo(makeRequest('r1')))).toEqual({ ok: true });
    expect(await second).toMatchObject({ status: 'answered' });
    await pass();
    expect(shown(client)).toMatchObject({ requests: [], endings: ['r1 answered Me own', 'r1 answered Me own'] });
    client.close();
    await host.broker.close();
  });

  describe.each([
    ['shown', () => Promise.resolve()],
    ['settled', (broker: AskUserBroker) => broker.cancel('r1')],
  ])('while the first instance is %s', (_, change) => {
    it('does not let a late answer reach the new instance of the same id [R-NOPHANTOM]', async () => {
      const host = createRealHost({ now: () => 1_000 });
      const ask = () => host.broker.ask(makeRequest('r1'), { conversationId: 'c1' });
      const first = ask();
      let isCut = false;
      const cut: typeof host.fetch = (url, init) =>
        isCut && init.method !== 'POST' ? Promise.reject(new TypeError('cut off')) : host.fetch(url, init);
      const { client } = connectTo({ fetch: cut });
      client.subscribe(noop);
      await pass();
      await change(host.broker);
      await pass();
      // The client still shows the first instance. The host has the second.
      isCut = true;
      await Promise.all([host.restart(), first]);
      const second = ask();
      await pass();
      expect(await client.answer('r1', replyTo(makeRequest('r1')))).toMatchObject({ ok: false, code: 'unknown' });
      expect(await host.broker.pending()).toHaveLength(1);
      await host.broker.cancel('r1');
      expect(await second).toMatchObject({ status: 'cancelled' });
      client.close();
      await host.broker.close();
    });
  });

  it('is not needed to show a request again whose id the memory store has evicted after 1,000 others', async () => {
    const host = createRealHost();
    const { client } = connectTo(host);
    client.subscribe(noop);
    await pass();
    for (const id of ['again', ...Array.from({ length: 1_000 }, (_, i) => `r${i}`)]) {
      const asked = host.broker.ask(makeRequest(id), { conversationId: 'c1' });
      await pass();
      await host.broker.cancel(id);
      await asked;
    }
    void host.broker.ask(makeRequest('again'), { conversationId: 'c1' });
    await pass();
    expect(shown(client).requests).toEqual(['again']);
    expect(await client.cancel('again')).toEqual({ ok: true });
    client.close();
    await host.broker.close();
  });
});

describe('two clients that answer at the same time [R-FIRST] [R-HTTP]', () => {
  it('receive one acceptance, and the other client shows whose answer it was, 100 times', async () => {
    const host = createRealHost();
    const winners: string[] = [];
    const ana = connectTo({ fetch: as('Ana', host.fetch) }).client;
    const ben = connectTo({ fetch: as('Ben', host.fetch) }).client;
    ana.subscribe(noop);
    ben.subscribe(noop);
    for (let i = 0; i < 100; i++) {
      const request = makeRequest(`r${i}`);
      const asked = host.broker.ask(request, { conversationId: 'c1' });
      await pass();
      const [first, second] = i % 2 ? [ana, ben] : [ben, ana];
      const one = first.answer(`r${i}`, replyTo(request, 0));
      // Sometimes exactly at the same time, sometimes a few turns later.
      for (let turns = 0; turns < i % 7; turns++) await Promise.resolve();
      const two = second.answer(`r${i}`, replyTo(request, 1));
      const outcomes = await Promise.all([one, two]);
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ code: 'already_resolved' });
      const winner = outcomes[0].ok === (i % 2 === 1) ? 'Ana' : 'Ben';
      const picked = outcomes[0].ok ? 'PostgreSQL' : 'SQLite';
      expect(await asked).toMatchObject({ status: 'answered', answers: [{ answer: picked }] });
      await pass();
      const mine = (client: AskUserClient) => shown(client).endings.at(-1);
      expect(mine(ana)).toBe(`r${i} answered ${winner} ${winner === 'Ana' ? 'own' : 'not own'}`);
      expect(mine(ben)).toBe(`r${i} answered ${winner} ${winner === 'Ben' ? 'own' : 'not own'}`);
      winners.push(winner);
    }
    expect(new Set(winners).size).toBe(2);
    ana.close();
    ben.close();
    await host.broker.close();
  });
});

describe('a store outage that is longer than the lease', () => {
  const LEASE = 3_000;

  it('does not cost an answer that is given just after it, even on another node [R-DURABLE] [R-HTTP]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    const backend = createTestBackend(fakedClock);
    const [store, farStore] = [backend.connect(), backend.connect()];
    const near = createAskUserBroker({ store, leaseMs: LEASE, onError: noop });
    const far = createRealHost({ store: farStore, leaseMs: LEASE, onError: noop });
    const asked = near.ask(makeRequest('r1'), { conversationId: 'c1' });
    const posts: number[] = [];
    const fetch: Fetch = async (url, init) => {
      const response = await far.fetch(url, init);
      if (init.method === 'POST') posts.push(response.status);
      return response;
    };
    const { client } = connectTo({ fetch: as('Me', fetch) });
    client.subscribe(noop);
    await pass();
    const down = () => Promise.reject(new Error('The database is down.'));
    for (const one of [store, farStore]) Object.assign(one.before, { beat: down, get: down, list: down, settle: down });
    await pass(3 * LEASE + 900);
    for (const { before } of [store, farStore])
      for (const name of ['beat', 'get', 'list', 'settle'] as const) delete before[name];
    // The node of the agent renews its lease shortly.
    const delivery = client.answer('r1', replyTo(makeRequest('r1')));
    await pass(5_000);
    expect(await delivery).toEqual({ ok: true });
    expect(await asked).toMatchObject({ status: 'answered' });
    expect(posts).toEqual([409, 200]);
    client.close();
    await Promise.all([near.close(), far.broker.close()]);
  });
});

describe('a host whose agent has a field for some notes', () => {
  it('tells the client which answers can have notes, and refuses others', async () => {
    const host = createRealHost();
    const { client } = connectTo(host);
    client.subscribe(noop);
    const tool = createAskUserTool({ spec: piAskUser.tool, transport: host.broker });
    const called = tool.execute(
      { question: 'Which?', options: ['A', 'B'] },
      { conversationId: 'c1', toolCallId: 'r1' },
    );
    await pass();
    const [asked] = client.getState().requests;
    expect(asked?.request.questions[0]?.constraints).toEqual({ allowNotes: 'withOption' });
    const questionId = asked?.request.questions[0]?.id ?? '';
    const own = [{ questionId, selected: [], custom: 'C', notes: 'why' }];
    expect(await client.answer('r1', own)).toMatchObject({ ok: false, issues: [{ code: 'allowNotes' }] });
    expect(await client.answer('r1', [{ questionId, selected: [1], notes: 'why' }])).toEqual({ ok: true });
    expect((await called).data).toMatchObject({ response: { selections: ['B'], comment: 'why' } });
    client.close();
    await host.broker.close();
  });
});
