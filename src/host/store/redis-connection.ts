import { within } from './within.js';

/** A client of `ioredis`, of one server or of a cluster, as far as it is used here. */
export interface RedisConnection {
  /** `ready`, `wait` for one that connects at the first command, `end` for one that was closed; others on the way. */
  readonly status: string;
  connect(): Promise<unknown>;
  eval(script: string, keys: number, ...args: string[]): Promise<unknown>;
  subscribe(channel: string): Promise<unknown>;
  ping(): Promise<unknown>;
  on(event: 'ready' | 'end' | 'close' | 'error', listener: () => void): unknown;
  on(event: 'message', listener: (channel: string, message: string) => void): unknown;
  off(event: 'ready' | 'end', listener: () => void): unknown;
  disconnect(): void;
}

/** What makes another connection like itself. */
export interface RedisClient extends RedisConnection {
  duplicate(): RedisConnection;
}

/** Resolves when the connection can be used. Rejects after a while, or where it was closed. */
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
    await within(ms, opened, `Redis could not be reached within ${ms} ms.`);
  } finally {
    leave();
  }
}

export const slow = (timeoutMs: number): string => `Redis did not answer within ${timeoutMs} ms.`;

export type Evaluate = (script: string, key: string, ...args: readonly string[]) => Promise<unknown>;

/** Runs scripts of one key, each atomic on the server. */
export function createScripts(redis: RedisConnection, timeoutMs: number): Evaluate {
  let opening: Promise<void> | undefined;
  return async (script, key, ...args) => {
    // Asked for before anything is sent: what waits in the client's own queue would be done after this call has given up.
    opening ??= ready(redis, timeoutMs).finally(() => (opening = undefined));
    await opening;
    return within(timeoutMs, redis.eval(script, 1, key, ...args), slow(timeoutMs));
  };
}
