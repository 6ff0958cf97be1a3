import type { BrokerEvent, PendingRequest } from '../broker/types.js';
import type { WireEnding, WireMessages, WireRequest } from '../wire.js';
import { toWireEnding, toWireRequest } from './wire-forms.js';

/** Says one thing to a client. */
export type Tell = <Name extends keyof WireMessages>(name: Name, id: string, data: WireMessages[Name]) => void;

/**
 * What one connection is told: everything that is pending once, each transition once, and nothing again that has ended,
 * however late a list of what was pending arrives.
 */
export interface Feed {
  /** What the broker tells. Kept until `begin`. */
  hear(event: BrokerEvent): void;
  /** Tells the snapshot: a list that was read after `hear` was subscribed, and what was heard since. */
  begin(listed: readonly PendingRequest[]): void;
  /** Tells what is pending besides, of conversations that were not followed before. */
  add(read: () => Promise<readonly PendingRequest[]>): Promise<void>;
}

/** @param lastEventId of the broker */
export function createFeed(tell: Tell, lastEventId: () => string): Feed {
  const told = new Map<string, PendingRequest['state']>();
  /** What ended while a list is read that may still have it. */
  const ended = new Set<string>();
  let held: BrokerEvent[] | undefined = [];
  let reading = 0;

  function show(id: string, pending: PendingRequest): void {
    const { request, state } = pending;
    if (told.get(request.requestId) === state) return;
    told.set(request.requestId, state);
    tell(state, id, toWireRequest(pending));
  }

  return {
    hear(event) {
      if (held) return void held.push(event);
      if (event.type !== 'settled') return show(event.id, event.pending);
      const { requestId } = event.asked.request;
      told.delete(requestId);
      if (reading > 0) ended.add(requestId);
      return tell('settled', event.id, toWireEnding(event.asked, event.settlement));
    },
    begin(listed) {
      const pending = new Map(listed.map((one) => [one.request.requestId, one]));
      const endings: WireEnding[] = [];
      for (const event of held ?? []) {
        if (event.type !== 'settled') {
          pending.set(event.pending.request.requestId, event.pending);
        } else {
          pending.delete(event.asked.request.requestId);
          endings.push(toWireEnding(event.asked, event.settlement));
        }
      }
      held = undefined;
      const inOrder = [...pending.values()].sort((a, b) => a.order - b.order);
      for (const { request, state } of inOrder) told.set(request.requestId, state);
      const requests: readonly WireRequest[] = inOrder.map(toWireRequest);
      tell('snapshot', lastEventId(), { requests, endings });
    },
    async add(read) {
      reading += 1;
      try {
        for (const one of await read()) {
          const { requestId } = one.request;
          if (!told.has(requestId) && !ended.has(requestId)) show(lastEventId(), one);
        }
      } finally {
        reading -= 1;
        if (reading === 0) ended.clear();
      }
    },
  };
}
