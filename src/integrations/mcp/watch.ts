/** JSON-RPC's "method not found": whoever says so is there. */
const NO_METHOD = -32601;

/** How often a server is asked whether it is there, unless the host says otherwise. */
export const HEARTBEAT_MS = 30_000;

/** What is needed of a client to look after its server. */
export interface WatchedClient {
  ping(options?: { timeout?: number }): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Looks after the server while a question of its own is open. Over HTTP nothing tells that it has gone: the call would stay, and the
 * question with it. Where it misses two pings in a row the client is closed, which ends its calls, and their questions.
 *
 * @returns counts a question, until what it gives is called
 */
export function watch(client: WatchedClient, everyMs: number): () => () => void {
  let count = 0;
  let missed = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  async function look(): Promise<void> {
    const isThere = await client.ping({ timeout: everyMs }).then(
      () => true,
      (error: unknown) => (error as { code?: unknown } | null)?.code === NO_METHOD,
    );
    missed = isThere ? 0 : missed + 1;
    if (missed === 2 && count > 0) await client.close().catch(() => undefined);
  }

  return () => {
    if (count++ === 0 && everyMs < Infinity) {
      missed = 0;
      timer = setInterval(() => void look(), everyMs);
      // It keeps no process alive that would end otherwise.
      (timer as { unref?(): void }).unref?.();
    }
    return () => {
      if (--count === 0) clearInterval(timer);
    };
  };
}
