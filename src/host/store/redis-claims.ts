import { checkedKeepMs, KEEP_MS, type ClaimStore } from './claims.js';
import { keyOf } from './codec.js';
import { createScripts, type RedisConnection } from './redis-connection.js';

/** Options for `createRedisClaims`. */
export interface RedisClaimsOptions {
  /** The host's client, of one server or of a cluster. The package never closes it. */
  readonly redis: RedisConnection;
  /** The start of all keys, before `:claim:`. @default 'ask-user' */
  readonly prefix?: string | undefined;
  /** How long the store retains an entry, in milliseconds. @default 604800000, seven days */
  readonly keepMs?: number | undefined;
  /** How long a call waits for the connection, and then for Redis, before it rejects, in milliseconds. @default 10000 */
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
 * Creates a `ClaimStore` in Redis 5 or later, by the server's clock: of all processes, one claims a key. An entry that Redis loses in a crash
 * or a failover can be claimed again.
 *
 * @example
 * const claims = createRedisClaims({ redis: new Redis() });
 *
 * @throws RangeError if `keepMs` is not a positive number
 */
export function createRedisClaims(options: RedisClaimsOptions): ClaimStore {
  const { redis, prefix = 'ask-user', keepMs: most = KEEP_MS, timeoutMs = 10_000 } = options;
  checkedKeepMs(most);
  const evaluate = createScripts(redis, timeoutMs);
  const run = async (script: string, key: string, ...args: readonly string[]) => {
    const text = await evaluate(script, `${prefix}:claim:${await keyOf(key)}`, ...args);
    return typeof text === 'string' ? (JSON.parse(text) as string) : undefined;
  };
  return {
    async claim(key, value, { keepMs = most } = {}) {
      const ms = String(Math.ceil(checkedKeepMs(keepMs)));
      return (await run(CLAIM, key, JSON.stringify(value), ms)) ?? value;
    },
    get: (key) => run(GET, key),
    async release(key, value) {
      await run(RELEASE, key, JSON.stringify(value));
    },
  };
}
