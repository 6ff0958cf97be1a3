import { checkMethods } from '../../check.js';
import { messageOf } from '../../guard.js';
import { createTableSql } from './sql.js';
import { sleep, withTimeout } from '../../time.js';

const NO_TABLE = '42P01';
/** Another transaction was faster (`40001`, above `read committed`) or waited for this one (`40P01`). */
const CONFLICTS: readonly unknown[] = ['40001', '40P01'];
/** Maximum number of attempts at a statement that conflicts with others. */
const TRIES = 20;
/** Maximum pause in milliseconds before the second attempt. It grows with each one. */
const CONFLICT_MS = 5;

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** The part of a `pg` client that the stores use. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
  on(event: 'error' | 'end', listener: () => void): unknown;
  on(event: 'notification', listener: (message: { payload?: string | undefined }) => void): unknown;
  removeListener(event: 'error', listener: () => void): unknown;
  release(destroy?: boolean): void;
}

/** The part of a `pg` `Pool` that the stores use. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  on(event: 'error', listener: () => void): unknown;
  readonly options?: { readonly max?: number | undefined };
}

export const checkPool = (name: string, pool: unknown): void =>
  checkMethods(name, pool, ['connect', 'on'], 'a `Pool` of pg');

/** Number of connections of each pool that stores listen with. */
const listening = new WeakMap<PostgresPool, number>();

export function countListening(pool: PostgresPool, more: 1 | -1): void {
  listening.set(pool, (listening.get(pool) ?? 0) + more);
}

const heeded = new WeakSet<PostgresPool>();

/** Prevents the error of an idle connection from ending the process. The pool itself removes the connection. */
export function heedErrors(pool: PostgresPool): void {
  if (heeded.has(pool)) return;
  heeded.add(pool);
  pool.on('error', () => undefined);
}

export const slow = (timeoutMs: number): string => `The database did not answer within ${timeoutMs} ms.`;

function busy(pool: PostgresPool, timeoutMs: number): string {
  const none = `The pool provided no connection within ${timeoutMs} ms.`;
  const { max = Infinity } = pool.options ?? {};
  if ((listening.get(pool) ?? 0) < max) return `${none} The database cannot be reached, or all connections are in use.`;
  return `${none} All ${max} listen, one for each store. Create one store for the pool, or raise its \`max\`.`;
}

export const connect = (pool: PostgresPool, timeoutMs: number): Promise<PostgresClient> =>
  withTimeout(
    timeoutMs,
    pool.connect(),
    () => busy(pool, timeoutMs),
    (late) => late.release(),
  );

export interface QueryOptions {
  readonly pool: PostgresPool;
  readonly timeoutMs: number;
  readonly table: string;
  readonly createTable: boolean;
  readonly schema: string;
  /** Name of the exported function that returns `schema`. */
  readonly by: string;
}

export type Query = (text: string, values?: unknown[]) => Promise<readonly unknown[]>;

export function createQuery({ pool, timeoutMs, table, createTable, schema, by }: QueryOptions): Query {
  heedErrors(pool);

  async function run(text: string, values?: unknown[]): Promise<readonly unknown[]> {
    const client = await connect(pool, timeoutMs);
    const onError = () => undefined;
    client.on('error', onError);
    let failed = true;
    try {
      const { rows } = await withTimeout(timeoutMs, client.query(text, values), slow(timeoutMs));
      failed = false;
      return rows;
    } catch (error) {
      failed = !CONFLICTS.includes(codeOf(error));
      throw error;
    } finally {
      client.release(failed);
      client.removeListener('error', onError);
    }
  }

  async function makeTable(cause: unknown): Promise<void> {
    const advice = `Run the SQL that ${by}() returns, with a role that may create tables.`;
    if (!createTable) throw new Error(`The table ${table} does not exist. ${advice}`, { cause });
    try {
      await run(createTableSql(schema));
    } catch (error) {
      const why = messageOf(error).replace(/\.$/, '');
      throw new Error(`The table ${table} could not be created: ${why}. ${advice}`, { cause: error });
    }
  }

  /** A conflicting statement has changed nothing, and its next attempt sees what the other transaction has written. */
  async function persist(text: string, values?: unknown[]): Promise<readonly unknown[]> {
    const end = performance.now() + timeoutMs;
    for (let tries = 1; ; tries++) {
      try {
        return await run(text, values);
      } catch (error) {
        if (!CONFLICTS.includes(codeOf(error)) || tries === TRIES || performance.now() > end) throw error;
        await sleep(Math.random() * CONFLICT_MS * tries);
      }
    }
  }

  return async (text, values = []) => {
    try {
      return await persist(text, values);
    } catch (error) {
      if (codeOf(error) !== NO_TABLE) throw error;
      await makeTable(error);
      return persist(text, values);
    }
  };
}
