import { describe, expect, it } from 'vitest';
import { createAskUserBroker } from '../../../src/host/index.js';
import { createMemoryStore } from '../../../src/host/store.js';
import { answerRpc, serveRpc } from '../../../src/host/rpc/index.js';
import { createTestBackend } from '../helpers.js';
import { CALL, foreignPeer, pair, problems, requestOf } from './helpers.js';

describe('a peer that is served by a broker [R-RPC]', () => {
  const served = (options: { conversationId?: string | readonly string[]; user?: string } = {}) => {
    const broker = createAskUserBroker();
    const join = () => {
      const peer = foreignPeer();
      const { list, onError } = problems();
      return { ...peer, found: list, side: serveRpc(broker, peer.channel, { ...options, onError }) };
    };
    return { broker, join };
  };

  it('receives the pending requests once and in order, and then new requests [R-STATE]', async () => {
    const { broker, join } = served();
    const asked = ['a', 'b'].map((id) => broker.ask(requestOf(id), CALL));
    await expect.poll(async () => (await broker.pending()).length).toBe(2);
    const peer = join();
    asked.push(broker.ask(requestOf('c'), CALL));
    await expect.poll(() => peer.heard.map(({ requestId }) => requestId)).toEqual(['a', 'b', 'c']);
    for (const id of ['a', 'b', 'c']) peer.respond(id, { answers: ['SQLite'] });
    expect(await Promise.all(asked)).toMatchObject(
      Array.from({ length: 3 }, () => ({ answers: [{ text: 'SQLite' }] })),
    );
    await peer.side.close();
    expect(peer.heard).toHaveLength(3);
    await broker.close();
  });

  it('learns that an agent does not wait, and what is allowed [R-AHEAD] [R-DISCUSS]', async () => {
    const { broker, join } = served();
    await broker.open({ ...requestOf('r1'), blocking: false }, { ...CALL, allow: { discuss: true } });
    const { side: asked, ...peer } = join();
    await expect.poll(() => peer.heard).toMatchObject([{ blocking: false, allow: { partial: true, discuss: true } }]);
    await asked.close();
    const [here, there] = pair();
    const seen: unknown[] = [];
    const discussion = { status: 'declined', discuss: true, reason: 'How big?', about: 'q1', answers: [] } as const;
    const answers = answerRpc(there, (request, { allow }) => {
      seen.push(request.blocking, allow);
      return discussion;
    });
    const side = serveRpc(broker, here);
    await expect.poll(async () => (await broker.get('r1'))?.settlement?.result).toEqual(discussion);
    expect(seen).toEqual([false, { partial: true, discuss: true }]);
    await answers.close();
    await side.close();
    await broker.close();
  });

  it('does not receive a request that was settled while the list was read [R-STATE]', async () => {
    const store = createMemoryStore();
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const list: typeof store.list = async (...args) => {
      const listed = await store.list(...args);
      await gate;
      return listed;
    };
    const broker = createAskUserBroker({ store: { ...store, list } });
    const early = broker.ask(requestOf('early'), CALL);
    const peer = foreignPeer();
    const side = serveRpc(broker, peer.channel, problems());
    const late = broker.ask(requestOf('late'), CALL);
    // Both requests are settled while the list is delayed.
    expect(await broker.cancel('early')).toEqual({ ok: true });
    expect(await broker.cancel('late')).toEqual({ ok: true });
    open();
    expect(await Promise.all([early, late])).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }]);
    void broker.ask(requestOf('next'), CALL);
    await expect.poll(() => peer.heard.map(({ requestId }) => requestId)).toEqual(['next']);
    await side.close();
    await broker.close();
    expect(peer.heard.slice(1)).toEqual([]);
  });

  it('competes with others: the first valid answer wins, and the others learn whose it was [R-FIRST]', async () => {
    const { broker, join } = served({ user: 'Ana' });
    const [ana, ben] = [join(), join()];
    const result = broker.ask(requestOf('r1'), CALL);
    await expect.poll(() => [ana.heard.length, ben.heard.length]).toEqual([1, 1]);
    ana.respond('r1', { answers: [''] });
    await expect.poll(() => ana.heard[1]).toMatchObject({ code: 'invalid' });
    ana.respond('r1', { answers: ['SQLite'] });
    expect(await result).toMatchObject({ answers: [{ text: 'SQLite' }] });
    await expect
      .poll(() => ben.heard[1])
      .toEqual({
        type: 'ask_user_cancel',
        requestId: 'r1',
        instanceId: ana.heard[0]?.['instanceId'],
        status: 'answered',
        reason: 'It was answered elsewhere, by Ana.',
      });
    ben.respond('r1', { answers: ['PostgreSQL'] });
    await expect.poll(() => ben.heard[2]).toMatchObject({ type: 'ask_user_error', code: 'already_resolved' });
    await Promise.all([ana.side.close(), ben.side.close(), broker.close()]);
    expect(ana.heard).toHaveLength(2);
  });

  it.each(['cancelled', 'declined'])('may repeat its response with the same key: %s [R-FIRST]', async (status) => {
    const { broker, join } = served();
    const peer = join();
    const result = broker.ask(requestOf('r1'), CALL);
    await expect.poll(() => peer.heard.length).toBe(1);
    for (const key of ['k1', 'k1', 'k2']) peer.respond('r1', { status, key });
    peer.respond('r1', { status: 'timedOut', key: 'k1' });
    expect(await result).toEqual({ status });
    await expect
      .poll(() => peer.heard.slice(1).map(({ code }) => code))
      .toEqual(['already_resolved', 'already_resolved']);
    await Promise.all([peer.side.close(), broker.close()]);
  });

  it('is not sent a cancellation for its own response with an empty key', async () => {
    const { broker, join } = served();
    const peer = join();
    const result = broker.ask(requestOf('r1'), CALL);
    await expect.poll(() => peer.heard.length).toBe(1);
    peer.respond('r1', { answers: ['SQLite'], key: '' });
    expect(await result).toMatchObject({ answers: [{ text: 'SQLite' }] });
    await Promise.all([peer.side.close(), broker.close()]);
    expect(peer.heard).toHaveLength(1);
  });

  it.each([
    ['a cancellation', { status: 'cancelled' }],
    ['an answer', { answers: ['SQLite'] }],
  ])('may not repeat %s with the key of another user [R-SECRET]', async (_, fields) => {
    const broker = createAskUserBroker();
    const join = (user: string) => {
      const peer = foreignPeer();
      return { ...peer, side: serveRpc(broker, peer.channel, { user, ...problems() }) };
    };
    const [ana, bo] = [join('Ana'), join('Bo')];
    const result = broker.ask(requestOf('r1'), CALL);
    await expect.poll(() => [ana.heard.length, bo.heard.length]).toEqual([1, 1]);
    ana.respond('r1', { ...fields, key: 'k1' });
    await result;
    bo.respond('r1', { ...fields, key: 'k1' });
    ana.respond('r1', { ...fields, key: 'k1' });
    ana.respond('r1', { ...fields, key: 'k2' });
    await expect
      .poll(() =>
        bo.heard
          .slice(1)
          .map(({ type, code }) => code ?? type)
          .toSorted((a, b) => String(a).localeCompare(String(b))),
      )
      .toEqual(['already_resolved', 'ask_user_cancel']);
    await expect.poll(() => ana.heard.slice(1).map(({ code }) => code)).toEqual(['already_resolved']);
    await Promise.all([ana.side.close(), bo.side.close(), broker.close()]);
  });

  it('receives a new request whose id was used before, after the store has evicted the first one [R-STATE]', async () => {
    const stores = [createMemoryStore(), createMemoryStore()];
    let store = stores[0]!;
    const broker = createAskUserBroker({
      store: {
        ...store,
        insert: (...args) => store.insert(...args),
        get: (...args) => store.get(...args),
        list: (...args) => store.list(...args),
        compareAndSet: (...args) => store.compareAndSet(...args),
      },
    });
    const peer = foreignPeer();
    const side = serveRpc(broker, peer.channel, problems());
    const first = broker.ask(requestOf('r1'), CALL);
    await expect.poll(() => peer.heard.length).toBe(1);
    await broker.cancel('r1');
    expect(await first).toEqual({ status: 'cancelled' });
    // As after a restart of a database that persists nothing. Its counter starts again as well.
    store = stores[1]!;
    const second = broker.ask(requestOf('r1', { question: 'Which name?' }), CALL);
    await expect
      .poll(() => peer.heard.map(({ type }) => type))
      .toEqual(['ask_user_request', 'ask_user_cancel', 'ask_user_request']);
    peer.respond('r1', { answers: ['order-processor'] });
    expect(await second).toMatchObject({ answers: [{ custom: 'order-processor' }] });
    await Promise.all([side.close(), broker.close()]);
  });

  it('sends the instance id, and is refused if the request id belongs to another instance [R-INSTANCE]', async () => {
    const backend = createTestBackend();
    const store = backend.connect();
    const broker = createAskUserBroker({ store, onError: () => {} });
    const peer = foreignPeer();
    const { list: found, onError } = problems();
    const side = serveRpc(broker, peer.channel, { onError });
    void broker.ask(requestOf('r1'), CALL);
    await expect.poll(() => peer.heard.length).toBe(1);
    backend.flush();
    const second = broker.ask(requestOf('r1'), CALL);
    await expect
      .poll(() => peer.heard.map(({ type }) => type))
      .toEqual(['ask_user_request', 'ask_user_cancel', 'ask_user_request']);
    const [first, cancel, now] = peer.heard.map(({ instanceId }) => instanceId);
    expect([typeof first, cancel, now]).toEqual(['string', first, (await broker.get('r1'))?.instanceId]);
    for (const fields of [{ answers: ['SQLite'] }, { cancelled: true }, { status: 'declined' }, { answers: 1 }])
      peer.respond('r1', { ...fields, instanceId: first });
    await expect.poll(() => peer.heard.slice(3).map(({ code }) => code)).toEqual(Array(4).fill('unknown'));
    peer.say({
      type: 'ask_user_error',
      requestId: 'r1',
      instanceId: first,
      code: 'unavailable',
      message: 'No screen.',
    });
    await expect.poll(() => found).toMatchObject([{ code: 'refused', message: 'No screen.' }]);
    expect(await broker.pending()).toHaveLength(1);
    peer.respond('r1', { answers: ['SQLite'], instanceId: now });
    expect(await second).toMatchObject({ answers: [{ text: 'SQLite' }] });
    await Promise.all([side.close(), broker.close()]);
  });

  it('receives a new instance even if the previous one is settled afterwards [R-INSTANCE]', async () => {
    const backend = createTestBackend();
    const store = backend.connect();
    const broker = createAskUserBroker({ store, onError: () => {} });
    const first = broker.ask(requestOf('r1'), CALL);
    await expect.poll(async () => (await broker.pending()).length).toBe(1);
    backend.flush();
    // The second request is opened on another node, so that the peer's snapshot is the first to read it.
    store.deaf = true;
    const other = createAskUserBroker({ store: backend.connect() });
    const second = other.ask(requestOf('r1', { question: 'Which name?' }), CALL);
    await expect.poll(async () => (await other.pending()).length).toBe(1);
    const peer = foreignPeer();
    const side = serveRpc(broker, peer.channel, problems());
    await expect.poll(() => peer.heard.length).toBeGreaterThan(0);
    expect(await first).toMatchObject({ status: 'connectionLost' });
    peer.respond('r1', { answers: ['order-processor'] });
    expect(await second).toMatchObject({ answers: [{ custom: 'order-processor' }] });
    await side.close();
    expect(peer.heard.map(({ type }) => type)).toEqual(['ask_user_request']);
    await Promise.all([broker.close(), other.close()]);
  });

  it('receives and settles nothing of another conversation [R-AUTH]', async () => {
    const { broker, join } = served({ conversationId: 'c1' });
    const peer = join();
    const other = broker.ask(requestOf('secret'), { conversationId: 'c2' });
    const own = broker.ask(requestOf('r1'), CALL);
    await expect.poll(() => peer.heard.map(({ requestId }) => requestId)).toEqual(['r1']);
    peer.respond('secret', { answers: ['SQLite'] });
    peer.respond('secret', { cancelled: true });
    peer.respond('r1', { cancelled: true, reason: 'no' });
    expect(await own).toEqual({ status: 'cancelled', reason: 'no' });
    expect(peer.heard.slice(1)).toMatchObject([
      { requestId: 'secret', code: 'unknown' },
      { requestId: 'secret', code: 'unknown' },
    ]);
    await peer.side.close();
    await broker.close();
    expect(await other).toMatchObject({ status: 'aborted' });
  });

  it('settles no request by disconnecting, by failing, or by a status that is not a client’s', async () => {
    const { broker, join } = served();
    const result = broker.ask(requestOf('r1'), CALL);
    const [gone, failing] = [join(), join()];
    await expect.poll(() => [gone.heard.length, failing.heard.length]).toEqual([1, 1]);
    gone.hangUp();
    await gone.side.closed;
    failing.respond('r1', { status: 'timedOut' });
    await expect.poll(() => failing.heard[1]).toMatchObject({ code: 'invalid', issues: [{ path: 'status' }] });
    failing.say({ type: 'ask_user_error', requestId: 'r1', code: 'unavailable', message: 'no screen' });
    await expect.poll(() => failing.found).toEqual([{ code: 'refused', requestId: 'r1', message: 'no screen' }]);
    expect(await broker.pending()).toHaveLength(1);
    await broker.decline('r1');
    expect(await result).toEqual({ status: 'declined' });
    await Promise.all([failing.side.close(), broker.close()]);
  });
});
