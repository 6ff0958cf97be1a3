import { checkMethods, checkMs } from '../../check.js';
import { LONGEST_TIMER_MS } from '../../time.js';
import { KEEP_MS } from '../claims.js';
import type { ClaimStore } from '../../store.js';
import { keyOf } from '../codec.js';
import { createScripts, type RedisConnection } from './connection.js';

/** Options for `createRedisClaims`. */
export interface RedisClaimsOptions {
  /** Client of the host, for one server or a cluster. The store never closes it. */
  readonly redis: RedisConnection;
  /** Prefix of all keys, before `:claim:`. @default 'ask-user' */
  readonly prefix?: string | undefined;
  /** How long the store retains an entry, in milliseconds. The default is seven days. @default 604800000 */
  readonly keepMs?: number | undefined;
  /** Time limit for the connection, and for each answer of Redis, in milliseconds. @default 10000 */
  readonly timeoutMs?: number | undefined;
}

const CLAIM = `
local there = redis.call('GET', KEYS[1])
if there and there ~= ARGV[1] then return there end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
`;

const GET = `return redis.call('GET', KEYS[1])`;

const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1
`;

/**
 * Creates a `ClaimStore` in Redis 5 or later. It uses the server's clock. A key whose entry Redis loses in a crash or a
 * failover can be claimed again.
 *
 * @throws {RangeError} If a duration is invalid.
 * @throws {TypeError} If `redis` is not a client.
 * @example
 * const claims = createRedisClaims({ redis: new Redis() });
 */
export function createRedisClaims(options: RedisClaimsOptions): ClaimStore {
  const { redis, prefix = 'ask-user', keepMs: most = KEEP_MS, timeoutMs = 10_000 } = options;
  checkMethods('redis', redis, ['eval'], 'a client of ioredis');
  checkMs('keepMs', most);
  checkMs('timeoutMs', timeoutMs, LONGEST_TIMER_MS);
  const evaluate = createScripts(redis, timeoutMs);
  const run = async (script: string, key: string, ...args: readonly string[]) => {
    const text = await evaluate(script, `${prefix}:claim:${await keyOf(key)}`, ...args);
    return typeof text === 'string' ? (JSON.parse(text) as string) : undefined;
  };
  return {
    async claim(key, value, { keepMs = most } = {}) {
      const ms = String(Math.ceil(checkMs('keepMs', keepMs)));
      return (await run(CLAIM, key, JSON.stringify(value), ms)) ?? value;
    },
    get: (key) => run(GET, key),
    async release(key, value) {
      await run(RELEASE, key, JSON.stringify(value));
    },
  };
}
