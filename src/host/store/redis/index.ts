import { checkFunctions, checkMethods, checkMs } from '../../check.js';
import { createListReader, keyOf, keysOf, parseRow, startOf, serializeRequest, UNREACHED } from '../codec.js';
import { createNotifications } from '../notifications.js';
import { createEngineOutbox, type OutboxRow } from '../outbox.js';
import { createEnginePresence } from '../presence.js';
import { createScripts, ready, slow, type RedisClient } from './connection.js';
import { OUTBOX_SCRIPTS } from './outbox.js';
import { SCRIPTS as REQUEST_SCRIPTS, START } from './scripts.js';
import type { LeaseMs, RequestStore, StoredRequest } from '../../store.js';
import { LONGEST_TIMER_MS, withTimeout } from '../../time.js';

export { createRedisClaims } from './claims.js';
export type { RedisClient } from './connection.js';

const DAY_MS = 86_400_000;
const SCRIPTS = { ...REQUEST_SCRIPTS, ...OUTBOX_SCRIPTS };

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
  /**
   * Called once for each stored request that `list`, `changes` or the outbox skips, because it cannot be parsed.
   *
   * @default console.error
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const limitOf = (leaseMs: LeaseMs): string => (leaseMs === 'none' ? leaseMs : String(Math.ceil(leaseMs)));

/**
 * Creates a store in Redis 5 or later, or a compatible server. Any node can answer the requests of another one, and a
 * restarted node finds its requests. Leases, retention and due times use the server's clock; `askedAt` and `settledAt`
 * are the node's. A crash or a failover of Redis can lose requests.
 *
 * A call rejects if Redis cannot be reached; the next call tries again.
 *
 * @throws {RangeError} If the prefix is empty or a duration is invalid.
 * @throws {TypeError} If `redis` is not a client, or if `onError` is not a function.
 * @example
 * const store = createRedisStore({ redis: new Redis() });
 * const broker = createAskUserBroker({ store });
 */
export function createRedisStore(options: RedisStoreOptions): RequestStore {
  const { redis, prefix = 'ask-user', keepMs = 7 * DAY_MS, timeoutMs = 10_000 } = options;
  if (prefix === '')
    throw new RangeError('`prefix` is empty, so a cluster would distribute the keys. Pass a non-empty string.');
  const { onError = console.error } = options;
  checkMethods('redis', redis, ['eval', 'duplicate'], 'a client of ioredis');
  checkMs('keepMs', keepMs);
  checkMs('timeoutMs', timeoutMs, LONGEST_TIMER_MS);
  checkFunctions({ onError });
  const base = `{${prefix}}`;
  const channel = `${base}:changes`;
  const evaluate = createScripts(redis, timeoutMs);

  const run = (script: keyof typeof SCRIPTS, ...args: readonly string[]): Promise<unknown> =>
    evaluate(START + SCRIPTS[script], base, String(keepMs), channel, ...args);

  const rowOf = (reply: unknown): OutboxRow | undefined => {
    if (!Array.isArray(reply)) return undefined;
    const [id, asked, settlement, place, state, attempts, error] = reply as readonly unknown[];
    return { id, asked, settlement, place, state, attempts, error };
  };

  const read = (reply: unknown): StoredRequest | undefined => {
    const row = rowOf(reply);
    return row && parseRow(row);
  };

  const readAll = createListReader(onError);
  const rowsOf = (replies: unknown) => (replies as readonly unknown[]).flatMap((reply) => rowOf(reply) ?? []);
  const readInOrder = (replies: unknown) => readAll(rowsOf(replies)).toSorted((a, b) => a.order - b.order);

  return {
    durable: true,
    presence: createEnginePresence(
      (owner, key, isAttended) => run('attend', owner, key, isAttended ? 'yes' : ''),
      async (keys) => {
        const ages = (await run('lastAttended', ...keys)) as readonly string[];
        return new Map(keys.flatMap((key, i) => (ages[i] === '' ? [] : [[key, Number(ages[i])] as const])));
      },
    ),
    outbox: createEngineOutbox(
      {
        take: async (callback, claim, claimMs, limit) =>
          rowsOf(await run('take', callback, claim, String(Math.ceil(claimMs)), String(limit))),
        update: async (id, claim, state, ms, error = '') =>
          Number(await run('update', id, claim, state, String(Math.ceil(ms)), error)) === 1,
        parked: async () => rowsOf(await run('parked')),
        retry: async (id) => Number(await run('retry', id)) === 1,
      },
      readAll,
    ),
    async open(asked, { leaseMs, owner = '' }) {
      const instanceId = crypto.randomUUID();
      const text = serializeRequest(asked, instanceId);
      const keys = await keysOf([asked.request.requestId, asked.conversationId]);
      const callback = asked.callback === undefined ? '' : await keyOf(asked.callback);
      return read(await run('open', ...keys, text, limitOf(leaseMs), instanceId, owner, callback));
    },
    get: async (requestId) => read(await run('get', await keyOf(requestId))),
    async list(conversationIds) {
      if (conversationIds?.length === 0) return [];
      const keys = await keysOf(new Set(conversationIds));
      return readInOrder(await run('list', conversationIds ? 'of' : 'all', ...keys));
    },
    async changes(cursor = '', conversationIds) {
      const keys = await keysOf(new Set(conversationIds));
      const reply = await run('changes', cursor, conversationIds ? 'of' : 'all', ...keys);
      if (!Array.isArray(reply)) return undefined;
      const [next, more, ...replies] = reply as readonly unknown[];
      return { cursor: String(next), changed: readInOrder(replies), hasMore: Number(more) === 1 };
    },
    async settle(requestId, settlement, { orphaned, instanceId, leaver = '' } = {}) {
      const text = JSON.stringify(settlement);
      const args = [await keyOf(requestId), text, orphaned ? 'orphaned' : '', crypto.randomUUID()];
      return Number(await run('settle', ...args, startOf(instanceId), leaver)) === 1;
    },
    async unreached(requestId, instanceId) {
      await run('unreached', await keyOf(requestId), startOf(instanceId), UNREACHED);
    },
    async attach(requestId, { owner, leaseMs }) {
      await run('attach', await keyOf(requestId), leaseMs === undefined ? '' : limitOf(leaseMs), owner);
    },
    async beat(owner, aliveMs) {
      await run('beat', owner, String(Math.ceil(aliveMs)));
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
