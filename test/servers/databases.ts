import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { findRedis } from '../../scripts/lib/databases.mjs';
import { createPostgresFor, createServer, makeDir, missing, type Server } from './database-server.js';

export { isSkipped, lacking, postgresAt, type Server } from './database-server.js';

/** Creates a cluster without network access. */
export const createPostgres = (): Server =>
  createPostgresFor(async (at) => {
    const client = new pg.Client(at);
    await client.connect();
    await client.end();
  });

/** Options for `new Redis`. */
export const redisAt = (dir: string) => join(dir, 'redis.sock');

/**
 * Creates a server that persists acknowledged writes, without network access.
 *
 * @param more - Further settings, such as the `--port` of a cluster, whose clients also connect by address.
 */
export function createRedis(more: readonly string[] = []): Server {
  const file = findRedis();
  if (!file) throw new Error(missing('Redis'));
  const dir = makeDir();
  const own = ['--bind', '127.0.0.1', '--port', '0', '--unixsocket', redisAt(dir), '--save', '', '--appendonly', 'yes'];
  const settings = [...own, ...more];
  return createServer(dir, {
    file,
    args: [...settings, '--appendfsync', 'no', '--dir', dir],
    crash: 'KILL',
    async check() {
      if (!existsSync(redisAt(dir))) throw new Error('not yet');
      const redis = new Redis(redisAt(dir), { lazyConnect: true, retryStrategy: null });
      redis.on('error', () => undefined);
      try {
        await redis.connect();
        await redis.ping();
      } finally {
        redis.disconnect();
      }
    },
  });
}
