import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findPostgres, findRedis } from '../../scripts/lib/databases.mjs';
import type { ContinueSaid } from './continue-node.js';
import { createPostgres, createRedis, isSkipped, lacking, postgresAt, redisAt, type Server } from './databases.js';
import { bundleNode, type NodeOptions } from './nodes.js';

const SOON = { timeout: 20_000 };

interface Engine {
  readonly title: string;
  readonly found: string | undefined;
  readonly create: () => Server;
  readonly database: (dir: string) => NodeOptions['database'];
}

const ENGINES: readonly Engine[] = [
  {
    title: 'PostgreSQL',
    found: findPostgres(),
    create: createPostgres,
    database: (dir) => ({ engine: 'postgres', connection: postgresAt(dir) }),
  },
  {
    title: 'Redis',
    found: findRedis(),
    create: createRedis,
    database: (dir) => ({ engine: 'redis', connection: { path: redisAt(dir) } }),
  },
];

describe.each(ENGINES)('$title', ({ title, found, create, database }) => {
  describe.skipIf(isSkipped(found))(`processes that continue one run${lacking(found, title)} [R-CONTINUE]`, () => {
    let server: Server;
    let script: string;

    beforeAll(async () => {
      server = create();
      await server.start();
      script = await bundleNode(server.dir, 'continue-node');
    });
    afterAll(() => server?.remove());

    function start(key: string, leaseMs: number) {
      const options = { database: database(server.dir), leaseMs, key };
      const child = fork(script, [JSON.stringify(options)], { execArgv: [] });
      const said: ContinueSaid[] = [];
      child.on('message', (one: ContinueSaid) => said.push(one));
      const exited = once(child, 'exit');
      async function kill(): Promise<void> {
        child.kill('SIGKILL');
        await exited;
      }
      onTestFinished(kill);
      return {
        pid: child.pid,
        isWorking: () => said.some(({ isWorking }) => isWorking),
        value: () => said.find(({ value }) => value)?.value,
        finish: () => child.send('finish'),
        kill,
      };
    }

    it('all receive the value of the one that works', async () => {
      const nodes = [1, 2, 3].map(() => start('finishes', 30_000));
      const working = () => nodes.filter((one) => one.isWorking());
      await expect.poll(() => working().length, SOON).toBe(1);
      working()[0]!.finish();
      const value = `by ${working()[0]!.pid}`;
      for (const node of nodes) await expect.poll(node.value, SOON).toBe(value);
      const late = start('finishes', 30_000);
      await expect.poll(late.value, SOON).toBe(value);
      expect([...working(), late].map((one) => one.isWorking())).toEqual([true, false]);
    });

    it('let another one work if the first is killed', async () => {
      const nodes = [1, 2].map(() => start('is killed', 900));
      const working = () => nodes.filter((one) => one.isWorking());
      await expect.poll(() => working().length, SOON).toBe(1);
      const [first] = working();
      await first!.kill();
      const second = nodes.find((one) => one !== first)!;
      await expect.poll(second.isWorking, SOON).toBe(true);
      second.finish();
      await expect.poll(second.value, SOON).toBe(`by ${second.pid}`);
    });
  });
});
