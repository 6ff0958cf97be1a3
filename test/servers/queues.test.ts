import { Redis } from 'ioredis';
import pg from 'pg';
import PgBoss from 'pg-boss';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findPostgres, findRedis } from '../../scripts/lib/databases.mjs';
import { type AskUserBroker, createAskUserBroker } from '../../src/host/index.js';
import { createPostgresStore } from '../../src/host/store/postgres/index.js';
import { createRedisStore } from '../../src/host/store/redis/index.js';
import { makeRequest, replyTo } from '../host/helpers.js';
import { createPostgres, createRedis, isSkipped, lacking, postgresAt, redisAt, type Server } from './databases.js';
import { continueByQueue as continueByBullMq } from './samples/bullmq.js';
import { continueByQueue as continueByPgBoss, type Resume } from './samples/pg-boss.js';

const SOON = { timeout: 60_000 };

interface Running {
  readonly broker: AskUserBroker;
  /** Number of jobs, in any state. */
  readonly jobs: () => Promise<number>;
  readonly close: () => Promise<unknown>;
}

interface Kind {
  readonly title: string;
  readonly database: string;
  readonly found: string | undefined;
  readonly create: () => Server;
  readonly start: (dir: string, resume: Resume, wrap: (broker: AskUserBroker) => AskUserBroker) => Promise<Running>;
}

const KINDS: readonly Kind[] = [
  {
    title: 'pg-boss',
    database: 'PostgreSQL',
    found: findPostgres(),
    create: createPostgres,
    async start(dir, resume, wrap) {
      const pool = new pg.Pool(postgresAt(dir));
      pool.on('error', () => undefined);
      const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) }, supervise: false });
      await boss.start();
      const broker = createAskUserBroker({ store: createPostgresStore({ pool }) });
      await continueByPgBoss(wrap(broker), boss, resume);
      return {
        broker,
        jobs: async () => (await pool.query('select id from pgboss.job where name = $1', ['answers'])).rows.length,
        async close() {
          await broker.close();
          await boss.stop({ graceful: false });
          await pool.end();
        },
      };
    },
  },
  {
    title: 'BullMQ',
    database: 'Redis',
    found: findRedis(),
    create: createRedis,
    async start(dir, resume, wrap) {
      const redis = new Redis(redisAt(dir), { maxRetriesPerRequest: null });
      const broker = createAskUserBroker({ store: createRedisStore({ redis }) });
      const { queue, worker } = continueByBullMq(wrap(broker), redis, resume);
      return {
        broker,
        jobs: () => queue.getJobCountByTypes(),
        async close() {
          await broker.close();
          await worker.close(true);
          await queue.close();
          redis.disconnect();
        },
      };
    },
  },
];

describe.each(KINDS)('the recipe for $title', ({ database, found, create, start }) => {
  describe.skipIf(isSkipped(found))(`continues a run by a job${lacking(found, database)} [R-DETACHED]`, () => {
    let server: Server;
    let running: Running | undefined;
    beforeAll(async () => {
      server = create();
      await server.start();
    });
    afterEach(async () => {
      await running?.close();
      running = undefined;
    });
    afterAll(() => server?.remove());

    it('once for each answer, also if the callback is called again, and again after a failure', async () => {
      const failures = new Set(['second']);
      const resume = vi.fn<Resume>(async (requestId) => {
        if (failures.delete(requestId)) throw new Error('the model is overloaded');
      });
      const calls: string[] = [];
      const wrap = (broker: AskUserBroker): AskUserBroker => ({
        ...broker,
        registerCallback: (name, handler, options) =>
          broker.registerCallback(
            name,
            async (settled, context) => {
              calls.push(settled.request.requestId);
              await handler(settled, context);
              // As after a lost acknowledgement.
              await handler(settled, context);
            },
            options,
          ),
      });
      running = await start(server.dir, resume, wrap);
      const { broker, jobs } = running;
      for (const id of ['first', 'second']) {
        await broker.open(makeRequest(id), { conversationId: 'c1', callback: 'answers' });
        expect(await broker.answer(id, replyTo(makeRequest(id)))).toEqual({ ok: true });
      }
      const resumed = () => resume.mock.calls.map(([id, { status }]) => `${id} ${status}`).toSorted();
      await expect.poll(resumed, SOON).toEqual(['first answered', 'second answered', 'second answered']);
      expect([calls.toSorted(), await jobs()]).toEqual([['first', 'second'], 2]);
    });
  });
});
