// A process that continues a run together with others. continue.test.ts bundles and starts it. It reports when it
// works and the value of the call.
import { once } from 'node:events';
import { Redis } from 'ioredis';
import pg from 'pg';
import { continueOnce } from '../../src/host/store.js';
import { createPostgresClaims } from '../../src/host/store/postgres/index.js';
import { createRedisClaims } from '../../src/host/store/redis/index.js';
import type { NodeOptions } from './nodes.js';

export interface ContinueSaid {
  readonly isWorking?: true;
  readonly value?: string;
}

const { database, leaseMs, key } = JSON.parse(process.argv[2] ?? '') as Pick<NodeOptions, 'database' | 'leaseMs'> & {
  readonly key: string;
};
const say = (said: ContinueSaid) => process.connected && process.send!(said);

const claims =
  database.engine === 'postgres'
    ? createPostgresClaims({ pool: new pg.Pool(database.connection) })
    : createRedisClaims({ redis: new Redis(database.connection) });

process.on('disconnect', () => process.exit());
void continueOnce({ claims, key, leaseMs }, async () => {
  say({ isWorking: true });
  await once(process, 'message');
  return `by ${process.pid}`;
}).then((value) => say({ value }));
