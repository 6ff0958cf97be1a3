import { checkFunctions, checkMs } from '../../check.js';
import { createListReader, keyOf, keysOf, parseRow, startOf, serializeRequest, UNREACHED, type Row } from '../codec.js';
import { createNotifications } from '../notifications.js';
import { createEngineOutbox, type OutboxRow } from '../outbox.js';
import { checkPool, connect, countListening, createPurge, createQuery, heedErrors, slow } from './pool.js';
import type { PostgresPool } from './pool.js';
import { CHANGES, channelOf, DEFAULT_TABLE, listenTo, postgresSchema, statementsOf } from './sql.js';
import { createEnginePresence } from '../presence.js';
import type { LeaseMs, RequestStore, StoredRequest } from '../../store.js';
import { LONGEST_TIMER_MS, withTimeout } from '../../time.js';

export { createPostgresClaims, postgresClaimsSchema } from './claims.js';
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
  /** Whether the store creates missing tables. If not, run the SQL of `postgresSchema`. @default true */
  readonly createTable?: boolean | undefined;
  /** Time limit for a connection from the pool, and for each answer of the database, in milliseconds. @default 10000 */
  readonly timeoutMs?: number | undefined;
  /**
   * Called once for each stored request that `list`, `changes` or the outbox skips, because it cannot be parsed.
   *
   * @default console.error
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Cursor after all changes. A cursor contains a transaction and an id to read after; between two pages also the
 * transaction at which the next cycle starts.
 */
const END = JSON.stringify(['9223372036854775807', '']);

interface ChangedRow {
  readonly changed: string;
  readonly next: string;
}

const limitOf = (leaseMs: LeaseMs): number | null => (leaseMs === 'none' ? null : leaseMs);

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
 * @throws {TypeError} If a pool or `onError` is invalid.
 * @example
 * const store = createPostgresStore({ pool: new pg.Pool() });
 * const broker = createAskUserBroker({ store });
 */
export function createPostgresStore(options: PostgresStoreOptions): RequestStore {
  const { pool, listenPool = pool, table = DEFAULT_TABLE, channel = channelOf(table), createTable = true } = options;
  const { keepSettledMs = 7 * DAY_MS, keepOrphanedMs = 30 * DAY_MS, timeoutMs = 10_000 } = options;
  const { onError = console.error } = options;
  checkPool('pool', pool);
  checkPool('listenPool', listenPool);
  checkMs('keepSettledMs', keepSettledMs);
  checkMs('keepOrphanedMs', keepOrphanedMs);
  checkMs('timeoutMs', timeoutMs, LONGEST_TIMER_MS);
  checkFunctions({ onError });
  if (listenPool === pool && pool.options?.max === 1)
    throw new RangeError(
      'The `pool` has one connection, which would only listen. Set its `max` to 2 or more, or pass a `listenPool`.',
    );
  const sql = statementsOf(table);
  const listen = listenTo(channel);
  heedErrors(listenPool);
  const schema = postgresSchema({ table });
  const query = createQuery({ pool, timeoutMs, table, createTable, schema, by: 'postgresSchema' });
  const purge = createPurge(Math.min(keepSettledMs, keepOrphanedMs), () =>
    query(sql.purge, [keepSettledMs, keepOrphanedMs]),
  );

  const readAll = createListReader(onError);

  const get = async (key: string): Promise<StoredRequest | undefined> => {
    const [row] = await query(sql.get, [key]);
    return row === undefined ? undefined : parseRow(row as Row);
  };

  return {
    durable: true,
    presence: createEnginePresence(
      (owner, key, isAttended) => query(sql.attend, [key, owner, isAttended ? 'yes' : '']),
      async (keys) => {
        const rows = (await query(sql.lastAttended, [keys])) as readonly { conversation: string; age: string }[];
        return new Map(rows.map(({ conversation, age }) => [conversation, Number(age)]));
      },
    ),
    outbox: createEngineOutbox(
      {
        take: async (...values) => (await query(sql.take, values)) as readonly OutboxRow[],
        update: async (id, claim, state, ms, error) =>
          (await query(sql.update, [id, claim, state, ms, error ?? null])).length > 0,
        parked: async () => (await query(sql.parked)) as readonly OutboxRow[],
        retry: async (id) => (await query(sql.retry, [id, channel])).length > 0,
      },
      readAll,
    ),
    async open(asked, { leaseMs, owner }) {
      const text = serializeRequest(asked, crypto.randomUUID());
      const key = await keyOf(asked.request.requestId);
      const waiters = owner === undefined ? [] : [owner];
      const callback = asked.callback === undefined ? null : await keyOf(asked.callback);
      const values = [key, await keyOf(asked.conversationId), text, limitOf(leaseMs), channel, waiters, callback];
      // Retry if the existing request is deleted before it is read.
      for (;;) {
        const kept = await query(sql.open, values);
        purge();
        if (kept.length) return undefined;
        const there = await get(key);
        if (there) return there;
      }
    },
    get: async (requestId) => get(await keyOf(requestId)),
    async list(conversationIds) {
      if (conversationIds?.length === 0) return [];
      const keys = conversationIds && (await keysOf(conversationIds));
      const rows = await (keys ? query(sql.list, [keys]) : query(sql.listAll));
      return readAll(rows as readonly Row[]);
    },
    async changes(cursor = END, conversationIds) {
      const keys = conversationIds && (await keysOf(conversationIds));
      const [after, id, first] = JSON.parse(cursor) as readonly string[];
      const found = (await query(sql.changes, [after, id, keys ?? null])) as readonly (Row & ChangedRow)[];
      const next = first ?? found[0]!.next;
      const rows = found.filter((row) => row.id !== null);
      const last = rows.length < CHANGES ? undefined : rows.at(-1);
      return {
        cursor: JSON.stringify(last ? [last.changed, last.id, next] : [next, '']),
        changed: readAll(rows),
        hasMore: last !== undefined,
      };
    },
    async settle(requestId, settlement, { orphaned, instanceId, leaver = '' } = {}) {
      const text = JSON.stringify(settlement);
      const values = [await keyOf(requestId), text, orphaned ? 'orphaned' : '', channel, startOf(instanceId), leaver];
      return (await query(sql.settle, values)).length > 0;
    },
    async unreached(requestId, instanceId) {
      await query(sql.unreached, [await keyOf(requestId), startOf(instanceId), channel, UNREACHED]);
    },
    async attach(requestId, { owner, leaseMs = '' }) {
      await query(sql.attach, [await keyOf(requestId), owner, String(leaseMs)]);
    },
    async beat(owner, aliveMs) {
      await query(sql.beat, [owner, aliveMs]);
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
