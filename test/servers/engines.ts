import { Redis } from 'ioredis';
import pg from 'pg';
import { findPostgres, findRedis } from '../../scripts/lib/databases.mjs';
import { createPostgres, createRedis, postgresAt, redisAt, type Server } from './databases.js';
import type { NodeOptions } from './nodes.js';

/** The store sends the second statement every 15 seconds to check its connection. */
const LISTENS = `from pg_stat_activity where query like 'listen %' or query = 'select 1'`;

export interface Engine {
  readonly title: string;
  readonly found: string | undefined;
  readonly create: () => Server;
  readonly database: (dir: string) => NodeOptions['database'];
  /** Returns the number of connections that listen. */
  readonly listeners: (dir: string) => Promise<number>;
  /** Cuts every connection that listens, and returns their number. */
  readonly deafen: (dir: string) => Promise<number>;
  /** Returns the ids of requests whose settlement no callback has acknowledged. */
  readonly undelivered: (dir: string) => Promise<readonly string[]>;
}

export const ENGINES: readonly Engine[] = [
  {
    title: 'PostgreSQL',
    found: findPostgres(),
    create: createPostgres,
    database: (dir) => ({ engine: 'postgres', connection: postgresAt(dir) }),
    async listeners(dir) {
      const client = new pg.Client(postgresAt(dir));
      await client.connect();
      const { rowCount } = await client.query(`select pid ${LISTENS}`);
      await client.end();
      return rowCount ?? 0;
    },
    async deafen(dir) {
      const client = new pg.Client(postgresAt(dir));
      await client.connect();
      const { rowCount } = await client.query(`select pg_terminate_backend(pid) ${LISTENS}`);
      await client.end();
      return rowCount ?? 0;
    },
    async undelivered(dir) {
      const client = new pg.Client(postgresAt(dir));
      await client.connect();
      const { rows } = await client.query<{ id: string }>(
        "select id from ask_user_requests where kind = 'request' and (list like 'due %' or list = 'parked')",
      );
      await client.end();
      return rows.map(({ id }) => id);
    },
  },
  {
    title: 'Redis',
    found: findRedis(),
    create: createRedis,
    database: (dir) => ({ engine: 'redis', connection: { path: redisAt(dir) } }),
    async listeners(dir) {
      const redis = new Redis(redisAt(dir));
      const list = String(await redis.call('CLIENT', 'LIST', 'TYPE', 'pubsub'));
      redis.disconnect();
      return list.split('\n').filter(Boolean).length;
    },
    async deafen(dir) {
      const redis = new Redis(redisAt(dir));
      const cut = await redis.client('KILL', 'TYPE', 'pubsub');
      redis.disconnect();
      return Number(cut);
    },
    async undelivered(dir) {
      const redis = new Redis(redisAt(dir));
      const keys = await redis.keys('{ask-user}:list:request:*');
      const lists = keys.filter((key) => /:(due [^"]*|parked)$/.test(key));
      const ids = await Promise.all(lists.map((key) => redis.zrange(key, 0, -1)));
      redis.disconnect();
      return ids.flat();
    },
  },
];
