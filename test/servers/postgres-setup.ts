import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { findPostgres } from '../../scripts/lib/databases.mjs';
import type { RequestStore, StoreChange } from '../../src/host/store.js';
import { createRequests } from '../../src/host/store/requests.js';
import { createPostgresStore, type PostgresStoreOptions } from '../../src/host/store/postgres/index.js';
import { createPostgres, lacking, postgresAt, type Server } from './databases.js';

export const found = findPostgres();
export const title = `PostgreSQL${lacking(found, 'PostgreSQL')}`;
export let server: Server;
let tables = 0;
const pools = new Set<pg.Pool>();
export const stops = new Set<() => void>();

export function makePool(config: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ ...postgresAt(server.dir), ...config });
  pools.add(pool);
  return pool;
}

/** A node with a separate pool. */
export const connectStore = (table: string, options: Partial<PostgresStoreOptions> = {}) =>
  createPostgresStore({ pool: makePool(), table, ...options });

/** The requests of a node with a separate pool. */
export const connect = (table: string, options: Partial<PostgresStoreOptions> = {}, onError = console.error) =>
  createRequests(connectStore(table, options), onError);

export const newTable = () => `requests_${++tables}`;

/** The notifications of a node. An empty string means that it may have missed some. */
export function hear(store: Pick<RequestStore, 'watch'>): string[] {
  const heard: string[] = [];
  stops.add(store.watch((change?: StoreChange) => heard.push(change?.requestId ?? '')));
  return heard;
}

export async function closeAll(): Promise<void> {
  for (const stop of stops) stop();
  stops.clear();
  // Wait for the store's cleanup: its query would never be served after the pool's end.
  const isIdle = (pool: pg.Pool) => pool.waitingCount === 0 && pool.idleCount === pool.totalCount;
  await expect.poll(() => [...pools].every(isIdle)).toBe(true);
  await Promise.all([...pools].map((pool) => pool.end()));
  pools.clear();
}

/** A server for the tests of one file. */
export function withServer(): void {
  beforeAll(async () => {
    server = createPostgres();
    await server.start();
  });
  afterAll(() => server?.remove());
  afterEach(closeAll);
}
