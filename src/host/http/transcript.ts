import { askingOf } from '../broker/requests.js';
import type { BrokerEvent, PendingRequest } from '../broker/types.js';
import type { WireMessages } from '../wire.js';
import { toWireEnding, toWireRequest, type Receiver } from './wire-forms.js';
import { each } from './write.js';

/** Says one thing to a client. */
export type Tell = <Name extends keyof WireMessages>(name: Name, id: string, data: WireMessages[Name]) => void;

export interface TranscriptOptions {
  readonly tell: Tell;
  /** The broker's. */
  readonly lastEventId: () => string;
  /** The client that the events are for, now. */
  readonly receiver: () => Receiver;
  /** Hears why a request was left out. */
  readonly onError: (error: unknown) => void;
}

/**
 * What one connection is told: everything that is pending once, each transition once, and nothing again that has ended,
 * however late a list of what was pending arrives.
 */
export interface Transcript {
  /** What the broker tells. Kept until `begin`. */
  hear(event: BrokerEvent): void;
  /** Tells the snapshot: a list that was read after `hear` was subscribed, and what was heard since. */
  begin(listed: readonly PendingRequest[]): void;
  /** Tells what is pending besides, of conversations that were not followed before. */
  add(read: () => Promise<readonly PendingRequest[]>): Promise<void>;
}

export function createTranscript({ tell, lastEventId, receiver, onError }: TranscriptOptions): Transcript {
  // By asking: one id that is asked anew is another request.
  const told = new Map<string, PendingRequest['state']>();
  /** What ended while a list is read that may still have it. */
  const ended = new Set<string>();
  let held: BrokerEvent[] | undefined = [];
  let reading = 0;

  function show(id: string, pending: PendingRequest): void {
    const { state } = pending;
    if (told.get(askingOf(pending)) === state) return;
    told.set(askingOf(pending), state);
    for (const form of each([pending], toWireRequest, onError)) tell(state, id, form);
  }

  return {
    hear(event) {
      if (held) return void held.push(event);
      if (event.type !== 'settled') return show(event.id, event.pending);
      const asking = askingOf(event.asked);
      told.delete(asking);
      if (reading > 0) ended.add(asking);
      return tell('settled', event.id, toWireEnding(event.asked, event.settlement, receiver()));
    },
    begin(listed) {
      const pending = new Map(listed.map((one) => [askingOf(one), one]));
      const over: Extract<BrokerEvent, { type: 'settled' }>[] = [];
      for (const event of held ?? []) {
        if (event.type !== 'settled') {
          pending.set(askingOf(event.pending), event.pending);
        } else {
          pending.delete(askingOf(event.asked));
          over.push(event);
        }
      }
      held = undefined;
      const inOrder = [...pending.values()].sort((a, b) => a.order - b.order);
      for (const one of inOrder) told.set(askingOf(one), one.state);
      tell('snapshot', lastEventId(), {
        requests: each(inOrder, toWireRequest, onError),
        endings: each(over, ({ asked, settlement }) => toWireEnding(asked, settlement, receiver()), onError),
      });
    },
    async add(read) {
      reading += 1;
      try {
        for (const one of await read()) {
          const asking = askingOf(one);
          if (!told.has(asking) && !ended.has(asking)) show(lastEventId(), one);
        }
      } finally {
        reading -= 1;
        if (reading === 0) ended.clear();
      }
    },
  };
}
