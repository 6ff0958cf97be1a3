import { bytesOf, createNewest } from '../newest.js';
import type { OpenedRequest, Settlement } from '../store/types.js';
import type { BrokerEvent } from './types.js';

/** Endings that can be told again to someone who was away: so many of them, and so much as JSON. */
const COUNT = 1_000;
const BYTES = 16 * 1_048_576;
/**
 * What is told again at once, as a client gets it: a quarter of what an HTTP connection may have waiting, so that a slow client
 * is not cut for having been away. The rest a client looks up one by one, where it had shown the request.
 */
const REPLAY_BYTES = 256 * 1_024;

export type SettledEvent = Extract<BrokerEvent, { asked: OpenedRequest }>;

/** The newest endings. */
export interface Endings {
  add(event: SettledEvent): void;
  of(opened: OpenedRequest): Settlement | undefined;
  /** Those that `isMissed` says, in order; of too much, the newest that fit. */
  missed(isMissed: (event: SettledEvent) => boolean): readonly SettledEvent[];
}

export function createEndings(): Endings {
  const kept = createNewest<{ event: SettledEvent; shown: number }>({ count: COUNT, bytes: BYTES });
  return {
    add(event) {
      const { raw, ...request } = event.asked.request;
      const { conversationId } = event.asked;
      const shown = bytesOf({ ...event.settlement, requestId: request.requestId, conversationId });
      const bytes = shown + bytesOf({ ...event.asked, request }) + bytesOf(raw);
      kept.set(event.asked.instanceId, { event, shown }, bytes);
    },
    of: ({ instanceId }) => kept.get(instanceId)?.event.settlement,
    missed(isMissed) {
      let left = REPLAY_BYTES;
      const fits = ({ shown }: { shown: number }) => {
        if (shown > left) return false;
        left -= shown;
        return true;
      };
      const newestFirst = kept
        .values()
        .filter(({ event }) => isMissed(event))
        .reverse();
      return newestFirst
        .filter(fits)
        .map(({ event }) => event)
        .reverse();
    },
  };
}
