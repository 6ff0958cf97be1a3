import type { BrokerEvent, PendingRequest } from '../broker/types.js';
import { advance, phaseOf, type Phase, type Told } from '../lifecycle.js';
import type { Settlement } from '../store/types.js';
import type { WireMessages } from '../wire.js';
import type { Form, Forms } from './serialized-requests.js';
import type { Message } from './sse-writer.js';
import { toWireEnding, type Receiver } from './wire-mappers.js';

const encoder = new TextEncoder();
const EMPTY = encoder.encode('{}');

type Settled = Extract<BrokerEvent, { settlement: Settlement }>;

interface Held {
  readonly order: number;
  readonly form: Form;
}

export interface TranscriptOptions {
  readonly forms: Forms;
  /** Returns the id of the broker's newest event. */
  readonly lastEventId: () => string;
  /** Returns the current state of the receiving client. */
  readonly receiver: () => Receiver;
  /** Called with the error if a settlement cannot be serialized. */
  readonly onError: (error: unknown) => void;
}

/**
 * Tracks what one connection has received: each pending request once, each transition once. A list that arrives late
 * never makes a settled request pending again.
 */
export interface Transcript {
  /** Receives an event of the broker. Events before `begin` become part of the snapshot. */
  hear(event: BrokerEvent): void;
  /** Starts the snapshot with a list that was read after the subscription to the broker. */
  begin(listed: readonly PendingRequest[]): void;
  /** Sends the pending requests of newly authorized conversations. */
  add(read: () => Promise<readonly PendingRequest[]>): Promise<void>;
  /** Takes the next unsent event. Returns `undefined` if no event is queued. */
  next(): Message | undefined;
  /** Returns the bytes of the unsent transitions. Listed requests do not count, because `next` serializes them. */
  backlog(): number;
  /** Releases the listed requests and, unless `isSent`, the unsent transitions. */
  end(isSent: boolean): void;
}

export function createTranscript({ forms, lastEventId, receiver, onError }: TranscriptOptions): Transcript {
  /** Published phases, by instance id. Settled ones are retained while a list that may contain them is read. */
  const told = new Map<string, Told & Partial<Held>>();
  let heardCount = 0;
  /** Number of lists in flight; initially that of the snapshot. */
  let reading = 1;
  let hasBegun = false;

  let isOver = false;
  let phase: 'start' | 'snapshot' | 'live' = 'start';
  /** Settlements before `begin`, which are part of the snapshot. */
  let over: Settled[] = [];
  /** Unsent listed requests by instance id, ordered by `begin`. */
  const listed = new Map<string, Held>();
  /** Unsent transitions since `begin`. */
  let news: Message[] = [];
  let newsBytes = 0;
  /** Id of the newest event up to which the client has received everything. */
  let lastId = '';

  const event = (name: keyof WireMessages, data: Uint8Array = EMPTY, id = lastId): Message => ({ name, id, data });

  function ending({ id, asked, settlement }: Settled): Message | undefined {
    try {
      const data = encoder.encode(JSON.stringify(toWireEnding(asked, settlement, receiver())));
      return event('settled', data, id);
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  function tell(message: Message): void {
    news.push(message);
    newsBytes += message.data.length;
  }

  /** Returns whether the phase is new. The `read` of a list is 0, because events are newer than lists. */
  function take(instanceId: string, phase: Phase, read: number, held?: Held): boolean {
    const before = told.get(instanceId);
    const now = advance(before, { phase, read, ...held });
    told.set(instanceId, now);
    const dropped = now === before ? held : before;
    if (dropped?.form) forms.drop(dropped.form);
    return now.phase !== before?.phase;
  }

  function list(pending: PendingRequest, read = 0): void {
    if (isOver) return;
    const { instanceId, state, order } = pending;
    const held = { order, form: forms.hold(pending) };
    if (take(instanceId, state, read, held)) listed.set(instanceId, held);
  }

  function show(id: string, pending: PendingRequest): void {
    const { instanceId, state, order } = pending;
    heardCount += 1;
    if (!hasBegun || listed.has(instanceId)) return list(pending, heardCount);
    const form = forms.hold(pending);
    if (!take(instanceId, state, heardCount, { order, form })) return;
    const data = form.data();
    if (data) tell(event(state, data, id));
  }

  function end(settled: Settled): void {
    const { instanceId } = settled.asked;
    heardCount += 1;
    if (!take(instanceId, phaseOf(settled.settlement), heardCount)) return;
    listed.delete(instanceId);
    if (reading === 0) told.delete(instanceId);
    if (!hasBegun) return void over.push(settled);
    const message = ending(settled);
    if (message) tell(message);
  }

  function haveRead(): void {
    reading -= 1;
    if (reading > 0) return;
    for (const [instanceId, { form }] of told) if (!form) told.delete(instanceId);
  }

  function nextNews(): Message | undefined {
    const message = news.shift();
    newsBytes -= message?.data.length ?? 0;
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

  function nextEnding(): Message | undefined {
    for (let one = over.shift(); one; one = over.shift()) {
      const message = ending({ ...one, id: lastId });
      if (message) return message;
    }
    return undefined;
  }

  return {
    hear(heard) {
      if (isOver) return undefined;
      return 'pending' in heard ? show(heard.id, heard.pending) : end(heard);
    },
    begin(pending) {
      for (const one of pending) list(one);
      const inOrder = [...listed].sort(([, a], [, b]) => a.order - b.order);
      listed.clear();
      for (const [instanceId, held] of inOrder) listed.set(instanceId, held);
      hasBegun = true;
      lastId = lastEventId();
      haveRead();
    },
    async add(read) {
      reading += 1;
      try {
        for (const one of await read()) list(one);
      } finally {
        haveRead();
      }
    },
    next() {
      if (!hasBegun) return undefined;
      if (phase === 'start') {
        phase = 'snapshot';
        return event('snapshot_start');
      }
      if (phase === 'live') return nextNews() ?? nextListed();
      const message = nextEnding() ?? nextListed();
      if (message) return message;
      phase = 'live';
      return event('snapshot_end');
    },
    backlog: () => newsBytes,
    end(isSent) {
      isOver = true;
      for (const { form } of told.values()) if (form) forms.drop(form);
      told.clear();
      listed.clear();
      over = [];
      phase = 'live';
      if (isSent) return;
      news = [];
      newsBytes = 0;
    },
  };
}
