import { checkMethods, checkMs } from '../../check.js';
import { keyOf, keysOf, noticeOf, parseRow, serialize } from '../codec.js';
import { createNotifications } from '../notifications.js';
import { createScripts, ready, slow, type RedisClient } from './connection.js';
import { SCRIPTS } from './scripts.js';
import type { NewRecord, RequestStore } from '../types.js';
import { LONGEST_TIMER_MS, withTimeout } from '../../time.js';

export type { RedisClient } from './connection.js';

const DAY_MS = 86_400_000;

/** Options for `createRedisStore`. */
export interface RedisStoreOptions {
  /** Client of the host. The store never closes it, and duplicates it to listen while a broker is open. */
  readonly redis: RedisClient;
  /** Prefix of all keys. The store puts it in braces, so that a cluster keeps the keys together. @default 'ask-user' */
  readonly prefix?: string | undefined;
  /**
   * Minimum retention of a settled request, and of an orphaned one after its lease, in milliseconds. The default is
   * seven days.
   *
   * @default 604800000
   */
  readonly keepMs?: number | undefined;
  /** Time limit for the connection, and for each answer of Redis, in milliseconds. @default 10000 */
  readonly timeoutMs?: number | undefined;
}

/**
 * Creates a store in Redis 5 or later, or a compatible server. Any node can answer the requests of another one, and a
 * restarted node finds its requests. Leases, retention and due times use the server's clock; `askedAt` and `settledAt`
 * are the node's. A crash or a failover of Redis can lose requests.
 *
 * A call rejects if Redis cannot be reached; the next call tries again.
 *
 * @throws {RangeError} If the prefix is empty or a duration is invalid.
 * @throws {TypeError} If `redis` is not a client.
 * @example
 * const store = createRedisStore({ redis: new Redis() });
 * const broker = createAskUserBroker({ store });
 */
export function createRedisStore(options: RedisStoreOptions): RequestStore {
  const { redis, prefix = 'ask-user', keepMs = 7 * DAY_MS, timeoutMs = 10_000 } = options;
  if (prefix === '')
    throw new RangeError('`prefix` is empty, so a cluster would distribute the keys. Pass a non-empty string.');
  checkMethods('redis', redis, ['eval', 'duplicate'], 'a client of ioredis');
  checkMs('keepMs', keepMs);
  checkMs('timeoutMs', timeoutMs, LONGEST_TIMER_MS);
  const base = `{${prefix}}`;
  const channel = `${base}:changes`;
  const evaluate = createScripts(redis, timeoutMs);

  const run = async (script: keyof typeof SCRIPTS, kind: string, ...args: readonly string[]) =>
    (await evaluate(SCRIPTS[script], base, channel, kind, ...args)) as readonly unknown[] | null;
  const found = (kind: string, [now, ...replies]: readonly unknown[]) => ({
    now: Number(now),
    records: (replies as readonly (readonly unknown[])[]).map(([id, record, place, written]) =>
      parseRow(kind, { id, record, place, written }),
    ),
  });
  const reads = async (...call: Parameters<typeof run>) => found(call[1], (await run(...call))!);
  const writes = async (...call: Parameters<typeof run>) => {
    const [now, written] = (await run(...call))!;
    return { now: Number(now), written: Number(written) === 1 };
  };
  async function write(record: NewRecord, expected: string, isChange: boolean) {
    const text = serialize(record.id, record);
    const [id, list, conversation] = await keysOf([record.id, record.list, record.conversationId]);
    const { kind, version, at } = record;
    const notice = isChange ? noticeOf(record) : '';
    return writes('write', kind, id!, version, list!, conversation!, String(at), text, expected, notice);
  }

  return {
    durable: true,
    keepSettledMs: keepMs,
    keepOrphanedMs: keepMs,
    insert: (record, isChange) => write(record, '', isChange),
    compareAndSet: (version, record, isChange) => write(record, `=${version}`, isChange),
    remove: async ({ kind, id }, version) => writes('remove', kind, await keyOf(id), version),
    get: async (kind, ids) => reads('get', kind, ...(await keysOf(ids))),
    async list(kind, list, conversationIds) {
      const keys = await keysOf(new Set(conversationIds));
      return reads('list', kind, await keyOf(list), conversationIds ? 'of' : 'all', ...keys);
    },
    overdue: async (kind, list, ms, limit) => reads('overdue', kind, await keyOf(list), String(ms), String(limit)),
    async changes(cursor = '', conversationIds) {
      const keys = await keysOf(new Set(conversationIds));
      const reply = await run('changes', 'request', cursor, conversationIds ? 'of' : 'all', ...keys);
      if (!reply) return undefined;
      const [now, next, more, ...replies] = reply;
      return { ...found('request', [now, ...replies]), cursor: String(next), hasMore: Number(more) === 1 };
    },
    watch: createNotifications(async ({ onNotification, onLost }) => {
      const connection = redis.duplicate();
      connection.on('error', () => undefined);
      connection.on('message', (_channel, message) => onNotification(message));
      const subscribe = () => withTimeout(timeoutMs, connection.subscribe(channel), slow(timeoutMs));
      try {
        await ready(connection, timeoutMs);
        // Do not rely on ioredis to reconnect: it would be unknown when it has subscribed again.
        connection.on('close', onLost);
        connection.on('end', onLost);
        await subscribe();
      } catch (error) {
        connection.disconnect();
        throw error;
      }
      // A cluster sends other commands, such as `ping`, to another connection than the one that listens.
      return { check: subscribe, close: () => connection.disconnect() };
    }),
  };
}
