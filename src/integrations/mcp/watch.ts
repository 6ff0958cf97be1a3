import { checkInterval } from '../../host/check.js';

/** JSON-RPC code of "Method not found". A server that responds with it is alive. */
const NO_METHOD = -32601;

/** The part of a client that is used to ping its server and to close the connection. */
export interface WatchedClient {
  ping(options?: { timeout?: number }): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Pings the server while one of its questions is open, because a lost server is not reported over HTTP. After two
 * missed pings in a row the client is closed, which ends its calls and their questions.
 *
 * @returns A function that asks one question.
 */
export function watch(client: WatchedClient, everyMs = 30_000): <T>(ask: () => Promise<T>) => Promise<T> {
  checkInterval('heartbeatMs', everyMs);
  let count = 0;
  let missed = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  async function checkConnection(): Promise<void> {
    const isAlive = await client.ping({ timeout: everyMs }).then(
      () => true,
      (error: unknown) => (error as { code?: unknown } | null)?.code === NO_METHOD,
    );
    missed = isAlive ? 0 : missed + 1;
    if (missed === 2 && count > 0) await client.close().catch(() => undefined);
  }

  return async (ask) => {
    if (count++ === 0 && everyMs < Infinity) {
      missed = 0;
      timer = setInterval(() => void checkConnection(), everyMs);
      (timer as { unref?(): void }).unref?.();
    }
    try {
      return await ask();
    } finally {
      if (--count === 0) clearInterval(timer);
    }
  };
}
