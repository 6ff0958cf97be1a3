import { join } from 'node:path';
import { Redis, type RedisOptions } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findRedis } from '../../scripts/lib/databases.mjs';
import { createRedisClaims } from '../../src/host/store/redis/index.js';
import { describeClaims } from '../host/claims/contract.js';
import { createRedis, isSkipped, lacking, redisAt, type Server } from './databases.js';
import { createProxy } from './proxy.js';

const found = findRedis();
let server: Server;
let prefixes = 0;
const clients = new Set<Redis>();

function makeClient(options: RedisOptions = {}): Redis {
  const redis = new Redis({ path: redisAt(server.dir), ...options });
  redis.on('error', () => undefined);
  clients.add(redis);
  return redis;
}

const newPrefix = () => `claims ${++prefixes}`;

function closeAll(): void {
  for (const client of clients) client.disconnect();
  clients.clear();
}

describe.skipIf(isSkipped(found))(`claims in Redis${lacking(found, 'Redis')}`, () => {
  beforeAll(async () => {
    server = createRedis();
    await server.start();
  });
  afterAll(() => server?.remove());
  afterEach(closeAll);

  describeClaims('Redis', () => {
    const prefix = newPrefix();
    const connect = () => createRedisClaims({ redis: makeClient(), prefix });
    return { claims: connect(), other: connect(), close: closeAll };
  });

  it('retain an entry for seven days and set an expiry on every key', async () => {
    const prefix = newPrefix();
    const claims = createRedisClaims({ redis: makeClient(), prefix });
    await claims.claim('k', 'first');
    await claims.claim('short', 'first', { keepMs: 59_999.5 });
    const observer = makeClient();
    const left = async (key: string) => observer.pttl(`${prefix}:claim:${key}`);
    expect(await left('k')).toBeGreaterThan((7 * 86_400 - 60) * 1000);
    expect(await left('k')).toBeLessThanOrEqual(7 * 86_400_000);
    expect(await left('short')).toBeGreaterThan(0);
    expect(await left('short')).toBeLessThanOrEqual(60_000);
    expect(() => createRedisClaims({ redis: observer, keepMs: NaN })).toThrow(RangeError);
  });

  it('succeed if the client resends the claim after a cut connection', async () => {
    const proxy = await createProxy(join(server.dir, 'proxy.sock'), redisAt(server.dir));
    const redis = makeClient({ path: proxy.path });
    const claims = createRedisClaims({ redis, prefix: newPrefix() });
    await redis.ping();
    proxy.cutNext();
    expect(await claims.claim('k', 'first')).toBe('first');
    expect(proxy.cuts).toBe(1);
    expect(await claims.claim('k', 'second')).toBe('first');
    redis.disconnect();
    proxy.close();
  });

  it('reject if the host has closed the client or the server is too slow', async () => {
    const closed = makeClient();
    await closed.quit();
    await expect(createRedisClaims({ redis: closed }).get('k')).rejects.toThrow('The connection to Redis was closed.');
    const [redis, prefix] = [makeClient(), newPrefix()];
    await createRedisClaims({ redis, prefix }).claim('k', 'first');
    const hasty = createRedisClaims({ redis, prefix, timeoutMs: 100 });
    await server.freeze(() => expect(hasty.get('k')).rejects.toThrow('Redis did not answer within 100 ms.'));
    expect(await createRedisClaims({ redis, prefix }).get('k')).toBe('first');
  });
});
