import { withTimeout } from '../../time.js';

/** The part of an `ioredis` client, for one server or a cluster, that the stores use. */
export interface RedisConnection {
  /**
   * `ready`; `wait` if it connects at the first command; `end` if it is closed and does not reconnect. Other values are
   * possible.
   */
  readonly status: string;
  connect(): Promise<unknown>;
  eval(script: string, keys: number, ...args: string[]): Promise<unknown>;
  subscribe(channel: string): Promise<unknown>;
  on(event: 'ready' | 'end' | 'close' | 'error', listener: () => void): unknown;
  on(event: 'message', listener: (channel: string, message: string) => void): unknown;
  off(event: 'ready' | 'end', listener: () => void): unknown;
  disconnect(): void;
}

/** A `RedisConnection` that can be duplicated. */
export interface RedisClient extends RedisConnection {
  duplicate(): RedisConnection;
}

/** Resolves when the connection is ready. Rejects after `ms` milliseconds, or if its status is or becomes `end`. */
export async function ready(connection: RedisConnection, ms: number): Promise<void> {
  if (connection.status === 'ready') return;
  let leave = () => undefined as void;
  const opened = new Promise<void>((resolve, reject) => {
    const onEnd = () => reject(new Error('The connection to Redis was closed.'));
    if (connection.status === 'end') return onEnd();
    connection.on('ready', resolve);
    connection.on('end', onEnd);
    leave = () => {
      connection.off('ready', resolve);
      connection.off('end', onEnd);
    };
    if (connection.status === 'wait') connection.connect().catch(() => undefined);
  });
  try {
    await withTimeout(ms, opened, `Redis could not be reached within ${ms} ms.`);
  } finally {
    leave();
  }
}

export const slow = (timeoutMs: number): string => `Redis did not answer within ${timeoutMs} ms.`;

export type Evaluate = (script: string, key: string, ...args: readonly string[]) => Promise<unknown>;

export function createScripts(redis: RedisConnection, timeoutMs: number): Evaluate {
  let opening: Promise<void> | undefined;
  return async (script, key, ...args) => {
    // Wait before sending: a command in the client's offline queue could run after this call has rejected.
    opening ??= ready(redis, timeoutMs).finally(() => (opening = undefined));
    await opening;
    return withTimeout(timeoutMs, redis.eval(script, 1, key, ...args), slow(timeoutMs));
  };
}
