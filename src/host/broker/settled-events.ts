import { bytesOf, createBoundedCache } from '../bounded-cache.js';
import type { RequestInstance, Settlement } from '../store/types.js';
import type { BrokerEvent } from './types.js';

/** Maximum number of retained events, and their maximum total size as JSON, in bytes. */
const COUNT = 1_000;
const BYTES = 16 * 1_048_576;
/** Maximum size of the settlements in one replay, in bytes as JSON. */
const REPLAY_BYTES = 256 * 1_024;

export type SettledEvent = Extract<BrokerEvent, { settlement: Settlement }>;

/** Keeps at most one event per instance, the newest. */
export function createSettledEventLog() {
  const kept = createBoundedCache<{ event: SettledEvent; shown: number }>({ count: COUNT, bytes: BYTES });
  return {
    add(event: SettledEvent): void {
      const { raw, ...request } = event.request.request;
      const { conversationId } = event.request;
      const shown = bytesOf({ ...event.settlement, requestId: request.requestId, conversationId });
      const bytes = shown + bytesOf({ ...event.request, request }) + bytesOf(raw);
      kept.set(event.request.instanceId, { event, shown }, bytes);
    },
    forget(conversationId: string): void {
      for (const { event } of kept.values())
        if (event.request.conversationId === conversationId) kept.delete(event.request.instanceId);
    },
    of: ({ instanceId }: RequestInstance): Settlement | undefined => kept.get(instanceId)?.event.settlement,
    /**
     * Returns matching events, oldest first, up to `REPLAY_BYTES` in total. The newest are chosen first, and there can
     * be gaps.
     */
    replay(matches: (event: SettledEvent) => boolean): readonly SettledEvent[] {
      let left = REPLAY_BYTES;
      const fits = ({ shown }: { shown: number }) => {
        if (shown > left) return false;
        left -= shown;
        return true;
      };
      const newestFirst = kept
        .values()
        .filter(({ event }) => matches(event))
        .reverse();
      return newestFirst
        .filter(fits)
        .map(({ event }) => event)
        .reverse();
    },
  };
}
