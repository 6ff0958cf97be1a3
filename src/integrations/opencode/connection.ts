import { isRecord } from '../../core/guards.js';
import type { Opencode2Client, OpencodeClient, OpencodeEvent } from './types.js';
import { pause, watch } from './time.js';

/** Pause before a new connection, in milliseconds. It doubles after each short connection up to the longest. */
const PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/**
 * Maximum time without events, in milliseconds. The server sends a heartbeat every ten seconds. A connection that the
 * server accepts during its start may stay silent forever.
 */
const SILENCE_MS = 25_000;
const SILENT = `opencode sent no events for ${SILENCE_MS / 1000} s.`;

interface Handlers {
  readonly onEvent: (event: OpencodeEvent) => Promise<void>;
  /** Called with errors of the connection and of `onEvent`, once until the server can be reached again. */
  readonly onError: (error: unknown) => void;
  /** Ends the connection. */
  readonly signal: AbortSignal;
}

/** Receives the events of the server one after another, and connects again after each error. */
export function connect(
  client: OpencodeClient | Opencode2Client,
  { onEvent, onError, signal }: Handlers,
): { reconnect(): void } {
  let connection = new AbortController();
  let isDown = false;

  async function listen(): Promise<void> {
    let problem: unknown;
    let isSilent = false;
    let hasEvents = false;
    const { signal: left } = connection;
    const silence = watch(SILENCE_MS, () => {
      isSilent = true;
      // The client of opencode 2 does not pass heartbeats on, so its silence may be in order. Connect again anyway.
      if ('question' in client || !hasEvents) problem = new Error(SILENT);
      connection.abort();
    });
    try {
      const { stream } =
        'question' in client
          ? await client.event.subscribe(undefined, {
              signal: left,
              // The client's own retries would pause for up to half a minute.
              sseMaxRetryAttempts: 1,
              onSseError: (error) => {
                problem ??= error;
              },
            })
          : { stream: client.event.subscribe({ signal: left }) };
      for await (const event of stream) {
        silence.reset();
        hasEvents = true;
        if (!isRecord(event)) continue;
        if (event['type'] === 'server.connected') isDown = false;
        await onEvent(event);
      }
    } catch (error) {
      if (!left.aborted) throw error;
    } finally {
      silence.stop();
    }
    if (problem !== undefined && (isSilent || !left.aborted)) throw problem;
  }

  async function follow(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const since = Date.now();
      connection = new AbortController();
      await listen().catch((error: unknown) => {
        if (!isDown && !signal.aborted) onError(error);
        isDown = true;
      });
      connection.abort();
      failures = Date.now() - since > LONGEST_PAUSE_MS ? 0 : failures + 1;
      await pause(Math.min(PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), signal);
    }
  }

  signal.addEventListener('abort', () => connection.abort(), { once: true });
  void follow();
  return { reconnect: () => connection.abort() };
}
