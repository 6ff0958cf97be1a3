import { checkMs } from '../../check.js';
import { keyOf, keysOf, noticeOf, parseRow, serialize, type Row } from '../codec.js';
import { createNotifications } from '../notifications.js';
import { checkPool, connect, countListening, createQuery, heedErrors, slow } from './pool.js';
import type { PostgresPool } from './pool.js';
import { CHANGES, channelOf, DEFAULT_TABLE, listenTo, postgresSchema, statementsOf } from './sql.js';
import type { NewRecord, RequestStore } from '../types.js';
import { LONGEST_TIMER_MS, withTimeout } from '../../time.js';

export type { PostgresPool } from './pool.js';
export { postgresSchema } from './sql.js';

const DAY_MS = 86_400_000;

/** Options for `createPostgresStore`. */
export interface PostgresStoreOptions {
  /** Pool of the host. The store never ends it. Close the broker before you end it. */
  readonly pool: PostgresPool;
  /**
   * Pool to listen with. Set it if `pool` is behind a transaction pooler such as PgBouncer, which does not support
   * `listen`. It needs direct connections to the database, one for each store.
   *
   * @default pool
   */
  readonly listenPool?: PostgresPool | undefined;
  /** Name of the table, or `schema.table`. @default 'ask_user_requests' */
  readonly table?: string | undefined;
  /**
   * Name of the notification channel; the same on every node. Defaults to `table`, without its schema if both together
   * have more than 63 bytes.
   */
  readonly channel?: string | undefined;
  /** Minimum retention of a settled request, in milliseconds. The default is seven days. @default 604800000 */
  readonly keepSettledMs?: number | undefined;
  /**
   * Minimum retention of an orphaned request after its lease, in milliseconds. The default is thirty days.
   *
   * @default 2592000000
   */
  readonly keepOrphanedMs?: number | undefined;
  /** Whether the store creates the missing table. If not, run the SQL of `postgresSchema`. @default true */
  readonly createTable?: boolean | undefined;
  /** Time limit for a connection from the pool, and for each answer of the database, in milliseconds. @default 10000 */
  readonly timeoutMs?: number | undefined;
}

/**
 * Cursor after all changes. A cursor contains a transaction and an id to read after; between two pages also the
 * transaction at which the next cycle starts.
 */
const END = JSON.stringify(['9223372036854775807', '']);

interface ChangedRow extends Row {
  readonly changed: string;
  readonly next: string;
}

/**
 * Creates a store in PostgreSQL 11 or later. Any node can answer the requests of another one, and a restarted node
 * finds its requests. Leases, retention and due times use the database's clock; `askedAt` and `settledAt` are the
 * node's.
 *
 * Without a `listenPool`, the pool needs at least two connections, because one listens while a broker is open. Create
 * one store per pool, or add one connection for each other store. A call rejects if the database cannot be reached; the
 * next call tries again.
 *
 * @throws {RangeError} If a name or a duration is invalid, or if `pool` has only one connection and there is no
 * `listenPool`.
 * @throws {TypeError} If a pool is invalid.
 * @example
 * const store = createPostgresStore({ pool: new pg.Pool() });
 * const broker = createAskUserBroker({ store });
 */
export function createPostgresStore(options: PostgresStoreOptions): RequestStore {
  const { pool, listenPool = pool, table = DEFAULT_TABLE, channel = channelOf(table), createTable = true } = options;
  const { keepSettledMs = 7 * DAY_MS, keepOrphanedMs = 30 * DAY_MS, timeoutMs = 10_000 } = options;
  checkPool('pool', pool);
  checkPool('listenPool', listenPool);
  checkMs('keepSettledMs', keepSettledMs);
  checkMs('keepOrphanedMs', keepOrphanedMs);
  checkMs('timeoutMs', timeoutMs, LONGEST_TIMER_MS);
  if (listenPool === pool && pool.options?.max === 1)
    throw new RangeError(
      'The `pool` has one connection, which would only listen. Set its `max` to 2 or more, or pass a `listenPool`.',
    );
  const sql = statementsOf(table);
  const listen = listenTo(channel);
  heedErrors(listenPool);
  const schema = postgresSchema({ table });
  const query = createQuery({ pool, timeoutMs, table, createTable, schema, by: 'postgresSchema' });

  const nowOf = (rows: readonly unknown[]) => Number((rows[0] as { readonly now: string }).now);
  const found = (kind: string, rows: readonly unknown[]) => ({
    now: nowOf(rows),
    records: (rows as readonly Row[]).filter(({ id }) => id !== null).map((row) => parseRow(kind, row)),
  });
  const wrote = (rows: readonly unknown[]) => ({
    now: nowOf(rows),
    written: (rows[0] as { readonly written: unknown }).written === 'yes',
  });
  const valuesOf = async (record: NewRecord, isChange: boolean): Promise<unknown[]> => {
    const { kind, version, at } = record;
    const text = serialize(record.id, record);
    const [id, list, conversation] = await keysOf([record.id, record.list, record.conversationId]);
    return [kind, id, version, list, conversation, at, text, isChange ? channel : '', noticeOf(record)];
  };

  return {
    durable: true,
    keepSettledMs,
    keepOrphanedMs,
    insert: async (record, isChange) => wrote(await query(sql.insert, await valuesOf(record, isChange))),
    compareAndSet: async (version, record, isChange) =>
      wrote(await query(sql.set, [...(await valuesOf(record, isChange)), version])),
    remove: async ({ kind, id }, version) => wrote(await query(sql.remove, [kind, await keyOf(id), version])),
    get: async (kind, ids) => found(kind, await query(sql.get, [kind, await keysOf(ids)])),
    async list(kind, list, conversationIds) {
      const keys = conversationIds && (await keysOf(conversationIds));
      return found(kind, await query(keys ? sql.listOf : sql.list, [kind, await keyOf(list), ...(keys ? [keys] : [])]));
    },
    overdue: async (kind, list, ms, limit) =>
      found(kind, await query(sql.overdue, [kind, await keyOf(list), ms, limit])),
    async changes(cursor = END, conversationIds) {
      const keys = conversationIds && (await keysOf(conversationIds));
      const [after, id, first] = JSON.parse(cursor) as readonly string[];
      const rows = (await query(sql.changes, [after, id, keys ?? null])) as readonly ChangedRow[];
      const next = first ?? rows[0]!.next;
      const last = rows.length < CHANGES ? undefined : rows.at(-1);
      return {
        ...found('request', rows),
        cursor: JSON.stringify(last ? [last.changed, last.id, next] : [next, '']),
        hasMore: last !== undefined,
      };
    },
    watch: createNotifications(async ({ onNotification, onLost }) => {
      const client = await connect(listenPool, timeoutMs);
      let isHeld = true;
      countListening(listenPool, 1);
      const close = () => {
        if (!isHeld) return;
        isHeld = false;
        countListening(listenPool, -1);
        client.release(true);
      };
      client.on('error', onLost);
      client.on('end', onLost);
      client.on('notification', ({ payload }) => onNotification(payload));
      try {
        await withTimeout(timeoutMs, client.query(listen), slow(timeoutMs));
      } catch (error) {
        close();
        throw error;
      }
      return { check: () => withTimeout(timeoutMs, client.query('select 1'), slow(timeoutMs)), close };
    }),
  };
}
