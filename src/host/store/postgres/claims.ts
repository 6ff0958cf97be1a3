import { checkMs } from '../../check.js';
import { LONGEST_TIMER_MS } from '../../time.js';
import { KEEP_MS } from '../claims.js';
import type { ClaimStore } from '../../store.js';
import { keyOf } from '../codec.js';
import { checkPool, createPurge, createQuery, type PostgresPool } from './pool.js';
import { tableOf } from './sql.js';

const DEFAULT_TABLE = 'ask_user_claims';
const NOW = 'clock_timestamp()';
const span = (parameter: string) => `${parameter}::double precision * interval '1 millisecond'`;

/** Options for `createPostgresClaims`. */
export interface PostgresClaimsOptions {
  /** Pool of the host. The store never ends it. */
  readonly pool: PostgresPool;
  /** Name of the table, or `schema.table`. @default 'ask_user_claims' */
  readonly table?: string | undefined;
  /** How long the store retains an entry, in milliseconds. The default is seven days. @default 604800000 */
  readonly keepMs?: number | undefined;
  /** Whether the store creates the missing table. If not, run the SQL of `postgresClaimsSchema`. @default true */
  readonly createTable?: boolean | undefined;
  /** Time limit for a connection from the pool, and for each answer of the database, in milliseconds. @default 10000 */
  readonly timeoutMs?: number | undefined;
}

/**
 * Returns the SQL that creates the table of `createPostgresClaims`, for a host with migrations. Running it again
 * changes nothing.
 *
 * @throws {RangeError} If the name is invalid.
 * @example
 * await pool.query(postgresClaimsSchema());
 * const claims = createPostgresClaims({ pool, createTable: false });
 */
export function postgresClaimsSchema(
  options: { /** @default 'ask_user_claims' */ readonly table?: string } = {},
): string {
  const { table, index } = tableOf(options.table ?? DEFAULT_TABLE);
  return `create table if not exists ${table} (
  key text primary key,
  value text not null,
  expires_at timestamptz not null
);
create index if not exists ${index('expires')} on ${table} (expires_at);
`;
}

function statementsOf(tableName: string) {
  const { table } = tableOf(tableName);
  return {
    claim: `insert into ${table} as there (key, value, expires_at) values ($1, $2, ${NOW} + ${span('$3')})
on conflict (key) do update set value = excluded.value, expires_at = excluded.expires_at
where there.value = excluded.value or there.expires_at <= ${NOW} returning value`,
    get: `select value from ${table} where key = $1 and expires_at > ${NOW}`,
    release: `delete from ${table} where key = $1 and value = $2`,
    purge: `delete from ${table} where key in (
  select key from ${table} where expires_at <= ${NOW} limit 1000 for update skip locked
)`,
  };
}

/**
 * Creates a `ClaimStore` in PostgreSQL 11 or later. It uses the database's clock. It needs a separate table; the pool
 * may be that of a request store.
 *
 * @throws {RangeError} If the name or a duration is invalid.
 * @throws {TypeError} If `pool` is not a pool.
 * @example
 * const claims = createPostgresClaims({ pool: new pg.Pool() });
 */
export function createPostgresClaims(options: PostgresClaimsOptions): ClaimStore {
  const { pool, table = DEFAULT_TABLE, createTable = true, keepMs: most = KEEP_MS, timeoutMs = 10_000 } = options;
  checkPool('pool', pool);
  checkMs('keepMs', most);
  checkMs('timeoutMs', timeoutMs, LONGEST_TIMER_MS);
  const sql = statementsOf(table);
  const schema = postgresClaimsSchema({ table });
  const query = createQuery({ pool, timeoutMs, table, createTable, schema, by: 'postgresClaimsSchema' });
  const purge = createPurge(most, () => query(sql.purge));

  const textOf = (rows: readonly unknown[]): string | undefined => {
    const [row] = rows as readonly { readonly value: string }[];
    return row && (JSON.parse(row.value) as string);
  };

  return {
    async claim(key, value, { keepMs = most } = {}) {
      const values = [await keyOf(key), JSON.stringify(value), checkMs('keepMs', keepMs)];
      // Retry if the other value expires or is released before it is read.
      for (;;) {
        const there = textOf(await query(sql.claim, values)) ?? textOf(await query(sql.get, values.slice(0, 1)));
        purge();
        if (there !== undefined) return there;
      }
    },
    get: async (key) => textOf(await query(sql.get, [await keyOf(key)])),
    async release(key, value) {
      await query(sql.release, [await keyOf(key), JSON.stringify(value)]);
    },
  };
}
