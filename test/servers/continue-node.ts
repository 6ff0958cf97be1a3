// A process that continues a run together with others. continue.test.ts bundles and starts it. It reports when it
// works and the value of the run.
import { once } from 'node:events';
import { Redis } from 'ioredis';
import pg from 'pg';
import { takeTurn } from '../../src/host/store.js';
import { createPostgresStore } from '../../src/host/store/postgres/index.js';
import { createRedisStore } from '../../src/host/store/redis/index.js';
import type { NodeOptions } from './nodes.js';

export interface ContinueSaid {
  readonly isWorking?: true;
  readonly value?: string;
}

const { database, leaseMs, key } = JSON.parse(process.argv[2] ?? '') as Pick<NodeOptions, 'database' | 'leaseMs'> & {
  readonly key: string;
};
const say = (said: ContinueSaid) => process.connected && process.send!(said);

const store =
  database.engine === 'postgres'
    ? createPostgresStore({ pool: new pg.Pool(database.connection) })
    : createRedisStore({ redis: new Redis(database.connection) });

process.on('disconnect', () => process.exit());

async function work(): Promise<string> {
  const turn = await takeTurn(store, { key, leaseMs });
  try {
    const before = await turn.get('value');
    if (before !== undefined) return before;
    say({ isWorking: true });
    await once(process, 'message');
    const value = `by ${process.pid}`;
    await turn.set('value', value);
    return value;
  } finally {
    await turn.release();
  }
}
void work().then((value) => say({ value }));
