import type { BrokerEvent, PendingRequest } from '../broker/types.js';
import { advance, pendingPhaseOf, phaseOf, type InstancePhase, type PublishedPhase } from '../lifecycle.js';
import type { Settlement } from '../store/types.js';
import type { WireMessages } from '../wire.js';
import type { SerializedRequest, SerializedRequests } from './serialized-requests.js';
import type { Message } from './sse-writer.js';
import { toWireExchanges, toWireSettlement, type Receiver } from './wire-mappers.js';

const encoder = new TextEncoder();
const EMPTY = encoder.encode('{}');

type Settled = Extract<BrokerEvent, { settlement: Settlement }>;

type AskedBack = Extract<BrokerEvent, { type: 'asked_back' }>;

interface Held {
  readonly order: number;
  readonly form: SerializedRequest;
}

export interface ConnectionFeedOptions {
  readonly forms: SerializedRequests;
  readonly heartbeatMs: number;
  readonly lastEventId: () => string;
  readonly receiver: () => Receiver;
  readonly onError: (error: unknown) => void;
}

/**
 * Holds the unsent events of one connection, and the phases of instances, so that a list that arrives late does not
 * make a settled request pending again.
 */
export interface ConnectionFeed {
  /** Receives an event of the broker. Events before `begin` become part of the snapshot. */
  onEvent(event: BrokerEvent): void;
  /** Starts the snapshot with a list that was read after the subscription to the broker. */
  begin(listed: readonly PendingRequest[]): void;
  /** Queues the pending requests of newly authorized conversations. */
  add(read: () => Promise<readonly PendingRequest[]>): Promise<void>;
  /** Takes the next unsent event. Returns `undefined` before `begin`, or if no event is queued. */
  next(): Message | undefined;
  /** Returns the size of the data of the queued transitions, in bytes. */
  backlog(): number;
  /** Releases all requests and drops the unsent events. If `isSent`, the unsent transitions stay queued. */
  close(isSent: boolean): void;
}

export function createConnectionFeed(options: ConnectionFeedOptions): ConnectionFeed {
  const { forms, heartbeatMs, lastEventId, receiver, onError } = options;
  const published = new Map<string, PublishedPhase & Partial<Held>>();
  let receivedCount = 0;
  /** Number of lists in flight; initially that of the snapshot. */
  let reading = 1;
  let hasBegun = false;

  let isOver = false;
  let phase: 'start' | 'snapshot' | 'live' = 'start';
  /** Settlements before `begin`, which are part of the snapshot. */
  let settledEvents: Settled[] = [];
  /** Unsent listed requests by instance id. */
  const listed = new Map<string, Held>();
  let changes: Message[] = [];
  let changeBytes = 0;
  /** Id of messages that have none: that of the newest event at `begin`, later that of the last taken transition. */
  let lastId = '';

  const event = (name: keyof WireMessages, data: Uint8Array = EMPTY, id = lastId): Message => ({ name, id, data });

  function settlementEvent({ id, request, settlement }: Settled): Message | undefined {
    try {
      const data = encoder.encode(JSON.stringify(toWireSettlement(request, settlement, receiver())));
      return event('settled', data, id);
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  function send(message: Message): void {
    changes.push(message);
    changeBytes += message.data.length;
  }

  /** Returns whether the phase is new. A list has `read` 0, so that an event takes precedence over it. */
  function advancePhase(instanceId: string, phase: InstancePhase, read: number, held?: Held): boolean {
    const before = published.get(instanceId);
    const now = advance(before, { phase, read, ...held });
    published.set(instanceId, now);
    const dropped = now === before ? held : before;
    if (dropped?.form) forms.drop(dropped.form);
    return now.phase !== before?.phase;
  }

  function list(pending: PendingRequest, read = 0): void {
    if (isOver) return;
    const { instanceId, order } = pending;
    const held = { order, form: forms.hold(pending) };
    if (advancePhase(instanceId, pendingPhaseOf(pending), read, held)) listed.set(instanceId, held);
  }

  function publish(id: string, pending: PendingRequest): void {
    const { instanceId, state, order } = pending;
    receivedCount += 1;
    if (!hasBegun || listed.has(instanceId)) return list(pending, receivedCount);
    const form = forms.hold(pending);
    if (!advancePhase(instanceId, pendingPhaseOf(pending), receivedCount, { order, form })) return;
    const data = form.data();
    if (data) send(event(state, data, id));
  }

  function publishExchanges(heard: AskedBack): void {
    const { instanceId, order } = heard.request;
    receivedCount += 1;
    const held = { order, form: forms.hold(heard.request) };
    const isNew = advancePhase(instanceId, pendingPhaseOf(heard.request), receivedCount, held);
    // A settled request has no exchanges to come.
    if (published.get(instanceId)?.form !== held.form) return undefined;
    // What is not sent yet is sent with its newest counts.
    if (!hasBegun || isNew || listed.has(instanceId)) return void listed.set(instanceId, held);
    return send(event('asked_back', encoder.encode(JSON.stringify(toWireExchanges(heard))), heard.id));
  }

  function publishSettled(settled: Settled): void {
    const { instanceId } = settled.request;
    receivedCount += 1;
    if (!advancePhase(instanceId, phaseOf(settled.settlement), receivedCount)) return;
    listed.delete(instanceId);
    if (reading === 0) published.delete(instanceId);
    if (!hasBegun) return void settledEvents.push(settled);
    const message = settlementEvent(settled);
    if (message) send(message);
  }

  function onRead(): void {
    reading -= 1;
    if (reading > 0) return;
    for (const [instanceId, { form }] of published) if (!form) published.delete(instanceId);
  }

  function nextChange(): Message | undefined {
    const message = changes.shift();
    changeBytes -= message?.data.length ?? 0;
    lastId = message?.id ?? lastId;
    return message;
  }

  function nextListed(): Message | undefined {
    for (const [instanceId, { form }] of listed) {
      listed.delete(instanceId);
      const data = form.data();
      if (data) return event(form.state, data);
    }
    return undefined;
  }

  function nextSettlement(): Message | undefined {
    for (let one = settledEvents.shift(); one; one = settledEvents.shift()) {
      const message = settlementEvent({ ...one, id: lastId });
      if (message) return message;
    }
    return undefined;
  }

  return {
    onEvent(heard) {
      if (isOver) return undefined;
      if ('settlement' in heard) return publishSettled(heard);
      return heard.type === 'asked_back' ? publishExchanges(heard) : publish(heard.id, heard.request);
    },
    begin(pending) {
      for (const one of pending) list(one);
      const inOrder = [...listed].sort(([, a], [, b]) => a.order - b.order);
      listed.clear();
      for (const [instanceId, held] of inOrder) listed.set(instanceId, held);
      hasBegun = true;
      lastId = lastEventId();
      onRead();
    },
    async add(read) {
      reading += 1;
      try {
        for (const one of await read()) list(one);
      } finally {
        onRead();
      }
    },
    next() {
      if (!hasBegun) return undefined;
      if (phase === 'start') {
        phase = 'snapshot';
        return event('snapshot_start', encoder.encode(JSON.stringify({ heartbeatMs })));
      }
      if (phase === 'live') return nextChange() ?? nextListed();
      const message = nextSettlement() ?? nextListed();
      if (message) return message;
      phase = 'live';
      return event('snapshot_end');
    },
    backlog: () => changeBytes,
    close(isSent) {
      isOver = true;
      for (const { form } of published.values()) if (form) forms.drop(form);
      published.clear();
      listed.clear();
      settledEvents = [];
      phase = 'live';
      if (isSent) return;
      changes = [];
      changeBytes = 0;
    },
  };
}
