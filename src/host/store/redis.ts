import { createListReader, keyOf, keysOf, readRow, startOf, writeAsked, UNREACHED } from './codec.js';
import { createFeed } from './feed.js';
import { createEngineOutbox, type OutboxRow } from './outbox.js';
import { createEnginePresence } from './presence.js';
import { createScripts, ready, slow, type RedisClient } from './redis-connection.js';
import { OUTBOX_SCRIPTS } from './redis-outbox.js';
import { SCRIPTS as REQUEST_SCRIPTS, START } from './redis-scripts.js';
import type { LeaseMs, RequestStore, StoredRequest } from './types.js';
import { within } from './within.js';

export { createRedisClaims, type RedisClaimsOptions } from './redis-claims.js';
export type { RedisClient, RedisConnection } from './redis-connection.js';

const DAY_MS = 86_400_000;
const SCRIPTS = { ...REQUEST_SCRIPTS, ...OUTBOX_SCRIPTS };

/** What the store is made of. */
export interface RedisStoreOptions {
  /** The host's own. It is never closed here; a second connection like it listens, while a broker is there. */
  readonly redis: RedisClient;
  /** What the names of all keys begin with, in braces, so that a cluster keeps them together. @default 'ask-user' */
  readonly prefix?: string | undefined;
  /**
   * How long a request is kept after it was settled, or, orphaned, after its lease, in milliseconds.
   *
   * @default 604800000, seven days
   */
  readonly keepMs?: number | undefined;
  /** How long to wait for the connection, and then for an answer, before a call rejects, in milliseconds. @default 10000 */
  readonly timeoutMs?: number | undefined;
  /** Hears, once for each, of what is kept and can't be read, which is then left out of every list. @default console.error */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const limitOf = (leaseMs: LeaseMs): string => (leaseMs === 'none' ? leaseMs : String(Math.ceil(leaseMs)));

/**
 * Requests in Redis 5 or later, or what speaks like it, by the server's clock alone: any node can answer what another one has
 * asked, and a node that comes back finds its questions. What Redis itself loses in a crash or a failover is lost.
 *
 * A call rejects where Redis can't be reached, and the next one tries again.
 *
 * @example
 * const store = createRedisStore({ redis: new Redis() });
 * const broker = createAskUserBroker({ store });
 *
 * @throws RangeError for an empty prefix
 */
export function createRedisStore(options: RedisStoreOptions): RequestStore {
  const { redis, prefix = 'ask-user', keepMs = 7 * DAY_MS, timeoutMs = 10_000 } = options;
  if (prefix === '') throw new RangeError('prefix must not be empty: a cluster would take the keys apart.');
  const { onError = console.error } = options;
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
    return row && readRow(row);
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
      const text = writeAsked(asked, instanceId);
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
    watch: createFeed(async ({ notice, lost }) => {
      const connection = redis.duplicate();
      connection.on('error', () => undefined);
      connection.on('message', (_channel, message) => notice(message));
      try {
        await ready(connection, timeoutMs);
        // One that is lost is not waited for: another is made, which is known to have subscribed.
        connection.on('close', lost);
        connection.on('end', lost);
        await within(timeoutMs, connection.subscribe(channel), slow(timeoutMs));
      } catch (error) {
        connection.disconnect();
        throw error;
      }
      return {
        check: () => within(timeoutMs, connection.ping(), slow(timeoutMs)),
        close: () => connection.disconnect(),
      };
    }),
  };
}
