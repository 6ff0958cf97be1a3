import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Cluster, Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findRedis } from '../../scripts/lib/databases.mjs';
import { createRedisStore } from '../../src/host/store/redis/index.js';
import { createRequests } from '../../src/host/store/requests.js';
import { describeStore } from '../host/store/contract.js';
import { asked, LONG } from '../host/store/setup.js';
import { createRedis, isSkipped, lacking, redisAt, type Server } from './databases.js';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

const found = findRedis();

/** A cluster with one node. Like any cluster, it refuses a script whose keys are in several slots. */
describe.skipIf(isSkipped(found))(`the store in a Redis cluster${lacking(found, 'Redis')}`, () => {
  let server: Server;
  let port = 0;
  let prefixes = 0;
  const clusters = new Set<Cluster>();

  function makeClient(): Cluster {
    const redis = new Cluster([{ host: '127.0.0.1', port }]);
    redis.on('error', () => undefined);
    clusters.add(redis);
    return redis;
  }

  function connect(prefix: string) {
    return createRedisStore({ redis: makeClient(), prefix });
  }

  function closeAll() {
    for (const one of clusters) one.disconnect();
    clusters.clear();
  }

  beforeAll(async () => {
    // The nodes of a cluster use ports that are 10,000 higher among themselves.
    do port = await freePort();
    while (port > 55_535);
    server = createRedis(['--port', `${port}`, '--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1']);
    await server.start();
    const admin = new Redis(redisAt(server.dir));
    await admin.call('CLUSTER', 'ADDSLOTS', ...Array.from({ length: 16_384 }, (_, slot) => `${slot}`));
    await vi.waitFor(
      async () => {
        if (!String(await admin.call('CLUSTER', 'INFO')).includes('cluster_state:ok')) throw new Error('not yet');
      },
      { timeout: 20_000 },
    );
    admin.disconnect();
  });
  afterAll(async () => {
    closeAll();
    await server?.remove();
  });

  describeStore('a Redis cluster', () => {
    const prefix = `cluster ${++prefixes}`;
    const forget = (id: string) => makeClient().del(`{${prefix}}:request:${id}`);
    return { store: connect(prefix), other: connect(prefix), forget, close: closeAll };
  });

  it('checks the connection that listens [R-DURABLE]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const admin = new Redis(redisAt(server.dir));
    const monitor = await admin.monitor();
    onTestFinished(() => [admin, monitor].forEach((one) => one.disconnect()));
    const heard: unknown[] = [];
    const stop = connect('checks').watch((change) => heard.push(change));
    onTestFinished(stop);
    await expect.poll(() => heard).toEqual([undefined]);
    const [, listening] = / addr=(\S+)/.exec(String(await admin.call('CLIENT', 'LIST', 'TYPE', 'pubsub')))!;
    const sources: string[] = [];
    monitor.on('monitor', (_time: string, _args: string[], source: string) => sources.push(source));
    vi.advanceTimersByTime(15_000);
    await expect.poll(() => sources).toContain(listening);
  });

  it('keeps every key of the store in one slot [R-DURABLE]', async () => {
    await createRequests(connect('slot'), console.error).open(asked('r1'), LONG);
    closeAll();
    const admin = new Redis(redisAt(server.dir));
    const keys = await admin.keys('{slot}:*');
    const slots = await Promise.all(keys.map((key) => admin.call('CLUSTER', 'KEYSLOT', key)));
    admin.disconnect();
    expect(keys).toHaveLength(6);
    expect(new Set(slots).size).toBe(1);
  });
});
