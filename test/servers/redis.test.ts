import { join } from 'node:path';
import { Redis, type RedisOptions } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findRedis } from '../../scripts/lib/databases.mjs';
import type { StoreChange, StoredRequest, RequestStore } from '../../src/host/store.js';
import { createRequests, type Requests } from '../../src/host/store/requests.js';
import { createRedisStore, type RedisStoreOptions } from '../../src/host/store/redis/index.js';
import { describeStore } from '../host/store/contract.js';
import { asked, endedBy, LONG, SHORT } from '../host/store/setup.js';
import { createRedis, isSkipped, lacking, redisAt, type Server } from './databases.js';
import { createProxy } from './proxy.js';

const found = findRedis();
let server: Server;
let prefixes = 0;
const clients = new Set<Redis>();
const stops = new Set<() => void>();

function makeClient(options: RedisOptions = {}): Redis {
  const redis = new Redis({ path: redisAt(server.dir), ...options });
  redis.on('error', () => undefined);
  clients.add(redis);
  return redis;
}

/** A node with a separate client. */
const connectStore = (prefix: string, options: Partial<RedisStoreOptions> = {}) =>
  createRedisStore({ redis: makeClient(), prefix, ...options });

/** The requests of a node with a separate client. */
const connect = (prefix: string, options: Partial<RedisStoreOptions> = {}, onError = console.error) =>
  createRequests(connectStore(prefix, options), onError);

const newPrefix = () => `test ${++prefixes}`;

/** The notifications of a node. An empty string means that it may have missed some. */
function hear(store: Pick<RequestStore, 'watch'>): string[] {
  const heard: string[] = [];
  stops.add(store.watch((change?: StoreChange) => heard.push(change?.requestId ?? '')));
  return heard;
}

function closeAll(): void {
  for (const stop of stops) stop();
  stops.clear();
  for (const client of clients) client.disconnect();
  clients.clear();
}

/** The keys of a prefix with their remaining time in milliseconds; -1 without expiry. */
async function lifetimes(prefix: string): Promise<Record<string, number>> {
  const redis = makeClient();
  const keys = await redis.keys(`{${prefix}}:*`);
  const times = await Promise.all(keys.map((key) => redis.pttl(key)));
  return Object.fromEntries(keys.map((key, i) => [key.slice(prefix.length + 3), times[i]!]));
}

describe.skipIf(isSkipped(found))(`the store in Redis${lacking(found, 'Redis')}`, () => {
  beforeAll(async () => {
    server = createRedis();
    await server.start();
  });
  afterAll(() => server?.remove());
  afterEach(closeAll);

  describeStore('Redis', () => {
    const prefix = newPrefix();
    const forget = (id: string) => makeClient().del(`{${prefix}}:request:${id}`);
    return { store: connectStore(prefix), other: connectStore(prefix), forget, close: closeAll };
  });

  describe('keys [R-DURABLE]', () => {
    it('are those of the request, of the process and of their lists, and never expire', async () => {
      const prefix = newPrefix();
      const store = connect(prefix);
      await store.open(asked('r1'), { ...LONG, owner: 'a' });
      await store.beat('a', 10_000);
      await store.settle('r1', endedBy('Ana'));
      const left = await lifetimes(prefix);
      expect(Object.keys(left).toSorted()).toEqual([
        'change',
        'changed',
        'list:process:ended',
        'list:process:ended"',
        'list:request:ended',
        'list:request:ended"c1',
        'place',
        'process:a',
        'request:r1',
      ]);
      expect(new Set(Object.values(left))).toEqual(new Set([-1]));
    });

    it('of a settled request and of a dead process are deleted after their time', async () => {
      const prefix = newPrefix();
      const store = connect(prefix, { keepMs: 1 });
      await store.beat('dead', 1);
      await store.open(asked('r1'), { leaseMs: 'none' });
      await store.settle('r1', endedBy('Ana'));
      await store.open(asked('r2', { callback: 'resume' }), { leaseMs: 'none' });
      await store.settle('r2', endedBy('Ana'));
      await expect
        .poll(async () => {
          await store.purge();
          return Object.keys(await lifetimes(prefix))
            .filter((key) => /^(request|process):/.test(key))
            .toSorted();
        })
        // A settlement that no callback has acknowledged is kept.
        .toEqual(['request:r2']);
    });

    it('of an orphaned request expire after its time and leave every list', async () => {
      const prefix = newPrefix();
      const store = connect(prefix, { keepMs: 1 });
      await store.open(asked('r1'), SHORT);
      await expect.poll(async () => (await store.get('r1'))?.state).toBe('orphaned');
      await store.open(asked('r2'), LONG);
      await expect
        .poll(async () => {
          await store.purge();
          return makeClient().zrange(`{${prefix}}:list:request:pending`, 0, -1);
        })
        .toEqual(['r2']);
      expect((await store.list()).map(({ request }) => request.requestId)).toEqual(['r2']);
      expect((await store.list(['c1'])).map(({ request }) => request.requestId)).toEqual(['r2']);
      expect(await store.settle('r1', endedBy('Ana'), { orphaned: true })).toBe(false);
      expect(await store.open(asked('r1'), LONG)).toBeUndefined();
    });

    it('of a request that its owner awaited for long remain for `keepMs` after the lease', async () => {
      const prefix = newPrefix();
      const store = connect(prefix, { keepMs: 400 });
      await store.open(asked('r1'), { leaseMs: 400, owner: 'a' });
      await makeClient().hset(`{${prefix}}:request:r1`, 'written', '0');
      const start = performance.now();
      await store.beat('a', 100);
      await expect
        .poll(async () => {
          await store.purge();
          return store.get('r1');
        })
        .toBeUndefined();
      expect(performance.now() - start).toBeGreaterThan(800);
    });

    it('of presence contain no process whose record was deleted', async () => {
      const prefix = newPrefix();
      const store = connect(prefix);
      for (const owner of ['killed', 'stopped']) {
        await store.beat(owner, 1);
        await store.attend(owner, 'c1', owner === 'killed');
        await makeClient().del(`{${prefix}}:process:${owner}`);
      }
      for (const owner of ['a', 'b']) {
        await store.beat(owner, 10_000);
        await store.attend(owner, 'c1', true);
      }
      const { records } = await connectStore(prefix).get('presence', ['of c1']);
      expect(records[0]?.value).toEqual({ a: null, b: null });
    });

    it('are all in one slot of a cluster and below the client’s prefix', async () => {
      const prefix = newPrefix();
      const redis = makeClient({ keyPrefix: 'app:' });
      const store = createRequests(createRedisStore({ redis, prefix }), console.error);
      const heard = hear(store);
      await expect.poll(() => heard).toEqual(['']);
      await store.open(asked('r1'), LONG);
      await expect.poll(() => heard).toEqual(['', 'r1']);
      const keys = await makeClient().keys(`*${prefix}}*`);
      expect(keys.filter((key) => !key.startsWith(`app:{${prefix}}:`))).toEqual([]);
      expect(keys).toHaveLength(6);
      expect(() => createRedisStore({ redis, prefix: '' })).toThrow(/`prefix` is empty/);
    });
  });

  describe('storage [R-DURABLE]', () => {
    it('retains the newest 10,000 changes and reports if older ones are missing', async () => {
      const prefix = newPrefix();
      const store = connect(prefix);
      const redis = makeClient();
      await store.open(asked('r1'), LONG);
      const { cursor } = (await store.changes())!;
      const newer = Array.from({ length: 10_000 }, (_, i) => [String(Number(cursor) + 1 + i), `other ${i}`]).flat();
      await redis.zadd(`{${prefix}}:changed`, ...newer.slice(0, -2));
      expect((await store.changes(cursor))?.changed).toEqual([]);
      await redis.set(`{${prefix}}:change`, Number(cursor) + 10_000);
      await store.open(asked('r2'), LONG);
      expect(await redis.zcard(`{${prefix}}:changed`)).toBe(10_000);
      expect(await store.changes(cursor)).toBeUndefined();
      await redis.del(`{${prefix}}:change`);
      expect(await store.changes(cursor)).toBeUndefined();
    });

    it('notifies without the id of a request whose id is hashed', async () => {
      const store = connect(newPrefix());
      const heard = hear(store);
      await expect.poll(() => heard).toEqual(['']);
      const ids = ['a\0b', 'a\\u0000b', '\ud800', '\ud801', 'x'.repeat(20_000), `${'x'.repeat(20_000)}y`];
      for (const id of ids) expect(await store.open(asked(id, { conversationId: id }), LONG)).toBeUndefined();
      for (const id of ids) expect((await store.list([id, id])).map(({ request }) => request.requestId)).toEqual([id]);
      await expect.poll(() => heard).toEqual(['', ...ids.slice(0, 4), '', '']);
    });

    it('rejects a request that is not JSON and stores nothing', async () => {
      const store = connect(newPrefix());
      const { request } = asked('r1');
      await expect(store.open(asked('r1', { request: { ...request, raw: { big: 1n } } }), LONG)).rejects.toThrow(
        /^The question "r1" cannot be stored, because .+BigInt/,
      );
      expect(await store.list()).toEqual([]);
    });
  });

  it('omits unreadable entries from a list and reports them once [R-DURABLE]', async () => {
    const prefix = newPrefix();
    const errors: unknown[] = [];
    const store = connect(prefix, {}, (error) => errors.push(error));
    for (const id of ['first', 'text', 'other', 'last']) await store.open(asked(id), LONG);
    const redis = makeClient();
    await redis.hset(`{${prefix}}:request:text`, 'record', 'not JSON');
    await redis.set(`{${prefix}}:request:other`, 'no hash');
    for (const list of [() => store.list(), () => store.list(['c1'])]) {
      const listed = (await list()).map(({ request, state }) => [request.requestId, state]);
      expect(listed).toEqual([
        ['first', 'awaiting_user_response'],
        ['last', 'awaiting_user_response'],
      ]);
    }
    const told = (id: string) => expect.stringContaining(`The stored question "${id}" was changed`) as string;
    expect(errors.map(String).toSorted()).toEqual([told('other'), told('text')]);
    for (const id of ['text', 'other'])
      await expect(store.get(id)).rejects.toThrow(`The stored question "${id}" was changed`);
  });

  describe('deliveries [R-DETACHED]', () => {
    const TAKER = { claim: 'a', claimMs: 600_000, limit: 10 };

    /** Stores two settlements. `damage` replaces the key of the second one by a string, and `restore` undoes that. */
    async function settleTwo() {
      const prefix = newPrefix();
      const errors: unknown[] = [];
      const store = connect(prefix, {}, (error) => errors.push(error));
      for (const id of ['r1', 'r2']) {
        await store.open(asked(id, { callback: 'resume' }), LONG);
        await store.settle(id, endedBy('Ana'));
      }
      const redis = makeClient();
      const key = `{${prefix}}:request:r2`;
      const damage = async () => {
        await redis.rename(key, `${key}:saved`);
        await redis.set(key, 'no hash');
      };
      return { store, errors, damage, restore: () => redis.rename(`${key}:saved`, key) };
    }
    const idsOf = (all: readonly { readonly settled: StoredRequest }[]) =>
      all.map(({ settled }) => settled.request.requestId);

    it('takes the other settlements if a key has another type, and reports it', async () => {
      const { store, errors, damage } = await settleTwo();
      await damage();
      expect(idsOf(await store.take('resume', TAKER))).toEqual(['r1']);
      expect(errors.map(String)).toEqual([expect.stringContaining('The stored question "r2" was changed')]);
      await expect(store.open(asked('r2'), LONG)).rejects.toThrow('The stored question "r2" was changed');
    });

    it('keeps a settlement parked if its retry fails', async () => {
      const { store, damage, restore } = await settleTwo();
      await store.take('resume', TAKER);
      await store.step('r2', 'a', { state: 'parked', error: 'No route' });
      await damage();
      await expect(store.retry('r2')).rejects.toThrow('The stored question "r2" was changed');
      await restore();
      expect(idsOf(await store.parked())).toEqual(['r2']);
      expect(await store.retry('r2')).toBe(true);
    });
  });

  describe('connections [R-DURABLE]', () => {
    it('listens again after a cut connection and reports that changes may have been missed', async () => {
      const prefix = newPrefix();
      const [store, other] = [connect(prefix), connect(prefix)];
      const heard = hear(store);
      await expect.poll(() => heard).toEqual(['']);
      expect(await makeClient().client('KILL', 'TYPE', 'pubsub')).toBe(1);
      await other.open(asked('r1'), LONG);
      // The connection may be back before r1 is written and then receives r1.
      const others = () => heard.filter((id) => id !== 'r1');
      await expect.poll(others).toEqual(['', '']);
      await other.open(asked('r2'), LONG);
      await expect.poll(others).toEqual(['', '', 'r2']);
    });

    it('has one connection that listens and closes it with the last subscriber', async () => {
      const store = connect(newPrefix());
      const observer = makeClient();
      const listening = async () =>
        String(await observer.call('CLIENT', 'LIST', 'TYPE', 'pubsub')).split('\n').length - 1;
      const stopAll = [1, 2].map(() => store.watch(() => undefined));
      await expect.poll(listening).toBe(1);
      stopAll[0]!();
      expect(await listening()).toBe(1);
      stopAll[1]!();
      await expect.poll(listening).toBe(0);
      store.watch(() => undefined)();
      await expect.poll(listening).toBe(0);
    });

    it('connects a lazy client', async () => {
      const options = { lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: null };
      const store = createRequests(
        createRedisStore({ redis: makeClient(options), prefix: newPrefix() }),
        console.error,
      );
      const heard = hear(store);
      await expect.poll(() => heard).toEqual(['']);
      expect(await store.open(asked('r1'), LONG)).toBeUndefined();
      await expect.poll(() => heard).toEqual(['', 'r1']);
    });

    it('rejects at once if the host has closed the client', async () => {
      const redis = makeClient();
      await redis.quit();
      await expect(createRedisStore({ redis }).list('request', 'pending')).rejects.toThrow(
        'The connection to Redis was closed.',
      );
    });

    it('rejects if the server is too slow', async () => {
      const [redis, prefix] = [makeClient(), newPrefix()];
      const store = createRequests(createRedisStore({ redis, prefix }), console.error);
      await store.open(asked('r1'), LONG);
      const hasty = createRequests(createRedisStore({ redis, prefix, timeoutMs: 100 }), console.error);
      await server.freeze(() => expect(hasty.get('r1')).rejects.toThrow('Redis did not answer within 100 ms.'));
      expect((await store.get('r1'))?.state).toBe('awaiting_user_response');
    });

    it('executes a call once that the client resends after a cut connection', async () => {
      const proxy = await createProxy(join(server.dir, 'proxy.sock'), redisAt(server.dir));
      stops.add(proxy.close);
      const redis = makeClient({ path: proxy.path });
      const store = createRequests(createRedisStore({ redis, prefix: newPrefix() }), console.error);
      await redis.ping();
      proxy.cutNext();
      const minted = vi.spyOn(crypto, 'randomUUID');
      onTestFinished(() => minted.mockRestore());
      expect(await store.open(asked('r1'), LONG)).toBeUndefined();
      // The request is read before it is settled.
      proxy.cutNext(1);
      expect(await store.settle('r1', endedBy('Ana'))).toBe(true);
      expect(proxy.cuts).toBe(2);
      expect(await store.settle('r1', endedBy('Ana'))).toBe(false);
      expect(await store.get('r1')).toMatchObject({ instanceId: minted.mock.results[0]?.value as string, order: 1 });
    });

    it('rejects while the server is down and recovers with all acknowledged data', async () => {
      const prefix = newPrefix();
      const [store, other] = [1, 2].map(() => connect(prefix, { timeoutMs: 1_000 })) as [Requests, Requests];
      const heard = hear(store);
      await expect.poll(() => heard).toEqual(['']);
      await store.open(asked('r1'), LONG);
      await store.open(asked('r2'), LONG);
      await store.open(asked('r3'), LONG);
      expect(await other.settle('r1', endedBy('Ana'))).toBe(true);
      await server.crash();
      // ioredis may resend a rejected call when the server is back, so the test does not check r3 below.
      const tries = [store.get('r1'), other.settle('r3', endedBy('Ben'))];
      await Promise.all(tries.map((one) => expect(one).rejects.toThrow(/closed|reached|did not answer/)));
      heard.length = 0;
      await server.start();
      await expect
        .poll(() => store.get('r1').catch(String), { timeout: 10_000 })
        .toMatchObject({ settlement: endedBy('Ana') });
      expect((await store.get('r2'))?.state).toBe('awaiting_user_response');
      await expect.poll(() => heard, { timeout: 10_000 }).toContain('');
      await expect.poll(() => other.settle('r2', endedBy('Ben')).catch(String), { timeout: 10_000 }).toBe(true);
      await expect.poll(() => heard).toContain('r2');
    });
  });
});
